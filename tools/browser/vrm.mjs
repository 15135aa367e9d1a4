// Opens avatars in a browser: node vrm.mjs FILE.vrm ... [--pictures DIR]
// Headless Chromium ($SINEW_CHROMIUM or /usr/bin/chromium) loads each file with three-vrm, tries its expressions and shakes its springs.
// Prints one line of JSON per file: bones, expressions, springs, and what three-vrm complains of. With --pictures, draws
// DIR/NUMBER-NAME-rest.png, -blink.png and -arm.png, where NUMBER is that of the file, from 0.
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressesOf, openPage, urlOf } from './browser.mjs';

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { pictures: { type: 'string' } },
});
const script = join(import.meta.dirname, 'vrm-page.mjs');
const models = await addressesOf(files);
const opened = await openPage((path) => (path === '/page.mjs' ? script : models.get(path)));
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
  await page.waitForFunction('window.avatar');
  if (options.pictures) await mkdir(options.pictures, { recursive: true });
  for (const [number, file] of files.entries()) {
    messages = [];
    const told = { file };
    try {
      const { pictures, ...seen } = await page.evaluate((url) => window.avatar(url), urlOf(file, number));
      Object.assign(told, seen);
      for (const [name, picture] of options.pictures ? Object.entries(pictures) : []) {
        await writeFile(join(options.pictures, `${number}-${basename(file)}-${name}.png`),
            Buffer.from(picture.split(',')[1], 'base64'));
      }
    } catch (error) {
      messages.push(`error: ${error.message.split('\n')[0]}`);
    }
    console.log(JSON.stringify({ ...told, messages }));
  }
} finally {
  await opened.close();
}
