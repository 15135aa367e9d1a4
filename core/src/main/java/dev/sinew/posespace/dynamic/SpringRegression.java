package dev.sinew.posespace.dynamic;

import dev.sinew.linalg.SmallCholesky;
import dev.sinew.posespace.dynamic.SpringRecord.Motion;

/**
 * A first estimate of a spring, by linear regression of the next displacement on the last two and
 * the drive: u(t+1) = α u(t) − β u(t−1) + H r(t). It is equation 4.30 of the thesis on crowds in
 * its exact discrete form: α is the trace and β = exp(−c h) the determinant of the map of {@link
 * SpringStep}. Equation 4.30 itself has α = 2 − c h − k h² and β = 1 − c h, whose error is larger
 * than the damping for springs of a few hertz at 30 frames per second. Columns are scaled to equal
 * length, a small ridge is added, and the estimate is of a damped spring: k and c are not negative.
 *
 * @param frequency the natural frequency √k in radians per second, above 0
 * @param dampingRatio c / 2√k, above 0
 */
record SpringRegression(double frequency, double dampingRatio) {
  private static final int UNKNOWNS = 2 + SpringRecord.GAINS;

  /** The ridge, for columns of length 1. */
  private static final double RIDGE = 1e-6;

  /** The smallest decay of one frame, and the least frequency and damping ratio. */
  private static final double LEAST_VALUE = 1e-6;

  /** Estimates the spring of vertex i of a record. */
  static SpringRegression of(SpringRecord record, int i) {
    double[] normal = new double[UNKNOWNS * UNKNOWNS];
    double[] right = new double[UNKNOWNS];
    double[] row = new double[UNKNOWNS];
    double seconds = record.motions.getFirst().seconds();
    for (Motion motion : record.motions) {
      // α and β depend on the frame rate; that of the first take counts.
      for (int f = 1; f + 1 < motion.frames() && motion.seconds() == seconds; f++) {
        int at = i * motion.frames() + f;
        double[] u = motion.displacement();
        for (int k = 0; k < 3; k++) {
          row[0] = u[3 * at + k];
          row[1] = -u[3 * at - 3 + k];
          motion.pushes(at, k, row, 2);
          accumulate(row, u[3 * at + 3 + k], normal, right);
        }
      }
    }
    solveScaled(normal, right);
    return ofCoefficients(right[0], right[1], seconds);
  }

  /** Inverts α = 2 exp(−c h / 2) cos(w h) and β = exp(−c h), with w² = k − c² / 4. */
  private static SpringRegression ofCoefficients(double alpha, double beta, double seconds) {
    double decay = -Math.log(Math.clamp(beta, LEAST_VALUE, 1)) / (2 * seconds);
    double cosine = alpha / (2 * Math.exp(-decay * seconds));
    double turn = Math.acos(Math.clamp(cosine, -1, 1)) / seconds;
    double frequency = Math.max(LEAST_VALUE, Math.sqrt(turn * turn + decay * decay));
    return new SpringRegression(frequency, Math.max(LEAST_VALUE, decay / frequency));
  }

  private static void accumulate(double[] row, double value, double[] normal, double[] right) {
    for (int i = 0; i < row.length; i++) {
      for (int j = 0; j <= i; j++) {
        normal[row.length * i + j] += row[i] * row[j];
      }
      right[i] += row[i] * value;
    }
  }

  /** Solves normal equations with columns scaled to length 1. */
  private static void solveScaled(double[] normal, double[] right) {
    int n = right.length;
    double[] scale = new double[n];
    for (int i = 0; i < n; i++) {
      scale[i] = normal[n * i + i] > 0 ? 1 / Math.sqrt(normal[n * i + i]) : 0;
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        normal[n * i + j] *= scale[i] * scale[j];
      }
      right[i] *= scale[i];
    }
    SmallCholesky.factor(n, normal, RIDGE);
    SmallCholesky.solve(n, normal, right);
    for (int i = 0; i < n; i++) {
      right[i] *= scale[i];
    }
  }
}
