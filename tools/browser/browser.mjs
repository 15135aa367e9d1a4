// Opens a page with three.js in headless Chromium ($SINEW_CHROMIUM or /usr/bin/chromium).
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const HERE = import.meta.dirname;
const CHROMIUM = process.env.SINEW_CHROMIUM ?? '/usr/bin/chromium';

const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">{"imports": {
  "three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/",
  "@pixiv/three-vrm": "/@pixiv/three-vrm/lib/three-vrm.module.js"}}</script>
<body><script type="module" src="/page.mjs"></script>`;

const TYPES = {
  '.mjs': 'text/javascript',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.gltf': 'model/gltf+json',
};

/** Software rendering: the same pictures on machines with and without a GPU. */
const ARGUMENTS = [
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
];

/** Returns why no page can be opened; empty if one can. */
export function missingBrowser() {
  return existsSync(CHROMIUM) ? '' : `no browser at ${CHROMIUM}: install Chromium or set SINEW_CHROMIUM`;
}

/** Starts the browser. */
export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });

/**
 * Opens a page that runs a script.
 * fileOf: returns the file of a path such as /page.mjs, the script, or nothing if there is none
 */
export async function openPage(fileOf) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const library =
        /^\/(three\/(build|examples\/jsm)|@pixiv\/three-vrm\/lib)\/[\w./-]+\.js$|^\/tinyusdz\/tinyusdz\.(js|wasm)$/.test(pathname);
    const file = library ? join(HERE, 'node_modules', pathname) : fileOf(pathname);
    try {
      const body = pathname === '/' ? PAGE : await readFile(file ?? '');
      const type = pathname === '/' ? 'text/html' : TYPES[extname(pathname)];
      response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const browser = await launch();
  const page = await browser.newPage();
  return {
    page,
    version: browser.version(),
    load: () => page.goto(`http://127.0.0.1:${server.address().port}/`),
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

/** Returns the files that a page needs to open models: those given, and those they refer to. */
export async function addressesOf(files) {
  const paths = new Map();
  for (const [number, file] of files.entries()) {
    paths.set(urlOf(file, number), file);
    if (extname(file).toLowerCase() === '.gltf') {
      const { buffers = [], images = [] } = JSON.parse(await readFile(file, 'utf8'));
      for (const { uri } of [...buffers, ...images]) {
        if (uri && !uri.startsWith('data:')) {
          paths.set(new URL(uri, `http://x/${number}/`).pathname,
              join(file, '..', decodeURIComponent(uri)));
        }
      }
    }
  }
  return paths;
}

/** Returns the path of a model on the page's server. */
export function urlOf(file, number) {
  return `/${number}/${encodeURIComponent(file.split('/').pop())}`;
}
