// Compares how levels of detail look with the original, drawn by three.js in headless Chromium:
//   node look.mjs ORIGINAL LEVEL... [--times N] [--clips N] [--close N] [--sheet FILE.png] [--at CLIP:SECONDS]
// Every model is drawn from six directions and close to the head, at N times of every clip (default 3; at rest without
// clips), of at most --clips of them. Prints one line of JSON per level: the mean absolute difference (mae, 0 to 1), the structural dissimilarity
// (1 - SSIM) / 2, the mean angle between normals in degrees, and the difference in the view of the head. --close N adds N close views at
// one time of every clip, at triangles of the original with equal chance, each of 5 % of the box: the same figures and the share of pixels that show
// another material (swapped), as means and as means of the worst twentieth. --sheet writes pictures
// side by side: the original first, one row for the front, one for the side and one for the head. The exit status is 1 if the
// browser reports an error, such as a shader that does not compile; the messages are on standard error.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressesOf, missingBrowser, openPage, urlOf } from './browser.mjs';

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '3' }, clips: { type: 'string', default: '1000' }, close: { type: 'string', default: '0' }, sheet: { type: 'string' }, at: { type: 'string' } },
});
if (files.length < 2 || missingBrowser()) {
  console.error(missingBrowser() || 'usage: node look.mjs ORIGINAL LEVEL... [--times N] [--clips N] [--close N] [--sheet FILE.png] [--at CLIP:SECONDS]');
  process.exit(files.length < 2 ? 2 : 1);
}

const models = await addressesOf(files);
const script = join(import.meta.dirname, 'look-page.mjs');
const opened = await openPage((path) => (path === '/page.mjs' ? script : models.get(path)));
try {
  const { page } = opened;
  const fail = (text) => {
    console.error(text);
    process.exitCode = 1;
  };
  page.on('pageerror', (error) => fail(error.message));
  page.on('console', (message) => message.type() === 'error' && fail(message.text()));
  await opened.load();
  await page.waitForFunction('window.compareLooks');
  let clips = [];
  for (const [number, file] of files.entries()) {
    const found = await page.evaluate((url) => window.open3d(url), urlOf(file, number));
    if (number === 0) clips = found;
  }
  const times = Number(options.times);
  const every = Math.ceil(clips.length / Number(options.clips));
  const framesOf = (count) => {
    const out = clips.flatMap(({ duration }, clip) =>
      Array.from({ length: clip % every === 0 ? count : 0 }, (_, i) => ({ clip, time: (duration * (i + 0.5)) / count })));
    return out.length > 0 ? out : [{ clip: -1, time: 0 }];
  };
  const frames = framesOf(times);
  if (options.sheet) {
    const [clip, time] = (options.at ?? '').split(':').map(Number);
    const frame = options.at ? { clip, time } : frames[Math.floor(frames.length / 2)];
    const url = await page.evaluate(([one, rows]) => window.sheetOf(one, rows), [frame, [4, 2, 6]]);
    await writeFile(options.sheet, Buffer.from(url.split(',')[1], 'base64'));
  }
  const results = await page.evaluate((all) => window.compareLooks(all), frames);
  const spots = Number(options.close);
  const close = spots > 0 ? await page.evaluate(([all, count]) => window.compareClose(all, count), [framesOf(1), spots]) : [];
  results.forEach((result, k) => console.log(JSON.stringify({ file: files[k + 1], ...result, close: close[k] })));
} finally {
  await opened.close();
}
