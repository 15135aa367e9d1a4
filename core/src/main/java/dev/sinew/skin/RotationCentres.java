package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.math.Svd3;
import java.util.Arrays;

/**
 * The rotation centre of every joint set: the rest point r that its joints map as close together as
 * possible, minimising Σ |M_a r − M_b r|² over pairs (Kavan and Žára, "Spherical blend skinning",
 * 2005, section 4). Over n joints that sum is n times Σ |M_a r − mean|², so the time is linear in
 * the number of joints.
 *
 * <p>Where the motions determine r badly, as along the axis of a hinge, the solution nearest to the
 * meeting point of the joints at rest is taken: singular values below a cut-off are left out. The
 * cut-off is smooth, so that r does not jump between poses.
 */
final class RotationCentres {
  /** The smallest singular value used, relative to the largest. */
  private static final double RELATIVE_CUT = 0.05;

  /** The smallest singular value used: joints with less relative rotation have no centre. */
  private static final double ABSOLUTE_CUT = 1e-3;

  /** x, y, z of the centre of every set in the last pose. */
  final double[] centres;

  private final JointSets sets;
  private final double[] meetings;
  private final double[] work = new double[Svd3.WORK];
  private final double[] mean = new double[Affine.SIZE];
  private final double[] normal = new double[9];
  private final double[] right = new double[3];

  /**
   * @param meetings x, y, z of the meeting point of each set at rest; not copied
   */
  RotationCentres(JointSets sets, double[] meetings) {
    this.sets = sets;
    this.meetings = meetings;
    centres = meetings.clone();
  }

  /** Computes all centres. */
  void set(double[] matrices) {
    for (int s = 0; s < sets.count(); s++) {
      if (sets.start[s + 1] - sets.start[s] > 1) {
        solve(s, matrices);
      }
    }
  }

  /** Solves least squares for the vector from the meeting point to the centre. */
  private void solve(int s, double[] matrices) {
    int from = sets.start[s];
    int to = sets.start[s + 1];
    Arrays.fill(mean, 0);
    for (int i = from; i < to; i++) {
      for (int e = 0; e < Affine.SIZE; e++) {
        mean[e] += matrices[Affine.SIZE * sets.joints[i] + e] / (to - from);
      }
    }
    Arrays.fill(normal, 0);
    Arrays.fill(right, 0);
    for (int i = from; i < to; i++) {
      addDeviation(matrices, Affine.SIZE * sets.joints[i], 3 * s);
    }
    System.arraycopy(meetings, 3 * s, centres, 3 * s, 3);
    if (Svd3.decompose(normal, 0, 3, work)) {
      addPseudoSolution(to - from, 3 * s);
    }
  }

  /** Adds DᵀD and −Dᵀ d, with D r + d the difference of M_j r from the mean. */
  private void addDeviation(double[] matrices, int m, int k) {
    for (int r = 0; r < 3; r++) {
      int at = 4 * r;
      double x = matrices[m + at] - mean[at];
      double y = matrices[m + at + 1] - mean[at + 1];
      double z = matrices[m + at + 2] - mean[at + 2];
      double off =
          matrices[m + at + 3]
              - mean[at + 3]
              + x * meetings[k]
              + y * meetings[k + 1]
              + z * meetings[k + 2];
      normal[0] += x * x;
      normal[1] += x * y;
      normal[2] += x * z;
      normal[4] += y * y;
      normal[5] += y * z;
      normal[8] += z * z;
      right[0] -= x * off;
      right[1] -= y * off;
      right[2] -= z * off;
    }
    normal[3] = normal[1];
    normal[6] = normal[2];
    normal[7] = normal[5];
  }

  private void addPseudoSolution(int joints, int centre) {
    // The singular values of the stacked pairs are the square roots of n times the eigenvalues of
    // DᵀD.
    double largest = Math.sqrt(joints * work[Svd3.VALUES]);
    double cut = Math.max(ABSOLUTE_CUT, RELATIVE_CUT * largest);
    for (int i = 0; i < 3; i++) {
      double eigenvalue = Math.max(0, work[Svd3.VALUES + i]);
      double above = Math.clamp(Math.sqrt(joints * eigenvalue) / cut - 1, 0, 1);
      if (above == 0) {
        continue;
      }
      double along = 0;
      for (int c = 0; c < 3; c++) {
        along += work[Svd3.V + 3 * c + i] * right[c];
      }
      along *= above * above * (3 - 2 * above) / eigenvalue;
      for (int c = 0; c < 3; c++) {
        centres[centre + c] += along * work[Svd3.V + 3 * c + i];
      }
    }
  }
}
