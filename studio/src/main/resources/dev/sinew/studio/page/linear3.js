// 3×3 matrices, affine transforms of twelve numbers row by row, and quaternions x, y, z, w, in flat
// arrays: what the page computes per pose, as the library does (its packages math and skin).

/** Writes a · b of a glTF node's matrix (16 numbers, by columns) and an affine transform. */
export function multiplyNode(node, affine, ao, out, oo) {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 4; c++) {
      let sum = c === 3 ? node[12 + r] : 0;
      for (let k = 0; k < 3; k++) sum += node[4 * k + r] * affine[ao + 4 * k + c];
      out[oo + 4 * r + c] = sum;
    }
  }
}

/** Writes the affine part of a node's matrix row by row. */
export function copyNode(node, out, oo) {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 4; c++) out[oo + 4 * r + c] = node[4 * c + r];
  }
}

export function determinant(m, o) {
  return m[o] * (m[o + 5] * m[o + 10] - m[o + 6] * m[o + 9])
    - m[o + 1] * (m[o + 4] * m[o + 10] - m[o + 6] * m[o + 8])
    + m[o + 2] * (m[o + 4] * m[o + 9] - m[o + 5] * m[o + 8]);
}

/** Returns true if the linear part of an affine transform is a rotation. */
export function isRotation(m, o) {
  for (let a = 0; a < 3; a++) {
    for (let b = a; b < 3; b++) {
      const dot = m[o + a] * m[o + b] + m[o + 4 + a] * m[o + 4 + b] + m[o + 8 + a] * m[o + 8 + b];
      if (!(Math.abs(dot - (a === b ? 1 : 0)) <= 1e-6)) return false;
    }
  }
  return determinant(m, o) > 0;
}

/** Writes the quaternion of a rotation matrix with rows of a stride. */
export function quaternionOf(m, o, stride, out, oo) {
  const a = m[o], e = m[o + stride + 1], i = m[o + 2 * stride + 2];
  const b = m[o + 1], c = m[o + 2], d = m[o + stride], f = m[o + stride + 2];
  const g = m[o + 2 * stride], h = m[o + 2 * stride + 1];
  let x, y, z, w;
  if (a + e + i > 0) [x, y, z, w] = [h - f, c - g, d - b, 1 + a + e + i];
  else if (a >= e && a >= i) [x, y, z, w] = [1 + a - e - i, b + d, c + g, h - f];
  else if (e >= i) [x, y, z, w] = [b + d, 1 + e - a - i, f + h, c - g];
  else [x, y, z, w] = [c + g, f + h, 1 + i - a - e, d - b];
  const scale = 1 / Math.hypot(x, y, z, w);
  out[oo] = x * scale;
  out[oo + 1] = y * scale;
  out[oo + 2] = z * scale;
  out[oo + 3] = w * scale;
}

/**
 * Singular values of a 3×3 matrix by one-sided Jacobi rotations: a = U diag(values) Vᵀ with rotations
 * U and V; the values fall, and the last has the sign of the determinant.
 */
export function svd(a, ao, stride) {
  const cols = new Float64Array(9);
  const v = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) cols[3 * r + c] = a[ao + stride * r + c];
  const dot = (p, q) => cols[p] * cols[q] + cols[3 + p] * cols[3 + q] + cols[6 + p] * cols[6 + q];
  const turn = (m, p, q, cos, sin) => {
    for (let r = 0; r < 9; r += 3) {
      const x = m[r + p];
      m[r + p] = cos * x - sin * m[r + q];
      m[r + q] = sin * x + cos * m[r + q];
    }
  };
  for (let sweep = 0, turned = true; turned && sweep < 30; sweep++) {
    turned = false;
    for (const [p, q] of [[0, 1], [0, 2], [1, 2]]) {
      const pp = dot(p, p), qq = dot(q, q), pq = dot(p, q);
      if (!(Math.abs(pq) > 1e-15 * Math.sqrt(pp) * Math.sqrt(qq))) continue;
      const zeta = (qq - pp) / (2 * pq);
      const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
      const cos = 1 / Math.sqrt(1 + t * t);
      turn(cols, p, q, cos, cos * t);
      turn(v, p, q, cos, cos * t);
      turned = true;
    }
  }
  for (const [p, q] of [[0, 1], [1, 2], [0, 1]]) {
    if (dot(p, p) < dot(q, q)) {
      // A quarter turn swaps the columns and keeps V a rotation.
      turn(cols, p, q, 0, -1);
      turn(v, p, q, 0, -1);
    }
  }
  return leftSide(cols, v, dot);
}

function leftSide(cols, v, dot) {
  const column = (c) => [cols[c], cols[3 + c], cols[6 + c]];
  const s0 = Math.sqrt(dot(0, 0));
  const u0 = s0 > 0 ? column(0).map((x) => x / s0) : [1, 0, 0];
  const s1 = Math.sqrt(dot(1, 1));
  let u1 = s1 > 1e-150 ? column(1).map((x) => x / s1) : smallestAxis(u0);
  const along = u0[0] * u1[0] + u0[1] * u1[1] + u0[2] * u1[2];
  u1 = u1.map((x, i) => x - along * u0[i]);
  const length = Math.hypot(...u1);
  u1 = u1.map((x) => x / length);
  const u2 = [
    u0[1] * u1[2] - u0[2] * u1[1],
    u0[2] * u1[0] - u0[0] * u1[2],
    u0[0] * u1[1] - u0[1] * u1[0],
  ];
  const last = column(2);
  const s2 = u2[0] * last[0] + u2[1] * last[1] + u2[2] * last[2];
  return {
    u: [u0[0], u1[0], u2[0], u0[1], u1[1], u2[1], u0[2], u1[2], u2[2]],
    values: [s0, s1, s2],
    v,
  };
}

function smallestAxis(u) {
  const [x, y, z] = u.map(Math.abs);
  if (x <= y && x <= z) return [1, 0, 0];
  return y <= z ? [0, 1, 0] : [0, 0, 1];
}

/** Splits a matrix into a rotation q and a symmetric stretch; R never holds a reflection. */
export function polar(a, ao, stride, q, qo, stretch, so) {
  const { u, values, v } = svd(a, ao, stride);
  const mirror = values[2] < -1e-12 * values[0] ? -1 : 1;
  const rotation = new Float64Array(9);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let turned = 0;
      let stretched = 0;
      for (let i = 0; i < 3; i++) {
        const side = i < 2 ? mirror : 1;
        turned += side * u[3 * r + i] * v[3 * c + i];
        stretched += side * values[i] * v[3 * r + i] * v[3 * c + i];
      }
      rotation[3 * r + c] = turned;
      stretch[so + 3 * r + c] = stretched;
    }
  }
  quaternionOf(rotation, 0, 3, q, qo);
}

export function quaternionDot(q, a, b) {
  return q[a] * q[b] + q[a + 1] * q[b + 1] + q[a + 2] * q[b + 2] + q[a + 3] * q[b + 3];
}

/** Writes the vector part of a⁻¹ b; returns its w. */
export function relativeRotation(q, a, b, out) {
  out[0] = q[a + 3] * q[b] - q[a] * q[b + 3] - q[a + 1] * q[b + 2] + q[a + 2] * q[b + 1];
  out[1] = q[a + 3] * q[b + 1] + q[a] * q[b + 2] - q[a + 1] * q[b + 3] - q[a + 2] * q[b];
  out[2] = q[a + 3] * q[b + 2] - q[a] * q[b + 1] + q[a + 1] * q[b] - q[a + 2] * q[b + 3];
  return quaternionDot(q, a, b);
}
