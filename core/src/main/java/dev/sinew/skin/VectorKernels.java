package dev.sinew.skin;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels over the Vector API: a column of a matrix, a point or a normal fills four lanes, the
 * last one idle. Wider vectors were measured and gain nothing here, gathers lose. Loaded only where
 * the module is present (see {@link Kernel}).
 *
 * <p>Output has three floats a point. Four are stored, the idle one onto the next point's x, which
 * comes right after; the last point of a range is stored by its three lanes. No fused operations:
 * they are not faster here, and without them the bytes are those of {@link ScalarKernels}.
 */
final class VectorKernels implements Kernels {
  private static final VectorSpecies<Float> F4 = FloatVector.SPECIES_128;
  private static final VectorShuffle<Float> YZX = VectorShuffle.fromValues(F4, 1, 2, 0, 3);

  VectorKernels() {}

  private static FloatVector load(float[] from, int at) {
    return FloatVector.fromArray(F4, from, at);
  }

  /** A column scaled. */
  private static FloatVector scaled(float[] from, int at, float by) {
    return FloatVector.fromArray(F4, from, at).mul(by);
  }

  private static void storeThree(FloatVector value, float[] out, int o) {
    out[o] = value.lane(0);
    out[o + 1] = value.lane(1);
    out[o + 2] = value.lane(2);
  }

  @Override
  public void blend(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    if (from >= to) {
      return;
    }
    int last = to - 1;
    int v = from;
    for (int run = rows.runOf(from); v < last; run++) {
      int end = Math.min(rows.runEnd(run), last);
      switch (rows.runWidth(run)) {
        case 1 -> blend1(rows, weights, g, rest, v, end, out, offset);
        case 2 -> blend2(rows, weights, g, rest, v, end, out, offset);
        case 3 -> blend3(rows, weights, g, rest, v, end, out, offset);
        case 4 -> blend4(rows, weights, g, rest, v, end, out, offset);
        default -> {
          for (int i = v; i < end; i++) {
            blendAny(rows, weights, g, rest, i).intoArray(out, offset + 3 * i);
          }
        }
      }
      v = end;
    }
    storeThree(blendAny(rows, weights, g, rest, last), out, offset + 3 * last);
  }

  private static void blend1(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] places = rows.matrices;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 1) {
      int i = places[e];
      float wi = weights[e];
      FloatVector a = scaled(g, i, wi);
      FloatVector b = scaled(g, i + 4, wi);
      FloatVector c = scaled(g, i + 8, wi);
      FloatVector d = scaled(g, i + 12, wi);
      transformed(a, b, c, d, rest, 3 * v).intoArray(out, offset + 3 * v);
    }
  }

  private static void blend2(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] places = rows.matrices;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 2) {
      int i = places[e], j = places[e + 1];
      float wi = weights[e], wj = weights[e + 1];
      FloatVector a = scaled(g, i, wi).add(scaled(g, j, wj));
      FloatVector b = scaled(g, i + 4, wi).add(scaled(g, j + 4, wj));
      FloatVector c = scaled(g, i + 8, wi).add(scaled(g, j + 8, wj));
      FloatVector d = scaled(g, i + 12, wi).add(scaled(g, j + 12, wj));
      transformed(a, b, c, d, rest, 3 * v).intoArray(out, offset + 3 * v);
    }
  }

  private static void blend3(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] places = rows.matrices;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 3) {
      int i = places[e], j = places[e + 1], k = places[e + 2];
      float wi = weights[e], wj = weights[e + 1], wk = weights[e + 2];
      FloatVector a = scaled(g, i, wi).add(scaled(g, j, wj)).add(scaled(g, k, wk));
      FloatVector b = scaled(g, i + 4, wi).add(scaled(g, j + 4, wj)).add(scaled(g, k + 4, wk));
      FloatVector c = scaled(g, i + 8, wi).add(scaled(g, j + 8, wj)).add(scaled(g, k + 8, wk));
      FloatVector d = scaled(g, i + 12, wi).add(scaled(g, j + 12, wj)).add(scaled(g, k + 12, wk));
      transformed(a, b, c, d, rest, 3 * v).intoArray(out, offset + 3 * v);
    }
  }

  private static void blend4(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] places = rows.matrices;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 4) {
      int i = places[e], j = places[e + 1], k = places[e + 2], l = places[e + 3];
      float wi = weights[e], wj = weights[e + 1], wk = weights[e + 2], wl = weights[e + 3];
      FloatVector a =
          scaled(g, i, wi).add(scaled(g, j, wj)).add(scaled(g, k, wk)).add(scaled(g, l, wl));
      FloatVector b =
          scaled(g, i + 4, wi)
              .add(scaled(g, j + 4, wj))
              .add(scaled(g, k + 4, wk))
              .add(scaled(g, l + 4, wl));
      FloatVector c =
          scaled(g, i + 8, wi)
              .add(scaled(g, j + 8, wj))
              .add(scaled(g, k + 8, wk))
              .add(scaled(g, l + 8, wl));
      FloatVector d =
          scaled(g, i + 12, wi)
              .add(scaled(g, j + 12, wj))
              .add(scaled(g, k + 12, wk))
              .add(scaled(g, l + 12, wl));
      transformed(a, b, c, d, rest, 3 * v).intoArray(out, offset + 3 * v);
    }
  }

  private static FloatVector blendAny(
      PointRows rows, float[] weights, float[] g, float[] rest, int v) {
    int end = rows.rowStart[v + 1];
    int e = rows.rowStart[v];
    int m = rows.matrices[e];
    float w = weights[e];
    FloatVector a = scaled(g, m, w);
    FloatVector b = scaled(g, m + 4, w);
    FloatVector c = scaled(g, m + 8, w);
    FloatVector d = scaled(g, m + 12, w);
    for (e++; e < end; e++) {
      m = rows.matrices[e];
      w = weights[e];
      a = a.add(scaled(g, m, w));
      b = b.add(scaled(g, m + 4, w));
      c = c.add(scaled(g, m + 8, w));
      d = d.add(scaled(g, m + 12, w));
    }
    return transformed(a, b, c, d, rest, 3 * v);
  }

  /** The point at a place of {@code rest} moved by the matrix of columns a, b, c, d. */
  private static FloatVector transformed(
      FloatVector a, FloatVector b, FloatVector c, FloatVector d, float[] rest, int at) {
    return a.mul(rest[at]).add(b.mul(rest[at + 1])).add(c.mul(rest[at + 2]).add(d));
  }

  @Override
  public void blendWithNormals(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      float[] restNormals,
      int from,
      int to,
      float[] out,
      float[] outNormals,
      int offset) {
    int last = to - 1;
    for (int v = from; v < to; v++) {
      int end = rows.rowStart[v + 1];
      int e = rows.rowStart[v];
      int m = rows.matrices[e];
      float w = weights[e];
      FloatVector a = scaled(g, m, w);
      FloatVector b = scaled(g, m + 4, w);
      FloatVector c = scaled(g, m + 8, w);
      FloatVector d = scaled(g, m + 12, w);
      for (e++; e < end; e++) {
        m = rows.matrices[e];
        w = weights[e];
        a = a.add(scaled(g, m, w));
        b = b.add(scaled(g, m + 4, w));
        c = c.add(scaled(g, m + 8, w));
        d = d.add(scaled(g, m + 12, w));
      }
      store(transformed(a, b, c, d, rest, 3 * v), v < last, out, offset + 3 * v);
      store(normal(a, b, c, restNormals, 3 * v), v < last, outNormals, offset + 3 * v);
    }
  }

  @Override
  public void gradientNormals(
      PointRows rows,
      float[] gradients,
      float[] g,
      float[] rest,
      float[] restNormals,
      int from,
      int to,
      float[] outNormals,
      int offset) {
    for (int v = from; v < to; v++) {
      FloatVector a = FloatVector.zero(F4);
      FloatVector b = FloatVector.zero(F4);
      FloatVector c = FloatVector.zero(F4);
      for (int e = rows.rowStart[v]; e < rows.rowStart[v + 1]; e++) {
        int m = rows.matrices[e];
        FloatVector first = load(g, m);
        FloatVector second = load(g, m + 4);
        FloatVector third = load(g, m + 8);
        FloatVector moved = transformed(first, second, third, load(g, m + 12), rest, 3 * v);
        float w = gradients[4 * e];
        a = a.add(first.mul(w).add(moved.mul(gradients[4 * e + 1])));
        b = b.add(second.mul(w).add(moved.mul(gradients[4 * e + 2])));
        c = c.add(third.mul(w).add(moved.mul(gradients[4 * e + 3])));
      }
      store(normal(a, b, c, restNormals, 3 * v), v < to - 1, outNormals, offset + 3 * v);
    }
  }

  private static void store(FloatVector value, boolean wide, float[] out, int o) {
    if (wide) {
      value.intoArray(out, o);
    } else {
      storeThree(value, out, o);
    }
  }

  /** As {@link ScalarKernels} does it: the cofactors of a, b, c on the normal at a place. */
  private static FloatVector normal(
      FloatVector a, FloatVector b, FloatVector c, float[] rest, int at) {
    FloatVector ra = a.rearrange(YZX);
    FloatVector rb = b.rearrange(YZX);
    FloatVector rc = c.rearrange(YZX);
    // Cross products whose components stand in the order z, x, y until they are turned back.
    FloatVector bc = b.mul(rc).sub(rb.mul(c));
    FloatVector ca = c.mul(ra).sub(rc.mul(a));
    FloatVector ab = a.mul(rb).sub(ra.mul(b));
    FloatVector n =
        bc.mul(rest[at]).add(ca.mul(rest[at + 1])).add(ab.mul(rest[at + 2])).rearrange(YZX);
    return n.mul(
        ScalarKernels.unitScale(sumOfThree(n.mul(n)), sumOfThree(a.mul(bc.rearrange(YZX)))));
  }

  private static FloatVector unitCross(FloatVector s, FloatVector t) {
    FloatVector n = s.mul(t.rearrange(YZX)).sub(s.rearrange(YZX).mul(t)).rearrange(YZX);
    return n.mul(ScalarKernels.unitScale(sumOfThree(n.mul(n)), 1));
  }

  private static float sumOfThree(FloatVector v) {
    return (v.lane(0) + v.lane(1)) + v.lane(2);
  }

  @Override
  public void project(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    if (from >= to) {
      return;
    }
    int last = to - 1;
    int v = from;
    for (int run = rows.runOf(from); v < last; run++) {
      int end = Math.min(rows.runEnd(run), last);
      switch (rows.runWidth(run)) {
        case 1 -> project1(rows, coords, g, v, end, out, offset);
        case 2 -> project2(rows, coords, g, v, end, out, offset);
        case 3 -> project3(rows, coords, g, v, end, out, offset);
        case 4 -> project4(rows, coords, g, v, end, out, offset);
        default -> {
          for (int i = v; i < end; i++) {
            projectAny(rows, coords, g, i).intoArray(out, offset + 3 * i);
          }
        }
      }
      v = end;
    }
    storeThree(projectAny(rows, coords, g, last), out, offset + 3 * last);
  }

  private static void project1(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    int[] places = rows.matrices;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 1) {
      projected(g, places[e], coords, 4 * e).intoArray(out, offset + 3 * v);
    }
  }

  private static void project2(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    int[] places = rows.matrices;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 2) {
      projected(g, places[e], coords, 4 * e)
          .add(projected(g, places[e + 1], coords, 4 * e + 4))
          .intoArray(out, offset + 3 * v);
    }
  }

  private static void project3(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    int[] places = rows.matrices;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 3) {
      projected(g, places[e], coords, 4 * e)
          .add(projected(g, places[e + 1], coords, 4 * e + 4))
          .add(projected(g, places[e + 2], coords, 4 * e + 8))
          .intoArray(out, offset + 3 * v);
    }
  }

  private static void project4(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    int[] places = rows.matrices;
    for (int v = from, e = rows.rowStart[from]; v < to; v++, e += 4) {
      projected(g, places[e], coords, 4 * e)
          .add(projected(g, places[e + 1], coords, 4 * e + 4))
          .add(projected(g, places[e + 2], coords, 4 * e + 8))
          .add(projected(g, places[e + 3], coords, 4 * e + 12))
          .intoArray(out, offset + 3 * v);
    }
  }

  private static FloatVector projectAny(PointRows rows, float[] coords, float[] g, int v) {
    int e = rows.rowStart[v];
    FloatVector sum = projected(g, rows.matrices[e], coords, 4 * e);
    for (e++; e < rows.rowStart[v + 1]; e++) {
      sum = sum.add(projected(g, rows.matrices[e], coords, 4 * e));
    }
    return sum;
  }

  /** The matrix at a place of {@code g} times the 4-vector at a place of {@code coords}. */
  private static FloatVector projected(float[] g, int m, float[] coords, int p) {
    return scaled(g, m, coords[p])
        .add(scaled(g, m + 4, coords[p + 1]))
        .add(scaled(g, m + 8, coords[p + 2]).add(scaled(g, m + 12, coords[p + 3])));
  }

  @Override
  public void projectNormals(
      PointRows rows,
      float[] tangents,
      float[] g,
      int from,
      int to,
      float[] outNormals,
      int offset) {
    for (int v = from; v < to; v++) {
      int e = rows.rowStart[v];
      FloatVector s = projected(g, rows.matrices[e], tangents, 8 * e);
      FloatVector t = projected(g, rows.matrices[e], tangents, 8 * e + 4);
      for (e++; e < rows.rowStart[v + 1]; e++) {
        s = s.add(projected(g, rows.matrices[e], tangents, 8 * e));
        t = t.add(projected(g, rows.matrices[e], tangents, 8 * e + 4));
      }
      store(unitCross(s, t), v < to - 1, outNormals, offset + 3 * v);
    }
  }

  @Override
  public void envelop(
      PointRows rows, float[] weights, float[] g, int from, int to, float[] out, int offset) {
    for (int v = from; v < to; v++) {
      int e = rows.rowStart[v];
      FloatVector sum = enveloped(g, rows.matrices[e], weights, 12 * e);
      for (e++; e < rows.rowStart[v + 1]; e++) {
        sum = sum.add(enveloped(g, rows.matrices[e], weights, 12 * e));
      }
      store(sum, v < to - 1, out, offset + 3 * v);
    }
  }

  @Override
  public void envelopNormals(
      PointRows rows,
      float[] weights,
      float[] g,
      int from,
      int to,
      float[] outNormals,
      int offset) {
    for (int v = from; v < to; v++) {
      int e = rows.rowStart[v];
      FloatVector s = enveloped(g, rows.matrices[e], weights, 24 * e);
      FloatVector t = enveloped(g, rows.matrices[e], weights, 24 * e + 12);
      for (e++; e < rows.rowStart[v + 1]; e++) {
        s = s.add(enveloped(g, rows.matrices[e], weights, 24 * e));
        t = t.add(enveloped(g, rows.matrices[e], weights, 24 * e + 12));
      }
      store(unitCross(s, t), v < to - 1, outNormals, offset + 3 * v);
    }
  }

  /** The matrix at a place of {@code g}, entry by entry times twelve weights, its rows summed. */
  private static FloatVector enveloped(float[] g, int m, float[] weights, int u) {
    // Columns of three: the fourth lane is the next column's x times the matrix's idle zero.
    return load(g, m)
        .mul(load(weights, u))
        .add(load(g, m + 4).mul(load(weights, u + 3)))
        .add(
            load(g, m + 8)
                .mul(load(weights, u + 6))
                .add(load(g, m + 12).mul(load(weights, u + 9))));
  }

  @Override
  public void addProjected(
      int[] points,
      float[] coords,
      int first,
      int end,
      float[] g,
      int m,
      int to,
      float[] out,
      int offset) {
    FloatVector a = load(g, m);
    FloatVector b = load(g, m + 4);
    FloatVector c = load(g, m + 8);
    FloatVector d = load(g, m + 12);
    for (int i = first; i < end; i++) {
      FloatVector moved =
          a.mul(coords[4 * i])
              .add(b.mul(coords[4 * i + 1]))
              .add(c.mul(coords[4 * i + 2]).add(d.mul(coords[4 * i + 3])));
      int o = offset + 3 * points[i];
      if (points[i] < to - 1) {
        // The idle lane is zero: the next point's x is stored as it was.
        load(out, o).add(moved).intoArray(out, o);
      } else {
        out[o] += moved.lane(0);
        out[o + 1] += moved.lane(1);
        out[o + 2] += moved.lane(2);
      }
    }
  }
}
