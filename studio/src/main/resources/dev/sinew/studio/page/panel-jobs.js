// The panel of jobs: forms from the server's verbs; jobs run with progress and cancel, and show their results.
import { getJson, postJson, remove } from './api.js';
import { showReport } from './report.js';
import { attempt, button, choice, el, field, group, note, toggle } from './ui.js';

const PERIOD = 250;
/** Options shown at once; the others are folded. */
const FIRST_OPTIONS = 5;

export class JobsPanel {
  constructor(studio) {
    this.studio = studio;
    this.jobs = [];
    this.list = el('div', { className: 'group' });
    this.form = el('div', { className: 'group' });
    this.verbs = el('div', { className: 'verbs' });
    this.root = el('div', { className: 'panel' }, group('Run on the open model', this.verbs), this.form, this.list);
    studio.addEventListener('change', ({ detail }) => ['sides', 'models'].includes(detail) && this.choose(this.verb));
  }

  /** Loads the verbs; the first picture does not wait for them. */
  load() {
    return attempt('', async () => {
      this.all = await getJson('api/verbs');
      this.verbs.replaceChildren(...this.all.map((verb) => button(verb.verb, () => this.choose(verb), {
        'aria-pressed': 'false', title: verb.help, 'data-test': `verb-${verb.verb}`,
      })));
      if (this.all.length) this.choose(this.all[0]);
    });
  }

  /** Shows the form of a verb. */
  choose(verb) {
    if (!verb) return;
    const same = this.verb === verb;
    this.verb = verb;
    [...this.verbs.children].forEach((one) => one.setAttribute('aria-pressed', String(one.textContent === verb.verb)));
    const model = this.studio.viewer.sides[0].model;
    if (!same || !this.values) this.values = {};
    const fields = verb.options.map((option) => this.option(option));
    const start = button('Run', () => this.run(), { className: 'button primary', disabled: !model, 'data-test': 'run' });
    this.form.replaceChildren(
      el('h3', {}, verb.title ?? verb.verb),
      el('p', { className: 'hint', title: verb.help }, firstSentence(verb.help ?? '')),
      model ? el('p', { className: 'hint' }, `On ${model.row.name}.`) : el('p', { className: 'hint' }, 'Open a model first.'),
      ...this.other(verb, model),
      ...fields.slice(0, FIRST_OPTIONS),
      ...(fields.length > FIRST_OPTIONS
        ? [el('details', {}, el('summary', {}, `${fields.length - FIRST_OPTIONS} more options`), ...fields.slice(FIRST_OPTIONS))]
        : []),
      el('div', { className: 'buttons' }, start));
  }

  /** The second model, where a verb needs two. */
  other(verb, model) {
    if (verb.needs !== 'two' || !model) return [];
    const rows = this.studio.rows.filter((row) => row.id !== model.id);
    const shown = this.studio.viewer.sides[1].model?.id;
    const kin = rows.find((row) => row.id === model.row.from || row.from === model.id);
    this.second = (rows.find((row) => row.id === shown) ?? kin ?? rows.at(-1))?.id;
    if (!rows.length) return [el('p', { className: 'hint' }, 'Open a second model to use with this one.')];
    return [choice('With', rows.map((row) => [row.id, row.name]), this.second, (id) => (this.second = Number(id)), { 'data-test': 'second' })];
  }

  option({ name, kind, default: initial, min, max, choices, help, required }) {
    if (required && initial !== undefined) this.values[name] ??= initial;
    const set = (value) => {
      if (value === '' || value === undefined || (!required && String(value) === String(initial))) delete this.values[name];
      else this.values[name] = value;
    };
    const now = this.values[name] ?? initial;
    const label = name.replaceAll('-', ' ').replace(/^./, (c) => c.toUpperCase());
    if (kind === 'flag') return toggle(label, String(now) === 'true', set, { title: help, 'data-test': `option-${name}` });
    if (kind === 'choice' || kind === 'model') {
      const list = kind === 'model' ? this.studio.rows.map((row) => [row.id, row.name]) : choices ?? [];
      const none = initial === undefined || initial === null ? [['', '—']] : [];
      const made = choice(label, [...none, ...list], now ?? '',
        (value) => set(kind === 'model' && value ? Number(value) : value), { 'data-test': `option-${name}` });
      made.title = help ?? '';
      return made;
    }
    const numeric = kind === 'number' || kind === 'integer';
    const input = el('input', {
      type: numeric ? 'number' : 'text', min, max, step: kind === 'integer' ? 1 : 'any', value: now ?? '', 'data-test': `option-${name}`,
    });
    input.addEventListener('change', () => set(numeric && input.value !== '' ? Number(input.value) : input.value));
    const made = field(label, input);
    made.title = help ?? '';
    return made;
  }

  run() {
    const { verb, studio } = this;
    const { model } = studio.viewer.sides[0];
    const models = verb.needs === 'two' ? [model.id, this.second] : [model.id];
    if (verb.needs === 'two' && !this.second) return note('Open a second model first.', true);
    return attempt('', async () => {
      const { id } = await postJson('api/jobs', { verb: verb.verb, models, options: this.values });
      const card = new JobCard(studio, id, verb, model.id);
      this.jobs.unshift(card);
      this.list.prepend(card.root);
      card.root.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
      await card.follow();
    });
  }
}

/** A running or finished job. */
class JobCard {
  constructor(studio, id, verb, from) {
    this.studio = studio;
    this.id = id;
    this.verb = verb.verb;
    this.from = from;
    this.state = el('span', { className: 'hint' }, 'starting');
    this.bar = el('progress', { max: 1, 'aria-label': 'Progress' });
    this.cancel = button('Cancel', () => attempt('', () => remove(`api/jobs/${id}`)), { className: 'button small', 'data-test': 'cancel' });
    this.body = el('div', { className: 'group' });
    this.root = el('article', { className: 'job', 'data-test': 'job' },
      el('div', { className: 'title' }, el('h3', {}, verb.title ?? verb.verb), this.state), this.bar,
      el('div', { className: 'buttons' }, this.cancel), this.body);
    this.root.dataset.state = 'running';
  }

  async follow() {
    for (;;) {
      const job = await getJson(`api/jobs/${this.id}`);
      this.tell(job);
      if (!['waiting', 'running'].includes(job.state)) return this.finish(job);
      await new Promise((later) => setTimeout(later, PERIOD));
    }
  }

  tell({ state, phase, done, total, seconds }) {
    const time = `${(seconds ?? 0).toFixed(1)} s`;
    this.state.textContent = state === 'running' ? `${phase ?? ''} ${time}` : `${state}, ${time}`;
    if (total > 0) this.bar.value = done / total;
    else this.bar.removeAttribute('value');
  }

  async finish(job) {
    try {
      await this.end(job);
    } finally {
      this.root.dataset.state = job.state;
    }
  }

  /** Shows what a job left: its message, its report, its results beside the original. */
  async end(job) {
    this.bar.hidden = true;
    this.cancel.parentElement.hidden = true;
    if (job.message) this.body.append(el('p', { className: job.state === 'failed' ? 'bad' : 'hint' }, job.message));
    if (job.state !== 'done') return;
    const { studio } = this;
    await studio.refresh();
    const results = (job.results ?? []).filter((id) => studio.row(id));
    if (results.length) this.body.append(this.actions(results));
    if (job.command) this.body.append(command(job.command));
    if (job.report) {
      this.body.append(
        el('details', { open: true }, el('summary', {}, 'Report'), showReport(job.report.report ?? job.report, (pose) => studio.goTo(pose, this.from))),
        el('div', { className: 'buttons' },
          el('a', { className: 'button small', href: `api/jobs/${this.id}/report.html`, target: '_blank', rel: 'noopener', 'data-test': 'report-page' }, 'Report as a page'),
          el('a', { className: 'button small', href: `api/jobs/${this.id}/report.html`, download: `${this.verb}-report.html` }, 'Save the report')));
    }
    this.root.scrollIntoView({ block: 'nearest' });
    if (results.length) await studio.compare(this.from, results[0]);
  }

  actions(results) {
    const { studio } = this;
    return el('div', { className: 'buttons' },
      ...results.map((id, i) => button(results.length > 1 ? `Show ${i + 1}` : 'Show', () => studio.compare(this.from, id), { className: 'button small' })),
      ...results.map((id, i) => el('a', { className: 'button small', href: `api/models/${id}/file.glb?download=1`, download: '', 'data-test': 'download' },
        results.length > 1 ? `Download ${i + 1}` : 'Download')),
      button('Undo', async () => {
        for (const id of results) await studio.close(id);
        this.root.remove();
      }, { className: 'button small', title: 'Close the result', 'data-test': 'undo' }));
  }
}

const firstSentence = (text) => /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;

function command(text) {
  const shown = el('pre', { 'data-test': 'command' }, text);
  return el('div', { className: 'command' }, shown, button('Copy the command', async () => {
    try {
      await navigator.clipboard.writeText(text);
      note('Copied');
    } catch {
      // Browsers keep the clipboard from pages of other machines, and from pages without permission.
      getSelection().selectAllChildren(shown);
      note('Selected: press Ctrl-C to copy it');
    }
  }, { className: 'button small' }));
}
