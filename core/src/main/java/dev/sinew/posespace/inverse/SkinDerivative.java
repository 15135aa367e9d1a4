package dev.sinew.posespace.inverse;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;

/** The derivative of posed points by their rest points: nine values per point, row by row. */
interface SkinDerivative {
  /**
   * Writes the derivative of every point in a pose.
   *
   * @param at the offsets of the rest points, x, y, z each
   */
  void fill(Pose pose, float[] at, double[] out);

  /**
   * Returns the closed form for a linear skin, else differences.
   *
   * @param unit the size of the character in the space of the rest points
   */
  static SkinDerivative of(RestDeformer deformer, double unit) {
    return deformer instanceof LinearSkin linear
        ? new Linear(linear)
        : new Differences(deformer, Differences.LONG * unit);
  }

  /** Returns differences over short steps, for models that are not affine in the rest point. */
  static SkinDerivative near(RestDeformer deformer, double unit) {
    return new Differences(deformer, Differences.SHORT * unit);
  }

  /** The blended matrices of a linear skin: Σ_j w_j N_j. */
  final class Linear implements SkinDerivative {
    private final LinearSkin skin;
    private final AnimationCoords coords;
    private final double[] matrices;

    Linear(LinearSkin skin) {
      this.skin = skin;
      coords = skin.coords();
      matrices = new double[Affine.SIZE * skin.skin().jointCount()];
    }

    @Override
    public void fill(Pose pose, float[] at, double[] out) {
      skin.skin().skinningMatrices(pose, matrices);
      for (int p = 0; p < coords.rowCount(); p++) {
        for (int i = 0; i < 9; i++) {
          out[9 * p + i] = 0;
        }
        for (int e = 0; e < coords.count(p); e++) {
          int m = Affine.SIZE * coords.joint(p, e);
          double weight = coords.value(p, e, 3);
          for (int i = 0; i < 9; i++) {
            out[9 * p + i] += weight * matrices[m + 4 * (i / 3) + i % 3];
          }
        }
      }
    }
  }

  /** Differences along the axes, for any other deformer. */
  final class Differences implements SkinDerivative {
    /** The built-in models are affine in the rest point, and floats have few digits. */
    private static final double LONG = 0.25;

    private static final double SHORT = 1e-3;

    private final int points;
    private final float step;
    private final RestDeformer.Posed posed;
    private final float[] offsets;
    private final PointBuffer from;
    private final PointBuffer to;

    Differences(RestDeformer deformer, double step) {
      points = deformer.pointCount();
      this.step = (float) step;
      posed = deformer.newPosed();
      offsets = new float[3 * points];
      posed.displace(offsets, null);
      from = PointBuffer.allocate(points, false);
      to = PointBuffer.allocate(points, false);
    }

    @Override
    public void fill(Pose pose, float[] at, double[] out) {
      posed.set(pose);
      for (int axis = 0; axis < 3; axis++) {
        put(at, axis, -step);
        posed.fill(0, points, from);
        put(at, axis, step);
        posed.fill(0, points, to);
        for (int i = 0; i < 3 * points; i++) {
          double change = (double) to.positions()[i] - from.positions()[i];
          out[3 * i + axis] = change / (2.0 * step);
        }
      }
    }

    private void put(float[] at, int axis, float value) {
      for (int i = 0; i < offsets.length; i++) {
        offsets[i] = at[i] + (i % 3 == axis ? value : 0);
      }
    }
  }
}
