package dev.sinew.skin.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops of {@link VectorKernels} that compute positions, one for each number of entries per
 * row, and helpers of all its loops. Every loop writes four floats per point, the fourth to the
 * next point's x.
 */
final class VectorLoops {
  static final VectorSpecies<Float> F4 = FloatVector.SPECIES_128;

  private VectorLoops() {}

  static FloatVector load(float[] from, int at) {
    return FloatVector.fromArray(F4, from, at);
  }

  static FloatVector broadcast(float value) {
    return FloatVector.broadcast(F4, value);
  }

  static void blend1(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] matrixStart = rows.matrixStart;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 1) {
      int i = matrixStart[e];
      FloatVector wi = broadcast(weights[e]);
      FloatVector a = load(g, i).mul(wi);
      FloatVector b = load(g, i + 4).mul(wi);
      FloatVector c = load(g, i + 8).mul(wi);
      FloatVector d = load(g, i + 12).mul(wi);
      transformed(a, b, c, d, rest, 3 * v).intoArray(out, offset + 3 * v);
    }
  }

  static void blend2(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] matrixStart = rows.matrixStart;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 2) {
      int i = matrixStart[e];
      FloatVector wi = broadcast(weights[e]);
      int j = matrixStart[e + 1];
      FloatVector wj = broadcast(weights[e + 1]);
      FloatVector a = load(g, j).fma(wj, load(g, i).mul(wi));
      FloatVector b = load(g, j + 4).fma(wj, load(g, i + 4).mul(wi));
      FloatVector c = load(g, j + 8).fma(wj, load(g, i + 8).mul(wi));
      FloatVector d = load(g, j + 12).fma(wj, load(g, i + 12).mul(wi));
      transformed(a, b, c, d, rest, 3 * v).intoArray(out, offset + 3 * v);
    }
  }

  static void blend3(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] matrixStart = rows.matrixStart;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 3) {
      int i = matrixStart[e];
      FloatVector wi = broadcast(weights[e]);
      int j = matrixStart[e + 1];
      FloatVector wj = broadcast(weights[e + 1]);
      int k = matrixStart[e + 2];
      FloatVector wk = broadcast(weights[e + 2]);
      FloatVector a = load(g, k).fma(wk, load(g, j).fma(wj, load(g, i).mul(wi)));
      FloatVector b = load(g, k + 4).fma(wk, load(g, j + 4).fma(wj, load(g, i + 4).mul(wi)));
      FloatVector c = load(g, k + 8).fma(wk, load(g, j + 8).fma(wj, load(g, i + 8).mul(wi)));
      FloatVector d = load(g, k + 12).fma(wk, load(g, j + 12).fma(wj, load(g, i + 12).mul(wi)));
      transformed(a, b, c, d, rest, 3 * v).intoArray(out, offset + 3 * v);
    }
  }

  static void blend4(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] matrixStart = rows.matrixStart;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 4) {
      int i = matrixStart[e];
      FloatVector wi = broadcast(weights[e]);
      int j = matrixStart[e + 1];
      FloatVector wj = broadcast(weights[e + 1]);
      int k = matrixStart[e + 2];
      FloatVector wk = broadcast(weights[e + 2]);
      int l = matrixStart[e + 3];
      FloatVector wl = broadcast(weights[e + 3]);
      FloatVector a =
          load(g, l).fma(wl, load(g, k).fma(wk, load(g, j).fma(wj, load(g, i).mul(wi))));
      FloatVector b =
          load(g, l + 4)
              .fma(wl, load(g, k + 4).fma(wk, load(g, j + 4).fma(wj, load(g, i + 4).mul(wi))));
      FloatVector c =
          load(g, l + 8)
              .fma(wl, load(g, k + 8).fma(wk, load(g, j + 8).fma(wj, load(g, i + 8).mul(wi))));
      FloatVector d =
          load(g, l + 12)
              .fma(wl, load(g, k + 12).fma(wk, load(g, j + 12).fma(wj, load(g, i + 12).mul(wi))));
      transformed(a, b, c, d, rest, 3 * v).intoArray(out, offset + 3 * v);
    }
  }

  static void blendAny(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    for (int v = from; v < to; v++) {
      blended(rows, weights, g, rest, v).intoArray(out, offset + 3 * v);
    }
  }

  static FloatVector blended(PointRows rows, float[] weights, float[] g, float[] rest, int v) {
    int end = rows.rowStart[v + 1];
    int e = rows.rowStart[v];
    int m = rows.matrixStart[e];
    FloatVector w = broadcast(weights[e]);
    FloatVector a = load(g, m).mul(w);
    FloatVector b = load(g, m + 4).mul(w);
    FloatVector c = load(g, m + 8).mul(w);
    FloatVector d = load(g, m + 12).mul(w);
    for (e++; e < end; e++) {
      m = rows.matrixStart[e];
      w = broadcast(weights[e]);
      a = load(g, m).fma(w, a);
      b = load(g, m + 4).fma(w, b);
      c = load(g, m + 8).fma(w, c);
      d = load(g, m + 12).fma(w, d);
    }
    return transformed(a, b, c, d, rest, 3 * v);
  }

  /** Transforms the point at an index of {@code rest} by the matrix of columns a, b, c, d. */
  static FloatVector transformed(
      FloatVector a, FloatVector b, FloatVector c, FloatVector d, float[] rest, int at) {
    return a.fma(
        broadcast(rest[at]), b.fma(broadcast(rest[at + 1]), c.fma(broadcast(rest[at + 2]), d)));
  }

  static void project1(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    int[] matrixStart = rows.matrixStart;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 1) {
      projected(g, matrixStart[e], coords, 4 * e).intoArray(out, offset + 3 * v);
    }
  }

  static void project2(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    int[] matrixStart = rows.matrixStart;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 2) {
      projected(g, matrixStart[e], coords, 4 * e)
          .add(projected(g, matrixStart[e + 1], coords, 4 * e + 4))
          .intoArray(out, offset + 3 * v);
    }
  }

  static void project3(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    int[] matrixStart = rows.matrixStart;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 3) {
      projected(g, matrixStart[e], coords, 4 * e)
          .add(projected(g, matrixStart[e + 1], coords, 4 * e + 4))
          .add(projected(g, matrixStart[e + 2], coords, 4 * e + 8))
          .intoArray(out, offset + 3 * v);
    }
  }

  static void project4(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    int[] matrixStart = rows.matrixStart;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 4) {
      projected(g, matrixStart[e], coords, 4 * e)
          .add(projected(g, matrixStart[e + 1], coords, 4 * e + 4))
          .add(projected(g, matrixStart[e + 2], coords, 4 * e + 8))
          .add(projected(g, matrixStart[e + 3], coords, 4 * e + 12))
          .intoArray(out, offset + 3 * v);
    }
  }

  static void projectAny(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    for (int v = from; v < to; v++) {
      projectedPoint(rows, coords, g, v).intoArray(out, offset + 3 * v);
    }
  }

  static FloatVector projectedPoint(PointRows rows, float[] coords, float[] g, int v) {
    int e = rows.rowStart[v];
    FloatVector sum = projected(g, rows.matrixStart[e], coords, 4 * e);
    for (e++; e < rows.rowStart[v + 1]; e++) {
      sum = sum.add(projected(g, rows.matrixStart[e], coords, 4 * e));
    }
    return sum;
  }

  /** Multiplies the matrix at m by the 4-vector at p. */
  static FloatVector projected(float[] g, int m, float[] coords, int p) {
    return load(g, m)
        .fma(
            broadcast(coords[p]),
            load(g, m + 4)
                .fma(
                    broadcast(coords[p + 1]),
                    load(g, m + 8)
                        .fma(
                            broadcast(coords[p + 2]),
                            load(g, m + 12).mul(broadcast(coords[p + 3])))));
  }
}
