package dev.sinew.skin.kernel;

import static dev.sinew.skin.kernel.VectorLoops.F4;
import static dev.sinew.skin.kernel.VectorLoops.broadcast;
import static dev.sinew.skin.kernel.VectorLoops.load;
import static dev.sinew.skin.kernel.VectorLoops.projected;
import static dev.sinew.skin.kernel.VectorLoops.transformed;

import dev.sinew.skin.Kernel;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;

/**
 * The kernels with the Vector API: a column of a matrix, a point or a normal has four lanes, the
 * last one unused. Loaded only if the module is present (see {@link Kernel}).
 *
 * <p>The output has three floats per point, but four are stored: the unused one is overwritten by
 * the next point. The last point of a range is computed by {@link ScalarKernels#FUSED}, with the
 * same bytes.
 *
 * <p>The form of the loops follows measurements on JDK 25: the compiler stops inlining, and
 * allocates vectors on the heap, in methods with more than about fifty vector operations. So
 * operations are fused, a scalar is broadcast once and not per operation, and the most important
 * loops are unrolled in separate methods.
 */
public final class VectorKernels implements Kernels {
  private static final VectorShuffle<Float> YZX = VectorShuffle.fromValues(F4, 1, 2, 0, 3);

  public VectorKernels() {}

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
        case 1 -> VectorLoops.blend1(rows, weights, g, rest, v, end, out, offset);
        case 2 -> VectorLoops.blend2(rows, weights, g, rest, v, end, out, offset);
        case 3 -> VectorLoops.blend3(rows, weights, g, rest, v, end, out, offset);
        case 4 -> VectorLoops.blend4(rows, weights, g, rest, v, end, out, offset);
        default -> VectorLoops.blendAny(rows, weights, g, rest, v, end, out, offset);
      }
      v = end;
    }
    ScalarKernels.FUSED.blend(rows, weights, g, rest, last, to, out, offset);
  }

  @Override
  public void blendNormals(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] restNormals,
      int from,
      int to,
      float[] out,
      int offset) {
    blendNormalsWide(rows, weights, g, restNormals, from, to - 1, out, offset);
    if (from < to) {
      ScalarKernels.FUSED.blendNormals(rows, weights, g, restNormals, to - 1, to, out, offset);
    }
  }

  private static void blendNormalsWide(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] restNormals,
      int from,
      int to,
      float[] out,
      int offset) {
    for (int v = from; v < to; v++) {
      blendedNormal(rows, weights, g, restNormals, v).intoArray(out, offset + 3 * v);
    }
  }

  private static FloatVector blendedNormal(
      PointRows rows, float[] weights, float[] g, float[] rest, int v) {
    int end = rows.rowStart[v + 1];
    int e = rows.rowStart[v];
    int m = rows.matrixStart[e];
    FloatVector w = broadcast(weights[e]);
    FloatVector a = load(g, m).mul(w);
    FloatVector b = load(g, m + 4).mul(w);
    FloatVector c = load(g, m + 8).mul(w);
    for (e++; e < end; e++) {
      m = rows.matrixStart[e];
      w = broadcast(weights[e]);
      a = load(g, m).fma(w, a);
      b = load(g, m + 4).fma(w, b);
      c = load(g, m + 8).fma(w, c);
    }
    return normal(a, b, c, rest, 3 * v);
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
      float[] out,
      int offset) {
    gradientNormalsWide(rows, gradients, g, rest, restNormals, from, to - 1, out, offset);
    if (from < to) {
      ScalarKernels.FUSED.gradientNormals(
          rows, gradients, g, rest, restNormals, to - 1, to, out, offset);
    }
  }

  private static void gradientNormalsWide(
      PointRows rows,
      float[] gradients,
      float[] g,
      float[] rest,
      float[] restNormals,
      int from,
      int to,
      float[] out,
      int offset) {
    for (int v = from; v < to; v++) {
      gradientNormal(rows, gradients, g, rest, restNormals, v).intoArray(out, offset + 3 * v);
    }
  }

  private static FloatVector gradientNormal(
      PointRows rows, float[] gradients, float[] g, float[] rest, float[] restNormals, int v) {
    FloatVector a = FloatVector.zero(F4);
    FloatVector b = a;
    FloatVector c = a;
    for (int e = rows.rowStart[v]; e < rows.rowStart[v + 1]; e++) {
      int m = rows.matrixStart[e];
      FloatVector first = load(g, m);
      FloatVector second = load(g, m + 4);
      FloatVector third = load(g, m + 8);
      FloatVector moved = transformed(first, second, third, load(g, m + 12), rest, 3 * v);
      FloatVector w = broadcast(gradients[4 * e]);
      a = first.fma(w, moved.fma(broadcast(gradients[4 * e + 1]), a));
      b = second.fma(w, moved.fma(broadcast(gradients[4 * e + 2]), b));
      c = third.fma(w, moved.fma(broadcast(gradients[4 * e + 3]), c));
    }
    return normal(a, b, c, restNormals, 3 * v);
  }

  /** Applies the cofactors of a, b, c to the normal at an index, as {@link ScalarKernels} does. */
  private static FloatVector normal(
      FloatVector a, FloatVector b, FloatVector c, float[] rest, int at) {
    FloatVector ra = a.rearrange(YZX);
    FloatVector rb = b.rearrange(YZX);
    FloatVector rc = c.rearrange(YZX);
    // Cross products with components in the order z, x, y until the final rearrangement.
    FloatVector bc = b.mul(rc).sub(rb.mul(c));
    FloatVector ca = c.mul(ra).sub(rc.mul(a));
    FloatVector ab = a.mul(rb).sub(ra.mul(b));
    FloatVector n =
        bc.fma(
                broadcast(rest[at]),
                ca.fma(broadcast(rest[at + 1]), ab.mul(broadcast(rest[at + 2]))))
            .rearrange(YZX);
    return n.mul(unitScale(n, sumOfThree(a.mul(bc.rearrange(YZX)))));
  }

  private static FloatVector unitCross(FloatVector s, FloatVector t) {
    FloatVector n = s.mul(t.rearrange(YZX)).sub(s.rearrange(YZX).mul(t)).rearrange(YZX);
    return n.mul(unitScale(n, 1));
  }

  private static float unitScale(FloatVector n, float sign) {
    float squares = sumOfThree(n.mul(n));
    return ScalarKernels.isInRange(squares)
        ? ScalarKernels.unitScale(squares, sign)
        : ScalarKernels.unitScale(n.lane(0), n.lane(1), n.lane(2), sign);
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
        case 1 -> VectorLoops.project1(rows, coords, g, v, end, out, offset);
        case 2 -> VectorLoops.project2(rows, coords, g, v, end, out, offset);
        case 3 -> VectorLoops.project3(rows, coords, g, v, end, out, offset);
        case 4 -> VectorLoops.project4(rows, coords, g, v, end, out, offset);
        default -> VectorLoops.projectAny(rows, coords, g, v, end, out, offset);
      }
      v = end;
    }
    ScalarKernels.FUSED.project(rows, coords, g, last, to, out, offset);
  }

  @Override
  public void projectNormals(
      PointRows rows, float[] tangents, float[] g, int from, int to, float[] out, int offset) {
    projectNormalsWide(rows, tangents, g, from, to - 1, out, offset);
    if (from < to) {
      ScalarKernels.FUSED.projectNormals(rows, tangents, g, to - 1, to, out, offset);
    }
  }

  private static void projectNormalsWide(
      PointRows rows, float[] tangents, float[] g, int from, int to, float[] out, int offset) {
    for (int v = from; v < to; v++) {
      projectedNormal(rows, tangents, g, v).intoArray(out, offset + 3 * v);
    }
  }

  private static FloatVector projectedNormal(PointRows rows, float[] tangents, float[] g, int v) {
    FloatVector s = FloatVector.zero(F4);
    FloatVector t = s;
    for (int e = rows.rowStart[v]; e < rows.rowStart[v + 1]; e++) {
      s = s.add(projected(g, rows.matrixStart[e], tangents, 8 * e));
      t = t.add(projected(g, rows.matrixStart[e], tangents, 8 * e + 4));
    }
    return unitCross(s, t);
  }

  @Override
  public void envelop(
      PointRows rows, float[] weights, float[] g, int from, int to, float[] out, int offset) {
    envelopWide(rows, weights, g, from, to - 1, out, offset);
    if (from < to) {
      ScalarKernels.FUSED.envelop(rows, weights, g, to - 1, to, out, offset);
    }
  }

  private static void envelopWide(
      PointRows rows, float[] weights, float[] g, int from, int to, float[] out, int offset) {
    for (int v = from; v < to; v++) {
      envelopedPoint(rows, weights, g, v).intoArray(out, offset + 3 * v);
    }
  }

  private static FloatVector envelopedPoint(PointRows rows, float[] weights, float[] g, int v) {
    FloatVector sum = FloatVector.zero(F4);
    for (int e = rows.rowStart[v]; e < rows.rowStart[v + 1]; e++) {
      sum = sum.add(enveloped(g, rows.matrixStart[e], weights, 12 * e));
    }
    return sum;
  }

  @Override
  public void envelopNormals(
      PointRows rows, float[] weights, float[] g, int from, int to, float[] out, int offset) {
    envelopNormalsWide(rows, weights, g, from, to - 1, out, offset);
    if (from < to) {
      ScalarKernels.FUSED.envelopNormals(rows, weights, g, to - 1, to, out, offset);
    }
  }

  private static void envelopNormalsWide(
      PointRows rows, float[] weights, float[] g, int from, int to, float[] out, int offset) {
    for (int v = from; v < to; v++) {
      envelopedNormal(rows, weights, g, v).intoArray(out, offset + 3 * v);
    }
  }

  private static FloatVector envelopedNormal(PointRows rows, float[] weights, float[] g, int v) {
    FloatVector s = FloatVector.zero(F4);
    FloatVector t = s;
    for (int e = rows.rowStart[v]; e < rows.rowStart[v + 1]; e++) {
      s = s.add(enveloped(g, rows.matrixStart[e], weights, 24 * e));
      t = t.add(enveloped(g, rows.matrixStart[e], weights, 24 * e + 12));
    }
    return unitCross(s, t);
  }

  /** Multiplies the matrix at m by 12 weights element by element and sums its rows. */
  private static FloatVector enveloped(float[] g, int m, float[] weights, int u) {
    // Columns of three: the fourth lane is the next column's x times the zero of the matrix.
    return load(g, m)
        .fma(
            load(weights, u),
            load(g, m + 4)
                .fma(
                    load(weights, u + 3),
                    load(g, m + 8)
                        .fma(load(weights, u + 6), load(g, m + 12).mul(load(weights, u + 9)))));
  }
}
