// Evaluates files with three.js in headless Chromium ($SINEW_CHROMIUM or /usr/bin/chromium):
//   node three.mjs JOBS.json     evaluate
//   node three.mjs --version     print the versions of three.js and Chromium
// JOBS is a list of {name, file, frames, views}: frames are {clip, time}, where clip -1 is the rest pose; views are
// {frame, kind, eye, target, degrees, side, near, far}. Writes NAME.bin beside JOBS, the positions of all frames as
// 32-bit floats, NAME-K.rgba, the pixels of view K, and NAME.json, the counts and the errors on the console.
// Uses the packages of tools/browser.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addressesOf, openPage, urlOf } from '../browser/browser.mjs';

const [argument] = process.argv.slice(2);
const jobs = argument === '--version' ? [] : JSON.parse(await readFile(argument, 'utf8'));
const models = await addressesOf(jobs.map(({ file }) => file));
const script = join(import.meta.dirname, 'page.mjs');
const opened = await openPage((path) => (path === '/page.mjs' ? script : models.get(path)));
try {
  const { page } = opened;
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    console.error(`${message.type()}: ${message.text()}`);
    if (message.type() === 'error' || /GL_INVALID|GL ERROR/.test(message.text())) errors.push(message.text());
  });
  await opened.load();
  await page.waitForFunction('window.evaluate');
  if (argument === '--version') {
    console.log(`three.js 0.${await page.evaluate('window.revision')} in Chromium ${opened.version}`);
  }
  for (const [number, { name, file, frames, views }] of jobs.entries()) {
    errors.length = 0;
    try {
      const { counts, positions, pictures } = await page.evaluate(
          ([url, ...wanted]) => window.evaluate(url, ...wanted), [urlOf(file, number), frames, views]);
      const path = join(dirname(argument), name);
      await writeFile(`${path}.bin`, Buffer.from(positions, 'base64'));
      for (const [k, pixels] of pictures.entries()) {
        await writeFile(`${path}-${k}.rgba`, Buffer.from(pixels, 'base64'));
      }
      await writeFile(`${path}.json`, JSON.stringify({ ...counts, errors }));
    } catch (error) {
      console.error(`${name}: ${error.message}`);
    }
  }
} finally {
  await opened.close();
}
