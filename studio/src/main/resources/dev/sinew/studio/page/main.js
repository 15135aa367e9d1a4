// Builds the page.
import { getJson } from './api.js';
import { heatGradient } from './colours.js';
import { context } from './first.js';
import { CrowdPanel } from './panel-crowd.js';
import { JobsPanel } from './panel-jobs.js';
import { LevelsPanel } from './panel-levels.js';
import { UvPanel } from './panel-uv.js';
import { ViewPanel } from './panel-view.js';
import { METHODS, Studio } from './studio.js';
import { Timeline } from './timeline.js';
import { attempt, button, bytes, count, el } from './ui.js';

const byId = (id) => document.getElementById(id);
const SAMPLES = {
  'cylinder-bend': 'A tube that bends',
  'cylinder-twist': 'A tube that twists',
  arm: 'An arm that bends and twists',
  biped: 'A walking figure',
  quadruped: 'A walking animal',
};
const KEYS = {
  Space: 'play or pause', ', .': 'a frame back or on', F: 'frame the model', S: 'split view', K: 'skeleton',
  W: 'wireframe', T: 'light or dark', '1 – 5': 'panels', 'Arrows, + −': 'turn and zoom, with the view focused', '?': 'these keys',
  Drag: 'turn; with Shift, or two fingers on a touch screen, move', Scroll: 'zoom',
};

// Themes.

const theme = localStorage.getItem('sinew-theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
document.documentElement.dataset.theme = theme;

if (!context) {
  byId('start').hidden = false;
  byId('start').append(el('div', { className: 'card' }, el('h1', {}, 'This browser has no WebGL 2'),
    el('p', { className: 'hint' }, 'The studio draws with it. Switch on hardware acceleration in the settings of the browser, or open the address in another one.')));
  throw new Error('no WebGL 2');
}
const studio = new Studio(byId('canvas'));
const { viewer } = studio;
/** For the console and the tests. */
window.studio = studio;

function applyTheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem('sinew-theme', name);
  const dark = name === 'dark';
  viewer.background(dark ? 0x20262f : 0xe9ecf0,
    dark ? { strong: 0x4b5563, weak: 0x333c48 } : { strong: 0xaab2bd, weak: 0xcdd3da });
}
applyTheme(theme);
const switchTheme = () => applyTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');

// Panels.

const timeline = new Timeline(byId('timeline'), studio);
const panels = {
  View: new ViewPanel(studio),
  Levels: new LevelsPanel(studio),
  Crowd: new CrowdPanel(studio, byId('counters')),
  UV: new UvPanel(studio),
  Jobs: new JobsPanel(studio),
};
studio.panels = panels;

const tabs = Object.entries(panels).map(([name, panel]) => {
  panel.root.setAttribute('role', 'tabpanel');
  panel.root.setAttribute('aria-label', name);
  return el('button', {
    type: 'button', role: 'tab', 'data-test': `tab-${name}`,
    on: { click: () => select(name), keydown: (event) => walkTabs(event, name) },
  }, name);
});
byId('tabs').append(...tabs);

function select(name) {
  tabs.forEach((tab) => {
    tab.setAttribute('aria-selected', String(tab.textContent === name));
    tab.tabIndex = tab.textContent === name ? 0 : -1;
  });
  byId('panel-holder').replaceChildren(panels[name].root);
  panels[name].opened?.();
}

function walkTabs(event, name) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const names = Object.keys(panels);
  const next = names[(names.indexOf(name) + step + names.length) % names.length];
  select(next);
  tabs.find((tab) => tab.textContent === next).focus();
}
select('View');

// Models.

function modelItem(row) {
  const sides = viewer.shown.map(({ model }) => model?.id === row.id);
  const where = sides.flatMap((on, i) => (on && viewer.split ? ['LR'[i]] : []));
  return el('li', { className: sides.some(Boolean) ? 'model shown' : 'model', 'data-test': 'model-row' },
    el('button', { className: 'name', type: 'button', title: row.name, on: { click: () => studio.show(0, row.id) } }, row.name),
    button('×', () => studio.close(row.id), { className: 'button quiet close', title: `Close ${row.name}`, 'aria-label': `Close ${row.name}` }),
    el('span', { className: 'facts' }, `${count(row.triangles)} triangles · ${count(row.vertices)} vertices`),
    el('span', { className: 'facts' }, `${row.joints} joints · ${row.influences} influences · ${bytes(row.bytes)}`),
    el('div', { className: 'row' },
      ...where.map((side) => el('span', { className: 'badge', title: side === 'L' ? 'left side' : 'right side' }, side)),
      sides[0] ? null : button('Compare', () => studio.compare(viewer.sides[0].model?.id ?? row.id, row.id), { className: 'button small' }),
      el('a', { className: 'button small', href: `api/models/${row.id}/file.glb?download=1`, download: '', title: 'Download as GLB' }, 'Download')));
}

function showModels() {
  byId('models').replaceChildren(...studio.rows.map(modelItem));
  byId('models-hint').hidden = studio.rows.length > 0;
  byId('start').hidden = studio.rows.length > 0;
  byId('split').setAttribute('aria-pressed', String(viewer.split));
  byId('split').disabled = !viewer.sides[0].model;
  byId('divider').hidden = !viewer.split || Boolean(viewer.crowd);
  viewer.sides.forEach(({ model }, i) => {
    const label = byId(`label-${i}`);
    label.hidden = !model || !viewer.split || Boolean(viewer.crowd);
    label.textContent = model ? `${model.row.name}${model.row.methods.length ? ` · ${METHODS[model.method] ?? model.method}` : ''}` : '';
  });
}

function showScale() {
  const { scale } = studio;
  const legend = byId('legend');
  legend.hidden = !scale;
  if (!scale) return;
  const ramp = el('div', { className: 'ramp' });
  ramp.style.background = heatGradient();
  legend.replaceChildren(el('span', {}, scale.title), ramp, el('div', { className: 'ends' }, el('span', {}, scale.low), el('span', {}, scale.high)));
}

studio.addEventListener('change', ({ detail }) => {
  if (['models', 'sides', 'crowd'].includes(detail)) showModels();
  if (detail === 'sides') document.querySelector('.model.shown')?.scrollIntoView({ block: 'nearest' });
  if (detail === 'scale') showScale();
});

function startPage(samples) {
  const cards = samples.map((name) =>
    el('button', { type: 'button', className: 'button', 'data-test': `sample-${name}`, on: { click: () => studio.openSample(name) } },
      el('strong', {}, name), el('small', {}, SAMPLES[name] ?? 'A built-in character')));
  byId('start').replaceChildren(el('div', { className: 'card' },
    el('h1', {}, 'See what your character is made of'),
    el('p', { className: 'hint' }, 'Drop a .glb or .vrm file, or a .gltf that contains its data, anywhere on this page, or open one. Compare skinning methods, make levels of detail, '
      + 'unwrap, bake, fit, and fill a street with it. Nothing leaves this machine.'),
    el('div', { className: 'buttons' }, button('Open a file…', () => byId('file').click(), { className: 'button primary' })),
    el('h2', {}, 'Or start with a built-in character'),
    el('div', { className: 'samples' }, ...cards)));
  const menu = el('select', { 'aria-label': 'Built-in characters', 'data-test': 'samples' },
    el('option', { value: '' }, 'Built-in characters'), ...samples.map((name) => el('option', { value: name }, name)));
  menu.addEventListener('change', () => {
    if (menu.value) studio.openSample(menu.value);
    menu.value = '';
  });
  byId('sample-menu').replaceChildren(menu);
}

// Opening.

byId('open').addEventListener('click', () => byId('file').click());
byId('file').addEventListener('change', async () => {
  const list = [...byId('file').files];
  byId('file').value = '';
  await studio.openFiles(list);
});
let inside = 0;
const dragged = (by) => {
  inside = Math.max(0, inside + by);
  byId('drop').hidden = inside === 0;
};
window.addEventListener('dragenter', (event) => {
  event.preventDefault();
  dragged(1);
});
window.addEventListener('dragleave', () => dragged(-1));
window.addEventListener('dragover', (event) => event.preventDefault());
window.addEventListener('drop', (event) => {
  event.preventDefault();
  dragged(-inside);
  studio.openFiles([...event.dataTransfer.files]);
});

// Keys and buttons.

byId('split').addEventListener('click', () => studio.setSplit(!viewer.split));
byId('frame').addEventListener('click', () => viewer.frame());
byId('theme').addEventListener('click', switchTheme);
byId('keys').addEventListener('click', showKeys);

function showKeys() {
  const help = byId('key-help');
  help.replaceChildren(el('h3', {}, 'Keys'),
    el('dl', {}, ...Object.entries(KEYS).flatMap(([key, what]) => [el('dt', {}, key), el('dd', {}, what)])),
    button('Close', () => help.close()));
  help.showModal();
}

window.addEventListener('keydown', (event) => {
  if (event.target.closest('input:not([type=range]), select, textarea, dialog') || event.ctrlKey || event.metaKey || event.altKey) return;
  const onButton = event.target.closest('button, a');
  const tab = tabs[Number(event.key) - 1];
  const actions = {
    ' ': () => !onButton && timeline.toggle(),
    ',': () => timeline.step(-1 / 30),
    '.': () => timeline.step(1 / 30),
    f: () => viewer.frame(),
    s: () => viewer.sides[0].model && studio.setSplit(!viewer.split),
    k: () => {
      viewer.options.skeleton = !viewer.options.skeleton;
      viewer.pose();
      panels.View.build();
    },
    w: () => {
      studio.setLook({ wireframe: !studio.look.wireframe });
      panels.View.build();
    },
    t: switchTheme,
    '?': showKeys,
  };
  const action = actions[event.key.toLowerCase()] ?? (tab && (() => tab.click()));
  if (!action) return;
  if (event.key === ' ' && onButton) return;
  event.preventDefault();
  action();
});

// A click on a joint picks it for the weights.
let pressed = null;
byId('canvas').addEventListener('pointerdown', (event) => (pressed = [event.clientX, event.clientY]));
byId('canvas').addEventListener('pointerup', (event) => {
  if (!pressed || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > 4) return;
  const box = byId('canvas').getBoundingClientRect();
  const columns = viewer.shown.length;
  const x = ((event.clientX - box.left) / box.width) * columns;
  const side = viewer.shown[Math.min(columns - 1, Math.floor(x))];
  const y = 1 - (2 * (event.clientY - box.top)) / box.height;
  const joint = side?.skeleton?.nearest(2 * (x % 1) - 1, y, viewer.camera);
  if (!joint || !(viewer.options.skeleton || studio.look.colours === 'weights')) return;
  if (studio.look.colours !== 'weights') studio.setLook({ colours: 'weights' });
  studio.setJoint(joint);
  panels.View.build();
});

viewer.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());

await attempt('Opening…', async () => {
  await Promise.all([getJson('api/samples').then(startPage), studio.start()]);
});
await panels.Jobs.load();
showModels();
document.documentElement.dataset.ready = 'true';
