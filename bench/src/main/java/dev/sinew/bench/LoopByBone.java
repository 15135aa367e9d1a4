package dev.sinew.bench;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.skin.AnimationSpace;
import dev.sinew.skin.Kernel;
import dev.sinew.skin.kernel.JointMatrices;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;

/**
 * Animation projection bone by bone instead of point by point (Merry's thesis "Animation Space",
 * section 7.4.1, algorithm 2): for each joint, G_j p_j is added to all points that it moves. One
 * matrix stays in registers and inner loops are long, but every point is read and written once per
 * joint. The positions are those of {@link AnimationSpace}, with which it is compared.
 */
final class LoopByBone implements Deformer {
  private final Skin skin;
  private final int pointCount;
  private final int[] jointStart;
  private final int[] points;
  private final float[] coords;
  private final Kernel kernel;

  private LoopByBone(
      Skin skin, int pointCount, int[] jointStart, int[] points, float[] coords, Kernel kernel) {
    this.skin = skin;
    this.pointCount = pointCount;
    this.jointStart = jointStart;
    this.points = points;
    this.coords = coords;
    this.kernel = kernel;
  }

  /** Returns the deformer of an animation space: its entries sorted by joint, then point. */
  static LoopByBone of(AnimationSpace source) {
    AnimationCoords rows = source.coords();
    int[] jointStart = new int[source.skin().jointCount() + 1];
    for (int joint : rows.joints()) {
      jointStart[joint + 1]++;
    }
    Arrays.parallelPrefix(jointStart, Integer::sum);
    int[] next = jointStart.clone();
    int[] points = new int[rows.totalCount()];
    float[] coords = new float[AnimationCoords.SIZE * rows.totalCount()];
    for (int v = 0; v < rows.rowCount(); v++) {
      for (int i = 0; i < rows.count(v); i++) {
        int at = next[rows.joint(v, i)]++;
        points[at] = v;
        for (int k = 0; k < AnimationCoords.SIZE; k++) {
          coords[AnimationCoords.SIZE * at + k] = (float) rows.value(v, i, k);
        }
      }
    }
    return new LoopByBone(
        source.skin(), rows.rowCount(), jointStart, points, coords, Kernel.best());
  }

  /** Returns the same deformer with another kernel; it shares the data. */
  LoopByBone withKernel(Kernel changed) {
    return new LoopByBone(skin, pointCount, jointStart, points, coords, changed);
  }

  @Override
  public int pointCount() {
    return pointCount;
  }

  @Override
  public boolean hasNormals() {
    return false;
  }

  @Override
  public Posed newPosed() {
    return new Projection();
  }

  private final class Projection implements Posed {
    private final JointMatrices matrices = new JointMatrices(skin);

    @Override
    public void set(Pose pose) {
      matrices.setGlobals(pose);
    }

    @Override
    public void fill(int from, int to, PointBuffer out) {
      out.check(from, to, pointCount, false);
      int offset = 3 * out.first();
      Arrays.fill(out.positions(), offset + 3 * from, offset + 3 * to, 0);
      for (int j = 0; j + 1 < jointStart.length; j++) {
        int first = firstAtOrAfter(from, jointStart[j], jointStart[j + 1]);
        int end = firstAtOrAfter(to, first, jointStart[j + 1]);
        int m = JointMatrices.SIZE * j;
        boolean vectors = kernel == Kernel.VECTOR && first < end;
        // A vector has a fourth lane, which needs a point behind it.
        int wideEnd = vectors && points[end - 1] == to - 1 ? end - 1 : end;
        if (vectors) {
          addVectors(first, wideEnd, m, out.positions(), offset);
        }
        addScalars(vectors ? wideEnd : first, end, m, out.positions(), offset);
      }
    }

    private void addScalars(int first, int end, int m, float[] out, int offset) {
      float[] g = matrices.columns;
      for (int i = first; i < end; i++) {
        float x = coords[4 * i],
            y = coords[4 * i + 1],
            z = coords[4 * i + 2],
            w = coords[4 * i + 3];
        int o = offset + 3 * points[i];
        out[o] += g[m] * x + (g[m + 4] * y + (g[m + 8] * z + g[m + 12] * w));
        out[o + 1] += g[m + 1] * x + (g[m + 5] * y + (g[m + 9] * z + g[m + 13] * w));
        out[o + 2] += g[m + 2] * x + (g[m + 6] * y + (g[m + 10] * z + g[m + 14] * w));
      }
    }

    private void addVectors(int first, int end, int m, float[] out, int offset) {
      FloatVector a = load(matrices.columns, m);
      FloatVector b = load(matrices.columns, m + 4);
      FloatVector c = load(matrices.columns, m + 8);
      FloatVector d = load(matrices.columns, m + 12);
      for (int i = first; i < end; i++) {
        FloatVector moved =
            a.fma(
                broadcast(coords[4 * i]),
                b.fma(
                    broadcast(coords[4 * i + 1]),
                    c.fma(broadcast(coords[4 * i + 2]), d.mul(broadcast(coords[4 * i + 3])))));
        int o = offset + 3 * points[i];
        // The unused lane is zero: the next point's x is stored unchanged.
        load(out, o).add(moved).intoArray(out, o);
      }
    }

    private static FloatVector load(float[] from, int at) {
      return FloatVector.fromArray(FloatVector.SPECIES_128, from, at);
    }

    private static FloatVector broadcast(float value) {
      return FloatVector.broadcast(FloatVector.SPECIES_128, value);
    }

    /** Returns the first index in a range of the list whose point is not before the given one. */
    private int firstAtOrAfter(int point, int from, int to) {
      int found = Arrays.binarySearch(points, from, to, point);
      return found >= 0 ? found : -found - 1;
    }
  }
}
