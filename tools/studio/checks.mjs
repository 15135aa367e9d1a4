// What must hold of the studio's page; each check returns the reasons why it fails.

/** In longest sides of the box: the GPU and the library may differ by this. */
const POSITION_TOLERANCE = 1e-4;
/** The least share of the view that a model covers, and the most. */
const COVERED = [0.01, 0.95];
/** A first picture of a model of up to 5 MB is there within these milliseconds; so is a level of the slider. */
const OPENING_LIMIT = 2000;
const OPENING_BYTES = 5.2e6;
const LEVEL_LIMIT = 1000;
/** The most presses of Tab from the first control to the last; every open model has three. */
const MAX_TABS = 300;
/** Jobs whose report names a pose of the model. */
const POSED = new Set(['simplify', 'limit', 'compare', 'subdivide']);

/** The GPU's positions equal the library's, for every method, at some times of some clips. */
export async function positions(driver, row, { clips = 2, times = [0.13, 0.61] } = {}) {
  const reasons = [];
  const methods = row.methods.length ? row.methods.filter((method) => method !== 'mwe') : ['ssd'];
  const poses = [{ clip: -1, time: 0 }];
  row.clips.slice(0, clips).forEach(({ seconds }, clip) => times.forEach((t) => poses.push({ clip, time: t * seconds })));
  const worst = {};
  for (const method of methods) {
    await driver.show(row.id, { method });
    worst[method] = 0;
    for (const pose of poses) {
      const far = await driver.page.evaluate(furthest, { id: row.id, method, ...pose });
      worst[method] = Math.max(worst[method], far);
      if (!(far < POSITION_TOLERANCE)) {
        reasons.push(`${row.name}, ${method}, clip ${pose.clip} at ${pose.time.toFixed(3)} s: vertices differ by ${far} of the box`);
      }
    }
  }
  return { reasons, worst, poses: poses.length };
}

/** In the page: the largest distance between the GPU's and the library's vertices, in box sides. */
async function furthest({ id, method, clip, time }) {
  const here = (name) => import(new URL(name, document.baseURI).href);
  const { readPositions } = await here('probe.js');
  const { viewer } = window.studio;
  viewer.setClip(clip, time);
  const { model } = viewer.sides[0];
  const wedges = readPositions(viewer.renderer, model);
  const where = clip < 0 ? '' : `&clip=${clip}&time=${time}`;
  const response = await fetch(`api/models/${id}/positions?method=${method}${where}`);
  if (!response.ok) throw new Error((await response.json()).error.message);
  const expected = new Float32Array(await response.arrayBuffer());
  let at = 0;
  let first = 0;
  let far = 0;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const part of model.parts) {
    for (const patch of part.patches) {
      for (let v = 0; v < patch.count; v++, at += 3) {
        let square = 0;
        for (let c = 0; c < 3; c++) {
          const e = expected[at + c];
          square += (wedges[3 * (first + patch.first + v) + c] - e) ** 2;
          low[c] = Math.min(low[c], e);
          high[c] = Math.max(high[c], e);
        }
        if (!(square <= far)) far = square;
      }
    }
    first += part.data.rowStart.length - 1;
  }
  if (at !== expected.length) throw new Error(`expected ${expected.length} numbers, drew ${at}`);
  return Math.sqrt(far) / Math.max(...high.map((h, c) => h - low[c]), 1e-12);
}

/**
 * Opens the page again in fresh tabs; the best of three first pictures of the model is soon enough. The first tab
 * pauses: both share the thread that draws.
 */
export async function opening(driver) {
  const { url, bytes } = await driver.page.evaluate(() => {
    window.studio.viewer.play(false);
    return { url: location.href, bytes: window.studio.rows[0].bytes };
  });
  const milliseconds = [];
  for (let i = 0; i < 3; i++) milliseconds.push(await firstPicture(driver, url));
  const late = bytes <= OPENING_BYTES && Math.min(...milliseconds) > OPENING_LIMIT;
  return { reasons: late ? [`opening: the first picture took ${milliseconds} ms, expected ${OPENING_LIMIT}`] : [], milliseconds, bytes };
}

/** Returns the milliseconds from opening the page in a fresh tab to the pixels of its first picture. */
async function firstPicture(driver, url) {
  const page = await driver.browser.newPage({ viewport: driver.page.viewportSize() });
  try {
    await page.addInitScript(() => {
      let made;
      const drawn = () => {
        const { renderer, sides } = made.viewer;
        if (window.firstPicture || !sides[0].model) return;
        renderer.getContext().readPixels(0, 0, 1, 1, 0x1908, 0x1401, new Uint8Array(4));
        window.firstPicture = performance.now();
      };
      Object.defineProperty(window, 'studio', {
        get: () => made,
        set: (studio) => {
          made = studio;
          studio.viewer.addEventListener('drawn', drawn);
        },
      });
    });
    await page.goto(url);
    const shown = await page.waitForFunction(() => window.firstPicture);
    return Math.round(await shown.jsonValue());
  } finally {
    await page.close();
  }
}

/** The picture is neither blank nor full, and the model is in its middle. */
export async function picture(driver, name) {
  const seen = await driver.page.evaluate(() => {
    const { viewer } = window.studio;
    viewer.draw();
    const gl = viewer.renderer.getContext();
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    const pixels = new Uint8Array(4 * width * height);
    viewer.options.grid = false;
    viewer.placeFloor();
    viewer.draw();
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    viewer.options.grid = true;
    viewer.placeFloor();
    viewer.draw();
    let [covered, x, y] = [0, 0, 0];
    for (let i = 0; i < width * height; i++) {
      const far = [0, 1, 2].reduce((most, c) => Math.max(most, Math.abs(pixels[4 * i + c] - pixels[c])), 0);
      if (far < 6) continue;
      covered++;
      x += i % width;
      y += Math.floor(i / width);
    }
    return { covered: covered / (width * height), x: x / covered / width, y: y / covered / height };
  });
  await driver.picture(name);
  const reasons = [];
  if (!(seen.covered > COVERED[0] && seen.covered < COVERED[1])) reasons.push(`${name}: covers ${seen.covered} of the view`);
  if (!(Math.abs(seen.x - 0.5) < 0.25 && Math.abs(seen.y - 0.5) < 0.25)) reasons.push(`${name}: its middle is at ${seen.x}, ${seen.y}`);
  return { reasons, ...seen };
}

/** A crowd runs for some frames and draws what it counts. */
export async function crowd(driver, { instances = 300, frames = 100, levels = 'poses' } = {}) {
  const seen = await driver.page.evaluate(async ([count, total, kind]) => {
    const { studio } = window;
    const { viewer } = studio;
    const panel = studio.panels.Crowd;
    panel.options.count = count;
    panel.kind = kind;
    await panel.start();
    viewer.crowd.running = false;
    let most = 0;
    let changed = 0;
    for (let i = 0; i < total; i++) {
      viewer.clock.time = i / 30;
      viewer.drawCrowd();
      most = Math.max(most, viewer.crowd.seen.drawn);
      if (viewer.crowd.seen.levels.filter((n) => n > 0).length > 1) changed++;
    }
    // Frames are drawn before the next check asks for a picture.
    viewer.renderer.getContext().readPixels(0, 0, 1, 1, 0x1908, 0x1401, new Uint8Array(4));
    return { most, changed, calls: viewer.renderer.info.render.calls, triangles: viewer.renderer.info.render.triangles, counted: viewer.crowd.seen };
  }, [instances, frames, levels]);
  await driver.picture(`crowd-${instances}`);
  const reasons = [];
  if (!(seen.most > 0)) reasons.push('crowd: no instance is drawn');
  if (seen.triangles < seen.counted.triangles) reasons.push(`crowd: drew ${seen.triangles} of ${seen.counted.triangles} triangles`);
  return { reasons, ...seen };
}

/** Over random cameras, instances that are culled have no pixel on the screen. */
export async function culling(driver, { cameras = 40 } = {}) {
  const found = await driver.page.evaluate(async (total) => {
    const { random } = await import(new URL('crowd.js', document.baseURI).href);
    const { viewer } = window.studio;
    const { crowd, camera, renderer } = viewer;
    crowd.running = false;
    const next = random(11);
    const gl = renderer.getContext();
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    const pixels = new Uint8Array(4 * width * height);
    const floor = crowd.scene.children.filter((child) => child.type === 'GridHelper' || child.isLineSegments);
    floor.forEach((grid) => (grid.visible = false));
    let wrong = 0;
    let culled = 0;
    for (let i = 0; i < total; i++) {
      const reach = crowd.extent;
      camera.position.set((next() - 0.5) * reach, next() * 0.3 * reach, (next() - 0.5) * reach);
      camera.lookAt((next() - 0.5) * reach, 0, (next() - 0.5) * reach);
      crowd.configure({ invert: true });
      viewer.drawCrowd();
      culled += crowd.seen.drawn;
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      for (let p = 4; p < pixels.length; p += 4) {
        if (pixels[p] !== pixels[0] || pixels[p + 1] !== pixels[1] || pixels[p + 2] !== pixels[2]) {
          wrong++;
          break;
        }
      }
    }
    crowd.configure({ invert: false });
    floor.forEach((grid) => (grid.visible = true));
    return { wrong, culled };
  }, cameras);
  const reasons = found.wrong ? [`culling: in ${found.wrong} of ${cameras} views a culled instance has pixels`] : [];
  if (found.culled === 0) reasons.push('culling: nothing was culled');
  return { reasons, ...found };
}

/** In a slow dolly no vertex jumps on the screen by more than the tolerance and a pixel. */
export async function geomorph(driver, { steps = 240, tolerance = 2 } = {}) {
  const found = await driver.page.evaluate(async ([total, pixels]) => {
    const here = (name) => import(new URL(name, document.baseURI).href);
    const { trackDolly } = await here('dolly.js');
    return trackDolly(window.studio, total, pixels);
  }, [steps, tolerance]);
  const reasons = [];
  if (!(found.jump <= tolerance + 1)) reasons.push(`geomorph: a vertex jumps by ${found.jump} pixels`);
  if (found.levels < 3) reasons.push(`geomorph: only ${found.levels} levels were passed`);
  return { reasons, ...found };
}

/** Runs a verb by its panel, as a user would; returns its card's state. */
export async function job(driver, verb, { options = {}, cancel = false, limit = 120_000 } = {}) {
  const { page } = driver;
  await page.click('[data-test=tab-Jobs]');
  await page.click(`[data-test=verb-${verb}]`);
  for (const [name, value] of Object.entries(options)) {
    const field = page.locator(`[data-test="option-${name}"]`);
    await field.evaluate((one) => one.closest('details')?.setAttribute('open', ''));
    if (await field.evaluate((one) => one.tagName === 'SELECT')) await field.selectOption(value);
    else {
      await field.fill(String(value));
      await field.blur();
    }
  }
  const before = await page.locator('[data-test=job]').count();
  await page.click('[data-test=run]');
  await page.waitForFunction((n) => document.querySelectorAll('[data-test=job]').length > n, before);
  const card = page.locator('[data-test=job]').first();
  if (cancel) await card.locator('[data-test=cancel]').click();
  await page.waitForFunction(() => !['waiting', 'running'].includes(document.querySelector('[data-test=job]').dataset.state), null, { timeout: limit });
  await page.waitForFunction(() => document.getElementById('busy').hidden);
  const state = await card.evaluate((one) => one.dataset.state);
  const told = await card.evaluate((one) => one.querySelector('.bad')?.textContent ?? '');
  await driver.picture(`job-${verb}${cancel ? '-cancelled' : ''}`);
  const wanted = cancel ? 'cancelled' : 'done';
  const reasons = state === wanted ? [] : [`${verb}: expected ${wanted}, got ${state} ${told}`];
  if (state === 'done' && POSED.has(verb)) reasons.push(...await worstPose(driver, verb, card));
  if (state === 'done' && verb === 'limit') reasons.push(...await finished(driver, verb, card));
  return { state, reasons };
}

/** What a finished job offers: its command, its report as a page, the result as a file, and undo. */
async function finished(driver, verb, card) {
  const { page } = driver;
  const reasons = [];
  const command = await card.locator('[data-test=command]').textContent();
  if (!new RegExp(`^sinew ${verb} \\S+\\.glb .*-o \\S+\\.glb$`).test(command)) reasons.push(`${verb}: its command is ${command}`);
  const glb = await card.locator('[data-test=download]').evaluate(async (link) => {
    const response = await fetch(link.href);
    const name = response.headers.get('content-disposition');
    return { name, magic: new TextDecoder().decode((await response.arrayBuffer()).slice(0, 4)) };
  });
  if (glb.magic !== 'glTF' || !/^attachment;.*\.glb$/.test(glb.name)) reasons.push(`${verb}: the download is ${JSON.stringify(glb)}`);
  const report = await card.locator('[data-test=report-page]').evaluate(async (link) => (await fetch(link.href)).text());
  if (!/<svg/.test(report) || /<script|<link|src="(?!data:)/.test(report)) reasons.push(`${verb}: the report is no page of its own`);
  const dot = card.locator('[data-test=pose-dot]').first();
  await dot.focus();
  await page.keyboard.press('ArrowRight');
  const next = await page.evaluate(() => document.activeElement.getAttribute('data-test') === 'pose-dot' && document.activeElement.textContent);
  if (!next || next === await dot.textContent()) reasons.push(`${verb}: keys do not reach the points of its plot`);
  const before = await page.evaluate(() => window.studio.rows.length);
  await card.locator('[data-test=undo]').click();
  await page.waitForFunction((n) => window.studio.rows.length < n, before);
  await page.waitForFunction(() => document.getElementById('busy').hidden);
  if (await page.evaluate(() => window.studio.viewer.split)) reasons.push(`${verb}: undo left the split view`);
  return reasons;
}

/** A click on the worst pose of a report goes there; lists of poses have a plot whose points go there, too. */
async function worstPose(driver, verb, card) {
  const { page } = driver;
  const poses = card.locator('[data-test=go-to-pose]');
  if (await poses.count() === 0) return [`${verb}: the report has no pose to go to`];
  const reasons = [];
  const gone = async (name, what) => {
    await page.waitForFunction(() => document.getElementById('busy').hidden);
    const at = await page.evaluate(() => {
      const { viewer } = window.studio;
      const clip = viewer.sides[0].model.row.clips[viewer.clock.clip];
      return clip ? `${clip.name} ${viewer.clock.time.toFixed(3)} s` : 'rest';
    });
    if (at !== name) reasons.push(`${verb}: ${what} ${name} went to ${at}`);
  };
  const name = await poses.first().textContent();
  await poses.first().click();
  await gone(name, 'the button');
  if (verb === 'limit' || verb === 'compare') {
    const dot = card.locator('[data-test=pose-dot]').nth(2);
    if (await dot.count() === 0) return [...reasons, `${verb}: the errors per pose have no plot`];
    const title = await dot.locator('title').textContent();
    await dot.dispatchEvent('click');
    await gone(title.slice(0, title.lastIndexOf(':')), 'the point');
  }
  return reasons;
}

/** Another model that is opened while collapses are priced gets its own range, and its own level. */
export async function switching(driver, [first, second]) {
  const { page } = driver;
  let release;
  const held = new Promise((done) => (release = done));
  const pattern = `**/models/${first}/levels`;
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  await driver.show(first);
  await page.click('[data-test=tab-Levels]');
  const drag = () => page.locator('[data-test=ratio]').evaluate((one) => {
    one.value = 0.5;
    one.dispatchEvent(new Event('input'));
  });
  await drag();
  const reasons = [];
  if (await page.locator('[data-test=work] progress').count() !== 1) reasons.push('switching: pricing shows no progress');
  await driver.show(second);
  await drag();
  release();
  await page.waitForFunction(() => !window.studio.panels.Levels.asking, null, { timeout: 60_000 });
  await page.unroute(pattern);
  const seen = await page.evaluate(() => {
    const { range, shown, model } = window.studio.panels.Levels;
    return { range, shown, triangles: model.row.triangles };
  });
  if (seen.range?.triangles !== seen.triangles) reasons.push(`switching: a model of ${seen.triangles} triangles has the range of ${seen.range?.triangles}`);
  if (!(seen.shown > 0 && seen.shown < seen.triangles)) reasons.push(`switching: expected a level, got ${seen.shown}`);
  return { reasons, ...seen };
}

/** Looks reach a level that is shown in place of its model; the last one is left on, as a user may. */
export async function levelLooks(driver) {
  const { page } = driver;
  const reasons = [];
  const inspect = () => page.evaluate(() => {
    const { viewer, scale } = window.studio;
    const { instead } = viewer.sides[0];
    const level = instead.set.levels[0];
    return {
      wireframe: level.mesh.material.every((one) => one.wireframe),
      mapped: level.mesh.material.some((one) => one.map),
      coloured: new Set(level.geometry.attributes.color?.array ?? []).size,
      title: scale?.title ?? '',
    };
  });
  await page.evaluate(() => window.studio.setLook({ colours: 'influences', wireframe: true }));
  const influences = await inspect();
  await driver.picture('level-look');
  if (!influences.wireframe) reasons.push('looks: the level is drawn without wireframe');
  if (influences.mapped || influences.coloured < 4) reasons.push('looks: the level has no colours of its influences');
  await page.evaluate(() => window.studio.setLook({ colours: 'weights', wireframe: false }));
  if ((await inspect()).coloured < 4) reasons.push('looks: the level has no colours of weights');
  await page.evaluate(async () => {
    const { studio } = window;
    await studio.setSplit(true);
    studio.setLook({ colours: 'error' });
    studio.viewer.draw();
  });
  const error = await inspect();
  if (error.coloured < 4 || !/Distance/.test(error.title)) reasons.push('looks: the level has no colours of its error');
  await page.evaluate(async () => {
    const { studio } = window;
    studio.setLook({ colours: 'material' });
    await studio.setSplit(false);
    studio.viewer.sides[1].show(null);
  });
  if (!(await inspect()).mapped) reasons.push('looks: the level has lost its material');
  return { reasons };
}

/** A .gltf with its data inside opens; poses that a model does not have are told, not gone to. */
export async function files(driver) {
  const found = await driver.page.evaluate(async () => {
    const { studio } = window;
    const bytes = new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
    const data = btoa(String.fromCharCode(...bytes));
    const triangle = {
      asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
      bufferViews: [{ buffer: 0, byteLength: bytes.length }],
      buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${data}` }],
    };
    await studio.openFiles([new File([JSON.stringify(triangle)], 'triangle.gltf')]);
    const { model } = studio.viewer.sides[0];
    await studio.goTo('nosuch 0.5 s');
    const notes = document.getElementById('notes').textContent;
    return { name: model.row.name, triangles: model.row.triangles, clip: studio.viewer.clock.clip, notes };
  });
  const reasons = [];
  if (found.name !== 'triangle' || found.triangles !== 1) reasons.push(`files: expected the triangle, got ${found.name}`);
  if (found.clip !== -1 || !found.notes.includes('has no clip "nosuch"')) reasons.push(`files: an unknown pose is not told: ${found.notes}`);
  return { reasons };
}

/** The page without a model says what to do, offers the built-in characters, and opens one. */
export async function startPage(driver) {
  const { page } = driver;
  const reasons = [];
  const empty = async (when) => {
    const seen = await page.evaluate(() => ({
      start: !document.getElementById('start').hidden,
      text: document.getElementById('start').textContent,
      play: document.querySelector('[data-test=play]').textContent,
      clip: document.querySelector('[data-test=clip]').value,
    }));
    if (!seen.start || !/Drop a \.glb/.test(seen.text)) reasons.push(`start: ${when}, the page does not say what to do`);
    if (seen.clip !== '-1' || seen.play !== '▶') reasons.push(`start: ${when}, a clip plays without a model`);
  };
  await page.evaluate(async () => {
    for (const { id } of [...window.studio.rows]) await window.studio.close(id);
  });
  await empty('after the last model is closed');
  await page.reload();
  await page.waitForSelector('html[data-ready=true]');
  await empty('when it opens');
  await driver.picture('start-empty');
  await page.click('#theme');
  await driver.picture('start-empty-dark');
  await page.click('#theme');
  const names = await page.evaluate(async () => (await fetch('api/samples')).json());
  const offered = await page.locator('#start [data-test^=sample-]').count();
  if (offered !== names.length) reasons.push(`start: ${offered} of ${names.length} characters are offered`);
  await page.click(`[data-test=sample-${names[0]}]`);
  await page.waitForFunction(() => window.studio.viewer.sides[0].model && document.getElementById('start').hidden);
  return { reasons, offered };
}

/** A browser without WebGL 2 is told so. */
export async function noContext(driver) {
  const page = await driver.browser.newPage();
  try {
    await page.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
    await page.goto(driver.page.url());
    const told = await page.waitForSelector('#start h1');
    const text = await told.textContent();
    return { reasons: /no WebGL 2/.test(text) ? [] : [`no context: the page says ${text}`] };
  } finally {
    await page.close();
  }
}

/** Mouse, keys and files that are dropped do what the page says. */
export async function hands(driver) {
  const { page } = driver;
  const reasons = [];
  const expect = (holds, what) => holds || reasons.push(`hands: ${what}`);
  const state = () => page.evaluate(() => {
    const { viewer, look } = window.studio;
    const { position } = viewer.camera;
    const { target } = viewer.controls;
    return {
      at: position.toArray(), far: position.distanceTo(target), target: target.toArray(), skeleton: viewer.options.skeleton, wireframe: look.wireframe,
      theme: document.documentElement.dataset.theme, tab: document.querySelector('[role=tab][aria-selected=true]').textContent, ...viewer.clock,
    };
  });
  const moved = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
  const box = await page.locator('#canvas').boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  const drag = async () => {
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] + 80, middle[1] + 30, { steps: 4 });
    await page.mouse.up();
  };

  const first = await state();
  await drag();
  const turned = await state();
  expect(moved(turned.at, first.at) > 0.05 * first.far && Math.abs(turned.far - first.far) < 1e-6 * first.far, 'a drag does not turn the view');
  await page.keyboard.down('Shift');
  await drag();
  await page.keyboard.up('Shift');
  const shifted = await state();
  expect(moved(shifted.target, turned.target) > 0.01 * first.far, 'a drag with Shift does not move the view');
  await page.mouse.wheel(0, -200);
  await page.waitForFunction((far) => window.studio.viewer.camera.position.distanceTo(window.studio.viewer.controls.target) < far, shifted.far);
  await page.focus('#canvas');
  const before = await state();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('-');
  const after = await state();
  expect(moved(after.at, before.at) > 0 && after.far > before.far, 'keys do not turn and zoom the view');

  for (const [i, name] of ['View', 'Levels', 'Crowd', 'UV', 'Jobs'].entries()) {
    await page.keyboard.press(String(i + 1));
    expect((await state()).tab === name, `${i + 1} does not open ${name}`);
  }
  const pressed = {};
  for (const key of ['k', 'w', 't']) {
    const was = await state();
    await page.keyboard.press(key);
    pressed[key] = [was, await state()];
    await page.keyboard.press(key);
  }
  expect(pressed.k[0].skeleton !== pressed.k[1].skeleton, 'K does not switch the skeleton');
  expect(pressed.w[0].wireframe !== pressed.w[1].wireframe, 'W does not switch the wireframe');
  expect(pressed.t[0].theme !== pressed.t[1].theme, 'T does not switch light and dark');
  await page.keyboard.press('?');
  expect(await page.locator('#key-help').evaluate((one) => one.open), '? does not list the keys');
  await page.keyboard.press('Escape');

  await page.keyboard.press('1');
  await page.evaluate(() => {
    window.studio.viewer.play(false);
    window.studio.viewer.setClip(0, 0);
  });
  const reached = new Set();
  await page.focus('#open');
  for (let i = 0; i < MAX_TABS && !reached.has('loop'); i++) {
    reached.add(await page.evaluate(() => document.activeElement.dataset.test ?? document.activeElement.id ?? ''));
    await page.keyboard.press('Tab');
  }
  for (const name of ['samples', 'split', 'theme', 'canvas', 'tab-View', 'colours', 'bounds', 'play', 'clip', 'time', 'speed', 'loop']) {
    expect(reached.has(name), `Tab does not reach ${name}`);
  }

  await page.focus('#canvas');
  await page.keyboard.press('.');
  expect(Math.abs((await state()).time - 1 / 30) < 1e-6, 'a dot does not go a frame on');
  await page.locator('[data-test=speed]').fill('2');
  expect((await state()).speed === 4, 'the speed does not follow its slider');
  await page.uncheck('[data-test=loop]');
  await page.focus('#canvas');
  await page.keyboard.press(' ');
  const ended = await page.waitForFunction(() => {
    const { clock, duration } = window.studio.viewer;
    return !clock.playing && Math.abs(clock.time - duration) < 1e-6;
  }, null, { timeout: 60_000 }).catch(() => null);
  expect(ended, 'a clip without loop does not stop at its end');
  await page.check('[data-test=loop]');
  await page.locator('[data-test=speed]').fill('0');

  const dropped = await page.evaluate(async () => {
    const { studio } = window;
    const { id } = studio.viewer.sides[0].model;
    const carried = new DataTransfer();
    carried.items.add(new File([await (await fetch(`api/models/${id}/file.glb`)).arrayBuffer()], 'dropped.glb'));
    document.getElementById('canvas').dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer: carried }));
    const invited = !document.getElementById('drop').hidden;
    document.getElementById('canvas').dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: carried }));
    return invited && document.getElementById('drop').hidden;
  });
  expect(dropped, 'the page does not invite a file that is dragged');
  await page.waitForFunction(() => window.studio.viewer.sides[0].model?.row.name === 'dropped', null, { timeout: 30_000 })
    .catch(() => reasons.push('hands: a file that is dropped does not open'));
  return { reasons, reached: reached.size };
}

/** Every way to look at a model draws without an error. */
export async function looks(driver) {
  const { page } = driver;
  const reasons = [];
  const shoot = async (name) => {
    await page.waitForFunction(() => document.getElementById('busy').hidden);
    await page.evaluate(() => {
      window.studio.viewer.setClip(0, 0.4);
      window.studio.viewer.draw();
    });
    await driver.picture(`look-${name}`);
  };
  await page.click('[data-test=tab-View]');
  for (const colours of ['weights', 'influences', 'checker', 'material']) {
    await page.selectOption('[data-test=colours]', colours);
    await shoot(colours);
  }
  await page.check('[data-test=skeleton]');
  await page.check('[data-test=wireframe]');
  await page.selectOption('[data-test=bounds]', 'clips');
  await shoot('skeleton');
  await page.uncheck('[data-test=skeleton]');
  await page.uncheck('[data-test=wireframe]');
  await page.selectOption('[data-test=bounds]', '');
  await page.click('[data-test=split]');
  await page.waitForFunction(() => window.studio.viewer.sides[1].model);
  await page.selectOption('[data-test=colours]', 'error');
  await shoot('error');
  const high = await page.evaluate(() => parseFloat(window.studio.scale.high));
  if (!(high > 0)) reasons.push(`error: expected two methods to differ, got ${high}`);
  await page.selectOption('[data-test=colours]', 'material');
  await page.click('[data-test=split]');
  await page.click('[data-test=tab-UV]');
  await shoot('uv');
  await page.click('#theme');
  await shoot('dark');
  await page.click('#theme');
  return { reasons, error: high };
}

/** The ratio slider gives levels while it moves; tells the milliseconds of pricing and of a level. */
export async function slider(driver) {
  const { page } = driver;
  await page.click('[data-test=tab-Levels]');
  const drag = (at) => page.locator('[data-test=ratio]').evaluate((one, value) => {
    one.value = value;
    one.dispatchEvent(new Event('input'));
  }, at);
  const settled = () => page.waitForFunction(() => !window.studio.panels.Levels.asking, null, { polling: 20, timeout: 120_000 });
  const timed = async (at) => {
    const start = performance.now();
    await drag(at);
    await settled();
    return Math.round(performance.now() - start);
  };
  const pricing = await timed(0.2);
  const seen = [];
  const milliseconds = [];
  for (const at of [0.3, 0.4, 0.5, 0.6, 0.7]) {
    milliseconds.push(await timed(at));
    seen.push(await page.evaluate(() => window.studio.panels.Levels.shown));
  }
  await driver.picture('level-slider');
  const reasons = seen.some((n, i) => !(n > 0) || n >= (seen[i - 1] ?? Infinity)) ? [`slider: expected falling levels, got ${seen}`] : [];
  const median = [...milliseconds].sort((a, b) => a - b)[2];
  if (median > LEVEL_LIMIT) reasons.push(`slider: a level took ${median} ms, expected ${LEVEL_LIMIT}`);
  return { reasons, levels: seen, pricing, milliseconds };
}

/** Levels are made and blend. */
export async function levels(driver) {
  const { page } = driver;
  await page.click('[data-test=tab-Levels]');
  await page.click('[data-test=make-levels]');
  await page.waitForFunction(() => window.studio.panels.Levels.view && document.getElementById('busy').hidden, null, { timeout: 120_000 });
  await page.locator('[data-test=level]').evaluate((one) => {
    one.value = 2.5;
    one.dispatchEvent(new Event('input'));
  });
  await page.waitForTimeout(300);
  await driver.picture('levels');
  const { fine, share } = await page.evaluate(() => window.studio.panels.Levels.view.now);
  const reasons = fine === 2 && Math.abs(share - 0.5) < 0.01 ? [] : [`levels: expected 2.5, got ${fine + share}`];
  return { reasons };
}
