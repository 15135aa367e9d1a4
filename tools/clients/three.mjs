// Evaluates files with three.js in headless Chromium ($SINEW_CHROMIUM or /usr/bin/chromium):
//   node three.mjs JOBS.json     evaluate
//   node three.mjs --version     print the versions of three.js and Chromium
// JOBS is a list of {name, file, frames: [{clip, time}]}, where clip -1 is the rest pose. Writes
// NAME.bin beside JOBS, the positions of all frames as 32-bit floats, and NAME.json, the counts.
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
  page.on('pageerror', (error) => console.error(error.message));
  await opened.load();
  await page.waitForFunction('window.evaluate');
  if (argument === '--version') {
    console.log(`three.js 0.${await page.evaluate('window.revision')} in Chromium ${opened.version}`);
  }
  for (const [number, { name, file, frames }] of jobs.entries()) {
    try {
      const { counts, positions } = await page.evaluate(
          ([url, wanted]) => window.evaluate(url, wanted), [urlOf(file, number), frames]);
      await writeFile(join(dirname(argument), `${name}.bin`), Buffer.from(positions, 'base64'));
      await writeFile(join(dirname(argument), `${name}.json`), JSON.stringify(counts));
    } catch (error) {
      console.error(`${name}: ${error.message}`);
    }
  }
} finally {
  await opened.close();
}
