// The panel of levels: any level while a slider moves, and levels blended by pixel error.
import { getBytes, getJson, getPack, postBytes, postPack } from './api.js';
import { allowedError, LevelSet } from './levels.js';
import { attempt, button, choice, count, el, group, note, slider, toggle } from './ui.js';
import { watched } from './work.js';

export const RATIOS = [0.5, 0.25, 0.125, 0.0625, 0.03125];
export const KINDS = [
  ['poses', 'All poses'], ['influences', 'All poses, fewer influences'], ['rest', 'Rest pose only'],
];

/** Levels in place of a model, posed as it is. */
export class LevelView {
  static async of(pack, model, look) {
    const view = new LevelView();
    view.set = new LevelSet(pack, (mesh, primitive) => model.material(mesh, primitive), 1, look);
    view.nodes = await model.nodes(pack.joints);
    view.root = view.set.root;
    view.chosen = { level: 0, tolerance: 0, geomorph: true };
    view.set.keepOneFrame();
    view.pose(model);
    return view;
  }

  pose() {
    this.set.pose(this.nodes);
  }

  /** Draws the chosen level, or the one within the tolerance. */
  update(camera, width) {
    const { level, tolerance, geomorph } = this.chosen;
    const last = this.set.levels.length - 1;
    let fine = Math.min(last, Math.floor(level));
    let share = Math.min(level, last) - fine;
    if (tolerance > 0) {
      const [x, y, z, radius] = this.set.pack.sphere;
      const view = camera.matrixWorldInverse.elements;
      const depth = Math.max(camera.near, -(view[2] * x + view[6] * y + view[10] * z + view[14]) - radius);
      ({ fine, share } = this.set.choice.within(allowedError(camera, width, depth, tolerance)));
    }
    if (!geomorph) {
      if (tolerance === 0) fine = Math.min(last, Math.round(level));
      share = 0;
    }
    this.set.begin();
    this.set.levels[fine].add(share, 0, 0, 1, 0, 0);
    this.set.end();
    this.now = { fine, share, triangles: this.set.levels[fine].triangles };
  }

  setLook(look) {
    this.set.setLook(look);
  }

  // As a model: what colours are painted on.

  get parts() {
    return this.set.levels.map((level) => level.part(this.nodes));
  }

  get patches() {
    return this.set.levels;
  }

  /** The level that is drawn: its points, triangles, and what is painted. */
  surface() {
    const { fine, share } = this.now ?? { fine: 0, share: 0 };
    const level = this.set.levels[fine];
    return { points: level.positions(share), triangles: level.data.index, parts: [level.part(this.nodes)] };
  }

  close() {
    this.set.close();
  }
}

/** What levels and crowds do not show of a model. */
export const leftOut = (model) =>
  (model.hasMorphs ? [el('p', { className: 'hint', 'data-test': 'left-out' }, 'Levels and crowds are drawn without morph targets.')] : []);

export class LevelsPanel {
  constructor(studio) {
    this.studio = studio;
    this.root = el('div', { className: 'panel' });
    this.kind = 'poses';
    this.build();
    studio.addEventListener('change', ({ detail }) => detail === 'sides' && this.forget());
    studio.viewer.addEventListener('drawn', () => this.showLevel());
  }

  get model() {
    return this.studio.viewer.sides[0].model;
  }

  /** Another model has other levels. */
  forget() {
    if (this.of === this.model) return;
    this.of = this.model;
    this.view = null;
    this.range = null;
    this.wish = undefined;
    this.shown = 0;
    this.build();
  }

  build() {
    if (!this.model) {
      this.root.replaceChildren(group('Levels of detail', el('p', { className: 'hint' }, 'Open a model first.')));
      return;
    }
    this.root.replaceChildren(this.ratio(), this.blended());
  }

  // Any level of the stream.

  ratio() {
    const { triangles } = this.model.row;
    this.told = el('p', { className: 'hint' }, `${count(triangles)} triangles. Collapses are priced once, then every level is quick.`);
    this.waiting = el('div', {});
    // A logarithmic slider: each step takes the same share away.
    this.ratioSlider = slider('Triangles', {
      min: 0, max: 1, step: 0.002, value: 0, test: 'ratio',
      show: (at) => count(this.trianglesAt(at)),
      change: (at) => this.wantLevel(this.trianglesAt(at)),
    });
    return group('Ratio', ...leftOut(this.model), this.told, this.ratioSlider, this.waiting,
      el('div', { className: 'buttons' },
        button('Keep as a model', () => this.keep(), { 'data-test': 'keep-level' }),
        button('Show the original', () => this.reset())));
  }

  trianglesAt(at) {
    const { triangles } = this.model.row;
    const fewest = Math.max(4, this.range?.fewest ?? triangles / 100);
    return Math.round(triangles * (fewest / triangles) ** at);
  }

  /** Asks for a level; while one is on its way, only the last wish counts. */
  async wantLevel(triangles) {
    this.wish = triangles;
    if (this.asking) return;
    this.asking = true;
    const { model } = this;
    await attempt('', () => this.giveLevels(model));
    this.asking = false;
    // A wish for another model, which was opened meanwhile.
    if (this.wish !== undefined && this.model && this.model !== model) await this.wantLevel(this.wish);
  }

  /** Gives levels of a model until there is no wish left, or another model is shown. */
  async giveLevels(model) {
    if (!this.range) {
      const range = await watched(model, this.waiting, 'Pricing collapses', () => getJson(`api/models/${model.id}/levels`));
      if (this.model !== model) return;
      this.range = range;
    }
    while (this.wish !== undefined && this.model === model) {
      const wanted = this.wish;
      this.wish = undefined;
      const start = performance.now();
      const pack = await getPack(`api/models/${model.id}/level?triangles=${wanted}`);
      const view = await LevelView.of(pack, model, this.studio.fullLook);
      if (this.model !== model) {
        view.close();
        return;
      }
      this.put(view);
      this.shown = pack.levels[0].triangles;
      this.told.textContent = `${count(this.shown)} of ${count(model.row.triangles)} triangles, `
        + `${count(pack.levels[0].vertices)} vertices, in ${(performance.now() - start).toFixed(0)} ms`;
    }
  }

  put(view) {
    this.studio.viewer.sides[0].replace(view);
    this.studio.paint();
  }

  keep() {
    if (!this.shown) return note('Move the slider first.');
    const { model, studio } = this;
    return attempt('Keeping the level…', async () => {
      const glb = await getBytes(`api/models/${model.id}/level?triangles=${this.shown}&format=glb`);
      const row = await postBytes(`api/models?name=${encodeURIComponent(`${model.row.name}-${this.shown}.glb`)}`, glb);
      await studio.refresh();
      this.reset();
      await studio.compare(model.id, row.id);
    });
  }

  reset() {
    this.put(null);
    this.view = null;
    this.shown = 0;
    this.build();
  }

  // Levels blended into each other.

  blended() {
    this.making = el('div', {});
    const made = group('Levels by pixel error',
      choice('Made by', KINDS, this.kind, (kind) => (this.kind = kind), { 'data-test': 'level-kind' }),
      el('div', { className: 'buttons' }, button(this.view ? 'Make again' : 'Make levels', () => this.make(), { 'data-test': 'make-levels' })), this.making);
    if (!this.view) return made;
    const { chosen, set } = this.view;
    const redraw = () => this.studio.viewer.redraw();
    this.levelSlider = slider('Level', {
      min: 0, max: set.levels.length - 1, step: 0.01, value: 0, test: 'level', show: (value) => value.toFixed(2),
      change: (value) => {
        chosen.level = value;
        chosen.tolerance = 0;
        this.toleranceSlider.set(0);
        redraw();
      },
    });
    this.toleranceSlider = slider('Tolerance', {
      min: 0, max: 16, step: 0.25, value: 0, test: 'tolerance', show: (value) => (value ? `${value} px` : 'off'),
      change: (value) => {
        chosen.tolerance = value;
        redraw();
      },
    });
    this.levelNow = el('p', { className: 'hint' });
    made.append(this.levelSlider, this.toleranceSlider,
      el('div', { className: 'switches' },
        toggle('Geomorph', chosen.geomorph, (on) => {
          chosen.geomorph = on;
          redraw();
        }, { 'data-test': 'geomorph' }),
        this.normalMap()),
      this.levelNow, this.table(set));
    return made;
  }

  normalMap() {
    const { studio } = this;
    const made = toggle('Normal map', studio.look.normalMap, (on) => studio.setLook({ normalMap: on }));
    this.opened = () => (made.input.checked = studio.look.normalMap);
    return made;
  }

  table({ levels, pack }) {
    const [, , , radius] = pack.sphere;
    return el('div', { className: 'report' }, el('table', {},
      el('tr', {}, ...['Level', 'Triangles', 'Influences', 'Error'].map((text) => el('th', {}, text))),
      ...levels.map(({ triangles, influences, data }, k) =>
        el('tr', {}, ...[k, count(triangles), count(influences), `${((50 * data.error) / radius).toFixed(2)} %`]
          .map((text) => el('td', { className: 'number' }, String(text)))))));
  }

  make() {
    const { model, studio } = this;
    return attempt('', async () => {
      const pack = await watched(model, this.making, 'Making levels',
        () => postPack('api/crowd', { model: model.id, levels: this.kind, ratios: RATIOS }));
      if (this.model !== model) return;
      this.view = await LevelView.of(pack, model, studio.fullLook);
      this.put(this.view);
      this.build();
    });
  }

  showLevel() {
    if (!this.view?.now || !this.levelNow) return;
    const { fine, share, triangles } = this.view.now;
    this.levelNow.textContent = `Level ${(fine + share).toFixed(2)}: ${count(triangles)} triangles drawn`;
  }
}
