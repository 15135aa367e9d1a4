// Shows the JSON report of a job: numbers, tables, plots, and poses to go to.
import { button, count, el } from './ui.js';

const POSE = /pose$|frame$/i;
/** The most rows of a table side by side, and one below the other. */
const MAX_COLUMNS = 4;
const MAX_ROWS = 40;
/** The width of a digit of the labels of plots. */
const DIGIT = 6;
const HIDDEN = new Set(['command', 'version', 'seconds', 'files', 'inputs', 'outputs', 'written']);
/** Columns that are the x of a curve, and whether their axis is logarithmic. */
const ABSCISSAE = { influences: true, triangles: true, time: false, frame: false, iteration: false };
const ORDINATES = ['rms', 'error', 'stretch', 'max'];

/** Returns elements for a report; `go` is called with the name of a pose. */
export function showReport(report, go) {
  const root = el('div', { className: 'report', 'data-test': 'report' });
  const facts = [];
  addFields([], report ?? {}, root, facts, go);
  if (facts.length) {
    root.prepend(el('table', { className: 'facts' }, ...facts.map(([title, name, value]) =>
      el('tr', {}, el('th', {}, title), cell(name, value, go)))));
  }
  return root;
}

/** Adds the fields of an object: single values to the facts, lists to the root, objects field by field. */
function addFields(path, object, root, facts, go) {
  for (const [name, value] of Object.entries(object)) {
    if (value === null || (path.length === 0 && HIDDEN.has(name))) continue;
    const inner = [...path, name];
    const title = inner.map(words).join(': ');
    if (isVector(value)) facts.push([title, name, value.map(shown).join(', ')]);
    else if (isCurve(value)) root.append(plot(title, [{ points: value.map((y, x) => [x, y]) }]));
    else if (isRows(value)) root.append(...rows(title, value, go));
    else if (Array.isArray(value)) {
      if (value.length) root.append(list(title, value));
    } else if (typeof value === 'object') addFields(inner, value, root, facts, go);
    else facts.push([title, name, value]);
  }
}

const isNumbers = (value) => Array.isArray(value) && value.every((x) => typeof x === 'number');
/** A point, a quaternion, a few values: told, where a longer list is drawn. */
const isVector = (value) => isNumbers(value) && value.length > 0 && value.length <= 4;
const isCurve = (value) => isNumbers(value) && value.length > 4;
const isRows = (value) => Array.isArray(value) && value.length > 0 && value.every((x) => x && typeof x === 'object' && !Array.isArray(x));
const words = (name) => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().replace(/^./, (c) => c.toUpperCase());

function cell(name, value, go) {
  if (typeof value === 'string' && POSE.test(name) && go) return el('td', {}, toPose(value, go));
  return el('td', { className: ['number', 'boolean'].includes(typeof value) ? 'number' : '' }, shown(value));
}

const toPose = (pose, go) =>
  button(pose, () => go(pose), { className: 'button small', title: 'Go to this pose', 'data-test': 'go-to-pose' });

export function shown(value) {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? count(value) : String(Number(value.toPrecision(4)));
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** The fields of a row and of the objects in it, by their path. */
const flatten = (row, path = '') => Object.entries(row).flatMap(([key, value]) =>
  value && typeof value === 'object' && !Array.isArray(value) ? flatten(value, `${path}${key} `) : [[path + key, value]]);

/** A table of rows of equal kind, and a plot where their columns are a curve. */
function rows(title, value, go) {
  const flat = value.map((row) => Object.fromEntries(flatten(row)));
  const columns = [...new Set(flat.flatMap((row) => Object.keys(row)))]
    .filter((key) => flat.some((row) => row[key] !== null && row[key] !== undefined && typeof row[key] !== 'object'));
  const out = [el('h3', {}, title)];
  out.push(...(columns.includes('pose') ? perPose(columns, flat, go) : curve(columns, flat)));
  if (flat.length <= MAX_COLUMNS && columns.length > flat.length) out.push(upright(columns, flat, go));
  else if (flat.length <= MAX_ROWS) out.push(lying(columns, flat, go));
  return out;
}

/** A line per field, for a few rows with many fields. */
const upright = (columns, flat, go) => el('table', {},
  ...columns.map((key) => el('tr', {}, el('th', {}, words(key)), ...flat.map((row) => cell(key, row[key] ?? '', go)))));

const lying = (columns, flat, go) => el('table', {},
  el('tr', {}, ...columns.map((key) => el('th', {}, words(key)))),
  ...flat.map((row) => el('tr', {}, ...columns.map((key) => cell(key, row[key] ?? '', go)))));

function curve(columns, flat) {
  const x = Object.keys(ABSCISSAE).find((key) => columns.includes(key));
  const y = ORDINATES.find((key) => columns.includes(key));
  const points = x && y ? flat.map((row) => [row[x], row[y]]).filter((pair) => pair.every(Number.isFinite)) : [];
  if (points.length < 3) return [];
  return [plot(`${words(y)} against ${words(x).toLowerCase()}`, [{ points, dots: true }], { logarithmicX: ABSCISSAE[x] })];
}

/** Errors per pose, in the order of the poses; every point goes to its pose, a button to the worst. */
function perPose(columns, flat, go) {
  const measured = columns.filter((key) => key !== 'max' && flat.every((row) => Number.isFinite(row[key])));
  if (measured.length === 0 || flat.length < 3) return [];
  const series = measured.map((key) => ({
    name: words(key),
    points: flat.map((row, i) => [i, row[key]]),
    press: go && ((i) => go(flat[i].pose)),
    title: (i) => `${flat[i].pose}: ${shown(flat[i][key])}`,
  }));
  const worst = flat.reduce((most, row) => (row[measured[0]] > most[measured[0]] ? row : most));
  return [
    plot(`${series.map(({ name }) => name).join(', ')} per pose`, series),
    el('p', { className: 'hint' }, `Largest ${words(measured[0]).toLowerCase()}: `, go ? toPose(worst.pose, go) : worst.pose),
  ];
}

function list(title, values) {
  return el('div', {}, el('h3', {}, title),
    ...values.map((value) => el('p', { className: 'hint' }, typeof value === 'object' ? JSON.stringify(value) : String(value))));
}

/** Values to a length; logarithmic if asked for and possible. */
function axis(values, from, to, logarithmic) {
  const scale = (value) => (logarithmic ? Math.log10(value) : value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = scale(most) - scale(least) || 1;
  return { least, most, logarithmic, at: (value) => from + ((scale(value) - scale(least)) / span) * (to - from) };
}

/** Makes points reachable by keys: Tab goes to one of them, arrows to the next, Enter presses it. */
function walk(dots) {
  dots.forEach((dot, i) => {
    dot.setAttribute('role', 'button');
    dot.setAttribute('tabindex', i === 0 ? 0 : -1);
    dot.addEventListener('keydown', (event) => {
      const next = dots[i + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0)];
      if (event.key === 'Enter' || event.key === ' ') dot.dispatchEvent(new Event('click'));
      else if (next && next !== dot) {
        dot.setAttribute('tabindex', -1);
        next.setAttribute('tabindex', 0);
        next.focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
  });
}

/**
 * A small plot as SVG; errors are on a logarithmic axis where they span more than a decade.
 * series: points, dots to mark them, press for what a click on point i does, with its title
 */
export function plot(title, series, { logarithmicX = false } = {}) {
  const [width, height, bottom] = [280, 130, 18];
  const all = series.flatMap(({ points }) => points);
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  // Rounding of a pose without error must not fill the axis.
  const floor = Math.max(...ys) * 1e-6;
  const raised = ys.map((value) => Math.max(value, floor));
  const y = axis(raised, height - bottom, 12, Math.min(...ys) >= 0 && Math.max(...raised) > 10 * Math.min(...raised));
  const left = 8 + DIGIT * Math.max(shown(y.least).length, shown(y.most).length);
  const x = axis(xs, left, width - 8, logarithmicX && Math.min(...xs) > 0);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const add = (tag, attributes, text = '') => {
    const made = document.createElementNS(svg.namespaceURI, tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    svg.append(made);
    return made;
  };
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('class', 'plot');
  svg.setAttribute('role', series.some(({ press }) => press) ? 'group' : 'img');
  svg.setAttribute('aria-label', title);
  add('path', { class: 'axis', d: `M${left} 8V${height - bottom}H${width - 8}` });
  add('text', { x: left - 4, y: 14, 'text-anchor': 'end' }, shown(y.most));
  add('text', { x: left - 4, y: height - bottom, 'text-anchor': 'end' }, shown(y.least));
  add('text', { x: left, y: height - 4 }, shown(x.least));
  add('text', { x: width - 8, y: height - 4, 'text-anchor': 'end' }, shown(x.most));
  series.forEach(({ points, dots, press, title: titleOf }, k) => {
    const places = points.map(([px, py], i) => ({ i, x: x.at(px), y: y.at(Math.max(py, floor)) })).sort((a, b) => a.x - b.x);
    add('path', { class: `curve curve-${k}`, d: places.map((at, i) => `${i ? 'L' : 'M'}${at.x.toFixed(1)} ${at.y.toFixed(1)}`).join('') });
    const pressed = [];
    for (const at of dots || press ? places : []) {
      const dot = add('circle', { class: press ? 'dot pressed' : 'dot', cx: at.x, cy: at.y, r: 2.5 });
      if (!press) continue;
      dot.append(Object.assign(document.createElementNS(svg.namespaceURI, 'title'), { textContent: titleOf(at.i) }));
      dot.setAttribute('data-test', 'pose-dot');
      dot.addEventListener('click', () => press(at.i));
      pressed.push(dot);
    }
    if (press) walk(pressed);
  });
  const axes = [x.logarithmic ? 'log x' : '', y.logarithmic ? 'log' : ''].filter(Boolean).join(', ');
  return el('figure', { className: 'group' }, el('figcaption', { className: 'hint' }, title + (axes ? ` (${axes})` : '')), svg);
}
