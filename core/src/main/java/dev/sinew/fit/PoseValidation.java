package dev.sinew.fit;

import dev.sinew.fit.system.BoneSolve;
import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.stream.IntStream;

/**
 * Compares skins by cross-validation over the poses. Some poses are left out, the skin is solved
 * for the others, the bones for the poses left out, and what remains there is compared. With few
 * poses, corrections fit them by chance.
 *
 * <p>The bones themselves have seen all poses, so this is a comparison between skins, not a measure
 * of the error on new poses.
 */
final class PoseValidation {
  /** With more poses, corrections are well determined. */
  private static final int MAX_POSES = 24;

  private static final int MAX_FOLDS = 4;
  private static final int SWEEPS = 10;

  private final Examples examples;
  private final BoneFreedom freedom;
  private final RunContext context;
  private final int poses;
  private final int folds;

  PoseValidation(Examples examples, BoneFreedom freedom, RunContext context) {
    this.examples = examples;
    this.freedom = freedom;
    this.context = context;
    poses = examples.frameCount() - 1;
    folds = Math.min(MAX_FOLDS, poses);
  }

  /** Returns true if there are enough poses to leave some out, and few enough to need it. */
  boolean isUseful() {
    return folds > 1 && poses <= MAX_POSES;
  }

  /** Solves a skin for some of the frames, with the motions of the bones in them. */
  interface SkinSolver {
    SkinRows solve(Examples some, BoneMotions known);
  }

  /**
   * Returns the rms error in poses that a skin has not seen, over all folds.
   *
   * @param motions the motions of the bones in all frames
   */
  double errorOf(BoneMotions motions, SkinSolver solver) {
    double sum = 0;
    for (int fold = 0; fold < folds; fold++) {
      context.checkCancelled();
      int left = fold;
      int[] seen =
          IntStream.rangeClosed(0, poses).filter(k -> k == 0 || k % folds != left).toArray();
      int[] unseen = IntStream.rangeClosed(1, poses).filter(k -> k % folds == left).toArray();
      SkinRows rows = solver.solve(examples.frames(seen), motions.frames(seen));
      Examples others = examples.frames(unseen);
      BoneMotions solved = motions.frames(unseen);
      new BoneSolve(rows, others.rest, solved.boneCount(), freedom, context)
          .improve(others.shapes(), solved, SWEEPS);
      for (double e : SkinError.ofVertices(rows, others.rest, others.shapes(), solved, context)) {
        sum += e;
      }
    }
    return Math.sqrt(sum / ((double) poses * examples.vertexCount()));
  }
}
