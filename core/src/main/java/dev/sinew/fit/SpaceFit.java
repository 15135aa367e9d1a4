package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;

/**
 * The skin of animation space on bones that move freely, from bones that suit all models. Animation
 * space contains linear blending, so it must not be worse: it is also started from the linear blend
 * skin if that is nearly as good, and where poses are few, cross-validation ({@link
 * PoseValidation}) chooses between it, more regularisation, and linear blending.
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

  /**
   * The simpler skin is chosen if its error in poses left out is below this part of that of the
   * freer one.
   */
  static final double CLEARLY = 0.8;

  /** With more shapes, the regularisation of the options suits all sequences at hand. */
  private static final int FEW_SHAPES_TO_REGULARISE = 8;

  /** The factor between two regularisations that are tried, and their number. */
  private static final double STEP = 8;

  private static final int MAX_STEPS = 3;

  private final BonesAndSkin bones;
  private final FittedSkin linear;
  private final RunContext context;
  private final FitOptions options;
  private final Examples examples;
  private final double meanInfluences;
  private int movedBones;

  /**
   * @param bones bones that suit all models
   * @param linear the linear blend skin on bones like these
   */
  SpaceFit(BonesAndSkin bones, FittedSkin linear, RunContext context) {
    this.bones = bones;
    this.linear = linear;
    this.context = context;
    options = bones.options;
    examples = bones.examples;
    meanInfluences = meanInfluences(options, linear.rows);
  }

  /** Returns the maximum mean number of influences, given a linear blend skin. */
  static double meanInfluences(FitOptions options, SkinRows linear) {
    double ofLinear = linear.total() / (double) linear.vertexCount();
    return options.meanInfluences().orElse(Math.max(FitOptions.MEAN_INFLUENCES, ofLinear));
  }

  /** Returns the number of bones that were moved. */
  int movedBones() {
    return movedBones;
  }

  /** Fits the skin. */
  BonesAndSkin run(boolean mayMove) {
    PoseValidation validation = new PoseValidation(examples, options.freedom(), context);
    BonesAndSkin found = start(bones.regions, bones.motions, options);
    if (mayMove && bones.motions.boneCount() > 1 && examples.frameCount() > FEW_SHAPES) {
      found.searchRound();
      FreeBoneMoves moves = new FreeBoneMoves(examples, options, found, context);
      movedBones = moves.run();
    }
    found.refine(ROUNDS, "skin");
    if (linear.rms(context) < NEARLY_LINEAR * found.rms()) {
      BonesAndSkin other = startLinear(options);
      other.refine(ROUNDS, "skin from linear blending");
      boolean better =
          validation.isUseful()
              ? errorOf(other, options, validation) < errorOf(found, options, validation)
              : other.rms() < found.rms();
      found = better ? other : found;
    }
    if (!validation.isUseful()) {
      return found;
    }
    boolean few = examples.frameCount() <= FEW_SHAPES_TO_REGULARISE;
    if (few || linear.rms(context) < NEARLY_LINEAR * found.rms()) {
      double error = errorOf(found, options, validation);
      if (usesAsManyBones(linear.rows, found) && errorOfLinear(validation) < CLEARLY * error) {
        return startLinear(options);
      }
      return few ? regularised(found, error, validation) : found;
    }
    return found;
  }

  /** Returns true if a skin leaves no more bones idle than another. */
  static boolean usesAsManyBones(SkinRows rows, AlternatingFit other) {
    int bones = other.motions.boneCount();
    return rows.idleCount(bones) <= other.rows.idleCount(bones);
  }

  private BonesAndSkin start(BoneRegions regions, BoneMotions motions, FitOptions with) {
    return new BonesAndSkin(
        bones, with, regions.copy(), motions.copy(), meanInfluences, bones.solver);
  }

  private BonesAndSkin startLinear(FitOptions with) {
    BonesAndSkin other = start(linear.regions(), linear.motions(), with);
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
    if (least >= CLEARLY * error) {
      return found;
    }
    BonesAndSkin other = start(found.regions, found.motions, best);
    other.rows = found.rows.copy();
    other.refine(ROUNDS, "skin with less freedom");
    return other;
  }

  private double errorOfLinear(PoseValidation validation) {
    return validation.errorOf(
        linear.motions(),
        (some, known) ->
            LinearBlendWeights.forMotions(
                some, known, linear.regions().bone, bones.given, options.maxInfluences(), context));
  }

  private double errorOf(BonesAndSkin found, FitOptions with, PoseValidation validation) {
    return validation.errorOf(
        found.motions,
        (some, known) ->
            new InfluenceSearch(some, with, InfluenceSearch.Aim.SKIN, meanInfluences, context)
                .search(known, found.regions, found.reach(), found.rows));
  }
}
