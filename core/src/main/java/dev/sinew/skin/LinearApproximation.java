package dev.sinew.skin;

import dev.sinew.linalg.SimplexLeastSquares;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;

/**
 * The best linear blend skin for a general animation-space skin: per point a rest position v̂ and
 * weights w ≥ 0, Σ w = 1, over the point's own joints, that minimise Σ_k |Σ_j G_jk (p_j − w_j B_j
 * v̂)|² over a list of poses k. Viewers without support for animation space show this skin.
 *
 * <p>The error is quadratic in v̂ for given w and in w for given v̂, so both are solved in turn: a
 * 3×3 system and {@link SimplexLeastSquares}. The start is the rows' own weights and rest position,
 * which is the solution if the skin came from linear blending. Weights that the poses do not
 * determine stay near this start. Cost: poses × influences² per point and round.
 */
public final class LinearApproximation {
  private static final int ROUNDS = 12;
  private static final double SMALLEST_WEIGHT = 1e-4;

  private final double[] rest;
  private final Influences influences;
  private final double rms;

  private LinearApproximation(double[] rest, Influences influences, double rms) {
    this.rest = rest;
    this.influences = influences;
    this.rms = rms;
  }

  /** Returns x, y, z of every point at rest, in a new array. */
  public double[] restPositions() {
    return rest.clone();
  }

  /** Returns the weights, one row per point. */
  public Influences influences() {
    return influences;
  }

  /**
   * Returns the root mean square distance to the animation-space skin, over all points and poses.
   */
  public double rms() {
    return rms;
  }

  /**
   * Approximates a skin.
   *
   * @param skin the joints
   * @param coords one row per point
   * @param poses at least one, with global transforms up to date
   */
  public static LinearApproximation of(
      Skin skin, AnimationCoords coords, List<Pose> poses, RunContext context) {
    if (poses.isEmpty()) {
      throw new IllegalArgumentException("poses: expected at least 1, got 0");
    }
    Samples samples = new Samples(skin, poses);
    int maxInfluences = maxInfluences(coords);
    double[] rest = new double[3 * coords.rowCount()];
    double[][] weights = new double[coords.rowCount()][];
    double[] squares = new double[coords.rowCount()];
    context.runRanges(
        coords.rowCount(),
        (from, to) -> {
          SimplexLeastSquares weightSolver = new SimplexLeastSquares(maxInfluences);
          for (int r = from; r < to; r++) {
            PointSolver solver = new PointSolver(samples, coords, r, weightSolver);
            squares[r] = solver.solve();
            System.arraycopy(solver.v, 0, rest, 3 * r, 3);
            weights[r] = solver.w;
          }
        });
    double n = Math.max(1.0, (double) coords.rowCount() * poses.size());
    double rms = Math.sqrt(Arrays.stream(squares).sum() / n);
    return new LinearApproximation(rest, influences(coords, weights), rms);
  }

  private static Influences influences(AnimationCoords coords, double[][] weights) {
    Influences.Builder rows = Influences.builder();
    for (int r = 0; r < weights.length; r++) {
      for (int i = 0; i < weights[r].length; i++) {
        rows.add(coords.joint(r, i), weights[r][i]);
      }
      rows.endRow();
    }
    return rows.build();
  }

  private static int maxInfluences(AnimationCoords coords) {
    int max = 0;
    for (int r = 0; r < coords.rowCount(); r++) {
      max = Math.max(max, coords.count(r));
    }
    return max;
  }

  /** Joint transforms of all poses, without and with the inverse bind matrix. */
  private static final class Samples {
    private final int poses;
    private final int joints;
    private final double[][] globals;
    private final double[] skinning;
    private final double[] bindGlobals;

    Samples(Skin skin, List<Pose> list) {
      poses = list.size();
      joints = skin.jointCount();
      int block = Affine.SIZE * joints;
      globals = new double[poses][block];
      skinning = new double[block * poses];
      bindGlobals = new double[block];
      double[] one = new double[block];
      double[] bind = new double[Affine.SIZE];
      for (int k = 0; k < poses; k++) {
        skin.skinningMatrices(list.get(k), one);
        System.arraycopy(one, 0, skinning, block * k, block);
        for (int j = 0; j < joints; j++) {
          list.get(k).copyGlobal(skin.joint(j), globals[k], Affine.SIZE * j);
        }
      }
      for (int j = 0; j < joints; j++) {
        skin.copyInverseBind(j, bind, 0);
        if (!Affine.invert(bind, 0, bindGlobals, Affine.SIZE * j)) {
          Affine.identity(bindGlobals, Affine.SIZE * j);
        }
      }
    }
  }

  /** Solves one point: y_k is its position in pose k, M_jk v̂ that under joint j alone. */
  private static final class PointSolver {
    private final Samples samples;
    private final AnimationCoords coords;
    private final int row;
    private final SimplexLeastSquares weightSolver;
    private final double[] y;
    private final double[] w;
    private final double[] v = new double[3];

    PointSolver(
        Samples samples, AnimationCoords coords, int row, SimplexLeastSquares weightSolver) {
      this.weightSolver = weightSolver;
      this.samples = samples;
      this.coords = coords;
      this.row = row;
      y = new double[3 * samples.poses];
      w = new double[coords.count(row)];
      for (int k = 0; k < samples.poses; k++) {
        coords.project(row, samples.globals[k], y, 3 * k);
      }
      coords.project(row, samples.bindGlobals, v, 0);
      double sum = 0;
      for (int i = 0; i < w.length; i++) {
        w[i] = Math.max(0, coords.value(row, i, 3));
        sum += w[i];
      }
      for (int i = 0; i < w.length; i++) {
        w[i] = sum > 0 && Double.isFinite(sum) ? w[i] / sum : 1.0 / w.length;
      }
    }

    /** Returns the remaining sum of squared distances. */
    double solve() {
      double error = error();
      for (int round = 0; round < ROUNDS && error > 0; round++) {
        solvePosition();
        if (w.length > 1) {
          solveWeights();
        }
        double now = error();
        if (now > error * (1 - 1e-6)) {
          break;
        }
        error = now;
      }
      dropSmallWeights();
      solvePosition();
      return error();
    }

    private int matrix(int k, int i) {
      return Affine.SIZE * (samples.joints * k + coords.joint(row, i));
    }

    private double error() {
      double sum = 0;
      double[] at = new double[3];
      for (int k = 0; k < samples.poses; k++) {
        double dx = y[3 * k], dy = y[3 * k + 1], dz = y[3 * k + 2];
        for (int i = 0; i < w.length; i++) {
          Affine.transformPoint(samples.skinning, matrix(k, i), v, 0, at, 0);
          dx -= w[i] * at[0];
          dy -= w[i] * at[1];
          dz -= w[i] * at[2];
        }
        sum += dx * dx + dy * dy + dz * dz;
      }
      return sum;
    }

    /**
     * Solves the normal equations of Σ_k |A_k v + t_k − y_k|², with A_k v + t_k the blended
     * transform.
     */
    private void solvePosition() {
      double[] normal = new double[Affine.SIZE];
      double[] right = new double[3];
      double[] blended = new double[Affine.SIZE];
      for (int k = 0; k < samples.poses; k++) {
        Arrays.fill(blended, 0);
        for (int i = 0; i < w.length; i++) {
          int m = matrix(k, i);
          for (int e = 0; e < Affine.SIZE; e++) {
            blended[e] += w[i] * samples.skinning[m + e];
          }
        }
        for (int a = 0; a < 3; a++) {
          for (int r = 0; r < 3; r++) {
            right[a] += blended[4 * r + a] * (y[3 * k + r] - blended[4 * r + 3]);
            for (int b = 0; b < 3; b++) {
              normal[4 * a + b] += blended[4 * r + a] * blended[4 * r + b];
            }
          }
        }
      }
      double[] inverse = new double[Affine.SIZE];
      if (Affine.invert(normal, 0, inverse, 0)) {
        double[] solved = new double[3];
        Affine.transformVector(inverse, 0, right, 0, solved, 0);
        if (Double.isFinite(solved[0] + solved[1] + solved[2])) {
          System.arraycopy(solved, 0, v, 0, 3);
        }
      }
    }

    /** Solves for the weights; measured from y, so that small errors keep their digits. */
    private void solveWeights() {
      int n = w.length;
      double[] gram = new double[n * n];
      double[] residuals = new double[3 * n];
      for (int k = 0; k < samples.poses; k++) {
        for (int i = 0; i < n; i++) {
          Affine.transformPoint(samples.skinning, matrix(k, i), v, 0, residuals, 3 * i);
          for (int axis = 0; axis < 3; axis++) {
            residuals[3 * i + axis] -= y[3 * k + axis];
          }
        }
        for (int i = 0; i < n; i++) {
          for (int j = 0; j <= i; j++) {
            for (int axis = 0; axis < 3; axis++) {
              gram[n * i + j] += residuals[3 * i + axis] * residuals[3 * j + axis];
            }
            gram[n * j + i] = gram[n * i + j];
          }
        }
      }
      // Squares of huge coordinates overflow; then the weights stay.
      if (Arrays.stream(gram).allMatch(Double::isFinite)) {
        weightSolver.improve(n, gram, w);
      }
    }

    private void dropSmallWeights() {
      double sum = 0;
      for (int i = 0; i < w.length; i++) {
        w[i] = w[i] < SMALLEST_WEIGHT ? 0 : w[i];
        sum += w[i];
      }
      for (int i = 0; i < w.length; i++) {
        w[i] /= sum;
      }
    }
  }
}
