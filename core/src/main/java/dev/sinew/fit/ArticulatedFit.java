package dev.sinew.fit;

import dev.sinew.rig.BlendSums;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Turns bones that move freely into a skeleton that rotates about joints, with a linear blend skin:
 * the hierarchy from the skin that bones share, then joints, poses and weights in turn. Bones that
 * suit free motions are not those that suit a skeleton, so bones are moved again. Every model of a
 * fit uses this skeleton.
 */
final class ArticulatedFit {
  private static final int FIRST_ROUNDS = 3;
  private static final int ROUNDS = 6;
  private static final int ROUNDS_PER_MOVE = 2;
  private static final int PATIENCE = 5;

  private final Examples examples;
  private final FitOptions options;
  private final KnownSkeleton known;
  private final RunContext context;

  /** The bones with their weights. */
  final BonesAndWeights linear;

  /** The skeleton. */
  ArticulatedBones bones;

  /**
   * @param linear the start: regions and free motions; overwritten
   */
  ArticulatedFit(
      Examples examples,
      FitOptions options,
      BonesAndWeights linear,
      KnownSkeleton known,
      RunContext context) {
    this.examples = examples;
    this.options = options;
    this.known = known;
    this.context = context;
    this.linear = linear;
    linear.solveWeights();
    bones = link();
  }

  private ArticulatedBones link() {
    SharedSkin shared = SharedSkin.of(examples, linear.rows, linear.regions, linear.motions);
    return new ArticulatedBones(examples, shared, known, context);
  }

  /**
   * Solves the skeleton.
   *
   * @param mayMove whether bones may move to other regions
   * @return the number of moved bones
   */
  int run(boolean mayMove) {
    bones.improve(linear.rows, linear.motions, 0);
    linear.run(FIRST_ROUNDS, bones);
    int moved = mayMove && linear.motions.boneCount() > 1 ? new Moves().run() : 0;
    linear.run(ROUNDS, bones);
    bones.finish(linear.rows, linear.motions);
    return moved;
  }

  /** Moves of the skeleton's bones. */
  private final class Moves extends BoneMoves {
    private final int[] failuresFrom = new int[linear.motions.boneCount()];
    private final int[] failuresTo = new int[linear.motions.boneCount()];

    Moves() {
      super(2 * options.moves(), PATIENCE, context);
    }

    /** Trusts the estimate less for bones and regions with failed moves, so that others follow. */
    @Override
    double score(Move move, double regionError, double costOfRemoval) {
      return Math.scalb(regionError / 2, -failuresTo[move.to()])
          - Math.scalb(costOfRemoval, failuresFrom[move.bone()]);
    }

    @Override
    BoneRegions regions() {
      return linear.regions;
    }

    @Override
    double[] vertexErrors() {
      return linear.vertexErrors();
    }

    /** Returns the error if the bone that comes nearest took over all skin of each bone. */
    @Override
    double[] costsOfRemoval(double[] errors) {
      int count = linear.motions.boneCount();
      BlendSums sums =
          new BoneSolve(linear.rows, examples.rest, count, false, context)
              .sums(examples.shapes());
      double[] costs = new double[count];
      Arrays.setAll(costs, b -> costOfRemoval(b, sums));
      return costs;
    }

    private double costOfRemoval(int bone, BlendSums sums) {
      double least = 0;
      boolean found = false;
      for (int other = 0; other < sums.bones(); other++) {
        if (other != bone && sums.moments()[16 * (bone * sums.bones() + other) + 15] > 0) {
          double cost = sums.difference(bone, other, linear.motions);
          least = found ? Math.min(least, cost) : cost;
          found = true;
        }
      }
      return least;
    }

    @Override
    boolean attempt(Move move, double[] errors) {
      ArticulatedBones oldBones = bones;
      BoneRegions oldRegions = linear.regions;
      BoneMotions oldMotions = linear.motions;
      SkinRows oldRows = linear.rows;
      double before = SkinError.rms(errors, examples.frameCount());
      linear.regions = oldRegions.copy();
      linear.motions = oldMotions.copy();
      new BoneRelocation(examples, linear.regions, linear.motions)
          .move(move.bone(), move.to(), errors);
      linear.solveWeights();
      bones = link();
      bones.improve(linear.rows, linear.motions, 0);
      linear.run(ROUNDS_PER_MOVE, bones);
      if (Boolean.getBoolean("amoves")) System.out.printf("   move %d -> %d  %.5f -> %.5f%n", move.bone(), move.to(), before, linear.rms());
      if (linear.rms() < ACCEPTED_RATIO * before) {
        return true;
      }
      failuresFrom[move.bone()]++;
      failuresTo[move.to()]++;
      bones = oldBones;
      linear.regions = oldRegions;
      linear.motions = oldMotions;
      linear.rows = oldRows;
      return false;
    }
  }
}
