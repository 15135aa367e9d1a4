// Opens glTF files in a browser: node check.mjs FILE.glb|FILE.gltf ... [--pictures DIR]
// Headless Chromium ($SINEW_CHROMIUM or /usr/bin/chromium) loads each file with three.js, plays every
// clip and shows every level of detail. Prints one line of JSON per file. The exit status is 1 if a
// file does not load, animate or render correctly, with the reasons on standard error.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, dirname, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const HERE = import.meta.dirname;
const CHROMIUM = process.env.SINEW_CHROMIUM ?? '/usr/bin/chromium';
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
if (!existsSync(CHROMIUM)) {
  console.error(`no browser at ${CHROMIUM}: install Chromium or set SINEW_CHROMIUM`);
  process.exit(1);
}

const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">{"imports": {
  "three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/"}}</script>
<body><script type="module" src="/page.mjs"></script>`;

const TYPES = { '.mjs': 'text/javascript', '.js': 'text/javascript', '.gltf': 'model/gltf+json' };

/** Returns the files to serve: the page, the given files and those they refer to. */
async function served() {
  const paths = new Map(['page.mjs', 'levels.mjs'].map((name) => [`/${name}`, join(HERE, name)]));
  for (const [number, file] of files.entries()) {
    paths.set(urlOf(file, number), file);
    if (extname(file).toLowerCase() === '.gltf') {
      const { buffers = [], images = [] } = JSON.parse(await readFile(file, 'utf8'));
      for (const { uri } of [...buffers, ...images]) {
        if (uri && !uri.startsWith('data:')) {
          paths.set(new URL(uri, `http://x/${number}/`).pathname,
              join(dirname(file), decodeURIComponent(uri)));
        }
      }
    }
  }
  return paths;
}

function urlOf(file, number) {
  return `/${number}/${encodeURIComponent(basename(file))}`;
}

async function serve() {
  const paths = await served();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const library = /^\/three\/(build|examples\/jsm)\/[\w./-]+\.js$/.test(pathname);
    const file = library ? join(HERE, 'node_modules', pathname) : paths.get(pathname);
    try {
      const body = pathname === '/' ? PAGE : await readFile(file ?? '');
      const type = pathname === '/' ? 'text/html' : TYPES[extname(pathname)];
      response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
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

const server = await serve();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ],
});
try {
  const page = await browser.newPage();
  let messages = [];
  page.on('console', (message) => {
    const told = { type: message.type(), text: message.text() };
    // The driver warns that reading pixels back is slow; it is intended here.
    const driver = told.text.includes('GL Driver Message') && told.text.includes('Performance');
    if (['error', 'warning'].includes(told.type) && !driver) messages.push(told);
  });
  page.on('pageerror', (error) => messages.push({ type: 'error', text: error.message }));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
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
  await browser.close();
  server.close();
}
