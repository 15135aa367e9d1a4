package dev.sinew.math;

/**
 * Splits the linear maps A of an animation into rotation, scale and rotation: A = U diag(s) Vᵀ. The
 * axes of a singular value decomposition have no order and no sign, so each map takes those of its
 * 24 decompositions that turn least against the map before: between two keys both rotations then
 * take the short way.
 */
public final class StretchSplit {
  private final double[] left = {0, 0, 0, 1};
  private final double[] right = {0, 0, 0, 1};
  private final double[] scale = new double[3];
  private final double[] work = new double[Svd3.WORK];
  private final double[] triedLeft = new double[Quaternion.SIZE];
  private final double[] triedRight = new double[Quaternion.SIZE];

  /**
   * Splits the next map.
   *
   * @param a its linear part
   */
  public void next(double[] a, int ao) {
    Svd3.decompose(a, ao, 4, work);
    double[] bestLeft = left.clone();
    double[] bestRight = right.clone();
    double nearest = -1;
    for (int first = 0; first < 3; first++) {
      for (int second = 0; second < 3; second++) {
        for (int signs = 0; signs < 4 && second != first; signs++) {
          int[] axes = {first, second, 3 - first - second};
          turn(axes, signs);
          double near = closeness(triedLeft, left) + closeness(triedRight, right);
          if (near > nearest) {
            nearest = near;
            System.arraycopy(triedLeft, 0, bestLeft, 0, Quaternion.SIZE);
            System.arraycopy(triedRight, 0, bestRight, 0, Quaternion.SIZE);
            for (int i = 0; i < 3; i++) {
              scale[i] = work[Svd3.VALUES + axes[i]];
            }
          }
        }
      }
    }
    keep(bestLeft, left);
    keep(bestRight, right);
  }

  /**
   * Computes both rotations with other axes, two of which have signs; that of the third follows.
   */
  private void turn(int[] axes, int signs) {
    double[] u = new double[Affine.SIZE];
    double[] v = new double[Affine.SIZE];
    boolean even = (axes[1] - axes[0] + 3) % 3 == 1;
    for (int i = 0; i < 3; i++) {
      double sign =
          switch (i) {
            case 0 -> (signs & 1) == 0 ? 1 : -1;
            case 1 -> (signs & 2) == 0 ? 1 : -1;
            default -> (signs == 0 || signs == 3) == even ? 1 : -1;
          };
      for (int r = 0; r < 3; r++) {
        u[4 * r + i] = sign * work[Svd3.U + 3 * r + axes[i]];
        v[4 * r + i] = sign * work[Svd3.V + 3 * r + axes[i]];
      }
    }
    Quaternion.fromMatrix(u, 0, triedLeft, 0);
    Quaternion.fromMatrix(v, 0, triedRight, 0);
  }

  private static double closeness(double[] p, double[] q) {
    return Math.abs(dot(p, q));
  }

  private static double dot(double[] p, double[] q) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
  }

  /** Replaces a rotation, with the sign of its quaternion nearer to the one before. */
  private static void keep(double[] found, double[] q) {
    double sign = dot(found, q) < 0 ? -1 : 1;
    for (int i = 0; i < Quaternion.SIZE; i++) {
      q[i] = sign * found[i];
    }
  }

  /** Writes U as a quaternion. */
  public void copyLeft(double[] out, int o) {
    System.arraycopy(left, 0, out, o, Quaternion.SIZE);
  }

  /** Writes Vᵀ as a quaternion. */
  public void copyRightInverse(double[] out, int o) {
    for (int i = 0; i < 3; i++) {
      out[o + i] = -right[i];
    }
    out[o + 3] = right[3];
  }

  /** Writes s. */
  public void copyScale(double[] out, int o) {
    System.arraycopy(scale, 0, out, o, 3);
  }
}
