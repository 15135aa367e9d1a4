package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.Reach;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;

/**
 * The skin of animation space on bones that move freely, from bones that suit all models. Animation
 * space contains linear blending, so it must not be worse: it is also started from the linear blend
 * skin if that is nearly as good, and stays that skin where corrections gain little. Where poses
 * are few, cross-validation ({@link PoseValidation}) chooses the regularisation.
 */
final class SpaceFit {
  /** Rounds of skin and bones. */
  private static final int ROUNDS = 10;

  /**
   * With at most this many shapes, bones are not moved for animation space alone: they would fit
   * them by chance. The horse's gallop has 3 % more error if bones are moved for ten other poses;
   * with 13 and more shapes, poses left out have up to 15 % less.
   */
  private static final int FEW_SHAPES = 12;

  /** Linear blending with less than this many times the error is another start. */
  private static final double NEARLY_LINEAR = 1.25;

  /** Few shapes support corrections that lower the error of linear blending to this share. */
  private static final double GAIN_OF_FEW = 0.75;

  /** Many shapes support corrections that lower the error of linear blending to this share. */
  private static final double GAIN_OF_MANY = 0.95;

  /** The reference and three poses. */
  private static final int VERY_FEW_SHAPES = 4;

  /** With more shapes, the regularisation of the options suits all sequences at hand. */
  private static final int FEW_SHAPES_TO_REGULARISE = 8;

  /** The factor between two regularisations that are tried, and their number. */
  private static final double STEP = 8;

  private static final int MAX_STEPS = 3;

  /**
   * Linear blending is chosen if it lowers the error in poses left out to this share: with 1, the
   * wolf has an error of 0.00090 instead of 0.00062. See docs/decisions/fit-few-poses.md.
   */
  private static final double LINEAR_GAIN = 0.8;

  /** More regularisation is chosen if it lowers the error in poses left out to this share. */
  private static final double REGULARISED_GAIN = 0.95;

  private final BonesAndSkin bones;
  private final FittedSkin linear;
  private final RunContext context;
  private final FitOptions options;
  private final Examples examples;
  private final double meanInfluences;
  private final BonesAndSkin skin;
  private int movedBones;

  /**
   * Fits the skin.
   *
   * @param bones bones that suit all models
   * @param linear the linear blend skin on bones like these
   * @param mayMove whether bones may move to other regions
   */
  SpaceFit(
      BonesAndSkin bones,
      FitOptions options,
      FittedSkin linear,
      boolean mayMove,
      RunContext context) {
    this.bones = bones;
    this.options = options;
    this.linear = linear;
    this.context = context;
    examples = bones.examples;
    meanInfluences = meanInfluences(options, linear.rows);
    movedBones = linear.bones().moved();
    skin = run(mayMove);
  }

  /** Returns the maximum mean number of influences, given a linear blend skin. */
  static double meanInfluences(FitOptions options, SkinRows linear) {
    return options
        .meanInfluences()
        .orElse(Math.max(FitOptions.MEAN_INFLUENCES, linear.meanCount()));
  }

  /** Returns the skin. */
  BonesAndSkin skin() {
    return skin;
  }

  /** Returns the number of bones that were moved, with those of the linear blend skin. */
  int movedBones() {
    return movedBones;
  }

  private BonesAndSkin run(boolean mayMove) {
    PoseValidation validation = new PoseValidation(examples, options.freedom(), context);
    BonesAndSkin found = start(bones.regions, bones.motions, options);
    if (mayMove && bones.motions.boneCount() > 1 && examples.frameCount() > FEW_SHAPES) {
      found.searchRound();
      FreeBoneMoves moves = new FreeBoneMoves(found, context);
      movedBones += moves.run();
    }
    found.refine(ROUNDS, "skin");
    if (linear.rms(context) < NEARLY_LINEAR * found.rms()) {
      BonesAndSkin other = startLinear();
      other.refine(ROUNDS, "skin from linear blending");
      boolean better =
          validation.isUseful()
              ? errorOf(other, options, validation) < errorOf(found, options, validation)
              : other.rms() < found.rms();
      found = better ? other : found;
    }
    if (validation.isUseful() && examples.frameCount() <= FEW_SHAPES_TO_REGULARISE) {
      double error = errorOf(found, options, validation);
      if (errorOfLinear(validation) < LINEAR_GAIN * error
          && linear.rows.meanCount() <= meanInfluences) {
        return startLinear();
      }
      found = regularised(found, error, validation);
    }
    return isSupported(found, linear.rows, linear.rms(context), meanInfluences)
        ? found
        : startLinear();
  }

  /**
   * Returns true if corrections lower the error of the examples enough to be trusted in other poses
   * too. Up to three poses determine no corrections: where they help on some sequences, they harm
   * on others, by up to 1.8 times the error.
   *
   * @param linear linear blending on the same bones
   * @param linearRms its error
   * @param meanInfluences the maximum mean number of influences
   */
  static boolean isSupported(
      AlternatingFit space, SkinRows linear, double linearRms, double meanInfluences) {
    int shapes = space.examples.frameCount();
    double part =
        shapes <= VERY_FEW_SHAPES
            ? 0
            : shapes <= FEW_SHAPES_TO_REGULARISE ? GAIN_OF_FEW : GAIN_OF_MANY;
    int bones = space.motions.boneCount();
    return space.rms() < part * linearRms
        || linear.idleCount(bones) > space.rows.idleCount(bones)
        || linear.meanCount() > meanInfluences;
  }

  private BonesAndSkin start(BoneRegions regions, BoneMotions motions, FitOptions with) {
    return new BonesAndSkin(
        bones, with, regions.copy(), motions.copy(), meanInfluences, bones.solver);
  }

  private BonesAndSkin startLinear() {
    BonesAndSkin other = start(linear.bones().regions(), linear.bones().motions(), options);
    other.rows = linear.rows.copy();
    return other;
  }

  /** Returns the skin with the regularisation that leaves least error in poses left out. */
  private BonesAndSkin regularised(BonesAndSkin found, double error, PoseValidation validation) {
    FitOptions best = options;
    double least = error;
    for (int step = 1; step <= MAX_STEPS; step++) {
      FitOptions less = options.withShrink(best.shrink() * STEP);
      double left = errorOf(found, less, validation);
      if (left >= least) {
        break;
      }
      best = less;
      least = left;
    }
    if (least >= REGULARISED_GAIN * error) {
      return found;
    }
    BonesAndSkin other = start(found.regions, found.motions, best);
    other.rows = found.rows.copy();
    other.refine(ROUNDS, "skin with less freedom");
    return other;
  }

  private double errorOfLinear(PoseValidation validation) {
    Reach reach = Reach.of(linear.bones().regions(), bones.given);
    return validation.errorOf(
        linear.bones().motions(),
        (some, known) ->
            LinearBlendWeights.search(
                some, known, linear.bones().regions(), reach, options.maxInfluences(), context));
  }

  private double errorOf(BonesAndSkin found, FitOptions with, PoseValidation validation) {
    return validation.errorOf(
        found.motions,
        (some, known) ->
            new InfluenceSearch(some, with, InfluenceSearch.Aim.SKIN, meanInfluences, context)
                .search(known, found.regions, found.reach(), found.rows));
  }
}
