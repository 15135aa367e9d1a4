// The panel of the view: what each side shows, and how.
import { getJson } from './api.js';
import { METHODS } from './studio.js';
import { attempt, choice, el, group, toggle } from './ui.js';

const COLOURS = [
  ['material', 'Material'], ['weights', 'Weights of a joint'], ['influences', 'Influence count'],
  ['error', 'Error to other side'], ['checker', 'Checker by UV'],
];
const BOUNDS = [['', 'None'], ['clips', 'While clips play'], ['range', 'Within joint ranges'], ['any', 'Any rotation']];

export class ViewPanel {
  constructor(studio) {
    this.studio = studio;
    this.root = el('div', { className: 'panel' });
    this.bounds = '';
    this.build();
    studio.addEventListener('change', ({ detail }) => {
      if (detail === 'sides' || detail === 'models') this.build();
      if (detail === 'look') this.fillJoints();
    });
  }

  /** Other panels and keys change what is drawn, too. */
  opened() {
    this.build();
  }

  build() {
    const { viewer } = this.studio;
    this.root.replaceChildren(
      ...viewer.shown.map((side, i) => this.side(side, i)),
      this.colours(),
      this.switches(),
    );
    this.showBounds();
  }

  side({ model }, i) {
    const { studio } = this;
    const title = studio.viewer.split ? ['Left side', 'Right side'][i] : 'Model';
    if (!model && studio.rows.length === 0) return group(title, el('p', { className: 'hint' }, 'Open a model first.'));
    const rows = studio.rows.map((row) => [row.id, row.name]);
    const parts = [choice('Model', model ? rows : [['', '—'], ...rows], model?.id ?? '',
      (id) => studio.show(i, Number(id), { keepView: i === 1 }), { 'data-test': `model-${i}` })];
    if (model) {
      const methods = Object.entries(METHODS).filter(([key]) => model.row.methods.includes(key));
      parts.push(methods.length
        ? choice('Skinning', methods, model.method, (method) => studio.setMethod(i, method), { 'data-test': `method-${i}` })
        : el('p', { className: 'hint' }, 'This model has no skin: its parts follow their nodes.'));
      if (model.row.levels > 1) {
        const levels = Array.from({ length: model.row.levels }, (_, k) => [k, k === 0 ? 'Original' : `Level ${k}`]);
        parts.push(choice('Level in file', levels, model.level, (k) => studio.setLevel(i, Number(k))));
      }
    }
    return group(title, ...parts);
  }

  colours() {
    const { studio } = this;
    this.joints = choice('Joint', [], '', (name) => studio.setJoint(this.jointList[Number(name)]), { 'data-test': 'joint' });
    this.shown = choice('Show', COLOURS, studio.look.colours, (value) => studio.setLook({ colours: value }), { 'data-test': 'colours' });
    const made = group('Colours', this.shown, this.joints);
    this.fillJoints();
    return made;
  }

  fillJoints() {
    const { studio } = this;
    const model = studio.viewer.sides[0].model;
    this.jointList = model?.jointNodes ?? [];
    this.shown.select.value = studio.look.colours;
    this.joints.hidden = studio.look.colours !== 'weights';
    this.joints.fill(
      this.jointList.map((joint, i) => [i, joint.name || `joint ${i}`]),
      String(this.jointList.indexOf(studio.viewer.options.joint)));
  }

  switches() {
    const { studio } = this;
    const { viewer, look } = studio;
    const set = (name) => (on) => {
      viewer.options[name] = on;
      if (name === 'grid') viewer.placeFloor();
      viewer.pose();
    };
    return group('Draw',
      el('div', { className: 'switches' },
        toggle('Skeleton', viewer.options.skeleton, set('skeleton'), { 'data-test': 'skeleton' }),
        toggle('Wireframe', look.wireframe, (on) => studio.setLook({ wireframe: on }), { 'data-test': 'wireframe' }),
        toggle('Normal map', look.normalMap, (on) => studio.setLook({ normalMap: on }), { 'data-test': 'normal-map' }),
        toggle('Correctives', look.correctives, (on) => studio.setLook({ correctives: on }), {
          'data-test': 'correctives', title: 'Morph targets, which correct the skin in some poses',
        }),
        toggle('Floor', viewer.options.grid, set('grid'), { 'data-test': 'grid' })),
      choice('Bounds', BOUNDS, this.bounds, (value) => {
        this.bounds = value;
        this.showBounds();
      }, { 'data-test': 'bounds' }));
  }

  showBounds() {
    const { viewer } = this.studio;
    viewer.shown.forEach((side) => {
      side.bounds(null);
      const { model } = side;
      if (!model || !this.bounds) return;
      attempt('Computing bounds…', async () => {
        model.boundsOf ??= await getJson(`api/models/${model.id}/bounds`);
        if (side.model === model && this.bounds) side.bounds(model.boundsOf.whole[this.bounds]);
        viewer.redraw();
      });
    });
    viewer.redraw();
  }
}
