package dev.sinew.simplify.price;

import java.util.Arrays;

/**
 * The quadric of a merged point whose matrices blend those of two ends by a share t: Σ_k (A_k + t
 * D_k)ᵀ Q_k (A_k + t D_k) over the poses k, where D = B − A. It is a polynomial of degree 2 in t,
 * so its three coefficients, summed once, give it for every share (the quadrics of DeCoro and
 * Rusinkiewicz, "Pose-independent Simplification of Articulated Meshes", 2005, with the weights of
 * the candidate).
 */
final class BlendQuadric {
  private static final int Q = Quadric.SIZE;

  private final double[] sum = new double[Q];
  private final double[] s0 = new double[Q];
  private final double[] s1 = new double[Q];
  private final double[] s2 = new double[Q];

  /** Starts a sum over poses. */
  void clear() {
    Arrays.fill(s0, 0);
    Arrays.fill(s1, 0);
    Arrays.fill(s2, 0);
  }

  /**
   * Adds one pose.
   *
   * @param quadrics contains the quadrics of the ends at two offsets, whose sum is Q
   * @param a the matrix of the end with the share 0
   * @param b the matrix of the end with the share 1
   */
  void addPose(double[] quadrics, int firstAt, int secondAt, double[] a, double[] b) {
    for (int i = 0; i < Q; i++) {
      sum[i] = quadrics[firstAt + i] + quadrics[secondAt + i];
    }
    Quadric.addPulledBack(sum, 0, a, s0, 0);
    addHigher(a, b);
  }

  /** Computes the quadric for a share, plus another quadric. */
  void sumAt(double t, double[] other, double[] out) {
    for (int i = 0; i < Q; i++) {
      out[i] = other[i] + s0[i] + t * (s1[i] + t * s2[i]);
    }
  }

  /** Computes the quadric for a share, at an offset of the output. */
  void copyAt(double t, double[] out, int at) {
    for (int i = 0; i < Q; i++) {
      out[at + i] = s0[i] + t * (s1[i] + t * s2[i]);
    }
  }

  /** Adds the coefficients of t and t² for one pose. */
  private void addHigher(double[] a, double[] b) {
    double xx = sum[0], xy = sum[1], xz = sum[2], yy = sum[4], yz = sum[5], zz = sum[7];
    double nx = sum[3], ny = sum[6], nz = sum[8];
    double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
    double b0 = a[4], b1 = a[5], b2 = a[6], b3 = a[7];
    double c0 = a[8], c1 = a[9], c2 = a[10], c3 = a[11];
    double d0 = b[0] - a0, d1 = b[1] - a1, d2 = b[2] - a2, d3 = b[3] - a3;
    double e0 = b[4] - b0, e1 = b[5] - b1, e2 = b[6] - b2, e3 = b[7] - b3;
    double f0 = b[8] - c0, f1 = b[9] - c1, f2 = b[10] - c2, f3 = b[11] - c3;
    double u0 = xx * d0 + xy * e0 + xz * f0;
    double v0 = xy * d0 + yy * e0 + yz * f0;
    double w0 = xz * d0 + yz * e0 + zz * f0;
    double u1 = xx * d1 + xy * e1 + xz * f1;
    double v1 = xy * d1 + yy * e1 + yz * f1;
    double w1 = xz * d1 + yz * e1 + zz * f1;
    double u2 = xx * d2 + xy * e2 + xz * f2;
    double v2 = xy * d2 + yy * e2 + yz * f2;
    double w2 = xz * d2 + yz * e2 + zz * f2;
    double u3 = xx * d3 + xy * e3 + xz * f3;
    double v3 = xy * d3 + yy * e3 + yz * f3;
    double w3 = xz * d3 + yz * e3 + zz * f3;
    s2[0] += d0 * u0 + e0 * v0 + f0 * w0;
    s2[1] += d0 * u1 + e0 * v1 + f0 * w1;
    s2[2] += d0 * u2 + e0 * v2 + f0 * w2;
    s2[3] += d0 * u3 + e0 * v3 + f0 * w3;
    s2[4] += d1 * u1 + e1 * v1 + f1 * w1;
    s2[5] += d1 * u2 + e1 * v2 + f1 * w2;
    s2[6] += d1 * u3 + e1 * v3 + f1 * w3;
    s2[7] += d2 * u2 + e2 * v2 + f2 * w2;
    s2[8] += d2 * u3 + e2 * v3 + f2 * w3;
    s2[9] += d3 * u3 + e3 * v3 + f3 * w3;
    s1[0] += 2 * (a0 * u0 + b0 * v0 + c0 * w0);
    s1[1] += a0 * u1 + b0 * v1 + c0 * w1 + a1 * u0 + b1 * v0 + c1 * w0;
    s1[2] += a0 * u2 + b0 * v2 + c0 * w2 + a2 * u0 + b2 * v0 + c2 * w0;
    s1[3] += a0 * u3 + b0 * v3 + c0 * w3 + a3 * u0 + b3 * v0 + c3 * w0;
    s1[4] += 2 * (a1 * u1 + b1 * v1 + c1 * w1);
    s1[5] += a1 * u2 + b1 * v2 + c1 * w2 + a2 * u1 + b2 * v1 + c2 * w1;
    s1[6] += a1 * u3 + b1 * v3 + c1 * w3 + a3 * u1 + b3 * v1 + c3 * w1;
    s1[7] += 2 * (a2 * u2 + b2 * v2 + c2 * w2);
    s1[8] += a2 * u3 + b2 * v3 + c2 * w3 + a3 * u2 + b3 * v2 + c3 * w2;
    s1[9] += 2 * (a3 * u3 + b3 * v3 + c3 * w3);
    s1[3] += d0 * nx + e0 * ny + f0 * nz;
    s1[6] += d1 * nx + e1 * ny + f1 * nz;
    s1[8] += d2 * nx + e2 * ny + f2 * nz;
    s1[9] += 2 * (d3 * nx + e3 * ny + f3 * nz);
  }
}
