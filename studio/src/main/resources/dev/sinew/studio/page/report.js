// Shows the JSON report of a job: numbers, tables, plots, and poses to go to.
import { button, count, el } from './ui.js';

const POSE = /pose|frame$/i;
/** The most rows of a table side by side, and one below the other. */
const MAX_COLUMNS = 4;
const MAX_ROWS = 40;
const HIDDEN = new Set(['command', 'version', 'seconds', 'files', 'inputs', 'outputs', 'written']);

/** Returns elements for a report; `go` is called with the name of a pose. */
export function showReport(report, go) {
  const root = el('div', { className: 'report', 'data-test': 'report' });
  const facts = [];
  for (const [name, value] of Object.entries(report ?? {})) {
    if (value === null || HIDDEN.has(name)) continue;
    if (isNumbers(value)) root.append(plot(words(name), value.map((y, x) => [x, y])));
    else if (isRows(value)) root.append(...rows(name, value, go));
    else if (Array.isArray(value)) {
      if (value.length) root.append(list(name, value));
    } else if (typeof value === 'object') {
      for (const [inner, one] of Object.entries(value)) {
        if (one === null) continue;
        if (isNumbers(one)) root.append(plot(`${words(name)}: ${words(inner)}`, one.map((y, x) => [x, y])));
        else if (isRows(one)) root.append(...rows(`${name} ${inner}`, one, go));
        else if (typeof one !== 'object') facts.push([`${words(name)}: ${words(inner)}`, inner, one]);
      }
    } else facts.push([words(name), name, value]);
  }
  if (facts.length) {
    root.prepend(el('table', {}, ...facts.map(([title, name, value]) =>
      el('tr', {}, el('th', {}, title), cell(name, value, go)))));
  }
  return root;
}

const isNumbers = (value) => Array.isArray(value) && value.length > 2 && value.every((x) => typeof x === 'number');
const isRows = (value) => Array.isArray(value) && value.length > 0 && value.every((x) => x && typeof x === 'object' && !Array.isArray(x));
const words = (name) => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().replace(/^./, (c) => c.toUpperCase());

function cell(name, value, go) {
  if (typeof value === 'string' && POSE.test(name) && go) {
    return el('td', {}, button(value, () => go(value), { className: 'button small', title: 'Go to this pose', 'data-test': 'go-to-pose' }));
  }
  return el('td', { className: typeof value === 'number' ? 'number' : '' }, shown(value));
}

export function shown(value) {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? count(value) : String(Number(value.toPrecision(4)));
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** A table of rows of equal kind, and a plot where two of their columns are a curve. */
function rows(name, value, go) {
  const flat = value.map((row) => Object.fromEntries(Object.entries(row).flatMap(([key, one]) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.entries(one).filter(([, x]) => typeof x !== 'object').map(([inner, x]) => [`${key} ${inner}`, x])
      : [[key, one]])));
  const columns = [...new Set(flat.flatMap((row) => Object.keys(row)))]
    .filter((key) => flat.some((row) => row[key] !== null && row[key] !== undefined && typeof row[key] !== 'object'));
  const out = [el('h3', {}, words(name))];
  const curve = curveOf(columns, flat);
  if (curve) out.push(curve);
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

function curveOf(columns, flat) {
  const x = ['influences', 'triangles', 'time', 'frame', 'iteration'].find((key) => columns.includes(key));
  const y = ['rms', 'error', 'stretch', 'max'].find((key) => columns.includes(key));
  const points = x && y ? flat.map((row) => [row[x], row[y]]).filter((pair) => pair.every(Number.isFinite)) : [];
  return points.length > 2 ? plot(`${words(y)} against ${words(x).toLowerCase()}`, points, true) : null;
}

function list(name, values) {
  return el('div', {}, el('h3', {}, words(name)),
    ...values.map((value) => el('p', { className: 'hint' }, typeof value === 'object' ? JSON.stringify(value) : String(value))));
}

/** A small plot as SVG; with a logarithmic axis where values span more than a decade. */
export function plot(title, points, dots = false) {
  const [width, height, left, bottom] = [280, 130, 38, 18];
  const ys = points.map(([, y]) => y);
  const logarithmic = Math.min(...ys) > 0 && Math.max(...ys) > 10 * Math.min(...ys);
  const scale = (y) => (logarithmic ? Math.log10(y) : y);
  const xs = points.map(([x]) => x);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const [y0, y1] = [scale(Math.min(...ys)), scale(Math.max(...ys))];
  const px = (x) => left + ((x - x0) / (x1 - x0 || 1)) * (width - left - 8);
  const py = (y) => height - bottom - ((scale(y) - y0) / (y1 - y0 || 1)) * (height - bottom - 12);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const add = (tag, attributes, text = '') => {
    const made = document.createElementNS(svg.namespaceURI, tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    svg.append(made);
  };
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('class', 'plot');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', title);
  add('path', { class: 'axis', d: `M${left} 8V${height - bottom}H${width - 8}` });
  add('text', { x: left - 4, y: 14, 'text-anchor': 'end' }, shown(Math.max(...ys)));
  add('text', { x: left - 4, y: height - bottom, 'text-anchor': 'end' }, shown(Math.min(...ys)));
  add('text', { x: left, y: height - 4 }, shown(x0));
  add('text', { x: width - 8, y: height - 4, 'text-anchor': 'end' }, shown(x1));
  const sorted = [...points].sort((a, b) => a[0] - b[0]);
  add('path', { class: 'curve', d: sorted.map(([x, y], i) => `${i ? 'L' : 'M'}${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join('') });
  if (dots) sorted.forEach(([x, y]) => add('circle', { class: 'dot', cx: px(x), cy: py(y), r: 2.5 }));
  return el('figure', { className: 'group' }, el('figcaption', { className: 'hint' }, title + (logarithmic ? ' (log)' : '')), svg);
}
