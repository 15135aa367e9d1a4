// A crowd: every instance with its place, clip and phase; its level by pixel error (equation 7.2) at the depth
// of a sphere that holds it in all poses, culled by that sphere, blended between levels.
import * as THREE from 'three';
import { allowedError, LevelSet } from './levels.js';

export const MAX_INSTANCES = 10000;

/** A small generator of random numbers, so that a crowd is the same every time. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export class Crowd {
  constructor(pack, materialOf, options = {}) {
    this.options = {
      count: 1000, tolerance: 2, geomorph: true, cull: true, lod: true, normalMap: true, clip: -1, invert: false, ...options,
    };
    this.pack = pack;
    this.levels = new LevelSet(pack, materialOf, MAX_INSTANCES, this.options);
    this.root = this.levels.root;
    this.sphere = new THREE.Sphere(new THREE.Vector3(...pack.sphere.slice(0, 3)), pack.sphere[3]);
    // A level may leave the sphere of the original by its error.
    this.radius = this.sphere.radius + Math.max(...pack.levels.map(({ error }) => error));
    this.places = new Float32Array(4 * MAX_INSTANCES);
    this.phases = new Float32Array(MAX_INSTANCES);
    this.clips = new Uint16Array(MAX_INSTANCES);
    this.frustum = new THREE.Frustum();
    this.seen = { drawn: 0, triangles: 0, influences: 0 };
    this.arrange();
  }

  /** Puts the instances on a jittered grid, each with its own phase. */
  arrange() {
    const { count, clip } = this.options;
    const next = random(7);
    const side = Math.ceil(Math.sqrt(count));
    // Bounds hold all poses; standing closer than them looks more like a street.
    const spacing = 1.4 * this.sphere.radius;
    this.extent = side * spacing;
    for (let i = 0; i < count; i++) {
      const angle = 2 * Math.PI * next();
      this.places[4 * i] = ((i % side) - (side - 1) / 2 + 0.5 * (next() - 0.5)) * spacing;
      this.places[4 * i + 1] = (Math.floor(i / side) - (side - 1) / 2 + 0.5 * (next() - 0.5)) * spacing;
      this.places[4 * i + 2] = Math.cos(angle);
      this.places[4 * i + 3] = Math.sin(angle);
      this.phases[i] = next();
      this.clips[i] = clip >= 0 ? clip : Math.floor(next() * this.pack.clips.length);
    }
  }

  configure(change) {
    Object.assign(this.options, change);
    if ('count' in change || 'clip' in change) this.arrange();
  }

  frameOf(i, time) {
    const clip = this.pack.clips[this.clips[i]];
    if (clip.count < 2 || !(clip.seconds > 0)) return clip.first;
    const turn = time / clip.seconds + this.phases[i];
    return clip.first + Math.floor((turn - Math.floor(turn)) * clip.count);
  }

  /** Chooses what is drawn in a view of a width in pixels. */
  update(camera, width, time) {
    const { count, tolerance, geomorph, cull, lod, invert } = this.options;
    const { places, levels: set, sphere, frustum } = this;
    camera.updateMatrixWorld();
    frustum.setFromProjectionMatrix(
      new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    const view = camera.matrixWorldInverse.elements;
    const ball = new THREE.Sphere(new THREE.Vector3(), this.radius);
    const perDepth = allowedError(camera, width, 1, tolerance);
    const { x: sx, y: sy, z: sz } = sphere.center;
    set.begin();
    const seen = { drawn: 0, triangles: 0, influences: 0, levels: set.levels.map(() => 0) };
    for (let i = 0; i < count; i++) {
      const cos = places[4 * i + 2];
      const sin = places[4 * i + 3];
      ball.center.set(places[4 * i] + cos * sx + sin * sz, sy, places[4 * i + 1] - sin * sx + cos * sz);
      const visible = frustum.intersectsSphere(ball);
      if (invert ? visible : cull && !visible) continue;
      const { x, y, z } = ball.center;
      const depth = Math.max(camera.near, -(view[2] * x + view[6] * y + view[10] * z + view[14]) - ball.radius);
      const { fine, share } = lod ? set.choice.within(perDepth * depth) : { fine: 0, share: 0 };
      const level = set.levels[fine];
      level.add(geomorph ? share : 0, places[4 * i], places[4 * i + 1], cos, sin, this.frameOf(i, time));
      seen.drawn++;
      seen.triangles += level.triangles;
      seen.influences += level.influences;
      seen.levels[fine]++;
    }
    set.end();
    this.seen = seen;
  }

  close() {
    this.levels.close();
  }
}
