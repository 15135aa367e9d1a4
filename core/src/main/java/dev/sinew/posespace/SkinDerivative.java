package dev.sinew.posespace;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;

/** The derivative of posed points by their rest points: nine values per point, row by row. */
interface SkinDerivative {
  /** Writes the derivative of every point in a pose. */
  void fill(Pose pose, double[] out);

  /** Returns the closed form for a linear skin, else differences. */
  static SkinDerivative of(RestDeformer deformer, double unit) {
    return deformer instanceof LinearSkin linear
        ? new Linear(linear)
        : new Differences(deformer, unit);
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
    public void fill(Pose pose, double[] out) {
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

  /**
   * Differences along the axes, for any other deformer. The step is long, since the skinning models
   * are affine in the rest point and floats have few digits.
   */
  final class Differences implements SkinDerivative {
    private static final double STEP = 0.25;

    private final int points;
    private final float step;
    private final RestDeformer.Posed posed;
    private final float[] offsets;
    private final PointBuffer from;
    private final PointBuffer to;

    Differences(RestDeformer deformer, double unit) {
      points = deformer.pointCount();
      step = (float) (STEP * unit);
      posed = deformer.newPosed();
      offsets = new float[3 * points];
      posed.displace(offsets, null);
      from = PointBuffer.allocate(points, false);
      to = PointBuffer.allocate(points, false);
    }

    @Override
    public void fill(Pose pose, double[] out) {
      posed.set(pose);
      for (int axis = 0; axis < 3; axis++) {
        put(axis, -step);
        posed.fill(0, points, from);
        put(axis, step);
        posed.fill(0, points, to);
        put(axis, 0);
        for (int i = 0; i < 3 * points; i++) {
          double change = (double) to.positions()[i] - from.positions()[i];
          out[3 * i + axis] = change / (2.0 * step);
        }
      }
    }

    private void put(int axis, float value) {
      for (int i = axis; i < offsets.length; i += 3) {
        offsets[i] = value;
      }
    }
  }
}
