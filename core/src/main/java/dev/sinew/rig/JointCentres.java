package dev.sinew.rig;

import dev.sinew.linalg.SmallCholesky;
import dev.sinew.math.Affine;

/**
 * Joint positions: per bone the point that moves least relative to the parent over the examples
 * (Merry's thesis, from equation 4.6). With (R, t) the bone's motion relative to the parent, h
 * minimises the variance of R h + t over the frames. For a joint that rotates about one axis h is
 * free along the axis; a weak regularisation towards an expected position determines it.
 */
public final class JointCentres {
  /** λ of the thesis: the weight of the regularisation. */
  private static final double REGULARISATION = 1e-3;

  private JointCentres() {}

  /**
   * Returns x, y, z of the joint of each bone, in the space of the reference and units of its box.
   *
   * @param expected x, y, z of the expected joint of each bone; that of a root is returned
   *     unchanged
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
      a[4 * c] = REGULARISATION * REGULARISATION;
      b[c] = REGULARISATION * REGULARISATION * expected[3 * bone + c];
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
