package dev.sinew.fit;

import dev.sinew.fit.system.VertexSystem;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.run.NumberRange;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Options of a fit.
 *
 * @param skins what is solved
 * @param influences limits of the bones per vertex
 * @param smooth δ of equation 18: smoothing of corrections between neighbours, 0 or more
 * @param shrink λ of equation 17 on corrections: regularisation towards linear blending, 0 or more
 * @param moves the maximum number of bones moved to where the error is largest, 0 or more
 * @param rounds rounds of skin and bones after the bones are found, 1 or more
 * @param bones how the bones may move
 * @param exactRest whether animation space reproduces the reference within 10⁻⁴ of the box
 */
public record FitOptions(
    Skins skins,
    InfluenceLimits influences,
    double smooth,
    double shrink,
    int moves,
    int rounds,
    BoneMovement bones,
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
      new FitOptions(
          new Skins(List.of(FitModel.ANIMATION_SPACE), false),
          new InfluenceLimits(4, OptionalDouble.empty()),
          2e-5,
          1e-3,
          8,
          12,
          new BoneMovement(BoneFreedom.RIGID, true),
          true);

  /**
   * The skins that are solved. They share the search for bones; each further one costs its own
   * rounds of skin and bones.
   *
   * @param models the skinning models, that of the character first
   * @param freeBones whether each model is also solved with bones that move freely, to compare with
   *     bones that rotate about joints
   */
  public record Skins(List<FitModel> models, boolean freeBones) {
    /** Copies and checks the list. */
    public Skins {
      models = List.copyOf(models);
      if (models.isEmpty() || models.stream().distinct().count() < models.size()) {
        throw new IllegalArgumentException("models: expected different ones, got " + models);
      }
    }
  }

  /**
   * Limits of the number of bones per vertex.
   *
   * @param max the maximum, 1 to {@value #MAX_INFLUENCES}
   * @param mean the maximum mean in animation space, 1 or more, used where they remove most error;
   *     empty for {@value #MEAN_INFLUENCES}, or as many as linear blending has with the same bones
   *     if these are more
   */
  public record InfluenceLimits(int max, OptionalDouble mean) {
    /** Checks both. */
    public InfluenceLimits {
      NumberRange.require("influences", max, 1, MAX_INFLUENCES);
      if (mean.isPresent()) {
        NumberRange.requireAtLeast("mean influences", mean.getAsDouble(), 1);
      }
    }
  }

  /**
   * How bones may move.
   *
   * @param freedom the motions of a bone; bones that are not rigid move freely
   * @param articulated whether bones rotate about fixed joints, or else move freely
   */
  public record BoneMovement(BoneFreedom freedom, boolean articulated) {
    /** Returns true if bones rotate about fixed joints. */
    public boolean isJointed() {
      return articulated && freedom == BoneFreedom.RIGID;
    }
  }

  /** Checks all limits. */
  public FitOptions {
    NumberRange.requireAtLeast("smooth", smooth, 0);
    NumberRange.requireAtLeast("shrink", shrink, 0);
    NumberRange.requireAtLeast("moves", moves, 0);
    NumberRange.requireAtLeast("rounds", rounds, 1);
  }

  /** Returns the model of the character. */
  public FitModel model() {
    return skins.models().getFirst();
  }

  int maxInfluences() {
    return influences.max();
  }

  OptionalDouble meanInfluences() {
    return influences.mean();
  }

  BoneFreedom freedom() {
    return bones.freedom();
  }

  /** Returns the same options with other models to solve, that of the character first. */
  public FitOptions withModels(FitModel... models) {
    return withSkins(new Skins(List.of(models), skins.freeBones()));
  }

  /** Returns the same options, each model also solved with bones that move freely or not. */
  public FitOptions withFreeBones(boolean solved) {
    return withSkins(new Skins(skins.models(), solved));
  }

  /** Returns the same options with all models, and each also with bones that move freely. */
  public FitOptions withComparison() {
    List<FitModel> all = new ArrayList<>(List.of(FitModel.values()));
    all.remove(model());
    all.addFirst(model());
    return withSkins(new Skins(all, true));
  }

  private FitOptions withSkins(Skins other) {
    return new FitOptions(other, influences, smooth, shrink, moves, rounds, bones, exactRest);
  }

  /** Returns the same options with another maximum number of influences. */
  public FitOptions withMaxInfluences(int n) {
    return withInfluences(new InfluenceLimits(n, influences.mean()));
  }

  /** Returns the same options with another mean number of influences. */
  public FitOptions withMeanInfluences(double mean) {
    return withInfluences(new InfluenceLimits(influences.max(), OptionalDouble.of(mean)));
  }

  /** Returns the same options with other limits of influences. */
  public FitOptions withInfluences(InfluenceLimits limits) {
    return new FitOptions(skins, limits, smooth, shrink, moves, rounds, bones, exactRest);
  }

  /** Returns the same options with another smoothing. */
  public FitOptions withSmooth(double delta) {
    return new FitOptions(skins, influences, delta, shrink, moves, rounds, bones, exactRest);
  }

  /** Returns the same options with another regularisation towards linear blending. */
  public FitOptions withShrink(double lambda) {
    return new FitOptions(skins, influences, smooth, lambda, moves, rounds, bones, exactRest);
  }

  /** Returns the same options with another number of moves. */
  public FitOptions withMoves(int n) {
    return new FitOptions(skins, influences, smooth, shrink, n, rounds, bones, exactRest);
  }

  /** Returns the same options with another number of rounds. */
  public FitOptions withRounds(int n) {
    return new FitOptions(skins, influences, smooth, shrink, moves, n, bones, exactRest);
  }

  /** Returns the same options with other motions of the bones. */
  public FitOptions withFreedom(BoneFreedom motions) {
    return withBones(new BoneMovement(motions, bones.articulated()));
  }

  /** Returns the same options with bones that rotate about fixed joints or move freely. */
  public FitOptions withArticulated(boolean jointed) {
    return withBones(new BoneMovement(bones.freedom(), jointed));
  }

  /** Returns the same options with another movement of the bones. */
  public FitOptions withBones(BoneMovement movement) {
    return new FitOptions(skins, influences, smooth, shrink, moves, rounds, movement, exactRest);
  }

  /** Returns the same options with or without the exact reference. */
  public FitOptions withExactRest(boolean exact) {
    return new FitOptions(skins, influences, smooth, shrink, moves, rounds, bones, exact);
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
