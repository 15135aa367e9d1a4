// The panel of crowds.
import * as THREE from 'three';
import { postPack } from './api.js';
import { Crowd, MAX_INSTANCES } from './crowd.js';
import { floor, light } from './overlays.js';
import { KINDS, leftOut, RATIOS } from './panel-levels.js';
import { attempt, button, choice, count, el, group, slider, toggle } from './ui.js';
import { watched } from './work.js';

export class CrowdPanel {
  constructor(studio, counters) {
    this.studio = studio;
    this.counters = counters;
    this.root = el('div', { className: 'panel' });
    this.options = { count: 1000, tolerance: 2, geomorph: true, cull: true, lod: true, clip: -1 };
    this.kind = 'poses';
    this.average = 0;
    this.build();
    studio.addEventListener('change', ({ detail }) => ['sides', 'crowd', 'models'].includes(detail) && this.build());
    studio.viewer.addEventListener('drawn', () => this.tell());
  }

  build() {
    const { studio, options } = this;
    const model = studio.viewer.sides[0].model;
    const running = Boolean(studio.viewer.crowd);
    this.counters.hidden = !running;
    if (!model) {
      this.root.replaceChildren(group('Crowd', el('p', { className: 'hint' }, 'Open a model first.')));
      return;
    }
    const set = (name) => (value) => {
      options[name] = value;
      studio.viewer.crowd?.configure({ [name]: value });
    };
    const clips = [['-1', 'All, mixed'], ...model.clips.map((clip, i) => [String(i), clip.name || `clip ${i}`])];
    this.making = el('div', {});
    this.root.replaceChildren(
      group('Crowd',
        el('p', { className: 'hint' }, `Copies of ${model.row.name}, each with its own place, phase and level of detail.`),
        ...leftOut(model),
        slider('Instances', {
          // A cubic slider: fine steps for small crowds.
          min: 0, max: 1, step: 0.001, value: Math.cbrt(options.count / MAX_INSTANCES), test: 'crowd-count',
          show: (at) => count(instancesAt(at)), change: (at) => set('count')(instancesAt(at)),
        }),
        choice('Clip', clips, String(options.clip), (clip) => set('clip')(Number(clip))),
        choice('Levels', KINDS, this.kind, (kind) => {
          this.kind = kind;
          if (studio.viewer.crowd) this.start();
        }, { 'data-test': 'crowd-levels' }),
        slider('Tolerance', {
          min: 0.25, max: 16, step: 0.25, value: options.tolerance, show: (value) => `${value} px`, test: 'crowd-tolerance',
          change: set('tolerance'),
        }),
        el('div', { className: 'switches' },
          toggle('Level of detail', options.lod, set('lod'), { 'data-test': 'crowd-lod' }),
          toggle('Geomorph', options.geomorph, set('geomorph')),
          toggle('Culling', options.cull, set('cull'))),
        el('div', { className: 'buttons' },
          button(running ? 'Start again' : 'Start the crowd', () => this.start(), { className: 'button primary', 'data-test': 'crowd-start' }),
          button('Stop', () => this.stop(), { disabled: !running, 'data-test': 'crowd-stop' })), this.making),
      group('Speed',
        el('p', { className: 'hint' }, 'Draws crowds of 100 and 1,000 without and with levels at 2 pixels, and tells the milliseconds per frame.'),
        el('div', { className: 'buttons' }, button('Measure', () => this.measure(), { 'data-test': 'crowd-measure' })),
        this.measured ?? ''));
  }

  measure() {
    const { studio } = this;
    const busy = document.getElementById('busy');
    return attempt('Measuring…', async () => {
      const { measureCrowds } = await import('./bench.js');
      const rows = await measureCrowds(studio, {}, (what) => (busy.textContent = what));
      const heads = ['Levels', 'Instances', 'ms', 'Triangles'];
      this.measured = el('div', { className: 'report', 'data-test': 'crowd-speed' }, el('table', {},
        el('tr', {}, ...heads.map((head) => el('th', {}, head))),
        ...rows.map(({ levels, instances, milliseconds, triangles }) => el('tr', {},
          el('td', {}, levels),
          ...[count(instances), milliseconds.toFixed(1), count(triangles)].map((text) => el('td', { className: 'number' }, text))))));
      this.build();
      this.studio.viewer.frame();
    });
  }

  start() {
    const { studio } = this;
    const { model } = studio.viewer.sides[0];
    return attempt('', async () => {
      const pack = await watched(model, this.making, 'Making levels',
        () => postPack('api/crowd', { model: model.id, levels: this.kind, ratios: RATIOS }));
      if (studio.viewer.sides[0].model !== model) return;
      const crowd = new Crowd(pack, (mesh, primitive) => model.material(mesh, primitive),
        { ...this.options, normalMap: studio.look.normalMap });
      crowd.scene = crowdScene(crowd, model, studio.viewer.gridColours);
      studio.setSplit(false);
      studio.startCrowd(crowd);
      lookAtCrowd(studio.viewer, crowd);
      studio.viewer.play(true);
    });
  }

  stop() {
    this.studio.stopCrowd();
    this.studio.viewer.setTime(0);
    this.studio.viewer.frame();
  }

  tell() {
    const { crowd } = this.studio.viewer;
    if (!crowd) return;
    const now = crowd.milliseconds ?? 0;
    this.average = this.average ? 0.9 * this.average + 0.1 * now : now;
    const { drawn, triangles, influences } = crowd.seen;
    const facts = {
      Instances: `${count(drawn)} of ${count(crowd.options.count)}`,
      Triangles: count(triangles),
      Influences: count(influences),
      Milliseconds: this.average.toFixed(1),
    };
    this.counters.replaceChildren(...Object.entries(facts).flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
  }
}

const instancesAt = (at) => Math.max(1, Math.round(MAX_INSTANCES * at ** 3));

export function crowdScene(crowd, model, grid) {
  const scene = new THREE.Scene();
  light(scene);
  scene.add(crowd.root);
  if (grid) scene.add(floor(crowd.extent / 4, model.restBox.min.y, grid));
  return scene;
}

/** Stands at the edge of the crowd, a little above the heads. */
export function lookAtCrowd(viewer, crowd) {
  const { center, radius } = crowd.sphere;
  const { camera, controls } = viewer;
  const away = crowd.extent / 2 + 3 * radius;
  controls.target.set(center.x, center.y, center.z);
  camera.position.set(0.25 * away, center.y + 0.35 * away, away);
  camera.near = radius / 50;
  camera.far = 4 * (crowd.extent + away);
  camera.updateProjectionMatrix();
  controls.update();
}
