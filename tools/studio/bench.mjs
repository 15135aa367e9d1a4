// Measures crowds in headless Chromium: table 2 of "Simplifying Character Skins with Analytic Error Metrics".
//   node bench.mjs URL [--sample NAME] [--counts 100,1000] [--frames N] [--check FACTOR]
// Prints a table in Markdown for the first open model, or for a built-in character. With --check the exit status is 1
// unless levels by all poses are FACTOR times as fast as none, for every number of instances.
import { parseArgs } from 'node:util';
import { missingBrowser } from '../browser/browser.mjs';
import { Driver } from './driver.mjs';

const { values: options, positionals: [url] } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    counts: { type: 'string', default: '100,1000' },
    frames: { type: 'string', default: '12' },
    check: { type: 'string' },
  },
});
if (!url) {
  console.error('usage: node bench.mjs URL [--sample NAME] [--counts 100,1000] [--frames N] [--check FACTOR]');
  process.exit(2);
}
if (missingBrowser()) {
  console.error(missingBrowser());
  process.exit(1);
}
const driver = await Driver.open(url);
try {
  const { page } = driver;
  page.setDefaultTimeout(0);
  const { rows, name, facts, renderer } = await page.evaluate(async ({ sample, counts, frames }) => {
    const { studio } = window;
    studio.still = true;
    if (sample) await studio.openSample(sample);
    const { measureCrowds } = await import(new URL('bench.js', document.baseURI).href);
    const measured = await measureCrowds(studio, { counts, frames }, (what) => console.log(what));
    const { model } = studio.viewer.sides[0];
    const gl = studio.viewer.renderer.getContext();
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    return { rows: measured, name: model.row.name, facts: model.row, renderer: gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER) };
  }, { sample: options.sample, counts: options.counts.split(',').map(Number), frames: Number(options.frames) });
  console.log(`${name}: ${facts.triangles} triangles, ${facts.vertices} vertices, ${facts.joints} joints; ${renderer}\n`);
  console.log('| levels | instances | ms per frame | drawn | triangles | influences | faster |\n|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const none = rows.find((one) => one.instances === row.instances);
    const factor = none.milliseconds / row.milliseconds;
    const faster = none === row ? '' : `${factor.toFixed(1)} ×`;
    if (options.check && row.levels === 'all poses' && !(factor >= Number(options.check))) {
      console.error(`${row.instances} instances with levels: ${faster} as fast as without, expected ${options.check} ×`);
      process.exitCode = 1;
    }
    const whole = (n) => Math.round(n).toLocaleString('en');
    console.log(`| ${row.levels} | ${whole(row.instances)} | ${row.milliseconds.toFixed(1)} | ${whole(row.drawn)} | ${whole(row.triangles)} | ${whole(row.influences)} | ${faster} |`);
  }
} finally {
  await driver.close();
}
