// The clock's controls: clip, time, speed, loop.
import { button, el } from './ui.js';

export class Timeline {
  constructor(root, studio) {
    this.studio = studio;
    this.viewer = studio.viewer;
    const { clock } = this.viewer;
    this.play = button('▶', () => this.toggle(), { title: 'Play or pause (space)', 'aria-label': 'Play', 'data-test': 'play' });
    this.clip = el('select', { 'aria-label': 'Clip', 'data-test': 'clip', on: { change: () => this.viewer.setClip(Number(this.clip.value)) } });
    this.scrub = el('input', { type: 'range', min: 0, max: 1, step: 'any', value: 0, 'aria-label': 'Time', 'data-test': 'time' });
    this.scrub.addEventListener('input', () => {
      this.viewer.play(false);
      this.viewer.setTime(Number(this.scrub.value) * this.viewer.duration);
    });
    this.time = el('span', { className: 'time' });
    const speedShown = el('output', {}, '1×');
    const speed = el('input', { type: 'range', min: -2, max: 2, step: 0.25, value: 0, 'aria-label': 'Speed', 'data-test': 'speed' });
    speed.addEventListener('input', () => {
      clock.speed = 2 ** Number(speed.value);
      speedShown.textContent = `${clock.speed.toFixed(2).replace(/\.?0+$/, '')}×`;
    });
    const loop = el('input', { type: 'checkbox', checked: clock.loop, 'data-test': 'loop', on: { change: () => (clock.loop = loop.checked) } });
    root.append(this.play, this.clip, el('span', { className: 'scrub' }, this.scrub), this.time,
      el('label', { className: 'speed' }, 'Speed', speed, speedShown), el('label', {}, loop, 'Loop'));
    this.viewer.addEventListener('time', () => this.showTime());
    studio.addEventListener('change', ({ detail }) => detail === 'sides' && this.fill());
    this.fill();
  }

  fill() {
    const clips = this.viewer.sides[0].model?.clips ?? [];
    const options = [['-1', 'Rest pose'], ...clips.map((clip, i) => [String(i), clip.name || `clip ${i}`])];
    this.clip.replaceChildren(...options.map(([value, text]) => el('option', { value }, text)));
    this.showTime();
  }

  toggle() {
    const { clock, duration } = this.viewer;
    if (!clock.playing && !clock.loop && clock.time >= duration) clock.time = 0;
    this.viewer.play(!clock.playing);
  }

  step(seconds) {
    const { clock, duration } = this.viewer;
    this.viewer.play(false);
    this.viewer.setTime(Math.min(duration, Math.max(0, clock.time + seconds)));
  }

  showTime() {
    const { clock, duration } = this.viewer;
    this.clip.value = String(clock.clip);
    this.play.textContent = clock.playing ? '❚❚' : '▶';
    this.play.setAttribute('aria-label', clock.playing ? 'Pause' : 'Play');
    this.scrub.disabled = this.play.disabled = duration === 0 && !this.viewer.crowd;
    this.scrub.value = duration > 0 ? clock.time / duration : 0;
    this.time.textContent = duration > 0 ? `${clock.time.toFixed(2)} / ${duration.toFixed(2)} s` : 'no clip';
  }
}
