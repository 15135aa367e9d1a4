package dev.sinew.posespace.dynamic;

import dev.sinew.linalg.SmallCholesky;
import dev.sinew.posespace.dynamic.SpringRecord.Motion;
import java.util.Arrays;

/**
 * Fits the spring of one vertex after the other (section 4.3.2 of the thesis on crowds, equations
 * 4.26 to 4.30).
 *
 * <p>A {@link SpringRegression} gives the start. It predicts only one frame ahead, so noise in the
 * displacement biases it. What counts is the error of the simulated motion. For given k and c the
 * motion is linear in G, so G follows from least squares and only two unknowns are left, which
 * Gauss-Newton steps refine (variable projection, Golub and Pereyra 1973, in the form of Kaufman
 * 1975).
 */
final class SpringFit {
  private static final int GAINS = SpringRecord.GAINS;

  /** Natural frequencies below this, in hertz, are drift. */
  private static final double LOWEST_FREQUENCY = 0.2;

  /** The highest natural frequency as a share of the frame rate; the limit of sampling is 0.5. */
  private static final double HIGHEST_FREQUENCY = 0.45;

  private static final double MIN_DAMPING_RATIO = 0.005;
  private static final double MAX_DAMPING_RATIO = 5;

  /**
   * Other starts, in hertz. A stiff spring follows the acceleration without swinging, and the
   * regression may take it for a slow one.
   */
  private static final double[] START_FREQUENCIES = {2, 4, 7, 11};

  private static final double START_DAMPING_RATIO = 0.2;

  private static final int MAX_ITERATIONS = 25;

  /** Iterations end when the error falls by less than this fraction. */
  private static final double CONVERGED = 1e-5;

  /** The step of numerical derivatives, in logarithms of frequency and damping ratio. */
  private static final double DIFFERENCE = 1e-4;

  private final SpringRecord record;
  private final double ridge;
  private final double minFrequency;
  private final double maxFrequency;
  private final int rows;
  private final SpringStep step = new SpringStep();
  private final double[] target;
  private final double[][] columns = new double[GAINS][];
  private final double[][] slopes = new double[2][];
  private final double[] residual;
  private final double[] gram = new double[GAINS * GAINS];
  private final double[] factor = new double[GAINS * GAINS];
  private int vertex;

  /** A spring: logarithms of natural frequency (rad/s) and damping ratio, gains, squared error. */
  private record Spring(double frequency, double damping, double[] gains, double error) {
    double stiffness() {
      return Math.exp(2 * frequency);
    }

    double resistance() {
      return 2 * Math.exp(frequency + damping);
    }
  }

  /**
   * @param record the motion of a range of vertices
   * @param ridge the regularisation of G, relative to the mean square of the simulated columns
   */
  SpringFit(SpringRecord record, double ridge) {
    this.record = record;
    this.ridge = ridge;
    double fastest = 0;
    int count = 0;
    for (Motion motion : record.motions) {
      fastest = Math.max(fastest, 1 / motion.seconds());
      count += 3 * motion.frames();
    }
    rows = count;
    minFrequency = Math.log(2 * Math.PI * LOWEST_FREQUENCY);
    maxFrequency = Math.max(minFrequency, Math.log(2 * Math.PI * HIGHEST_FREQUENCY * fastest));
    target = new double[rows];
    residual = new double[rows];
    Arrays.setAll(columns, i -> new double[rows]);
    Arrays.setAll(slopes, i -> new double[rows]);
  }

  /**
   * Fits the spring of vertex i of the record.
   *
   * @param out receives {@link SpringModel#SIZE} values at offset o
   * @return the share of the displacement's energy that the simulated motion explains
   */
  double fit(int i, double[] out, int o) {
    vertex = i;
    Spring best = refine(start());
    out[o] = best.stiffness();
    out[o + 1] = best.resistance();
    System.arraycopy(best.gains, 0, out, o + 2, GAINS);
    return 1 - best.error / Math.max(energy(), Double.MIN_NORMAL);
  }

  /** Returns the best of the regression and a few springs, with its columns simulated. */
  private Spring start() {
    SpringRegression regression = SpringRegression.of(record, vertex);
    Spring best =
        evaluate(
            clampFrequency(Math.log(regression.frequency())),
            clampDamping(Math.log(regression.dampingRatio())));
    for (double hertz : START_FREQUENCIES) {
      Spring tried =
          evaluate(
              clampFrequency(Math.log(2 * Math.PI * hertz)),
              clampDamping(Math.log(START_DAMPING_RATIO)));
      best = tried.error < best.error ? tried : best;
    }
    return evaluate(best.frequency, best.damping);
  }

  private double energy() {
    double sum = 0;
    for (Motion motion : record.motions) {
      int at = 3 * vertex * motion.frames();
      for (int f = 0; f < 3 * motion.frames(); f++) {
        sum += motion.displacement()[at + f] * motion.displacement()[at + f];
      }
    }
    return sum;
  }

  private Spring refine(Spring start) {
    Spring best = start;
    double trust = 1e-3;
    for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      double[] direction = gaussNewton(best, trust);
      Spring tried =
          evaluate(
              clampFrequency(best.frequency + direction[0]),
              clampDamping(best.damping + direction[1]));
      if (tried.error < best.error) {
        boolean done = best.error - tried.error < CONVERGED * best.error;
        best = tried;
        trust = Math.max(trust / 10, 1e-9);
        if (done) {
          break;
        }
      } else {
        trust *= 10;
        if (trust > 1e3) {
          break;
        }
        // The simulated columns are those of the rejected spring.
        best = evaluate(best.frequency, best.damping);
      }
    }
    return best;
  }

  /** Simulates the columns for a frequency and damping, and solves for the gains. */
  private Spring evaluate(double frequency, double damping) {
    Spring free = new Spring(frequency, damping, new double[GAINS], 0);
    simulateColumns(free);
    double[] gains = new double[GAINS];
    Arrays.fill(gram, 0);
    double trace = 0;
    for (int i = 0; i < GAINS; i++) {
      for (int j = 0; j <= i; j++) {
        gram[GAINS * i + j] = dot(columns[i], columns[j]);
      }
      trace += gram[GAINS * i + i];
      gains[i] = dot(columns[i], target);
    }
    System.arraycopy(gram, 0, factor, 0, gram.length);
    double floor = ridge * trace / GAINS + Double.MIN_NORMAL;
    SmallCholesky.factor(GAINS, factor, floor);
    SmallCholesky.solve(GAINS, factor, gains);
    double error = 0;
    for (int r = 0; r < rows; r++) {
      double left = target[r];
      for (int i = 0; i < GAINS; i++) {
        left -= gains[i] * columns[i][r];
      }
      residual[r] = left;
      error += left * left;
    }
    return new Spring(frequency, damping, gains, error);
  }

  /** Returns the step of frequency and damping; the columns are those of the spring. */
  private double[] gaussNewton(Spring spring, double trust) {
    simulateSlopes(spring);
    double[] projected = new double[GAINS];
    for (int s = 0; s < 2; s++) {
      for (int i = 0; i < GAINS; i++) {
        projected[i] = dot(columns[i], slopes[s]);
      }
      SmallCholesky.solve(GAINS, factor, projected);
      for (int i = 0; i < GAINS; i++) {
        addScaled(slopes[s], -projected[i], columns[i]);
      }
    }
    double a = dot(slopes[0], slopes[0]);
    double b = dot(slopes[0], slopes[1]);
    double c = dot(slopes[1], slopes[1]);
    double x = dot(slopes[0], residual);
    double y = dot(slopes[1], residual);
    a += trust * a + Double.MIN_NORMAL;
    c += trust * c + Double.MIN_NORMAL;
    double determinant = a * c - b * b;
    if (!(determinant > 0)) {
      return new double[2];
    }
    return new double[] {
      Math.clamp((c * x - b * y) / determinant, -1, 1),
      Math.clamp((a * y - b * x) / determinant, -1, 1)
    };
  }

  /** Simulates the motion of every gain element alone, and subtracts the free swing from u. */
  private void simulateColumns(Spring spring) {
    double[] push = new double[GAINS];
    double[] velocity = new double[GAINS];
    int row = 0;
    for (Motion motion : record.motions) {
      step.set(spring.stiffness(), spring.resistance(), motion.seconds());
      int first = vertex * motion.frames();
      for (int k = 0; k < 3; k++) {
        Arrays.fill(velocity, 0);
        double[] u = motion.displacement();
        double x = u[3 * first + k];
        double v = (u[3 * first + 3 + k] - x) / motion.seconds();
        for (int f = 0; f < motion.frames(); f++) {
          int at = row + 3 * f + k;
          target[at] = u[3 * (first + f) + k] - x;
          double swung = step.xx * x + step.xv * v;
          v = step.vx * x + step.vv * v;
          x = swung;
          if (f == 0) {
            for (int i = 0; i < GAINS; i++) {
              columns[i][at] = 0;
            }
          }
          if (f + 1 < motion.frames()) {
            motion.pushes(first + f, k, push, 0);
            for (int i = 0; i < GAINS; i++) {
              double d = columns[i][at];
              double w = velocity[i] + push[i];
              columns[i][at + 3] = step.xx * d + step.xv * w;
              velocity[i] = step.vx * d + step.vv * w;
            }
          }
        }
      }
      row += 3 * motion.frames();
    }
  }

  /** Differentiates the simulated motion by frequency and damping, the gains fixed. */
  private void simulateSlopes(Spring spring) {
    double[][] sides = {new double[rows], new double[rows]};
    for (int s = 0; s < 2; s++) {
      for (int side = 0; side < 2; side++) {
        double delta = side == 0 ? -DIFFERENCE : DIFFERENCE;
        simulate(
            new Spring(
                spring.frequency + (s == 0 ? delta : 0),
                spring.damping + (s == 1 ? delta : 0),
                spring.gains,
                0),
            sides[side]);
      }
      for (int r = 0; r < rows; r++) {
        slopes[s][r] = (sides[1][r] - sides[0][r]) / (2 * DIFFERENCE);
      }
    }
  }

  /** Simulates the motion of a spring from the recorded start. */
  private void simulate(Spring spring, double[] out) {
    double[] push = new double[GAINS];
    int row = 0;
    for (Motion motion : record.motions) {
      step.set(spring.stiffness(), spring.resistance(), motion.seconds());
      int first = vertex * motion.frames();
      double[] u = motion.displacement();
      for (int k = 0; k < 3; k++) {
        double x = u[3 * first + k];
        double v = (u[3 * first + 3 + k] - x) / motion.seconds();
        for (int f = 0; f < motion.frames(); f++) {
          out[row + 3 * f + k] = x;
          motion.pushes(first + f, k, push, 0);
          double w = v;
          for (int i = 0; i < GAINS; i++) {
            w += spring.gains[i] * push[i];
          }
          v = step.vx * x + step.vv * w;
          x = step.xx * x + step.xv * w;
        }
      }
      row += 3 * motion.frames();
    }
  }

  private double clampFrequency(double value) {
    return Math.clamp(value, minFrequency, maxFrequency);
  }

  private static double clampDamping(double value) {
    return Math.clamp(value, Math.log(MIN_DAMPING_RATIO), Math.log(MAX_DAMPING_RATIO));
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static void addScaled(double[] to, double scale, double[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] += scale * from[i];
    }
  }
}
