// Opens the page of the demo in a browser: node report.mjs INDEX.html [--picture FILE.png]
// Headless Chromium, without a network. The exit status is 1 if the page reports an error, asks for anything
// outside itself, lacks a picture, or if its player does not move; reasons are on standard error.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { launch, missingBrowser } from './browser.mjs';

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { picture: { type: 'string' } },
});
if (files.length !== 1 || missingBrowser()) {
  console.error(missingBrowser() || 'usage: node report.mjs INDEX.html [--picture FILE.png]');
  process.exit(2);
}

const address = pathToFileURL(resolve(files[0])).href;
const reasons = [];
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
page.on('console', (message) => message.type() === 'error' && reasons.push(`console: ${message.text()}`));
page.on('pageerror', (error) => reasons.push(`error: ${error.message}`));
page.on('request', (request) => {
  if (request.url() !== address && !request.url().startsWith('data:')) reasons.push(`asks for ${request.url()}`);
});
await page.goto(address);

const broken = await page.$$eval('img', (images) => images.filter((image) => !image.naturalWidth).map((image) => image.alt));
broken.forEach((alt) => reasons.push(`no picture: ${alt}`));

// Set by the slider, so that the pictures do not depend on the speed of the machine.
const pictureAt = (time) =>
  page.evaluate(async (value) => {
    const slider = document.getElementById('player-time');
    slider.value = value;
    slider.dispatchEvent(new Event('input'));
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    return document.getElementById('player').toDataURL();
  }, time);
const [first, other, again] = [await pictureAt(0.1), await pictureAt(0.6), await pictureAt(0.1)];
if (first === other) reasons.push('the player does not move');
if (first !== again) reasons.push('the player shows two pictures for one time');

if (options.picture) {
  await page.locator('#player').scrollIntoViewIfNeeded();
  await page.screenshot({ path: options.picture });
}
await browser.close();
reasons.forEach((reason) => console.error(reason));
process.exit(reasons.length > 0 ? 1 : 0);
