// Waits for a computation of the server on a model, with its progress and a way to cancel it.
import { getJson, remove } from './api.js';
import { attempt, button, el } from './ui.js';

const PERIOD = 250;

/** Shows progress and a cancel button in a holder until the work is done; returns what it gives. */
export async function watched(model, holder, what, work) {
  const told = el('span', {}, `${what}…`);
  const bar = el('progress', { max: 1, 'aria-label': what });
  const cancel = button('Cancel', () => attempt('', () => remove(`api/models/${model.id}/work`)),
    { className: 'button small', 'data-test': 'cancel-work' });
  const shown = el('div', { className: 'group', 'data-test': 'work' }, told, bar, el('div', { className: 'buttons' }, cancel));
  holder.append(shown);
  const timer = setInterval(async () => {
    const { phase, done, total } = await getJson(`api/models/${model.id}/work`).catch(() => ({}));
    if (phase) told.textContent = `${what}: ${phase}`;
    if (total > 0) bar.value = done / total;
  }, PERIOD);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    shown.remove();
  }
}
