// Reads back where the vertex shader puts vertices: for errors between two sides, and for the tests.
import * as THREE from 'three';
import { skinMaterial } from './skinning.js';

const WIDTH = 512;

const VERTEX = /* glsl */ `
#include <common>
#include <morphtarget_pars_vertex>
varying vec3 sinewSeen;
uniform float sinewHeight;
void main() {
  #include <begin_vertex>
  #include <morphtarget_vertex>
  #include <skinning_vertex>
  sinewSeen = transformed;
  vec2 pixel = vec2(float(gl_VertexID % ${WIDTH}), float(gl_VertexID / ${WIDTH})) + 0.5;
  gl_Position = vec4(2.0 * pixel / vec2(${WIDTH}.0, sinewHeight) - 1.0, 0, 1);
  gl_PointSize = 1.0;
}`;

const FRAGMENT = /* glsl */ `
varying vec3 sinewSeen;
void main() { gl_FragColor = vec4(sinewSeen, 1); }`;

const camera = new THREE.Camera();
const colour = new THREE.Color();

/** Returns x, y, z of every wedge of a model's parts, as the GPU deforms them. */
export function readPositions(renderer, model) {
  const counts = model.parts.map((part) => part.data.rowStart.length - 1);
  const out = new Float32Array(3 * counts.reduce((a, b) => a + b, 0));
  let first = 0;
  model.parts.forEach((part, i) => {
    for (const patch of part.patches) readPatch(renderer, part, patch, out, 3 * (first + patch.first));
    first += counts[i];
  });
  return out;
}

function readPatch(renderer, part, patch, out, at) {
  const probe = (patch.probe ??= new Probe(part, patch));
  probe.object.morphTargetInfluences = patch.mesh.morphTargetInfluences;
  const pixels = probe.read(renderer);
  for (let v = 0; v < patch.count; v++) {
    for (let c = 0; c < 3; c++) out[at + 3 * v + c] = pixels[4 * v + c];
  }
}

/** Draws the vertices of a patch as points, one per pixel; kept as long as the patch's method. */
class Probe {
  constructor(part, patch) {
    this.height = Math.max(1, Math.ceil(patch.count / WIDTH));
    this.target = new THREE.WebGLRenderTarget(WIDTH, this.height, { type: THREE.FloatType, depthBuffer: false });
    const { geometry } = patch;
    this.points = new THREE.BufferGeometry();
    for (const [name, attribute] of Object.entries(geometry.attributes)) this.points.setAttribute(name, attribute);
    this.points.morphAttributes = geometry.morphAttributes;
    this.points.morphTargetsRelative = geometry.morphTargetsRelative;
    this.material = skinMaterial(
      new THREE.ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        uniforms: { sinewHeight: { value: this.height } },
        depthTest: false,
        blending: THREE.NoBlending,
      }),
      part.method, part.texels, part.uniforms);
    this.object = new THREE.Points(this.points, this.material);
    this.object.frustumCulled = false;
    this.scene = new THREE.Scene();
    this.scene.add(this.object);
    this.pixels = new Float32Array(4 * WIDTH * this.height);
  }

  read(renderer) {
    const before = renderer.getRenderTarget();
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(this.scene, camera);
    renderer.readRenderTargetPixels(this.target, 0, 0, WIDTH, this.height, this.pixels);
    renderer.setRenderTarget(before);
    // A target of numbers has another colour space than the screen, and three.js keeps its clear colour.
    renderer.setClearColor(renderer.getClearColor(colour));
    return this.pixels;
  }

  close() {
    this.points.dispose();
    this.material.dispose();
    this.target.dispose();
  }
}

/** Returns the distance of each point from the nearest of other points, or from its namesake. */
export function distancesBetween(points, others) {
  const count = points.length / 3;
  const out = new Float32Array(count);
  if (points.length === others.length) {
    for (let i = 0; i < count; i++) {
      out[i] = Math.hypot(points[3 * i] - others[3 * i], points[3 * i + 1] - others[3 * i + 1],
        points[3 * i + 2] - others[3 * i + 2]);
    }
    return out;
  }
  const near = new NearestPoint(others);
  for (let i = 0; i < count; i++) out[i] = near.distance(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
  return out;
}

/** Points in a grid of cells, for the nearest one. */
class NearestPoint {
  constructor(points) {
    this.points = points;
    const box = new THREE.Box3().setFromArray(points);
    const size = box.getSize(new THREE.Vector3());
    this.box = box;
    this.point = new THREE.Vector3();
    this.min = box.min;
    this.cell = Math.max(1e-9, Math.max(size.x, size.y, size.z) / Math.cbrt(points.length / 3) / 0.7);
    this.cells = new Map();
    for (let i = 0; i < points.length; i += 3) {
      const key = this.key(...this.place(points[i], points[i + 1], points[i + 2]));
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push(i);
    }
    this.reach = Math.ceil(Math.max(size.x, size.y, size.z) / this.cell) + 1;
  }

  place(x, y, z) {
    return [x - this.min.x, y - this.min.y, z - this.min.z].map((d) => Math.floor(d / this.cell));
  }

  key(a, b, c) {
    return ((a + 512) * 1024 + b + 512) * 1024 + c + 512;
  }

  /** Searches rings of cells around the place in the box that is nearest to a point. */
  distance(x, y, z) {
    const inside = this.box.clampPoint(this.point.set(x, y, z), new THREE.Vector3());
    // Whatever is d away from that place is at least √(d² + outside²) away from the point.
    const outside = inside.distanceTo(this.point);
    const [a, b, c] = this.place(inside.x, inside.y, inside.z);
    let best = Infinity;
    for (let ring = 0; ring <= this.reach && best > Math.hypot(Math.max(0, ring - 1) * this.cell, outside); ring++) {
      for (let i = -ring; i <= ring; i++) {
        for (let j = -ring; j <= ring; j++) {
          const step = Math.max(Math.abs(i), Math.abs(j)) === ring ? 1 : Math.max(1, 2 * ring);
          for (let k = -ring; k <= ring; k += step) best = Math.min(best, this.inCell(a + i, b + j, c + k, x, y, z));
        }
      }
    }
    return best;
  }

  inCell(a, b, c, x, y, z) {
    const { points } = this;
    let best = Infinity;
    for (const i of this.cells.get(this.key(a, b, c)) ?? []) {
      best = Math.min(best, Math.hypot(points[i] - x, points[i + 1] - y, points[i + 2] - z));
    }
    return best;
  }
}
