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
