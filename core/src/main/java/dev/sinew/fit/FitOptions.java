package dev.sinew.fit;

import dev.sinew.fit.system.VertexSystem;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.run.NumberRange;
import java.util.OptionalDouble;

/**
 * Options of a fit.
 *
 * @param maxInfluences the maximum number of bones per vertex, 1 to {@value #MAX_INFLUENCES}
 * @param meanInfluences the maximum mean number of bones per vertex in animation space, 1 or more,
 *     used where they remove most error; empty for {@value #MEAN_INFLUENCES}, or as many as linear
 *     blending has with the same bones if these are more
 * @param smooth δ of equation 18: smoothing of corrections between neighbours, 0 or more
 * @param shrink λ of equation 17 on corrections: regularisation towards linear blending, 0 or more
 * @param moves the maximum number of bones moved to where the error is largest, 0 or more
 * @param rounds rounds of skin and bones after the bones are found, 1 or more
 * @param freedom the motions that bones may have; bones that are not rigid move freely
 * @param articulated whether bones rotate about fixed joints, or else move freely
 * @param exactRest whether animation space reproduces the reference within 10⁻⁴ of the box
 */
public record FitOptions(
    int maxInfluences,
    OptionalDouble meanInfluences,
    double smooth,
    double shrink,
    int moves,
    int rounds,
    BoneFreedom freedom,
    boolean articulated,
    boolean exactRest) {
  /** The upper limit of influences per vertex. */
  public static final int MAX_INFLUENCES = 10;

  /** The maximum mean number of influences by default, that of linear blending on the horse. */
  public static final double MEAN_INFLUENCES = 2.6;

  /** λ on weights: enough to choose between bones with equal motions. */
  private static final double WEIGHT_RIDGE = 1e-3;

  /** The weight of an exact reference: on the sequences at hand, it is off by 5·10⁻⁵ at most. */
  private static final double EXACT_REST_WEIGHT = 10_000;

  /**
   * Keeps the system regular without regularisation, where the examples do not determine a value.
   */
  private static final double MIN_RIDGE = 1e-8;

  /** Defaults, for characters with about 10 to 100 bones. */
  public static final FitOptions DEFAULTS =
      new FitOptions(4, OptionalDouble.empty(), 2e-5, 1e-3, 8, 12, BoneFreedom.RIGID, true, true);

  /** Checks all limits. */
  public FitOptions {
    NumberRange.require("influences", maxInfluences, 1, MAX_INFLUENCES);
    if (meanInfluences.isPresent()) {
      NumberRange.requireAtLeast("mean influences", meanInfluences.getAsDouble(), 1);
    }
    NumberRange.requireAtLeast("smooth", smooth, 0);
    NumberRange.requireAtLeast("shrink", shrink, 0);
    NumberRange.requireAtLeast("moves", moves, 0);
    NumberRange.requireAtLeast("rounds", rounds, 1);
  }

  /** Returns the same options with another maximum number of influences. */
  public FitOptions withMaxInfluences(int n) {
    return new FitOptions(
        n, meanInfluences, smooth, shrink, moves, rounds, freedom, articulated, exactRest);
  }

  /** Returns the same options with another mean number of influences. */
  public FitOptions withMeanInfluences(double mean) {
    return new FitOptions(
        maxInfluences,
        OptionalDouble.of(mean),
        smooth,
        shrink,
        moves,
        rounds,
        freedom,
        articulated,
        exactRest);
  }

  /** Returns the same options with another smoothing. */
  public FitOptions withSmooth(double delta) {
    return new FitOptions(
        maxInfluences,
        meanInfluences,
        delta,
        shrink,
        moves,
        rounds,
        freedom,
        articulated,
        exactRest);
  }

  /** Returns the same options with another regularisation towards linear blending. */
  public FitOptions withShrink(double lambda) {
    return new FitOptions(
        maxInfluences,
        meanInfluences,
        smooth,
        lambda,
        moves,
        rounds,
        freedom,
        articulated,
        exactRest);
  }

  /** Returns the same options with another number of moves. */
  public FitOptions withMoves(int n) {
    return new FitOptions(
        maxInfluences, meanInfluences, smooth, shrink, n, rounds, freedom, articulated, exactRest);
  }

  /** Returns the same options with another number of rounds. */
  public FitOptions withRounds(int n) {
    return new FitOptions(
        maxInfluences, meanInfluences, smooth, shrink, moves, n, freedom, articulated, exactRest);
  }

  /** Returns the same options with other motions of the bones. */
  public FitOptions withFreedom(BoneFreedom motions) {
    return new FitOptions(
        maxInfluences,
        meanInfluences,
        smooth,
        shrink,
        moves,
        rounds,
        motions,
        articulated,
        exactRest);
  }

  /** Returns the same options with bones that rotate about fixed joints or move freely. */
  public FitOptions withArticulated(boolean jointed) {
    return new FitOptions(
        maxInfluences, meanInfluences, smooth, shrink, moves, rounds, freedom, jointed, exactRest);
  }

  /** Returns the same options with or without the exact reference. */
  public FitOptions withExactRest(boolean exact) {
    return new FitOptions(
        maxInfluences, meanInfluences, smooth, shrink, moves, rounds, freedom, articulated, exact);
  }

  /** Returns the weight of the reference beside 1 of the other frames. */
  double restWeight() {
    return exactRest ? EXACT_REST_WEIGHT : 1;
  }

  VertexSystem.Ridge ridge() {
    double correction = Math.max(shrink, MIN_RIDGE);
    return new VertexSystem.Ridge(correction, Math.min(WEIGHT_RIDGE, correction));
  }
}
