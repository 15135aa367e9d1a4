package dev.sinew.fit;

import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.stream.IntStream;

/**
 * Chooses how freely a skin may follow the examples, by cross-validation over the poses. Some poses
 * are left out, the skin is solved for the others, the bones for the poses left out, and what
 * remains there is compared. With few poses, corrections and distant bones fit them by chance.
 *
 * <p>The bones themselves have seen all poses, so the comparison is between skins, not a measure of
 * the error on new poses.
 */
final class PoseValidation {
  /** With more poses, the defaults are kept. */
  private static final int MAX_POSES = 24;

  /** With fewer poses, any gain on poses left out decides. */
  private static final int FEW_POSES = 8;

  /**
   * With more, the squared error without distant bones has to fall to this share: the choice then
   * matters little to new poses, and much to the examples.
   */
  private static final double CLEAR = 0.65;

  private static final int MAX_FOLDS = 4;
  private static final int SWEEPS = 10;

  /** The factor between two regularisations that are tried. */
  private static final double STEP = 8;

  private static final int MAX_STEPS = 3;

  private final Examples examples;
  private final RunContext context;
  private final int poses;
  private final int folds;

  PoseValidation(Examples examples, RunContext context) {
    this.examples = examples;
    this.context = context;
    poses = examples.frameCount() - 1;
    folds = Math.min(MAX_FOLDS, poses);
  }

  /** Returns true if the poses are so few that linear blending may do better on others. */
  boolean areFew() {
    return poses < FEW_POSES;
  }

  /**
   * Sets the reach of the bones and the regularisation of a fit, which starts with its defaults.
   * The regularisation is only raised. Returns true if anything has changed.
   */
  boolean tune(BonesAndSkin fit) {
    if (folds < 2 || poses > MAX_POSES || fit.motions.boneCount() < 2) {
      return false;
    }
    Freedom best = fit.freedom();
    double least = errorOf(fit, best);
    Freedom near = best.withoutDistant();
    double ofNear = errorOf(fit, near);
    if (ofNear < (areFew() ? 1 : CLEAR) * least) {
      best = near;
      least = ofNear;
    }
    for (int step = 0; step < MAX_STEPS; step++) {
      Freedom less = best.withShrink(STEP * Math.max(best.options().shrink(), 1e-6));
      double error = errorOf(fit, less);
      if (error >= least) {
        break;
      }
      best = less;
      least = error;
    }
    if (best.equals(fit.freedom())) {
      return false;
    }
    fit.setFreedom(best);
    return true;
  }

  /** Returns the squared error in poses that the skin has not seen, over all folds. */
  private double errorOf(BonesAndSkin fit, Freedom freedom) {
    double sum = 0;
    for (int fold = 0; fold < folds; fold++) {
      context.checkCancelled();
      int left = fold;
      int[] seen =
          IntStream.rangeClosed(0, poses).filter(k -> k == 0 || k % folds != left).toArray();
      int[] unseen = IntStream.rangeClosed(1, poses).filter(k -> k % folds == left).toArray();
      BoneMotions known = fit.motions.frames(seen);
      SkinRows rows =
          new InfluenceSearch(examples.frames(seen), freedom, context)
              .search(known, fit.regions, fit.rows, fit.given);
      Examples others = examples.frames(unseen);
      BoneMotions solved = fit.motions.frames(unseen);
      new BoneSolve(rows, others.rest, solved.boneCount(), freedom.options().freedom(), context)
          .improve(others.shapes(), solved, SWEEPS);
      for (double e : SkinError.ofVertices(rows, others.rest, others.shapes(), solved, context)) {
        sum += e;
      }
    }
    return sum;
  }

  /**
   * How freely a skin may follow the examples.
   *
   * @param options the limits and the regularisation
   * @param distant the factor on what a bone has to remove whose region does not touch
   */
  record Freedom(FitOptions options, double distant) {
    /**
     * The default. On two motions of a horse with 24 bones, 3 and 30 differ by 3 % on the examples
     * and 4 % on others; with touching bones alone, the error on the examples is a fifth larger.
     */
    private static final double DISTANT = 10;

    static Freedom of(FitOptions options) {
      return new Freedom(options, DISTANT);
    }

    Freedom withoutDistant() {
      return new Freedom(options, Double.POSITIVE_INFINITY);
    }

    Freedom withShrink(double shrink) {
      return new Freedom(options.withShrink(shrink), distant);
    }
  }
}
