// Checks the page of a running studio in headless Chromium:
//   node check.mjs URL [--quick] [--only PATTERN] [--pictures DIR]
// The models that are open are shown in every skinning method and compared with the library; then every job
// runs once, one is cancelled, and a crowd plays. Prints one line of JSON per check; the exit status is 1 if
// one fails, with the reasons on standard error. --quick does less of each, --only those whose name fits.
import { parseArgs } from 'node:util';
import { missingBrowser } from '../browser/browser.mjs';
import * as checks from './checks.mjs';
import { Driver } from './driver.mjs';

const { values: options, positionals: [url] } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, only: { type: 'string', default: '' }, pictures: { type: 'string' } },
});
if (!url || missingBrowser()) {
  console.error(missingBrowser() || 'usage: node check.mjs URL [--quick] [--only PATTERN] [--pictures DIR]');
  process.exit(url ? 1 : 2);
}
const { quick } = options;
const QUICK_JOBS = new Set(['simplify', 'limit', 'compare']);
const driver = await Driver.open(url, { pictures: options.pictures, ...(quick ? { width: 760, height: 480 } : {}) });

/** Runs a check, tells what it found and what the console said. */
async function check(name, work) {
  if (!new RegExp(options.only).test(name)) return;
  const start = performance.now();
  let found;
  try {
    found = await work();
  } catch (error) {
    found = { reasons: [error.message.split('\n')[0]] };
  }
  const { reasons, ...facts } = found;
  reasons.push(...driver.takeMessages().map((message) => `console: ${message.slice(0, 500)}`));
  console.log(JSON.stringify({ check: name, seconds: Number(((performance.now() - start) / 1000).toFixed(1)), ...facts, reasons }));
  reasons.forEach((reason) => console.error(`${name}: ${reason}`));
  if (reasons.length) process.exitCode = 1;
}

const openSample = (name) => driver.page.evaluate(async (one) => {
  window.studio.still = true;
  await window.studio.setSplit(false);
  window.studio.viewer.sides[1].show(null);
  await window.studio.openSample(one);
  return window.studio.viewer.sides[0].model.id;
}, name);

try {
  await driver.picture('start');
  const rows = await driver.page.evaluate(() => window.studio.rows);
  if (!quick) {
    await check('opening', () => checks.opening(driver));
    await driver.show(rows[0].id);
    await check(`slider ${rows[0].triangles} triangles`, () => checks.slider(driver));
  }
  for (const row of rows) {
    await check(`positions ${row.name}`, () => checks.positions(driver, row, quick ? { clips: 1, times: [0.61] } : {}));
    await check(`picture ${row.name}`, () => checks.picture(driver, `model-${row.name}`));
  }
  if (!quick) {
    await openSample('biped');
    await check('looks', () => checks.looks(driver));
    await check('levels', () => checks.levels(driver));
  }
  const first = await openSample(quick ? 'cylinder-bend' : 'arm');
  const other = await openSample('cylinder-twist');
  await check('switching', () => checks.switching(driver, [first, other]));
  await check('level looks', () => checks.levelLooks(driver));
  await check('hands', () => checks.hands(driver));
  await check('files', () => checks.files(driver));
  const jobs = {
    simplify: { ratio: '0.4' }, bake: { resolution: 128 }, limit: { 'max-influences': 2 }, subdivide: {}, bounds: {},
    compare: {}, unwrap: {}, skeleton: {}, fit: {},
  };
  for (const [verb, values] of Object.entries(jobs)) {
    if (quick && !QUICK_JOBS.has(verb)) continue;
    await check(`job ${verb}`, async () => {
      await driver.page.evaluate((id) => window.studio.show(0, id, { keepView: true }), first);
      return checks.job(driver, verb, { options: values });
    });
  }
  await openSample('arm');
  // More rounds than it can end before it is cancelled.
  await check('cancel', () => checks.job(driver, 'fit', { options: { rounds: 100_000 }, cancel: true }));
  const crowded = await openSample(quick ? 'arm' : 'biped');
  await check('crowd', () => checks.crowd(driver, { instances: 300, frames: 100, model: crowded }));
  await check('culling', () => checks.culling(driver, { cameras: quick ? 8 : 60 }));
  await check('geomorph', () => checks.geomorph(driver, { steps: quick ? 160 : 400 }));
  await check('start page', () => checks.startPage(driver));
  await check('no context', () => checks.noContext(driver));
} finally {
  await driver.close();
}
