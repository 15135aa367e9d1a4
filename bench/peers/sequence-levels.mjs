// Makes levels of detail of a mesh sequence with meshoptimizer, as vertex indices of the reference:
//   node sequence-levels.mjs OUT-FOLDER RATIO,RATIO,… REFERENCE.obj POSE.obj…
// plain     positions of the reference alone
// gltfpack  as gltfpack does: normals as attributes of weight 0.5, Regularize, Prune
// poses-w   the positions in all poses as attributes of weight w, in units of the reference's size
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MeshoptSimplifier } from 'meshoptimizer';

const [folder, ratios, ...files] = process.argv.slice(2);
await MeshoptSimplifier.ready;
const [reference, ...poses] = files.map(readObj);
const { positions, indices } = reference;
const scale = MeshoptSimplifier.getScale(positions, 3);

for (const ratio of ratios.split(',')) {
  const target = 3 * Math.floor((indices.length / 3) * ratio);
  write('plain', ratio, MeshoptSimplifier.simplify(indices, positions, 3, target, 1e9)[0]);
  write('gltfpack', ratio, withAttributes(normals(), 3, 0.5, target, ['Regularize', 'Prune']));
  for (const weight of [1, 10]) {
    write(`poses-${weight}`, ratio, withAttributes(posed(), 3 * poses.length, weight, target, []));
  }
}

function withAttributes(attributes, stride, weight, target, flags) {
  const weights = new Array(stride).fill(weight);
  return MeshoptSimplifier.simplifyWithAttributes(
    indices, positions, 3, attributes, stride, weights, null, target, 1e9, flags)[0];
}

/** Returns the positions of all poses as attributes, in units of the reference's size. */
function posed() {
  const stride = 3 * poses.length;
  const out = new Float32Array((positions.length / 3) * stride);
  poses.forEach((pose, p) => {
    for (let i = 0; i < positions.length; i++) {
      out[Math.floor(i / 3) * stride + 3 * p + (i % 3)] = pose.positions[i] / scale;
    }
  });
  return out;
}

/** Returns area-weighted vertex normals of unit length. */
function normals() {
  const out = new Float32Array(positions.length);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * indices[t + k], 3 * indices[t + k] + 3));
    const u = [0, 1, 2].map((k) => b[k] - a[k]);
    const v = [0, 1, 2].map((k) => c[k] - a[k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (let k = 0; k < 9; k++) {
      out[3 * indices[t + Math.floor(k / 3)] + (k % 3)] += n[k % 3];
    }
  }
  for (let i = 0; i < out.length; i += 3) {
    const length = Math.hypot(out[i], out[i + 1], out[i + 2]) || 1;
    for (let k = 0; k < 3; k++) {
      out[i + k] /= length;
    }
  }
  return out;
}

function write(name, ratio, level) {
  writeFileSync(join(folder, `${name}-${ratio}.idx`), new Uint8Array(Uint32Array.from(level).buffer));
}

function readObj(file) {
  const positions = [];
  const indices = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words[0] === 'v') {
      positions.push(...words.slice(1, 4).map(Number));
    } else if (words[0] === 'f') {
      const corners = words.slice(1).map((word) => parseInt(word, 10) - 1);
      for (let i = 2; i < corners.length; i++) {
        indices.push(corners[0], corners[i - 1], corners[i]);
      }
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}
