package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.MotionSolver;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Alternating fit of bones and the weights of a linear blend skin. */
final class BonesAndWeights extends AlternatingFit {
  private static final int SWEEPS = 20;
  private static final int IDLE_ROUNDS = 5;

  /** Starts as any {@link AlternatingFit}. */
  BonesAndWeights(
      Examples examples,
      FitOptions options,
      BoneRegions regions,
      BoneMotions motions,
      int @Nullable [][] given,
      RunContext context) {
    super(examples, options, regions, motions, given, context);
  }

  /** Solves weights and motions in turn, then the weights again. */
  void run(int rounds, MotionSolver solver) {
    for (int i = 0; i < rounds; i++) {
      context.report("weights", i, rounds);
      round(solver);
    }
    solveWeights();
    context.report("weights", rounds, rounds);
  }

  /**
   * Starts bones that move no vertex again where the error is largest, as long as this leaves fewer
   * of them. Returns the number of bones that were moved.
   */
  int useIdleBones(MotionSolver solver) {
    int moved = 0;
    int[] idle = rows.idleBones(motions.boneCount());
    for (int before = idle.length + 1; idle.length > 0 && idle.length < before; ) {
      before = idle.length;
      for (int bone : idle) {
        double[] errors = vertexErrors();
        new BoneRelocation(examples, regions, motions).move(bone, worstRegion(errors), errors);
        solveWeights();
      }
      moved += idle.length;
      run(IDLE_ROUNDS, solver);
      idle = rows.idleBones(motions.boneCount());
    }
    return moved;
  }

  private int worstRegion(double[] errors) {
    double[] sums = new double[motions.boneCount()];
    for (int v = 0; v < errors.length; v++) {
      sums[regions.bone[v]] += errors[v];
    }
    int worst = 0;
    for (int b = 1; b < sums.length; b++) {
      worst = sums[b] > sums[worst] ? b : worst;
    }
    return worst;
  }

  /** Solves weights, then motions. */
  void round(MotionSolver solver) {
    solveWeights();
    solver.improve(rows, motions, SWEEPS);
    updateRegions();
  }

  /** Solves the weights of the current motions. */
  void solveWeights() {
    rows =
        LinearBlendWeights.search(
            examples, motions, regions, reach(), options.maxInfluences(), context);
  }

  /** Makes the weights smooth where the examples do not need them otherwise. */
  void smooth(Articulation skeleton) {
    rows =
        LinearBlendWeights.smooth(
            examples, motions, skeleton, rows, given, options.maxInfluences(), context);
  }

  private void updateRegions() {
    regions = regionsOf(examples, rows, motions.boneCount());
    if (given == null) {
      regions.connect(this::rigidError);
    }
  }

  /** Returns the regions of the bones with the largest weights. */
  static BoneRegions regionsOf(Examples examples, SkinRows rows, int bones) {
    int[] bone = new int[rows.vertexCount()];
    Arrays.setAll(bone, v -> rows.bone[rows.at(v, 0)]);
    return new BoneRegions(examples.topology, bones, bone);
  }
}
