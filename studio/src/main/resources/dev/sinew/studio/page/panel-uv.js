// The panel of texture coordinates: the atlas flat, over its texture or a checker.
import { choice, el, group, toggle } from './ui.js';

const SIDE = 560;

export class UvPanel {
  constructor(studio) {
    this.studio = studio;
    this.canvas = el('canvas', { className: 'uv-view', width: SIDE, height: SIDE, 'data-test': 'uv', role: 'img', 'aria-label': 'Texture coordinates' });
    this.root = el('div', { className: 'panel' });
    this.mesh = 0;
    this.texture = true;
    studio.addEventListener('change', ({ detail }) => detail === 'sides' && this.root.isConnected && this.build());
  }

  /** The atlas of a large model takes a while to draw: it is drawn when somebody looks. */
  opened() {
    this.build();
  }

  get patches() {
    return (this.studio.viewer.sides[0].model?.patches ?? []).filter(({ geometry }) => geometry.attributes.uv);
  }

  build() {
    const { patches, studio } = this;
    if (patches.length === 0) {
      this.root.replaceChildren(group('Texture coordinates', el('p', { className: 'hint' },
        studio.viewer.sides[0].model
          ? 'This model has no texture coordinates. The job “unwrap” makes some.'
          : 'Open a model first.')));
      return;
    }
    this.mesh = Math.min(this.mesh, patches.length - 1);
    const names = patches.map(({ source, materials }, i) => [i, source.name || materials[0].name || `mesh ${i}`]);
    this.told = el('p', { className: 'hint' });
    this.root.replaceChildren(group('Texture coordinates',
      choice('Mesh', names, this.mesh, (i) => {
        this.mesh = Number(i);
        this.draw();
      }),
      this.canvas, this.told,
      el('div', { className: 'switches' },
        toggle('Texture', this.texture, (on) => {
          this.texture = on;
          this.draw();
        }),
        toggle('Checker in view', studio.look.colours === 'checker', (on) =>
          studio.setLook({ colours: on ? 'checker' : 'material' }), { 'data-test': 'uv-checker' }))));
    this.draw();
  }

  draw() {
    const { geometry, materials } = this.patches[this.mesh];
    const { uv } = geometry.attributes;
    const context = this.canvas.getContext('2d');
    context.clearRect(0, 0, SIDE, SIDE);
    const image = this.texture ? materials[0].map?.image : this.studio.checker.image;
    if (image) {
      context.globalAlpha = 0.75;
      context.drawImage(image, 0, 0, SIDE, SIDE);
      context.globalAlpha = 1;
    }
    const index = geometry.index;
    const corners = index ? index.count : uv.count;
    context.beginPath();
    let outside = 0;
    for (let c = 0; c < corners; c += 3) {
      const at = [0, 1, 2].map((k) => (index ? index.getX(c + k) : c + k));
      const points = at.map((v) => [uv.getX(v) * SIDE, uv.getY(v) * SIDE]);
      context.moveTo(...points[2]);
      points.forEach((point) => context.lineTo(...point));
      if (points.flat().some((x) => x < -1 || x > SIDE + 1)) outside++;
    }
    context.lineWidth = corners > 30000 ? 0.35 : 0.7;
    context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--accent');
    context.stroke();
    this.told.textContent = `${(corners / 3).toLocaleString('en')} triangles`
      + (outside ? `, ${outside.toLocaleString('en')} of them outside the unit square (repeated texture)` : '');
  }
}
