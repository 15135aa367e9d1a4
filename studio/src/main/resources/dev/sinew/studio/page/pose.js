// What changes with the pose, per joint: the values that the vertex shader reads, computed from the
// joints' transforms as the library's skinning models do (JointMotions, BoneFrames, RotationCentres).
import * as linear3 from './linear3.js';

/** Quaternions with a smaller absolute dot product count as a half turn apart. */
const TIE = 1e-6;
/** Below this cosine of half the swing, a bone is folded back and its twist is undefined. */
const FOLDED = 0.1;
/** Texels per joint in the pose texture, by method. */
export const TEXELS = { ssd: 3, as: 6, dqs: 6, sbs: 2, stbs: 12 };
const NONE = 0xffffffff;

/** The poses of the joints of one part. */
export class JointPose {
  /**
   * @param part the part's shader data
   * @param nodes the three.js object of every joint
   */
  constructor(part, nodes) {
    const n = nodes.length;
    this.part = part;
    this.nodes = nodes;
    this.matrices = new Float64Array(12 * n);
    this.rotations = new Float64Array(4 * n);
    this.stretches = new Float64Array(9 * n);
    this.scratch = [0, 0, 0];
  }

  /** Writes the texels of all joints for a method. */
  write(method, out) {
    this.setMatrices();
    if (method === 'ssd') this.writeMatrices(out, 3);
    else if (method === 'as') this.writeMatrices(out, 6);
    else {
      this.split();
      if (method === 'dqs') this.writeMotions(out);
      else if (method === 'sbs') this.writeStretches(out, 2, 0);
      else this.writeBones(out);
    }
  }

  setMatrices() {
    this.nodes.forEach((node, j) =>
      linear3.multiplyNode(node.matrixWorld.elements, this.part.inverseBinds, 12 * j, this.matrices, 12 * j));
  }

  writeMatrices(out, texels) {
    const { matrices, nodes } = this;
    for (let j = 0; j < nodes.length; j++) {
      const o = 4 * texels * j;
      for (let e = 0; e < 12; e++) out[o + e] = matrices[12 * j + e];
      if (texels === 6) linear3.copyNode(nodes[j].matrixWorld.elements, out, o + 12);
    }
  }

  /** Splits every matrix into rotation and stretch; signs agree along the skeleton. */
  split() {
    const { matrices, rotations, stretches, part } = this;
    for (let j = 0; j < this.nodes.length; j++) {
      if (linear3.isRotation(matrices, 12 * j)) {
        linear3.quaternionOf(matrices, 12 * j, 4, rotations, 4 * j);
        for (let i = 0; i < 9; i++) stretches[9 * j + i] = i % 4 === 0 ? 1 : 0;
      } else {
        linear3.polar(matrices, 12 * j, 4, rotations, 4 * j, stretches, 9 * j);
      }
    }
    for (const j of part.order) {
      const reference = part.parents[j] === NONE ? part.order[0] : part.parents[j];
      if (reference !== j && this.isOpposite(4 * reference, 4 * j)) {
        for (let i = 4 * j; i < 4 * j + 4; i++) rotations[i] = -rotations[i];
      }
    }
  }

  isOpposite(a, b) {
    const dot = linear3.quaternionDot(this.rotations, a, b);
    if (Math.abs(dot) > TIE) return dot < 0;
    linear3.relativeRotation(this.rotations, a, b, this.scratch);
    const [x, y, z] = this.scratch;
    const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) - TIE;
    return (Math.abs(x) >= largest ? x : Math.abs(y) >= largest ? y : z) < 0;
  }

  /** Matrix rows, quaternion, and the six numbers of the stretch. */
  writeMotions(out) {
    const { matrices, rotations } = this;
    for (let j = 0; j < this.nodes.length; j++) {
      const o = 24 * j;
      for (let e = 0; e < 12; e++) out[o + e] = matrices[12 * j + e];
      for (let e = 0; e < 4; e++) out[o + 12 + e] = rotations[4 * j + e];
    }
    this.writeStretches(out, 6, 4);
  }

  writeStretches(out, texels, first) {
    const s = this.stretches;
    for (let j = 0; j < this.nodes.length; j++) {
      const o = 4 * (texels * j + first);
      const t = 9 * j;
      out.set([s[t], s[t + 1], s[t + 2], s[t + 4], s[t + 5], s[t + 8]], o);
    }
  }

  /** BoneFrames: rows of C, A, B with a', δ f and a in their fourth numbers; q; q u; twist. */
  writeBones(out) {
    const { part, matrices, nodes } = this;
    const n = nodes.length;
    const moved = new Float64Array(3 * n);
    for (let j = 0; j < n; j++) {
      for (let r = 0; r < 3; r++) {
        const m = 12 * j + 4 * r;
        moved[3 * j + r] = matrices[m] * part.origins[3 * j] + matrices[m + 1] * part.origins[3 * j + 1]
          + matrices[m + 2] * part.origins[3 * j + 2] + matrices[m + 3];
      }
    }
    out.fill(0);
    for (let j = 0; j < n; j++) {
      const o = 48 * j;
      for (let r = 0; r < 3; r++) {
        out[o + 4 * r + 3] = moved[3 * j + r];
        out[o + 24 + 4 * r + 3] = part.origins[3 * j + r];
      }
      for (let e = 0; e < 4; e++) out[o + 36 + e] = this.rotations[4 * j + e];
      if (part.boneEnd[j] === NONE) this.writeRigid(j, out, o);
      else this.writeBone(j, moved, out, o);
    }
  }

  writeRigid(j, out, o) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) out[o + 4 * r + c] = this.matrices[12 * j + 4 * r + c];
    }
  }

  writeBone(j, moved, out, o) {
    const { part, matrices: m } = this;
    const at = 12 * j;
    const u = [part.boneAxis[3 * j], part.boneAxis[3 * j + 1], part.boneAxis[3 * j + 2]];
    const along = [0, 1, 2].map((r) => m[at + 4 * r] * u[0] + m[at + 4 * r + 1] * u[1] + m[at + 4 * r + 2] * u[2]);
    const stretch = Math.hypot(...along);
    const f = along.map((x) => (stretch > 0 ? x / stretch : 0));
    const across = crossScale(m, at, u);
    const end = 3 * part.boneEnd[j];
    let posed = 0;
    for (let r = 0; r < 3; r++) posed += f[r] * (moved[end + r] - moved[3 * j + r]);
    const elongation = posed - across * part.boneLength[j];
    for (let r = 0; r < 3; r++) {
      const l = [m[at + 4 * r], m[at + 4 * r + 1], m[at + 4 * r + 2]];
      for (let c = 0; c < 3; c++) {
        out[o + 4 * r + c] = across * f[r] * u[c];
        out[o + 12 + 4 * r + c] = l[c] - along[r] * u[c];
        out[o + 24 + 4 * r + c] = l[(c + 1) % 3] * u[(c + 2) % 3] - l[(c + 2) % 3] * u[(c + 1) % 3];
      }
      out[o + 12 + 4 * r + 3] = elongation * f[r];
    }
    this.writeTwist(j, u, out, o);
  }

  writeTwist(j, u, out, o) {
    const q = this.rotations;
    const a = 4 * j;
    const w = linear3.relativeRotation(q, a, 4 * this.part.boneEnd[j], this.scratch);
    const about = this.scratch[0] * u[0] + this.scratch[1] * u[1] + this.scratch[2] * u[2];
    const confidence = Math.min(1, Math.hypot(about, w) / FOLDED);
    const half = Math.atan2(about, w) * confidence * confidence * (3 - 2 * confidence);
    out[o + 40] = q[a + 3] * u[0] + q[a + 1] * u[2] - q[a + 2] * u[1];
    out[o + 41] = q[a + 3] * u[1] + q[a + 2] * u[0] - q[a] * u[2];
    out[o + 42] = q[a + 3] * u[2] + q[a] * u[1] - q[a + 1] * u[0];
    out[o + 43] = -(q[a] * u[0] + q[a + 1] * u[1] + q[a + 2] * u[2]);
    out[o + 44] = Math.abs(half) < TIE ? 0 : half;
  }
}

/** Returns the scale across a bone: the square root of the area scale |cof(L) u|. */
function crossScale(m, o, [x, y, z]) {
  const row = (r) => [m[o + 4 * r], m[o + 4 * r + 1], m[o + 4 * r + 2]];
  const [a, b, c] = [row(0), row(1), row(2)];
  const cross = (p, q) =>
    (p[1] * q[2] - p[2] * q[1]) * x + (p[2] * q[0] - p[0] * q[2]) * y + (p[0] * q[1] - p[1] * q[0]) * z;
  return Math.sqrt(Math.hypot(cross(b, c), cross(c, a), cross(a, b)));
}

/**
 * Writes what spherical blending computes per set of joints: a texel with the centre per set, then per
 * member its signed quaternion and the moved centre.
 */
export function writeSets(pose, out) {
  const { part, matrices, rotations } = pose;
  const sets = part.setStart.length - 1;
  for (let s = 0; s < sets; s++) {
    const from = part.setStart[s];
    const to = part.setStart[s + 1];
    const centre = rotationCentre(part, s, from, to, matrices);
    out.set(centre, 4 * s);
    const pivot = 4 * part.setJoint[pivotOf(part, from, to, rotations, pose.scratch)];
    for (let i = from; i < to; i++) {
      const o = 4 * (sets + 2 * i);
      const q = 4 * part.setJoint[i];
      const sign = linear3.quaternionDot(rotations, pivot, q) < -TIE ? -1 : 1;
      for (let c = 0; c < 4; c++) out[o + c] = sign * rotations[q + c];
      for (let r = 0; r < 3; r++) {
        const m = 12 * part.setJoint[i] + 4 * r;
        out[o + 4 + r] = matrices[m] * centre[0] + matrices[m + 1] * centre[1] + matrices[m + 2] * centre[2]
          + matrices[m + 3];
      }
    }
  }
}

/** Returns the member whose rotation relative to the first joint has the largest |x + y + z|. */
function pivotOf(part, from, to, rotations, scratch) {
  let best = from;
  let largest = 0;
  for (let i = from + 1; i < to; i++) {
    linear3.relativeRotation(rotations, 4 * part.setJoint[from], 4 * part.setJoint[i], scratch);
    const size = Math.abs(scratch[0] + scratch[1] + scratch[2]);
    if (size > largest + TIE) {
      largest = size;
      best = i;
    }
  }
  return best;
}

/** Returns the rest point that the joints of a set map as close together as possible. */
function rotationCentre(part, s, from, to, matrices) {
  const meeting = part.setMeeting.subarray(3 * s, 3 * s + 3);
  const centre = Array.from(meeting);
  const n = to - from;
  if (n < 2) return centre;
  const mean = new Float64Array(12);
  for (let i = from; i < to; i++) {
    for (let e = 0; e < 12; e++) mean[e] += matrices[12 * part.setJoint[i] + e] / n;
  }
  const normal = new Float64Array(9);
  const right = [0, 0, 0];
  for (let i = from; i < to; i++) {
    for (let r = 0; r < 3; r++) {
      const m = 12 * part.setJoint[i] + 4 * r;
      const d = [0, 1, 2].map((c) => matrices[m + c] - mean[4 * r + c]);
      const off = matrices[m + 3] - mean[4 * r + 3] + d[0] * meeting[0] + d[1] * meeting[1] + d[2] * meeting[2];
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) normal[3 * a + b] += d[a] * d[b];
        right[a] -= d[a] * off;
      }
    }
  }
  const { values, v } = linear3.svd(normal, 0, 3);
  const cut = Math.max(1e-3, 0.05 * Math.sqrt(n * values[0]));
  for (let i = 0; i < 3; i++) {
    const eigenvalue = Math.max(0, values[i]);
    const above = Math.min(1, Math.max(0, Math.sqrt(n * eigenvalue) / cut - 1));
    if (above === 0) continue;
    let along = v[i] * right[0] + v[3 + i] * right[1] + v[6 + i] * right[2];
    along *= (above * above * (3 - 2 * above)) / eigenvalue;
    for (let c = 0; c < 3; c++) centre[c] += along * v[3 * c + i];
  }
  return centre;
}
