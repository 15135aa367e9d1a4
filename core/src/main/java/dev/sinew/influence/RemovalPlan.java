package dev.sinew.influence;

import dev.sinew.linalg.SmallCholesky;
import dev.sinew.metric.AnimationVector;
import dev.sinew.pose.ExpectationMatrix;

/**
 * The removals from one set I of joints. With R = I without i, the vector of remaining joints that
 * replaces p_i is u = S p_i. It minimises (u, −p_i)ᵀ P (u, −p_i) subject to cᵀu = the weight of
 * p_i, where c selects the weights: u = P_RR⁻¹ (P_Ri p_i + μ c) with μ from the constraint. Then K
 * = (S, −1)ᵀ P (S, −1), which is the cost of the computed S even if S has rounding errors.
 */
final class RemovalPlan {
  private static final int SIDE = 4;
  private static final int BLOCK = SIDE * SIDE;

  /** Added to the unit diagonal; where P is singular it selects nearly the smallest u. */
  private static final double RIDGE = 1e-12;

  private final int[] joints;
  private final int rows;

  /** K of each joint, 16 values row by row. */
  private final double[] costs;

  /** S of each joint, 4 (n − 1) rows of 4. */
  private final double[] shares;

  /** Creates the plan of a set; the joints are not copied. */
  RemovalPlan(ExpectationMatrix expectation, int[] joints) {
    this.joints = joints;
    int n = joints.length;
    rows = SIDE * (n - 1);
    costs = new double[BLOCK * n];
    shares = new double[SIDE * rows * n];
    double[] p = submatrix(expectation);
    double[] factor = new double[rows * rows];
    double[] solutions = new double[(SIDE + 1) * rows];
    for (int i = 0; i < n && n > 1; i++) {
      solveShares(i, p, factor, solutions);
      sumCosts(i, p);
    }
  }

  /** Returns the number of stored values. */
  int size() {
    return costs.length + shares.length;
  }

  /** Returns p_iᵀ K p_i. */
  double price(AnimationVector point, int entry) {
    double x = point.value(entry, 0), y = point.value(entry, 1);
    double z = point.value(entry, 2), w = point.value(entry, 3);
    int k = BLOCK * entry;
    double price =
        x * (costs[k] * x + costs[k + 1] * y + costs[k + 2] * z + costs[k + 3] * w)
            + y * (costs[k + 4] * x + costs[k + 5] * y + costs[k + 6] * z + costs[k + 7] * w)
            + z * (costs[k + 8] * x + costs[k + 9] * y + costs[k + 10] * z + costs[k + 11] * w)
            + w * (costs[k + 12] * x + costs[k + 13] * y + costs[k + 14] * z + costs[k + 15] * w);
    return Math.max(0, price);
  }

  /** Writes the point without an entry. */
  void apply(AnimationVector point, int entry, AnimationVector out) {
    out.clear();
    int s = SIDE * rows * entry;
    for (int j = 0; j < joints.length; j++) {
      if (j != entry) {
        out.append(
            joints[j],
            point.value(j, 0) + share(point, entry, s),
            point.value(j, 1) + share(point, entry, s + SIDE),
            point.value(j, 2) + share(point, entry, s + 2 * SIDE),
            point.value(j, 3) + share(point, entry, s + 3 * SIDE));
        s += BLOCK;
      }
    }
  }

  private double share(AnimationVector point, int entry, int s) {
    return shares[s] * point.value(entry, 0)
        + shares[s + 1] * point.value(entry, 1)
        + shares[s + 2] * point.value(entry, 2)
        + shares[s + 3] * point.value(entry, 3);
  }

  /** Returns P restricted to the joints of the set, 4n × 4n. */
  private double[] submatrix(ExpectationMatrix expectation) {
    int side = SIDE * joints.length;
    double[] p = new double[side * side];
    for (int r = 0; r < side; r++) {
      for (int c = 0; c < side; c++) {
        p[side * r + c] =
            expectation.get(SIDE * joints[r / SIDE] + r % SIDE, SIDE * joints[c / SIDE] + c % SIDE);
      }
    }
    return p;
  }

  /** Returns the row in the whole set of a row of the remaining joints. */
  private static int fullRow(int row, int removed) {
    return row < SIDE * removed ? row : row + SIDE;
  }

  /**
   * Solves for S, scaled to a unit diagonal of P_RR because lengths and weights differ in
   * magnitude.
   */
  private void solveShares(int removed, double[] p, double[] factor, double[] solutions) {
    int side = SIDE * joints.length;
    double[] unit = new double[rows];
    for (int r = 0; r < rows; r++) {
      double own = p[(side + 1) * fullRow(r, removed)];
      unit[r] = own > 0 ? 1 / Math.sqrt(own) : 1;
    }
    for (int r = 0; r < rows; r++) {
      int from = side * fullRow(r, removed);
      for (int c = 0; c < rows; c++) {
        factor[rows * r + c] = unit[r] * unit[c] * p[from + fullRow(c, removed)];
      }
      for (int c = 0; c < SIDE; c++) {
        solutions[(SIDE + 1) * r + c] = unit[r] * p[from + SIDE * removed + c];
      }
      solutions[(SIDE + 1) * r + SIDE] = isWeight(r) ? unit[r] : 0;
    }
    SmallCholesky.factor(rows, factor, RIDGE);
    for (int c = 0; c <= SIDE; c++) {
      SmallCholesky.solve(rows, factor, solutions, c, SIDE + 1);
    }
    double own = weightOf(solutions, SIDE, unit);
    for (int c = 0; c < SIDE; c++) {
      double missing = (c == SIDE - 1 ? 1 : 0) - weightOf(solutions, c, unit);
      for (int r = 0; r < rows; r++) {
        shares[SIDE * rows * removed + SIDE * r + c] =
            unit[r]
                * (solutions[(SIDE + 1) * r + c]
                    + missing / own * solutions[(SIDE + 1) * r + SIDE]);
      }
    }
  }

  private static boolean isWeight(int row) {
    return row % SIDE == SIDE - 1;
  }

  private double weightOf(double[] solutions, int column, double[] unit) {
    double sum = 0;
    for (int r = SIDE - 1; r < rows; r += SIDE) {
      sum += unit[r] * solutions[(SIDE + 1) * r + column];
    }
    return sum;
  }

  private void sumCosts(int removed, double[] p) {
    int side = SIDE * joints.length;
    double[] all = new double[SIDE * side];
    for (int r = 0; r < rows; r++) {
      System.arraycopy(
          shares, SIDE * rows * removed + SIDE * r, all, SIDE * fullRow(r, removed), SIDE);
    }
    for (int c = 0; c < SIDE; c++) {
      all[SIDE * (SIDE * removed + c) + c] = -1;
    }
    for (int r = 0; r < side; r++) {
      for (int c = 0; c < SIDE; c++) {
        double image = 0;
        for (int k = 0; k < side; k++) {
          image += p[side * r + k] * all[SIDE * k + c];
        }
        for (int b = 0; b < SIDE; b++) {
          costs[BLOCK * removed + SIDE * b + c] += all[SIDE * r + b] * image;
        }
      }
    }
  }
}
