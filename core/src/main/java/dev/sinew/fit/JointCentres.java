package dev.sinew.fit;

import dev.sinew.linalg.SmallCholesky;
import dev.sinew.math.Affine;

/**
 * Where joints are: the point of a bone that moves least against the bone above it over the
 * examples (Merry's thesis, equation 4.6 and what follows). With (R, t) the bone's motion as the
 * parent sees it, R h + t should be the same in all frames, so h minimises its variance. A joint
 * that turns about one axis may slide along it; a weak pull to where the joint was expected keeps
 * it in place.
 */
final class JointCentres {
  /** λ of the thesis: weight of the pull's equation. */
  private static final double PULL = 1e-3;

  private JointCentres() {}

  /**
   * The centre of every bone's joint, in the reference's space and units of its box.
   *
   * @param expected x, y, z where each joint is expected; roots stay there
   */
  static double[] of(BoneMotions motions, BoneTree tree, double[] expected) {
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

  /**
   * Where joints are expected when nobody says: amid the skin that a bone shares with the one
   * above, roots amid their own.
   */
  static double[] amidSharedSkin(FittedSkin skin, BoneTree tree) {
    SkinRows rows = skin.rows;
    double[] rest = skin.examples().rest;
    double[] shared = new double[4 * skin.boneCount()];
    double[] own = new double[4 * skin.boneCount()];
    for (int v = 0; v < rows.vertexCount(); v++) {
      addPoint(own, skin.regionOf(v), rest, v, 1);
      for (int i = 0; i < rows.count[v]; i++) {
        int a = rows.at(v, i);
        for (int j = 0; j < rows.count[v]; j++) {
          int b = rows.at(v, j);
          if (tree.parents()[rows.bone[a]] == rows.bone[b]) {
            double weight = Math.abs(rows.c[4 * a + 3] * rows.c[4 * b + 3]);
            addPoint(shared, rows.bone[a], rest, v, weight);
          }
        }
      }
    }
    double[] points = new double[3 * skin.boneCount()];
    for (int b = 0; b < skin.boneCount(); b++) {
      double[] from = shared[4 * b + 3] > 1e-9 ? shared : own;
      for (int axis = 0; axis < 3; axis++) {
        points[3 * b + axis] = from[4 * b + axis] / Math.max(from[4 * b + 3], 1e-9);
      }
    }
    return points;
  }

  private static void addPoint(double[] sums, int bone, double[] rest, int v, double weight) {
    for (int axis = 0; axis < 3; axis++) {
      sums[4 * bone + axis] += weight * rest[3 * v + axis];
    }
    sums[4 * bone + 3] += weight;
  }
}
