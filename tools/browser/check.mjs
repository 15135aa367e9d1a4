// Opens glTF files in a browser: node check.mjs FILE.glb|FILE.gltf ... [--pictures DIR]
// Headless Chromium ($SINEW_CHROMIUM or /usr/bin/chromium) loads each file with three.js, plays every
// clip and shows every level of detail. Prints one line of JSON per file. The exit status is 1 if a
// file does not load, animate or render correctly, with the reasons on standard error.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressesOf, missingBrowser, openPage, urlOf } from './browser.mjs';

const HERE = import.meta.dirname;
const PAGES = new Set(['/page.mjs', '/levels.mjs']);
/** The time limit per file in milliseconds. */
const TIME_LIMIT = 60_000;
/** The least share of a picture that the model must cover. */
const MIN_COVERED = 0.005;
/** In box sides; smaller motion of vertices is rounding. */
const ROUNDING = 1e-5;
/** The least brightness, of 255, of the brightest pixel of a lit model. */
const MIN_BRIGHTNESS = 20;
/** In box sides; if vertices move further, the picture must change. */
const VISIBLE_MOTION = 0.02;

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { pictures: { type: 'string' } },
});
if (files.length === 0) {
  console.error('usage: node check.mjs FILE.glb|FILE.gltf ... [--pictures DIR]');
  process.exit(2);
}
const missing = files.find((file) => !existsSync(file));
if (missing) {
  console.error(`${missing}: there is no such file`);
  process.exit(1);
}
if (missingBrowser()) {
  console.error(missingBrowser());
  process.exit(1);
}

/** Returns the reasons why a file fails; empty if it passes. */
function failures({ result, messages }) {
  const reasons = messages.map(({ type, text }) => `${type}: ${text}`);
  if (!result) return reasons;
  const fail = (wrong, reason) => wrong && reasons.push(reason);
  fail(result.triangles === 0, 'no triangles');
  for (const [k, level] of result.levels.entries()) {
    fail(!level.finite, `level ${k}: a vertex is not finite`);
    fail(level.rendered !== level.triangles,
        `level ${k}: drew ${level.rendered} of ${level.triangles} triangles`);
    fail(level.frames.some(({ covered }) => covered < MIN_COVERED), `level ${k}: a picture is blank`);
    fail(level.frames.some(({ brightest }) => brightest < MIN_BRIGHTNESS), `level ${k}: a picture is black`);
    fail(result.clips.some(({ keyed }) => keyed) && !level.moved.some((far) => far > ROUNDING),
        `level ${k}: no clip moves it`);
    level.moved.forEach((far, clip) => {
      const changed = level.frames.some((frame) => frame.clip === clip && frame.changed > 0);
      fail(far > VISIBLE_MOTION && !changed,
          `level ${k}: the picture stays the same in clip ${result.clips[clip].name}`);
    });
  }
  const counts = result.levels.map(({ triangles }) => triangles);
  fail(counts[0] !== result.triangles, `opened with ${result.triangles} triangles, which is not the finest level`);
  fail(counts.some((count, k) => count > counts[k - 1]), `the triangle counts of the levels do not fall: ${counts}`);
  fail(result.byDistance.some((count, k) => count !== null && count !== counts[k]),
      `by distance, levels of ${result.byDistance} triangles are drawn, not ${counts}`);
  return reasons;
}

/** Rejects if a promise takes longer than a time limit in milliseconds. */
function within(limit, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${limit / 1000} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const models = await addressesOf(files);
const opened = await openPage((path) => (PAGES.has(path) ? join(HERE, path) : models.get(path)));
try {
  const { page } = opened;
  let messages = [];
  page.on('console', (message) => {
    const told = { type: message.type(), text: message.text() };
    // The driver warns that reading pixels back is slow; it is intended here.
    const driver = told.text.includes('GL Driver Message') && told.text.includes('Performance');
    if (['error', 'warning'].includes(told.type) && !driver) messages.push(told);
  });
  page.on('pageerror', (error) => messages.push({ type: 'error', text: error.message }));
  await opened.load();
  await within(TIME_LIMIT, page.waitForFunction('window.check'));
  if (options.pictures) await mkdir(options.pictures, { recursive: true });
  for (const [number, file] of files.entries()) {
    let result;
    try {
      result = await within(TIME_LIMIT,
          page.evaluate(([url, picture]) => window.check(url, picture),
              [urlOf(file, number), Boolean(options.pictures)]));
    } catch (error) {
      messages.push({ type: 'error', text: error.message.split('\n')[0] });
    }
    const { sheet, ...rest } = result ?? {};
    if (sheet) {
      await writeFile(join(options.pictures, `${basename(file)}.png`),
          Buffer.from(sheet.split(',')[1], 'base64'));
    }
    const reasons = failures({ result, messages });
    console.log(JSON.stringify({ file, ...rest, messages, failures: reasons }));
    for (const reason of reasons) console.error(`${file}: ${reason}`);
    if (reasons.length > 0) process.exitCode = 1;
    messages = [];
  }
} finally {
  await opened.close();
}
