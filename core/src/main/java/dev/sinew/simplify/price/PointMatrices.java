package dev.sinew.simplify.price;

import dev.sinew.math.Affine;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.PointMotion;
import dev.sinew.simplify.collapse.PosedPoints;

/**
 * The matrices that move points to the sample poses. Stored are their linear parts L: a point x
 * near the rest position r of a point is moved to P + L (x − r), where P is the posed position. So
 * floats are sufficient wherever the model is, and take a third of the memory of whole matrices.
 */
final class PointMatrices {
  /** Values of a linear part. */
  private static final int LINEAR = 9;

  private final PointMotion motion;
  private final PosedPoints posed;
  private final int poses;

  /** 9 values per pose, point after point. */
  private final float[] linear;

  /**
   * Computes the matrices and the posed positions of all points.
   *
   * @param motion has the rest positions
   * @param posed receives the posed positions; kept
   */
  PointMatrices(int points, PointMotion motion, PosedPoints posed, RunContext context) {
    this.motion = motion;
    this.posed = posed;
    poses = motion.poseCount();
    linear = new float[LINEAR * poses * points];
    context.runRanges(
        points,
        (from, to) -> {
          double[] position = new double[3 * poses];
          double[] own = new double[Affine.SIZE * poses];
          for (int p = from; p < to; p++) {
            context.checkCancelled();
            motion.copyMatrices(p, own, 0);
            set(p, own);
            PosedPoints.pose(
                own, 0, motion.rest(p, 0), motion.rest(p, 1), motion.rest(p, 2), position);
            posed.set(p, position);
          }
        });
  }

  /** Returns the index of the linear part of a point in a pose. */
  private int at(int point, int pose) {
    return LINEAR * (poses * point + pose);
  }

  /**
   * Stores the matrices of a point.
   *
   * @param matrices 12 values per pose
   */
  void set(int point, double[] matrices) {
    int to = at(point, 0);
    for (int from = 0; from < matrices.length; from += 4) {
      linear[to++] = (float) matrices[from];
      linear[to++] = (float) matrices[from + 1];
      linear[to++] = (float) matrices[from + 2];
    }
  }

  /** Loads the matrix of a point in a pose: [L, P − L r]. */
  void load(int point, int pose, double[] out) {
    double x = motion.rest(point, 0), y = motion.rest(point, 1), z = motion.rest(point, 2);
    int from = at(point, pose);
    int to = posed.at(point) + 3 * pose;
    double[] p = posed.array();
    for (int row = 0; row < Affine.SIZE; row += 4) {
      double a = linear[from++], b = linear[from++], c = linear[from++];
      out[row] = a;
      out[row + 1] = b;
      out[row + 2] = c;
      out[row + 3] = p[to++] - (a * x + b * y + c * z);
    }
  }

  /**
   * Returns a coordinate of a position as the matrices of a point move it.
   *
   * @param row 3 per pose
   */
  double moved(int point, int row, double x, double y, double z) {
    int m = at(point, 0) + 3 * row;
    return posed.array()[posed.at(point) + row]
        + linear[m] * (x - motion.rest(point, 0))
        + linear[m + 1] * (y - motion.rest(point, 1))
        + linear[m + 2] * (z - motion.rest(point, 2));
  }

  /** Blends the matrices of a point with a share of another's: faster than computing them again. */
  void blend(int point, int other, float share) {
    int a = at(point, 0);
    int b = at(other, 0);
    for (int i = 0; i < LINEAR * poses && share > 0; i++) {
      linear[a + i] += share * (linear[b + i] - linear[a + i]);
    }
  }
}
