package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.MotionSolver;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Alternating fit of bones and the weights of a linear blend skin. */
final class BonesAndWeights extends AlternatingFit {
  private static final int SWEEPS = 20;

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
