package dev.sinew.posespace;

import dev.sinew.posespace.interpolate.InterpolatorFamily;
import dev.sinew.posespace.interpolate.InterpolatorFit;
import dev.sinew.posespace.interpolate.PoseDistances;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Solves blocks: reduces their offsets to a basis, chooses the interpolator's parameter by
 * cross-validation and solves for its weights.
 */
final class BlockSolver {
  /** With more blocks than this, one parameter serves all. */
  private static final int OWN_PARAMETERS = 64;

  /** Blocks that choose the common parameter, those with the largest offsets. */
  private static final int SAMPLE = 24;

  /**
   * Coefficients may exceed those of the examples by this factor. Wide kernels extrapolate: without
   * a limit the local lookup moves the built-in biped in random poses by up to 16 times the largest
   * example.
   */
  private static final double BEYOND = 1.5;

  /** The error of a coefficient at its own pose, as a share of the basis error. */
  private static final double EXACT = 0.1;

  private final InterpolatorFamily family;
  private final PoseReader reader;
  private final float[] coordinates;
  private final int poses;

  /** Per joint, the squared distances of all pairs of poses. */
  private final double[][] jointSquares;

  private final double tolerance;
  private final int maxRank;

  /**
   * A solved block, and its offsets at each pose as interpolated from the other poses.
   *
   * @param leftOut coefficients per pose
   */
  record Solved(Block block, double[] leftOut) {}

  /**
   * @param coordinates those of all database poses
   * @param tolerance the largest error of the stored offsets
   */
  BlockSolver(
      InterpolatorFamily family,
      PoseReader reader,
      float[] coordinates,
      double tolerance,
      int maxRank) {
    this.family = family;
    this.reader = reader;
    this.coordinates = coordinates;
    this.tolerance = tolerance;
    this.maxRank = maxRank;
    poses = coordinates.length / Math.max(1, reader.size());
    jointSquares = new double[reader.hierarchy().joints().size()][];
    Arrays.setAll(jointSquares, this::squares);
  }

  List<Solved> solve(List<BlockPlan> plans, double[][] offsets, boolean posed, RunContext context) {
    OffsetBasis[] bases = new OffsetBasis[plans.size()];
    context.run(
        "reducing offsets",
        bases.length,
        b -> bases[b] = OffsetBasis.of(plans.get(b).select(offsets), tolerance, maxRank));
    List<InterpolatorFamily.Member> members =
        plans.size() > OWN_PARAMETERS ? List.of(common(plans, bases)) : family.members();
    Solved[] out = new Solved[bases.length];
    context.run(
        "interpolating", bases.length, b -> out[b] = solve(plans.get(b), bases[b], members, posed));
    return List.of(out);
  }

  private Solved solve(
      BlockPlan plan, OffsetBasis basis, List<InterpolatorFamily.Member> members, boolean posed) {
    double[] jointWeights = plan.jointWeights().getFirst();
    InterpolatorFit fit = fit(plan, jointWeights, basis, members);
    for (double[] other : plan.jointWeights().subList(1, plan.jointWeights().size())) {
      InterpolatorFit found = fit(plan, other, basis, members);
      if (found.leftOutError() < fit.leftOutError()) {
        fit = found;
        jointWeights = other;
      }
    }
    Block block =
        new Block(
            posed,
            fit.interpolator(),
            plan.joints(),
            jointWeights,
            plan.vertices(),
            unscaled(fit.weights(), basis),
            limits(basis),
            basis.rows());
    return new Solved(block, unscaled(fit.leftOut(), basis));
  }

  private InterpolatorFit fit(
      BlockPlan plan,
      double[] jointWeights,
      OffsetBasis basis,
      List<InterpolatorFamily.Member> members) {
    PoseDistances distances = distances(plan, jointWeights);
    return family.choose(distances, basis.scaledCoefficients(), basis.rank(), exactness(), members);
  }

  /** Returns the largest residual of a coefficient: several add up to less than the tolerance. */
  private double exactness() {
    return EXACT * tolerance;
  }

  /** Returns the largest coefficients: somewhat larger than at any example. */
  private static double[] limits(OffsetBasis basis) {
    double[] out = new double[basis.rank()];
    for (int i = 0; i < basis.coefficients().length; i++) {
      int r = i % basis.rank();
      out[r] = Math.max(out[r], BEYOND * Math.abs(basis.coefficients()[i]));
    }
    return out;
  }

  private static double[] unscaled(double[] values, OffsetBasis basis) {
    double[] out = values.clone();
    for (int i = 0; i < out.length; i++) {
      out[i] /= basis.sizes()[i % basis.rank()];
    }
    return out;
  }

  /** Returns the parameters with the least error over the blocks with the largest offsets. */
  private InterpolatorFamily.Member common(List<BlockPlan> plans, OffsetBasis[] bases) {
    int[] largest =
        IntStream.range(0, bases.length)
            .boxed()
            .filter(b -> bases[b].rank() > 0)
            .sorted(Comparator.comparingDouble(b -> -energy(bases[b])))
            .limit(SAMPLE)
            .mapToInt(Integer::intValue)
            .toArray();
    List<PoseDistances> distances = new ArrayList<>();
    List<double[]> values = new ArrayList<>();
    int[] widths = new int[largest.length];
    for (int i = 0; i < largest.length; i++) {
      BlockPlan plan = plans.get(largest[i]);
      distances.add(distances(plan, plan.jointWeights().getFirst()));
      values.add(bases[largest[i]].scaledCoefficients());
      widths[i] = bases[largest[i]].rank();
    }
    return family.best(distances, values, widths, exactness());
  }

  private static double energy(OffsetBasis basis) {
    return Arrays.stream(basis.sizes()).map(s -> s * s).sum();
  }

  private PoseDistances distances(BlockPlan plan, double[] jointWeights) {
    return new PoseDistances(poses, squares(plan.joints(), jointWeights), plan.resolution());
  }

  private double[] squares(int[] joints, double[] weights) {
    double[] squares = new double[poses * poses];
    for (int i = 0; i < joints.length; i++) {
      double[] own = jointSquares[joints[i]];
      for (int ab = 0; ab < own.length; ab++) {
        squares[ab] += weights[i] * own[ab];
      }
    }
    return squares;
  }

  /** Returns the squared distances of all pairs of poses in the coordinates of a joint. */
  private double[] squares(int joint) {
    int size = reader.size();
    double[] out = new double[poses * poses];
    for (int a = 0; a < poses; a++) {
      for (int b = 0; b < poses; b++) {
        double sum = 0;
        for (int c = reader.start(joint); c < reader.start(joint + 1); c++) {
          double d = (double) coordinates[size * a + c] - coordinates[size * b + c];
          sum += d * d;
        }
        out[poses * a + b] = sum;
      }
    }
    return out;
  }

  /** Subtracts what a block gives at each database pose. */
  void subtract(Block block, double[][] offsets) {
    double[] all = squares(block.joints(), block.jointWeights());
    double[] squares = new double[poses];
    double[] phi = new double[poses];
    double[] c = new double[block.rank()];
    int length = 3 * block.vertices().length;
    for (int k = 0; k < poses; k++) {
      System.arraycopy(all, poses * k, squares, 0, poses);
      block.interpolator().activate(squares, phi, poses);
      Arrays.fill(c, 0);
      for (int l = 0; l < poses; l++) {
        for (int r = 0; r < c.length; r++) {
          c[r] += phi[l] * block.weights()[c.length * l + r];
        }
      }
      block.limit(c);
      for (int r = 0; r < c.length; r++) {
        for (int i = 0; i < length; i++) {
          offsets[k][3 * block.vertices()[i / 3] + i % 3] -= c[r] * block.basis()[length * r + i];
        }
      }
    }
  }
}
