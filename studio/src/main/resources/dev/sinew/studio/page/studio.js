// The state of the page: open models, the two sides of the view, and what panels need to know of changes.
import * as THREE from 'three';
import { getJson, postBytes, postJson, remove } from './api.js';
import * as colours from './colours.js';
import { methodOf } from './files.js';
import { context, models } from './first.js';
import { Model } from './model.js';
import { distancesByVertex, distancesToSurface } from './distances.js';
import { readPositions } from './probe.js';
import { attempt, note } from './ui.js';
import { Viewer } from './viewer.js';

export const METHODS = {
  ssd: 'Linear blend (SSD)',
  as: 'Animation space',
  dqs: 'Dual quaternions',
  sbs: 'Spherical blend',
  stbs: 'Stretch and twist',
};

/** The least end of the scale of errors, in box sides: rounding of single precision is no error. */
const LEAST_SCALE = 1e-5;
/** Milliseconds between two measurements of the error between the sides while a clip plays. */
const ERROR_PERIOD = 250;

export class Studio extends EventTarget {
  constructor(canvas) {
    super();
    this.viewer = new Viewer(canvas, context);
    this.rows = [];
    this.look = { colours: 'material', wireframe: false, normalMap: true, correctives: true };
    this.viewer.addEventListener('pose', () => this.measureError());
    this.viewer.addEventListener('drawn', () => this.measureOtherLevels());
    this.checker = checkerTexture();
  }

  changed(what) {
    this.dispatchEvent(new CustomEvent('change', { detail: what }));
  }

  // Models.

  async refresh() {
    this.setRows(await getJson('api/models'));
  }

  setRows(rows) {
    this.rows = rows;
    this.changed('models');
  }

  row(id) {
    return this.rows.find((row) => row.id === id);
  }

  /** Shows the models that are open when the page loads: one, or two side by side. */
  async start() {
    try {
      this.setRows(await models);
      if (this.rows.length > 0) await this.show(0, this.rows[0].id);
    } finally {
      this.viewer.waiting = false;
    }
    if (this.rows.length === 2) await this.compare(this.rows[0].id, this.rows[1].id);
  }

  async openFiles(list) {
    for (const file of list) {
      await attempt(`Opening ${file.name}…`, async () => {
        if (!/\.(glb|gltf|vrm)$/i.test(file.name)) {
          throw Object.assign(new Error(`${file.name}: expected a .glb, .gltf or .vrm file`), { status: 400 });
        }
        await this.opened(await postBytes(`api/models?name=${encodeURIComponent(file.name)}`, file));
      });
    }
  }

  openSample(name) {
    return attempt(`Making ${name}…`, async () => this.opened(await postJson(`api/samples/${name}`)));
  }

  async opened(row) {
    await this.refresh();
    await this.show(0, row.id);
  }

  /** Shows a model on a side. */
  async show(side, id, options = {}) {
    const row = this.row(id);
    if (!row) return;
    await attempt(`Loading ${row.name}…`, async () => {
      const method = options.method ?? methodOf(row);
      const model = await Model.open(row, method, options.level ?? 0);
      this.stopCrowd();
      this.viewer.sides[side].show(model);
      this.viewer.options.joint = null;
      model.setLook(this.fullLook);
      this.viewer.compile(side);
      if (side === 0 && !options.keepView) {
        this.viewer.clock.clip = -1;
        this.viewer.setClip(model.clips.length ? 0 : -1, 0);
        this.viewer.placeFloor();
        this.viewer.frame();
        this.viewer.play(model.clips.length > 0 && !this.still);
      } else {
        this.viewer.pose();
      }
      this.paint();
      this.changed('sides');
    });
  }

  /** Shows two models side by side, with the first one's camera and time. */
  async compare(first, second) {
    if (this.viewer.sides[0].model?.id !== first) await this.show(0, first);
    this.setSplit(true, false);
    await this.show(1, second, { keepView: true });
    this.viewer.frame();
  }

  async close(id) {
    await attempt('', async () => {
      await remove(`api/models/${id}`);
      this.viewer.sides.forEach((side) => side.model?.id === id && side.show(null));
      if (this.viewer.split && !this.viewer.sides[1].model) this.setSplit(false);
      await this.refresh();
      if (!this.viewer.sides[0].model && this.rows.length) await this.show(0, this.rows.at(-1).id);
      if (this.rows.length === 0) {
        this.viewer.play(false);
        this.viewer.setClip(-1);
      }
      this.viewer.placeFloor();
      this.changed('sides');
    });
  }

  setMethod(side, method) {
    const { model } = this.viewer.sides[side];
    return attempt('Preparing the method…', async () => {
      await model.setMethod(method);
      this.viewer.pose();
      this.paint();
      this.changed('sides');
    });
  }

  setLevel(side, level) {
    const { model } = this.viewer.sides[side];
    return this.show(side, model.id, { method: model.method, level, keepView: true });
  }

  /** Switches the second side; it starts with the first side's model and another method. */
  async setSplit(on, fill = true) {
    this.viewer.setSplit(on);
    const [first, second] = this.viewer.sides;
    if (on && fill && !second.model && first.model) {
      const other = first.model.method === 'dqs' ? 'ssd' : 'dqs';
      await this.show(1, first.model.id, {
        method: first.model.row.methods.includes(other) ? other : first.model.method, keepView: true,
      });
    }
    this.viewer.pose();
    this.paint();
    this.viewer.frame();
    this.changed('sides');
  }

  // Looks.

  /** The look with what it is drawn with. */
  get fullLook() {
    return { ...this.look, checker: this.checker };
  }

  setLook(change) {
    Object.assign(this.look, change);
    for (const { model, instead } of this.viewer.sides) {
      model?.setLook(this.fullLook);
      instead?.setLook(this.fullLook);
    }
    this.viewer.pose();
    this.paint();
    this.changed('look');
  }

  setJoint(joint) {
    this.viewer.options.joint = joint;
    this.paint();
    this.viewer.pose();
    this.changed('look');
  }

  /** Writes the colours that the look asks for. */
  paint() {
    this.scale = null;
    for (const { model, drawn } of this.viewer.shown) {
      if (!model) continue;
      if (this.look.colours === 'weights') {
        const joint = this.viewer.options.joint ?? model.jointNodes[0];
        this.viewer.options.joint ??= joint;
        if (joint) colours.paintWeights(drawn, this.viewer.sameJoint(model));
        this.scale = { title: `Weight of ${joint?.name || 'the joint'}`, low: '0', high: '1' };
      } else if (this.look.colours === 'influences') {
        const most = colours.paintInfluences(drawn);
        this.scale = { title: 'Influences per vertex', low: '1', high: String(most) };
      } else if (this.look.colours !== 'error') {
        colours.unpaint(drawn);
      }
    }
    if (this.look.colours === 'error') this.measureError(true);
    this.viewer.redraw();
    this.changed('scale');
  }

  /** Colours both sides by their distance, in shares of the box. */
  measureError(now = false) {
    if (this.look.colours !== 'error') return;
    const sides = this.viewer.shown.filter(({ model }) => model);
    if (sides.length < 2) {
      for (const { drawn } of sides) drawn.parts.forEach((part) => colours.paint(part, () => 0));
      this.scale = { title: 'Error: needs a split view', low: '', high: '' };
      this.changed('scale');
      return;
    }
    const time = performance.now();
    if (!now && this.viewer.clock.playing && time - (this.measured ?? 0) < ERROR_PERIOD) return;
    this.measured = time;
    const unit = longestSide(sides[0].model.restBox);
    const surfaces = sides.map((side) => this.surface(side));
    const near = distances(sides, surfaces);
    const largest = Math.max(LEAST_SCALE * unit, ...near.map((list) => list.reduce((most, d) => Math.max(most, d), 0)));
    surfaces.forEach((surface, i) => colours.paintDistances(surface, near[i], largest));
    this.scale = { title: 'Distance from the other side', low: '0', high: `${Number(((100 * largest) / unit).toPrecision(3))} % of the box` };
    this.viewer.redraw();
    this.changed('scale');
  }

  /** What a side draws: its points, triangles of them, and the parts that are painted. */
  surface({ model, instead }) {
    return instead?.surface() ?? { points: readPositions(this.viewer.renderer, model), triangles: model.triangles, parts: model.parts };
  }

  /** Another level that the camera has chosen has no colours yet. */
  measureOtherLevels() {
    const levels = this.viewer.shown.map(({ instead }) => instead?.now?.fine).join();
    if (levels === this.measuredLevels) return;
    this.measuredLevels = levels;
    this.measureError(true);
  }

  // Crowds.

  startCrowd(crowd) {
    this.stopCrowd();
    this.viewer.crowd = crowd;
    this.changed('crowd');
  }

  stopCrowd() {
    if (!this.viewer.crowd) return;
    this.viewer.crowd.close();
    this.viewer.crowd = null;
    this.viewer.redraw();
    this.changed('crowd');
  }

  /**
   * Goes to a pose of a model as reports name it: "clip 1.234 s", or "rest".
   *
   * @param id the model that the report is about; that of the left side if there is none
   */
  async goTo(name, id = this.viewer.sides[0].model?.id) {
    if (!this.row(id)) {
      note('The model of this report is closed.', true);
      return;
    }
    if (this.viewer.sides[0].model?.id !== id) await this.show(0, id, { keepView: true });
    const { model } = this.viewer.sides[0];
    const found = /^(.*) ([\d.]+) s$/.exec(name);
    const clip = found ? model.row.clips.findIndex((one) => one.name === found[1]) : -1;
    if (found && clip < 0) {
      note(`${model.row.name} has no clip "${found[1]}".`, true);
    } else if (found || name === 'rest') {
      this.viewer.play(false);
      this.viewer.setClip(clip, found ? Number(found[2]) : 0);
      note(found ? `At ${name}` : 'At rest');
    } else {
      note(`${name} is a shape or a pose that the command made or was given, not a time of a clip.`);
    }
    this.changed('sides');
  }
}

/** Distances of each side from the other: vertex by vertex for one model, or to the other surface. */
function distances(sides, [a, b]) {
  const [first, second] = sides;
  const same = !first.instead && !second.instead && first.model.id === second.model.id && first.model.level === second.model.level;
  return same
    ? [distancesByVertex(a.points, b.points), distancesByVertex(b.points, a.points)]
    : [distancesToSurface(a.points, b), distancesToSurface(b.points, a)];
}

export function longestSide(box) {
  const size = box.getSize(new THREE.Vector3());
  return Math.max(size.x, size.y, size.z);
}

/** A checker with a gradient, so that stretch and turns of a texture show. */
function checkerTexture() {
  const side = 256;
  const cells = 16;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d');
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < cells; j++) {
      context.fillStyle = (i + j) % 2 ? '#f1f3f5' : `hsl(${(360 * (i / cells + j / cells / 4)) % 360} 45% 45%)`;
      context.fillRect((i * side) / cells, (j * side) / cells, side / cells, side / cells);
    }
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.anisotropy = 4;
  texture.flipY = false;
  return texture;
}
