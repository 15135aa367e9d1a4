package dev.sinew.bench;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.skin.AnimationSpace;
import dev.sinew.skin.Kernel;
import dev.sinew.skin.kernel.JointMatrices;
import dev.sinew.skin.kernel.Kernels;
import java.util.Arrays;

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
  private final Kernels kernels;

  private LoopByBone(
      Skin skin, int pointCount, int[] jointStart, int[] points, float[] coords, Kernels kernels) {
    this.skin = skin;
    this.pointCount = pointCount;
    this.jointStart = jointStart;
    this.points = points;
    this.coords = coords;
    this.kernels = kernels;
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
        source.skin(), rows.rowCount(), jointStart, points, coords, Kernel.best().loops());
  }

  /** Returns the same deformer with another kernel; it shares the data. */
  LoopByBone withKernel(Kernel kernel) {
    return new LoopByBone(skin, pointCount, jointStart, points, coords, kernel.loops());
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
        kernels.addProjected(
            points,
            coords,
            first,
            end,
            matrices.columns,
            JointMatrices.SIZE * j,
            to,
            out.positions(),
            offset);
      }
    }

    /** Returns the first index in a range of the list whose point is not before the given one. */
    private int firstAtOrAfter(int point, int from, int to) {
      int found = Arrays.binarySearch(points, from, to, point);
      return found >= 0 ? found : -found - 1;
    }
  }
}
