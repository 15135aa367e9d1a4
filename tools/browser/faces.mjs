// Draws the heads of models side by side with three.js in headless Chromium:
//   node faces.mjs OUT.jpg ORIGINAL LEVEL... [--size PIXELS] [--front DEGREES]
// One column per model, the original first, and one row for each of: from the front; eyes closed and a smile, where the model has morph targets of such
// names; and in the middle of the first clip, from the side. The front is at 0 degrees, z, unless told: avatars of VRM 0 have it at 180.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressesOf, missingBrowser, openPage, urlOf } from './browser.mjs';

const { values: options, positionals: [out, ...files] } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '260' }, front: { type: 'string', default: '0' } },
});
if (files.length < 2 || missingBrowser()) {
  console.error(missingBrowser() || 'usage: node faces.mjs OUT.jpg ORIGINAL LEVEL... [--size PIXELS] [--front DEGREES]');
  process.exit(files.length < 2 ? 2 : 1);
}

const BLINK = 'blink|eye(upper|lower)?close(_[lr])?$';
const SMILE = 'smile|joy|happy|surprised';

const models = await addressesOf(files);
const script = join(import.meta.dirname, 'look-page.mjs');
const opened = await openPage((path) => (path === '/page.mjs' ? script : models.get(path)));
try {
  const { page } = opened;
  page.on('pageerror', (error) => console.error(error.message));
  await opened.load();
  await page.waitForFunction('window.facesOf');
  let clips = [];
  for (const [number, file] of files.entries()) {
    const found = await page.evaluate((url) => window.open3d(url), urlOf(file, number));
    if (number === 0) clips = found;
  }
  const rest = { clip: -1, time: 0 };
  const rows = [{ frame: rest, morphs: '', turn: 0 }];
  for (const morphs of [BLINK, SMILE]) {
    if (await page.evaluate((pattern) => window.hasMorphs(pattern), morphs)) rows.push({ frame: rest, morphs, turn: 20 });
  }
  rows.push({ frame: clips.length > 0 ? { clip: 0, time: clips[0].duration / 2 } : rest, morphs: '', turn: 40 });
  for (const row of rows) row.turn += Number(options.front);
  const url = await page.evaluate(([all, pixels]) => window.facesOf(all, pixels), [rows, Number(options.size)]);
  await writeFile(out, Buffer.from(url.split(',')[1], 'base64'));
} finally {
  await opened.close();
}
