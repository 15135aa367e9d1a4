// Opens USD files in a browser: node usd.mjs JOBS.json [--pictures]
// JOBS is a list of {name, file, frames, glb}: frames are {clip, time}: the number of a clip, or none for the rest pose.
// glb, if given, is the same model as glTF, for pictures. Headless Chromium ($SINEW_CHROMIUM or /usr/bin/chromium) loads each file with
// the USDLoader of three.js, which writes NAME.bin beside JOBS: the positions of the corners of all triangles in all
// frames, mesh by mesh, as 32-bit floats; and with TinyUSDZ, which writes NAME.tinyusdz.usda: the layer as that library
// read it, with its variants composed. Prints one line of JSON per file: meshes, clips and what the loaders complain of.
// With --pictures, NAME.png shows some frames in USD above the same in glTF.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPage, urlOf } from './browser.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { pictures: { type: 'boolean', default: false } },
});
const [list] = positionals;
const jobs = JSON.parse(await readFile(list, 'utf8'));
const script = join(import.meta.dirname, 'usd-page.mjs');

/** Returns the file of a path: a model, or an image in a folder beside it. */
function fileOf(path) {
  if (path === '/page.mjs') return script;
  const [, kind, number, name] = path.match(/^\/(usd|glb)?(\d+)\/(.+)$/) ?? [];
  const file = name && (kind === 'glb' ? jobs[number].glb : jobs[number].file);
  return file && join(dirname(file), decodeURIComponent(name));
}

const opened = await openPage(fileOf);
try {
  const { page } = opened;
  let messages = [];
  page.on('pageerror', (error) => messages.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const told = message.text();
    // The driver warns that reading pixels back is slow; it is intended here.
    if (['error', 'warning'].includes(message.type()) && !told.includes('GL Driver Message')) {
      messages.push(`${message.type()}: ${told}`);
    }
  });
  await opened.load();
  await page.waitForFunction('window.three');
  for (const [number, { name, file, frames, glb }] of jobs.entries()) {
    messages = [];
    const out = join(dirname(list), name);
    const told = { name };
    try {
      const url = `/usd${number}${urlOf(file, '').slice(1)}`;
      const three = await page.evaluate(([...given]) => window.three(...given), [url, frames]);
      await writeFile(`${out}.bin`, Buffer.from(three.positions, 'base64'));
      const tiny = await page.evaluate((at) => window.tiny(at), url);
      await writeFile(`${out}.tinyusdz.usda`, tiny.layer);
      Object.assign(told, { meshes: three.meshes, clips: three.clips, images: three.images, tiny: tiny.meshes });
      if (options.pictures) {
        const other = glb && `/glb${number}${urlOf(glb, '').slice(1)}`;
        const picture = await page.evaluate(([...given]) => window.pictures(...given), [url, other, frames]);
        await writeFile(`${out}.png`, Buffer.from(picture.split(',')[1], 'base64'));
      }
    } catch (error) {
      messages.push(`error: ${error.message.split('\n')[0]}`);
    }
    console.log(JSON.stringify({ ...told, messages }));
  }
} finally {
  await opened.close();
}
