// Small builders for the page's elements.

/** Makes an element: properties, attributes (with a hyphen), `on` handlers, then children. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === 'on') Object.entries(value).forEach(([event, handler]) => made.addEventListener(event, handler));
    else if (name.includes('-') || name === 'role') made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

export const button = (text, press, properties = {}) =>
  el('button', { type: 'button', className: 'button', ...properties, on: { click: press } }, text);

export function field(label, control) {
  return el('label', { className: 'field' }, el('span', {}, label), control);
}

/** A slider with its value; `show` says the value. */
export function slider(label, { min, max, step, value, show = String, change, settle, test }) {
  const output = el('output', {}, show(value));
  const input = el('input', { type: 'range', min, max, step, 'data-test': test, 'aria-label': label });
  input.value = value;
  input.addEventListener('input', () => {
    output.textContent = show(Number(input.value));
    change?.(Number(input.value));
  });
  input.addEventListener('change', () => settle?.(Number(input.value)));
  const made = field(label, el('span', { className: 'with-value' }, input, output));
  made.input = input;
  made.set = (next) => {
    input.value = next;
    output.textContent = show(next);
  };
  return made;
}

/** A choice; options are texts or [value, text]. */
export function choice(label, options, value, change, properties = {}) {
  const select = el('select', { ...properties, on: { change: () => change(select.value) } });
  const made = field(label, select);
  made.select = select;
  made.fill = (list, chosen) => {
    select.replaceChildren(...list.map((one) => {
      const [key, text] = Array.isArray(one) ? one : [one, one];
      return el('option', { value: key }, text);
    }));
    select.value = chosen;
  };
  made.fill(options, value);
  return made;
}

export function toggle(label, checked, change, properties = {}) {
  const input = el('input', { type: 'checkbox', checked, ...properties, on: { change: () => change(input.checked) } });
  const made = el('label', { className: 'switch' }, input, label);
  made.input = input;
  return made;
}

export const group = (title, ...children) =>
  el('section', { className: 'group' }, title ? el('h3', {}, title) : null, ...children);

/** Tells something for a few seconds. */
export function note(text, bad = false) {
  const made = el('div', { className: bad ? 'note bad' : 'note' }, text);
  document.getElementById('notes').append(made);
  setTimeout(() => made.remove(), bad ? 8000 : 4000);
}

/** Runs something that may fail; failures are told. */
export async function attempt(what, work) {
  const busy = document.getElementById('busy');
  attempt.running = (attempt.running ?? 0) + 1;
  busy.textContent = what;
  busy.hidden = !what;
  try {
    return await work();
  } catch (error) {
    if (error.name !== 'AbortError') note(error.message, true);
    if (!error.status && error.name !== 'AbortError' && error.status !== 0) console.warn(error);
    return undefined;
  } finally {
    attempt.running--;
    if (attempt.running === 0) busy.hidden = true;
  }
}

export const count = (n) => Math.round(n).toLocaleString('en');
export const bytes = (n) => (n < 1e6 ? `${(n / 1e3).toFixed(0)} kB` : `${(n / 1e6).toFixed(1)} MB`);
