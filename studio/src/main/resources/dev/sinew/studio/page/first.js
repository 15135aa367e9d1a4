// What the first picture waits for longest is asked for before the rest of the page is loaded: the WebGL
// context, which the browser makes meanwhile, the list of models, and the data of the first one.
import { getJson } from './api.js';
import { askFor } from './files.js';

/** The context of the view; null if the browser has none. */
export const context = document.getElementById('canvas')
  .getContext('webgl2', { antialias: true, preserveDrawingBuffer: true });

/** The models that are open when the page loads. */
export const models = getJson('api/models');
models.then(([row]) => row && askFor(row), () => {});
