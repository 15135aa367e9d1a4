package dev.sinew.skin.approximation;

import dev.sinew.linalg.SimplexLeastSquares;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The best linear blend skin for a general animation-space skin: per point a rest position v̂ and
 * weights w ≥ 0, Σ w = 1, over the point's own joints, that minimise Σ_k |Σ_j G_jk (p_j − w_j B_j
 * v̂)|² over a list of poses k. Viewers without support for animation space show this skin.
 *
 * <p>With more joints than a limit, those whose removal costs least are removed one by one, and the
 * others are solved again: many viewers show the first four joints of a vertex only.
 *
 * <p>The error is quadratic in v̂ for given w and in w for given v̂, so both are solved in turn: a
 * 3×3 system and {@link SimplexLeastSquares}. The start is the rows' own weights and rest position,
 * which is the solution if the skin came from linear blending. Weights that the poses do not
 * determine stay near this start. Cost: poses × influences² per point and round.
 */
public final class LinearApproximation {
  private static final int ROUNDS = 12;
  private static final double SMALLEST_WEIGHT = 1e-4;

  /** A distance, relative to the coordinates, far below what files store. */
  private static final double NEGLIGIBLE = 1e-10;

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
   * @param maxInfluences the maximum number of joints per point, at least 1
   */
  public static LinearApproximation of(
      Skin skin, AnimationCoords coords, List<Pose> poses, int maxInfluences, RunContext context) {
    if (poses.isEmpty()) {
      throw new IllegalArgumentException("poses: expected at least 1, got 0");
    }
    Samples samples = new Samples(skin, poses);
    int longestRow = longestRow(coords);
    double[] rest = new double[3 * coords.rowCount()];
    double[][] weights = new double[coords.rowCount()][];
    double[] squares = new double[coords.rowCount()];
    context.runRanges(
        "fitting the fallback skin",
        coords.rowCount(),
        (from, to) -> {
          SimplexLeastSquares weightSolver = new SimplexLeastSquares(longestRow);
          for (int r = from; r < to; r++) {
            PointSolver solver = new PointSolver(samples, coords, r, weightSolver);
            squares[r] = solver.solve(maxInfluences);
            System.arraycopy(solver.v, 0, rest, 3 * r, 3);
            weights[r] = solver.w;
          }
        });
    double n = Math.max(1.0, (double) coords.rowCount() * poses.size());
    double rms = Math.sqrt(Arrays.stream(squares).sum() / n);
    return new LinearApproximation(rest, influences(coords, weights), rms);
  }

  /**
   * Returns a character whose meshes with animation coordinates have new linear blend skins.
   *
   * @param poses at least one, with global transforms up to date
   * @param maxInfluences the maximum number of joints per vertex, at least 1
   */
  public static SkinnedCharacter refit(
      SkinnedCharacter character, List<Pose> poses, int maxInfluences, RunContext context) {
    List<Geometry> meshes = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry mesh = character.meshes().get(m);
      List<Integer> skins = character.skinsOf(m);
      if (mesh.skinning().coords().isEmpty() || skins.isEmpty()) {
        meshes.add(mesh);
        continue;
      }
      Skin skin = character.skins().get(skins.getFirst());
      LinearApproximation linear = of(skin, mesh.coords(skin), poses, maxInfluences, context);
      meshes.add(
          mesh.withMesh(mesh.mesh().withPositions(linear.restPositions()))
              .withSkinning(mesh.skinning().withFallback(linear.influences())));
    }
    return character.withMeshes(meshes);
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

  private static int longestRow(AnimationCoords coords) {
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

    /** The joints that may have a weight. */
    private int[] active;

    PointSolver(
        Samples samples, AnimationCoords coords, int row, SimplexLeastSquares weightSolver) {
      this.weightSolver = weightSolver;
      this.samples = samples;
      this.coords = coords;
      this.row = row;
      y = new double[3 * samples.poses];
      w = new double[coords.count(row)];
      active = IntStream.range(0, w.length).toArray();
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
    double solve(int maxInfluences) {
      solveInTurn();
      dropSmallWeights();
      if (activeCount() > maxInfluences) {
        limitInfluences(maxInfluences);
        solveInTurn();
        dropSmallWeights();
      }
      solvePosition();
      return error();
    }

    private void solveInTurn() {
      double error = error();
      double negligible = NEGLIGIBLE * NEGLIGIBLE * squaredLength(y);
      for (int round = 0; round < ROUNDS && error > negligible; round++) {
        solvePosition();
        if (active.length > 1) {
          solveWeights();
        }
        double now = error();
        if (now > error * (1 - 1e-6)) {
          break;
        }
        error = now;
      }
    }

    /**
     * A method of its own: within the loop over poses, its compilation takes longer than the work.
     */
    private static void addProducts(double[] residuals, int i, int n, double[] gram) {
      for (int j = 0; j <= i; j++) {
        double sum = gram[n * i + j];
        sum += residuals[3 * i] * residuals[3 * j];
        sum += residuals[3 * i + 1] * residuals[3 * j + 1];
        sum += residuals[3 * i + 2] * residuals[3 * j + 2];
        gram[n * i + j] = sum;
        gram[n * j + i] = sum;
      }
    }

    private static boolean isFinite(double[] values) {
      for (double value : values) {
        if (!Double.isFinite(value)) {
          return false;
        }
      }
      return true;
    }

    private static double squaredLength(double[] values) {
      double sum = 0;
      for (double value : values) {
        sum += value * value;
      }
      return sum;
    }

    private int activeCount() {
      return (int) Arrays.stream(w).filter(weight -> weight > 0).count();
    }

    /** Removes joints one by one: the one whose loss costs least, the others solved again. */
    private void limitInfluences(int max) {
      active = IntStream.range(0, w.length).filter(i -> w[i] > 0).toArray();
      while (active.length > max) {
        double[] gram = gram();
        int worst = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int removed = 0; removed < active.length; removed++) {
          double error = errorWithout(removed, gram, new double[active.length - 1]);
          if (error < least) {
            least = error;
            worst = removed;
          }
        }
        remove(worst, gram);
      }
    }

    private void remove(int removed, double[] gram) {
      double[] weights = new double[active.length - 1];
      errorWithout(removed, gram, weights);
      w[active[removed]] = 0;
      int gone = removed;
      int[] old = active;
      active = IntStream.range(0, old.length).filter(i -> i != gone).map(i -> old[i]).toArray();
      for (int i = 0; i < active.length; i++) {
        w[active[i]] = weights[i];
      }
    }

    /** Solves the weights without one joint; returns the sum of squared distances. */
    private double errorWithout(int removed, double[] gram, double[] weights) {
      int n = active.length;
      int left = n - 1;
      double[] less = new double[left * left];
      double sum = 0;
      for (int i = 0, r = 0; i < n; i++) {
        if (i != removed) {
          for (int j = 0, c = 0; j < n; j++) {
            if (j != removed) {
              less[left * r + c++] = gram[n * i + j];
            }
          }
          weights[r] = w[active[i]];
          sum += weights[r++];
        }
      }
      for (int i = 0; i < left; i++) {
        weights[i] = sum > 0 ? weights[i] / sum : 1.0 / left;
      }
      if (isFinite(less)) {
        weightSolver.improve(left, less, weights);
      }
      double error = 0;
      for (int i = 0; i < left; i++) {
        for (int j = 0; j < left; j++) {
          error += weights[i] * weights[j] * less[left * i + j];
        }
      }
      return error;
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

    private void solveWeights() {
      double[] gram = gram();
      // Squares of huge coordinates overflow; then the weights stay.
      if (isFinite(gram)) {
        double[] weights = new double[active.length];
        for (int i = 0; i < active.length; i++) {
          weights[i] = w[active[i]];
        }
        weightSolver.improve(active.length, gram, weights);
        for (int i = 0; i < active.length; i++) {
          w[active[i]] = weights[i];
        }
      }
    }

    /**
     * Returns the products of the residuals of the active joints: with weights w that sum to 1 the
     * error is wᵀ Gram w. Residuals are measured from y, so that small errors keep their digits.
     */
    private double[] gram() {
      int n = active.length;
      double[] gram = new double[n * n];
      double[] residuals = new double[3 * n];
      for (int k = 0; k < samples.poses; k++) {
        for (int i = 0; i < n; i++) {
          Affine.transformPoint(samples.skinning, matrix(k, active[i]), v, 0, residuals, 3 * i);
          for (int axis = 0; axis < 3; axis++) {
            residuals[3 * i + axis] -= y[3 * k + axis];
          }
        }
        for (int i = 0; i < n; i++) {
          addProducts(residuals, i, n, gram);
        }
      }
      return gram;
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
