package dev.sinew.simplify.price;

import dev.sinew.math.Affine;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.PointMotion;
import dev.sinew.simplify.collapse.PosedPoints;

/**
 * Points in normalised animation space: Cp with CᵀC = P (Merry's thesis "Animation Space", equation
 * 3.17). There the L2,2 norm over all poses is the Euclidean norm. Morph targets are ignored.
 *
 * <p>C has the form of the matrices of some poses: every three of its rows move points like a pose
 * does. So a {@link PointMotion} computes Cp, for animation coordinates as for linear blending.
 */
final class NormalisedPoints implements DeviationNorm {
  /** Axes of a smaller share of the largest eigenvalue are left out. */
  private static final double SMALLEST_SHARE = 1e-9;

  private final PointMotion motion;
  private final PosedPoints positions;
  private final double[] matrices;
  private final double[] position;

  /**
   * @param motion how the points move; kept
   * @param expectation E[GᵀG] over the joints of the motion, for points in mesh space
   * @param lengths the size of the character in mesh space, per joint
   */
  NormalisedPoints(
      int points,
      PointMotion motion,
      ExpectationMatrix expectation,
      double[] lengths,
      RunContext context) {
    double[][] axes = expectation.axes(lengths, SMALLEST_SHARE);
    int poses = (axes.length + 2) / 3;
    if (3L * poses * points > Integer.MAX_VALUE - 8) {
      throw new RequestException(
          "points: expected up to "
              + Integer.MAX_VALUE / (3 * poses)
              + " for "
              + expectation.jointCount()
              + " joints, got "
              + points
              + "; choose method aps-sampled");
    }
    this.motion = motion.with(matrices(axes, poses, expectation.jointCount()));
    positions = PosedPoints.of(points, this.motion, context);
    matrices = new double[Affine.SIZE * poses];
    position = new double[3 * poses];
  }

  /** Arranges rows over all joints as the 3×4 matrices of poses. */
  private static double[][] matrices(double[][] axes, int poses, int joints) {
    double[][] out = new double[poses][Affine.SIZE * joints];
    for (int r = 0; r < axes.length; r++) {
      for (int j = 0; j < joints; j++) {
        System.arraycopy(axes[r], 4 * j, out[r / 3], Affine.SIZE * j + 4 * (r % 3), 4);
      }
    }
    return out;
  }

  /** Returns the number of coordinates of a point. */
  int dimensions() {
    return position.length;
  }

  /** Copies the coordinates of a point. */
  void copy(int point, double[] out) {
    System.arraycopy(positions.array(), positions.at(point), out, 0, position.length);
  }

  @Override
  public void update(int point) {
    motion.copyMatrices(point, matrices, 0);
    PosedPoints.pose(
        matrices, 0, motion.rest(point, 0), motion.rest(point, 1), motion.rest(point, 2), position);
    positions.set(point, position);
  }

  @Override
  public double length(int a, double u, int b, double v, int c, double w, int d, double x) {
    double[] s = positions.array();
    int at = positions.at(a), bt = positions.at(b), ct = positions.at(c), dt = positions.at(d);
    double sum = 0;
    for (int i = 0; i < position.length; i++) {
      double e = u * s[at + i] + v * s[bt + i] + w * s[ct + i] + x * s[dt + i];
      sum += e * e;
    }
    return Math.sqrt(sum);
  }

  /** Returns the coordinates of all points; not a copy. */
  PosedPoints coordinates() {
    return positions;
  }
}
