// Follows the original's vertices through the levels while the camera moves away: for the test that blended
// levels do not pop. Positions are those that the vertex shader computes.
import * as THREE from 'three';
import { levelMaterial } from './skinning.js';

const WIDTH = 512;

/** Reads the positions of the wedges of a level's first instance. */
class LevelReader {
  constructor(set, level) {
    const count = level.data.row.length;
    this.height = Math.ceil(count / WIDTH);
    this.geometry = new THREE.InstancedBufferGeometry();
    for (const [name, attribute] of Object.entries(level.geometry.attributes)) this.geometry.setAttribute(name, attribute);
    this.geometry.instanceCount = 1;
    this.geometry.setDrawRange(0, count);
    this.material = levelMaterial(new THREE.ShaderMaterial({
      vertexShader: /* glsl */ `
varying vec3 sinewSeen;
uniform float sinewHeight;
void main() {
  vec3 transformed = vec3(0);
  #include <skinning_vertex>
  sinewSeen = transformed;
  vec2 pixel = vec2(float(gl_VertexID % ${WIDTH}), float(gl_VertexID / ${WIDTH})) + 0.5;
  gl_Position = vec4(2.0 * pixel / vec2(${WIDTH}.0, sinewHeight) - 1.0, 0, 1);
  gl_PointSize = 1.0;
}`,
      fragmentShader: 'varying vec3 sinewSeen; void main() { gl_FragColor = vec4(sinewSeen, 1); }',
      uniforms: { sinewHeight: { value: this.height } },
      depthTest: false,
      blending: THREE.NoBlending,
    }), set.uniforms, false);
    const points = new THREE.Points(this.geometry, this.material);
    points.frustumCulled = false;
    this.scene = new THREE.Scene();
    this.scene.add(points);
    this.target = new THREE.WebGLRenderTarget(WIDTH, this.height, { type: THREE.FloatType, depthBuffer: false });
  }

  read(renderer) {
    const pixels = new Float32Array(4 * WIDTH * this.height);
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(this.scene, new THREE.Camera());
    renderer.readRenderTargetPixels(this.target, 0, 0, WIDTH, this.height, pixels);
    renderer.setRenderTarget(null);
    return pixels;
  }

  close() {
    this.target.dispose();
    this.material.dispose();
  }
}

/** Per level the wedge that each vertex of the original has become, or −1. */
function wedgesOfVertices(pack) {
  const wedgeOfRow = new Map();
  pack.levels.forEach((level) => level.row.forEach((row, w) => wedgeOfRow.set(row, w)));
  const firstRows = pack.levels.map(({ row }) => row.reduce((least, one) => Math.min(least, one), Infinity));
  let rows = Array.from({ length: pack.levels[0].vertices }, (_, v) => firstRows[0] + v);
  return pack.levels.map((level, k) => {
    const wedges = rows.map((row) => (row >= 0 && wedgeOfRow.has(row) ? wedgeOfRow.get(row) : -1));
    rows = wedges.map((w) => {
      const target = w < 0 || !level.targetRow ? -1 : level.targetRow[w];
      // A target within the same level is a part of the surface that vanishes.
      return k + 1 < firstRows.length && target >= firstRows[k + 1] ? target : -1;
    });
    return wedges;
  });
}

/** Moves the camera away from one instance of the crowd; returns the largest jump in pixels. */
export function trackDolly(studio, steps, tolerance) {
  const { viewer } = studio;
  const { crowd, camera, renderer } = viewer;
  crowd.running = false;
  crowd.configure({ count: 1, tolerance, cull: false, clip: 0 });
  crowd.places.set([0, 0, 1, 0]);
  crowd.phases[0] = 0;
  const levels = crowd.levels;
  const wedges = wedgesOfVertices(levels.pack);
  const width = viewer.width * renderer.getPixelRatio();
  const height = viewer.height * renderer.getPixelRatio();
  const { center } = crowd.sphere;
  camera.near = crowd.radius / 100;
  camera.far = 4000 * crowd.radius;
  camera.updateProjectionMatrix();
  let before = null;
  let jump = 0;
  let moved = 0;
  const passed = new Set();
  const readers = [];
  for (let i = 0; i < steps; i++) {
    // Each step moves the camera away by the same small share of its distance.
    const distance = 1.6 * crowd.radius * 400 ** (i / (steps - 1));
    camera.position.set(center.x + 0.3 * distance, center.y + 0.2 * distance, center.z + distance);
    camera.lookAt(center);
    crowd.update(camera, width, 0);
    const k = levels.levels.findIndex(({ count }) => count > 0);
    passed.add(k);
    readers[k] ??= new LevelReader(levels, levels.levels[k]);
    const pixels = readers[k].read(renderer);
    const matrix = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const now = screenPlaces(pixels, wedges[k], matrix, width, height);
    // The camera's own motion is taken out: the same surface seen from the place before.
    if (before) {
      const still = screenPlaces(before.pixels, wedges[before.k], matrix, width, height);
      jump = Math.max(jump, furthest(still, now));
      moved = Math.max(moved, furthest(before.places, now));
    }
    before = { places: now, pixels, k };
  }
  readers.forEach((reader) => reader.close());
  return { jump, moved, levels: passed.size, vertices: wedges[0].length };
}

function screenPlaces(pixels, wedges, matrix, width, height) {
  const at = new THREE.Vector3();
  return wedges.map((w) => {
    if (w < 0) return null;
    at.fromArray(pixels, 4 * w).applyMatrix4(matrix);
    return [(at.x * width) / 2, (at.y * height) / 2];
  });
}

function furthest(one, other) {
  let most = 0;
  for (let v = 0; v < one.length; v++) {
    if (one[v] && other[v]) most = Math.max(most, Math.hypot(one[v][0] - other[v][0], one[v][1] - other[v][1]));
  }
  return most;
}
