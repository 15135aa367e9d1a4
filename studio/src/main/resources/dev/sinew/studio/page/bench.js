// Table 2 of Merry, Marais and Gain, "Simplifying Character Skins with Analytic Error Metrics" (2009), in this
// browser: milliseconds per frame of crowds without levels, with levels by the rest pose, by all poses, and with
// fewer influences too.
import { postPack } from './api.js';
import { Crowd } from './crowd.js';
import { crowdScene } from './panel-crowd.js';
import { RATIOS } from './panel-levels.js';

export const BENCH_LEVELS = { none: 'none', rest: 'rest pose', poses: 'all poses', influences: 'all poses, fewer influences' };
const TOLERANCE = 2;

/** Measures crowds of the first side's model; `tell` hears what is measured next. */
export async function measureCrowds(studio, { counts = [100, 1000], frames = 12 } = {}, tell = () => {}) {
  const { viewer } = studio;
  const { model } = viewer.sides[0];
  const rows = [];
  for (const [levels, title] of Object.entries(BENCH_LEVELS)) {
    tell(`Making levels: ${title}`);
    const pack = await postPack('api/crowd', { model: model.id, levels, ratios: levels === 'none' ? [] : RATIOS });
    for (const instances of counts) {
      tell(`Drawing ${instances} instances: ${title}`);
      await new Promise((later) => setTimeout(later, 20));
      const crowd = new Crowd(pack, (mesh, primitive) => model.material(mesh, primitive), { count: instances, tolerance: TOLERANCE });
      crowd.scene = crowdScene(crowd, model, null);
      crowd.running = false;
      studio.startCrowd(crowd);
      rows.push({ levels: title, instances, ...play(viewer, crowd, frames) });
    }
  }
  studio.stopCrowd();
  return rows;
}

/** Draws a crowd along a path from afar into its midst; returns means per frame. */
function play(viewer, crowd, frames) {
  const { renderer, camera } = viewer;
  const gl = renderer.getContext();
  const pixel = new Uint8Array(4);
  const { center, radius } = crowd.sphere;
  camera.near = radius / 50;
  camera.far = 8 * crowd.extent + 100 * radius;
  camera.updateProjectionMatrix();
  const sums = { milliseconds: 0, drawn: 0, triangles: 0, influences: 0 };
  // The first frame compiles shaders and fills buffers; it does not count.
  for (let i = -1; i < frames; i++) {
    const share = Math.max(0, i) / Math.max(1, frames - 1);
    const away = (1.6 - 1.2 * share) * crowd.extent + 3 * radius;
    camera.position.set(center.x + 0.3 * away, center.y + 0.4 * away, center.z + 0.9 * away);
    camera.lookAt(center);
    const start = performance.now();
    viewer.clock.time = i / 30;
    viewer.drawCrowd();
    // Reading a pixel waits until the frame is drawn.
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    if (i < 0) continue;
    sums.milliseconds += (performance.now() - start) / frames;
    for (const name of ['drawn', 'triangles', 'influences']) sums[name] += crowd.seen[name] / frames;
  }
  return sums;
}
