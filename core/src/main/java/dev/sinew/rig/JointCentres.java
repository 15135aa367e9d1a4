package dev.sinew.rig;

import dev.sinew.linalg.SmallCholesky;
import dev.sinew.math.Affine;

/**
 * Where joints are: the point of a bone that moves least against the bone above it over the
 * examples (Merry's thesis, equation 4.6 and what follows). With (R, t) the bone's motion as the
 * parent sees it, R h + t should be the same in all frames, so h minimises its variance. A joint
 * that turns about one axis may slide along it; a weak pull to where the joint was expected keeps
 * it in place.
 */
public final class JointCentres {
  /** λ of the thesis: weight of the pull's equation. */
  private static final double PULL = 1e-3;

  private JointCentres() {}

  /**
   * The centre of every bone's joint, in the reference's space and units of its box.
   *
   * @param expected x, y, z where each joint is expected; roots stay there
   */
  public static double[] of(BoneMotions motions, BoneTree tree, double[] expected) {
    double[] centres = expected.clone();
    for (int b = 0; b < motions.boneCount(); b++) {
      if (tree.parents()[b] >= 0) {
        solve(motions, b, tree.parents()[b], expected, centres);
      }
    }
    return centres;
  }

  private static void solve(
      BoneMotions motions, int bone, int parent, double[] expected, double[] centres) {
    int frames = motions.frameCount();
    double[][] relative = new double[frames][Affine.SIZE];
    double[] mean = new double[Affine.SIZE];
    for (int k = 0; k < frames; k++) {
      Affine.invert(motions.m, motions.at(parent, k), relative[k], 0);
      Affine.multiply(relative[k], 0, motions.m, motions.at(bone, k), relative[k], 0);
      for (int i = 0; i < Affine.SIZE; i++) {
        mean[i] += relative[k][i] / frames;
      }
    }
    double[] a = new double[9];
    double[] b = new double[3];
    for (int c = 0; c < 3; c++) {
      a[4 * c] = PULL * PULL;
      b[c] = PULL * PULL * expected[3 * bone + c];
    }
    for (double[] frame : relative) {
      for (int r = 0; r < Affine.SIZE; r += 4) {
        for (int c = 0; c < 3; c++) {
          double x = frame[r + c] - mean[r + c];
          b[c] -= x * (frame[r + 3] - mean[r + 3]);
          for (int d = 0; d < 3; d++) {
            a[3 * c + d] += x * (frame[r + d] - mean[r + d]);
          }
        }
      }
    }
    SmallCholesky.factor(3, a, 0);
    SmallCholesky.solve(3, a, b);
    System.arraycopy(b, 0, centres, 3 * bone, 3);
  }
}
