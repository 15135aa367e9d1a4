package dev.sinew.simplify.polish;

import dev.sinew.math.Vec3;
import java.util.Arrays;

/**
 * Finds how far a vertex should move at rest, so that the surface around it comes closest to
 * samples in all poses. A displacement d moves a sample's point of the surface by h A d, where h is
 * the value of the vertex's hat function there and A the linear part of the vertex's matrix in the
 * pose. A is taken as a rotation and a scale, so the equations of the three axes are independent.
 */
final class VertexShift {
  private final double[][] linear;
  private final double[] squaredScale;
  private final double[] right = new double[3];
  private double left;

  VertexShift(int poses) {
    linear = new double[poses][9];
    squaredScale = new double[poses];
  }

  /** Starts with a vertex that moves as the mean of two points does, perhaps the same. */
  void start(LevelSkin skin, int a, int b) {
    Arrays.fill(right, 0);
    left = 0;
    double[] other = new double[9];
    for (int k = 0; k < linear.length; k++) {
      skin.copyLinear(k, a, linear[k]);
      skin.copyLinear(k, b, other);
      squaredScale[k] = 0;
      for (int i = 0; i < 9; i++) {
        linear[k][i] = (linear[k][i] + other[i]) / 2;
        squaredScale[k] += linear[k][i] * linear[k][i] / 3;
      }
    }
  }

  /**
   * Adds a sample.
   *
   * @param hat the value of the hat function
   * @param gap from the surface to the sample, in the pose
   */
  void add(int pose, double weight, double hat, double[] gap) {
    double[] a = linear[pose];
    for (int c = 0; c < 3; c++) {
      right[c] +=
          weight * hat * (a[3 * c] * gap[0] + a[3 * c + 1] * gap[1] + a[3 * c + 2] * gap[2]);
    }
    left += weight * hat * hat * squaredScale[pose];
  }

  /** Returns the best displacement. */
  double[] best() {
    double[] out = new double[3];
    for (int c = 0; left > 0 && c < 3; c++) {
      out[c] = right[c] / left;
    }
    return out;
  }

  /** Returns by how much a share of the best displacement reduces the sum of the squares. */
  double gain(double share) {
    return left > 0 ? share * (2 - share) * Vec3.dot(right, right) / left : 0;
  }

  /** Adds what a displacement is in a pose to a point. */
  void move(int pose, double[] shift, double[] point) {
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        point[r] += linear[pose][3 * c + r] * shift[c];
      }
    }
  }
}
