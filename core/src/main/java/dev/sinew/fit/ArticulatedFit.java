package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.BoneSolve;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.rig.ArticulatedSolve;
import dev.sinew.rig.BlendSums;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Turns bones that move freely into a skeleton that rotates about joints, with a linear blend skin:
 * the hierarchy from the skin that bones share, then joints, poses and weights in turn. Bones that
 * suit free motions are not those that suit a skeleton, so bones are moved again. Every model of a
 * fit uses this skeleton.
 */
final class ArticulatedFit {
  private static final int FIRST_ROUNDS = 3;
  private static final int ROUNDS = 12;
  private static final int LEAST_ROUNDS = 4;
  private static final int ROUNDS_PER_MOVE = 2;

  /** Moves in a row that may raise the error. */
  private static final int LOOK_AHEAD = 3;

  /** Series of moves that lead nowhere before the search ends. */
  private static final int SERIES = 2;

  private static final int MOVES_FACTOR = 2;

  /** The cost of a bone that no other can replace: an error of a whole box side. */
  private static final double NOT_REPLACEABLE = 1e6;

  /** Lower bound of the error that joints allow for, in box sides. */
  private static final double MIN_NOISE = 1e-5;

  private final Examples examples;
  private final FitOptions options;
  private final KnownSkeleton known;
  private final RunContext context;

  /** The rms error of free bones. */
  private final double noise;

  /** The bones with their weights. */
  final BonesAndWeights linear;

  /** The skeleton. */
  ArticulatedBones bones;

  private int movedBones;

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
    noise = Math.max(linear.rms(), MIN_NOISE);
    bones = link();
  }

  private ArticulatedBones link() {
    SharedSkin shared = SharedSkin.of(examples, linear.rows, linear.regions, linear.motions);
    return new ArticulatedBones(examples, shared, known, noise, context);
  }

  /**
   * Solves the skeleton.
   *
   * @param mayMove whether bones may move to other regions
   */
  void run(boolean mayMove) {
    bones.improve(linear.rows, linear.motions, 0);
    linear.run(FIRST_ROUNDS, bones);
    movedBones = mayMove && linear.motions.boneCount() > 1 ? new Moves().run() : 0;
    settle();
  }

  /** Returns the number of bones that were moved. */
  int movedBones() {
    return movedBones;
  }

  /** Solves on and keeps the best of the rounds: weights with few influences may get worse. */
  private void settle() {
    State best = state();
    int rounds = ArticulatedSolve.effort(ROUNDS, LEAST_ROUNDS, linear.motions.boneCount());
    for (int i = 0; i < rounds; i++) {
      context.report("joints", i, rounds);
      linear.run(1, bones);
      State now = state();
      if (now.isBetterThan(best, 1)) {
        best = now;
      }
      linear.motions = linear.motions.copy();
      bones = bones.copy();
    }
    restore(best);
    context.report("joints", rounds, rounds);
    linear.smooth(bones.articulation());
    bones.finish(linear.rows, linear.motions);
  }

  /** A state to return to. */
  private record State(
      BoneRegions regions,
      BoneMotions motions,
      SkinRows rows,
      ArticulatedBones bones,
      int idle,
      double rms) {

    /** Returns true if fewer bones move nothing, or as many and the error is lower by a ratio. */
    boolean isBetterThan(State other, double ratio) {
      return idle < other.idle || (idle == other.idle && rms < ratio * other.rms);
    }
  }

  private State state() {
    return new State(
        linear.regions,
        linear.motions,
        linear.rows,
        bones,
        linear.rows.idleCount(linear.motions.boneCount()),
        linear.rms());
  }

  private void restore(State state) {
    linear.regions = state.regions.copy();
    linear.motions = state.motions.copy();
    linear.rows = state.rows;
    bones = state.bones.copy();
  }

  /**
   * Moves of the skeleton's bones. A limb often needs two bones before its error falls, so moves
   * that raise the error are kept for a while: the search goes on from them and returns to the best
   * state.
   */
  private final class Moves extends BoneMoves {
    private final Set<Integer> moved = new HashSet<>();
    private final Set<Move> dead = new HashSet<>();
    private State best = state();

    Moves() {
      super(
          ArticulatedSolve.effort(
              MOVES_FACTOR * options.moves(), LOOK_AHEAD, linear.motions.boneCount()),
          LOOK_AHEAD,
          context);
    }

    @Override
    BoneRegions regions() {
      return linear.regions;
    }

    @Override
    double[] vertexErrors() {
      return linear.vertexErrors();
    }

    /** Bars bones that were moved since the best state, and first moves that led nowhere. */
    @Override
    boolean isBarred(Move move) {
      return moved.contains(move.bone())
          || moved.contains(move.to())
          || (moved.isEmpty() && dead.contains(move));
    }

    @Override
    double[] costsOfRemoval(double[] errors) {
      int count = linear.motions.boneCount();
      BlendSums sums =
          new BoneSolve(linear.rows, examples.rest, count, BoneFreedom.RIGID, context)
              .sums(examples.shapes());
      double[] costs = new double[count];
      Arrays.setAll(costs, b -> costOfRemoval(b, sums));
      return costs;
    }

    /** Returns the change if the bone that moves most alike took over all skin of a bone. */
    private double costOfRemoval(int bone, BlendSums sums) {
      double least = Double.POSITIVE_INFINITY;
      boolean idle = true;
      for (int other = 0; other < sums.bones(); other++) {
        if (sums.moments()[16 * (bone * sums.bones() + other) + 15] > 0) {
          idle = false;
          if (other != bone) {
            least = Math.min(least, sums.difference(bone, other, linear.motions));
          }
        }
      }
      return idle ? 0 : Math.min(least, NOT_REPLACEABLE);
    }

    @Override
    boolean attempt(Move move, double[] errors) {
      linear.regions = linear.regions.copy();
      linear.motions = linear.motions.copy();
      new BoneRelocation(examples, linear.regions, linear.motions)
          .move(move.bone(), move.to(), errors);
      linear.solveWeights();
      bones = link();
      bones.improve(linear.rows, linear.motions, 0);
      linear.run(ROUNDS_PER_MOVE, bones);
      State now = state();
      if (now.isBetterThan(best, ACCEPTED_RATIO)) {
        best = now;
        moved.clear();
        return true;
      }
      if (moved.isEmpty()) {
        dead.add(move);
      }
      moved.add(move.bone());
      return false;
    }

    /** Moves bones, and returns to the best state after each series of moves that led nowhere. */
    @Override
    int run() {
      int kept = 0;
      for (int series = 0; series < SERIES; series++) {
        kept += super.run();
        restore(best);
        moved.clear();
      }
      return kept;
    }
  }
}
