// Opens the studio's page in headless Chromium and watches what its console says.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from '../browser/browser.mjs';

/** What the driver says when pixels are read back is intended here. */
const EXPECTED = /GL Driver Message.*Performance|GPU stall due to ReadPixels/;

export class Driver {
  constructor(browser, page, pictures) {
    this.browser = browser;
    this.page = page;
    this.pictures = pictures;
    this.messages = [];
  }

  static async open(url, { pictures, width = 1280, height = 800, dark = false } = {}) {
    const browser = await launch();
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
    const driver = new Driver(browser, page, pictures);
    page.on('console', (message) => {
      const text = message.text();
      if (['error', 'warning'].includes(message.type()) && !EXPECTED.test(text)) driver.messages.push(text);
    });
    page.on('pageerror', (error) => driver.messages.push(error.stack ?? error.message));
    if (pictures) await mkdir(pictures, { recursive: true });
    await page.goto(url);
    await page.waitForSelector('html[data-ready=true]');
    return driver;
  }

  /** Keeps a picture of the page, if pictures are wanted. */
  async picture(name) {
    if (this.pictures) await this.page.screenshot({ path: join(this.pictures, `${name}.png`), timeout: 120_000 });
  }

  /** Shows a model still, with a method, in a pose. */
  show(id, { method, clip = -1, time = 0 } = {}) {
    return this.page.evaluate(async ([model, options]) => {
      const { studio } = window;
      studio.still = true;
      await studio.refresh();
      if (studio.viewer.split) await studio.setSplit(false);
      await studio.show(0, model, { method: options.method });
      studio.viewer.play(false);
      studio.viewer.setClip(options.clip, options.time);
      studio.viewer.draw();
    }, [id, { method, clip, time }]);
  }

  /** Returns the messages of the console since the last call. */
  takeMessages() {
    const taken = this.messages;
    this.messages = [];
    return taken;
  }

  close() {
    return this.browser.close();
  }
}
