package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.MultiWeightFit;
import dev.sinew.fit.system.RigidBones;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.model.MultiWeights;
import dev.sinew.rig.ArticulatedSolve;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fits skinned characters to example meshes (Merry, Marais and Gain, "Animation Space", section 6;
 * Merry's thesis, section 4.1). Bones are found, or given by core vertices. Then skin and bones are
 * solved in turn, and bones that remove little error are moved to where the error is largest.
 *
 * <p>All models of a fit share the same start: linear blending starts from the bones of animation
 * space and refines them, multi-weight enveloping corrects the animation-space skin. What models
 * share is solved once, for the first that needs it; no model depends on which others are solved.
 *
 * <p>Cost: a few dozen rounds of vertices × frames × neighbouring bones. The search for n bones
 * tests all bones for each vertex after each split.
 */
final class CharacterFit {
  /** Rounds before bones are moved. */
  private static final int FIRST_ROUNDS = 5;

  private static final int LINEAR_ROUNDS = 15;

  /** Rounds of skin and bones once bones rotate about joints. */
  private static final int ARTICULATED_ROUNDS = 10;

  private final Examples examples;
  private final FitOptions options;
  private final RunContext context;
  private final BonesAndSkin fit;
  private final int @Nullable [][] given;
  private final KnownSkeleton known;
  private @Nullable ArticulatedFit skeleton;
  private @Nullable AlternatingFit jointedSpace;
  private @Nullable FittedSkin freeLinear;
  private @Nullable SpaceFit freeSpace;
  private boolean mayMove;
  private int rounds;

  /** Bones that were moved before models part. */
  private int movedBones;

  private CharacterFit(
      Examples examples,
      FitOptions options,
      BoneRegions regions,
      BoneMotions motions,
      int @Nullable [][] given,
      KnownSkeleton known,
      RunContext context) {
    this.examples = examples;
    this.options = options;
    this.context = context;
    fit = new BonesAndSkin(examples, options, regions, motions, given, context);
    this.given = given;
    this.known = known;
  }

  /**
   * Fits with bones found from motion alone.
   *
   * @param bones the number of bones, 1 to the number of vertices
   * @throws IllegalArgumentException if there are more bones than vertices
   */
  static CharacterFit withBones(
      Examples examples, int bones, FitOptions options, RunContext context) {
    if (bones < 1 || bones > examples.vertexCount()) {
      throw new IllegalArgumentException(
          "bones: expected 1 to " + examples.vertexCount() + ", one per vertex, got " + bones);
    }
    RigidClusters.Found found = RigidClusters.split(examples, bones, context);
    CharacterFit fit =
        new CharacterFit(
            examples,
            options,
            found.regions(),
            found.motions(),
            null,
            KnownSkeleton.NOTHING,
            context);
    fit.solve(true);
    return fit;
  }

  /**
   * Fits with bones given by core vertices, one set per bone (thesis, section 4.1.4). Bones are not
   * moved to other regions.
   */
  static CharacterFit withBones(
      Examples examples, GivenBones given, FitOptions options, RunContext context) {
    return withBones(examples, given, KnownSkeleton.NOTHING, options, context);
  }

  /** Fits with the bones of a rig, and with its hierarchy and joints where it has them. */
  static CharacterFit withBones(
      Examples examples, GivenRig rig, FitOptions options, RunContext context) {
    return withBones(examples, rig.bones(), KnownSkeleton.of(rig, examples), options, context);
  }

  private static CharacterFit withBones(
      Examples examples,
      GivenBones given,
      KnownSkeleton known,
      FitOptions options,
      RunContext context) {
    if (given.cores().length != examples.vertexCount()) {
      throw new IllegalArgumentException(
          "cores: expected " + examples.vertexCount() + " vertices, got " + given.cores().length);
    }
    BoneMotions motions = new BoneMotions(given.count(), examples.frameCount());
    RigidBones.fit(examples.rest, examples.shapes(), coreMembers(given), motions, context);
    BoneRegions regions = new BoneRegions(examples.topology, given.count(), given.cores().clone());
    int[][] influences = given.influences();
    for (int v = 0; v < regions.bone.length; v++) {
      int bone = regions.bone[v];
      boolean barred = influences != null && Arrays.stream(influences[v]).noneMatch(b -> b == bone);
      if (bone < 0 || barred) {
        int[] allowed =
            influences != null ? influences[v] : IntStream.range(0, given.count()).toArray();
        regions.bone[v] = bestBone(examples, motions, v, allowed);
      }
    }
    CharacterFit fit =
        new CharacterFit(examples, options, regions, motions, influences, known, context);
    fit.solve(false);
    return fit;
  }

  private static int[][] coreMembers(GivenBones given) {
    int[][] members = new int[given.count()][];
    Arrays.setAll(
        members,
        b -> IntStream.range(0, given.cores().length).filter(v -> given.cores()[v] == b).toArray());
    return members;
  }

  private static int bestBone(Examples examples, BoneMotions motions, int vertex, int[] allowed) {
    int best = allowed[0];
    double least = Double.POSITIVE_INFINITY;
    for (int b : allowed) {
      double e = motions.error(b, examples.rest, vertex, examples.shapes(), least);
      if (e < least) {
        least = e;
        best = b;
      }
    }
    return best;
  }

  /** Fits only the weights of a linear blend skin, for known motions and over all bones. */
  static FittedSkin weightsOnly(
      Examples examples, BoneMotions motions, int maxInfluences, RunContext context) {
    SkinRows rows =
        LinearBlendWeights.ofAllBones(
            examples.rest, examples.shapes(), motions, maxInfluences, context);
    BoneRegions regions = BonesAndWeights.regionsOf(examples, rows, motions.boneCount());
    return new FittedSkin(
        FitModel.LINEAR_BLEND,
        examples,
        new FittedBones(regions, motions.copy(), BoneFreedom.RIGID, null, 0),
        rows,
        null);
  }

  private void solve(boolean bonesMayMove) {
    mayMove = bonesMayMove;
    searchRounds("choosing influences", FIRST_ROUNDS);
    if (mayMove && fit.motions.boneCount() > 1) {
      movedBones = new FreeBoneMoves(fit, context).run();
    }
    int searching = options.rounds() / 2;
    searchRounds("choosing influences again", searching);
    for (int i = searching; i < options.rounds(); i++) {
      context.report("smoothing", i - searching, options.rounds() - searching);
      fit.smoothRound();
      rounds++;
    }
    context.report("smoothing", options.rounds() - searching, options.rounds() - searching);
    fit.finish();
  }

  private void searchRounds(String phase, int count) {
    for (int i = 0; i < count; i++) {
      context.report(phase, i, count);
      fit.searchRound();
      rounds++;
    }
    context.report(phase, count, count);
  }

  /** Returns the number of rounds of skin and bones, without those of trial moves. */
  int rounds() {
    return rounds;
  }

  /**
   * Solves the skin of a model. Its bones rotate about joints if the options say so, or else move
   * freely.
   */
  FittedSkin skin(FitModel model) {
    if (!options.bones().isJointed()) {
      return freeSkin(model);
    }
    ArticulatedFit base = skeleton();
    return fitted(
        model,
        model == FitModel.LINEAR_BLEND ? base.linear : jointedSpace(base),
        base.bones.articulation(),
        movedBones + base.movedBones());
  }

  /** Solves the skin of a model with bones that move freely. */
  FittedSkin freeSkin(FitModel model) {
    return model == FitModel.LINEAR_BLEND
        ? freeLinear()
        : fitted(model, freeSpace().skin(), null, freeSpace().movedBones());
  }

  private FittedSkin freeLinear() {
    if (freeLinear == null) {
      BonesAndWeights linear = linearBlend();
      linear.run(LINEAR_ROUNDS, fit.solver);
      int moved = mayMove ? linear.useIdleBones(fit.solver) : 0;
      freeLinear = fitted(FitModel.LINEAR_BLEND, linear, null, movedBones + moved);
    }
    return freeLinear;
  }

  /** Returns animation space on bones that move freely, with influences of its own. */
  private SpaceFit freeSpace() {
    if (freeSpace == null) {
      freeSpace = new SpaceFit(fit, options, freeLinear(), mayMove, context);
    }
    return freeSpace;
  }

  /** Returns the skeleton that all models share. */
  private ArticulatedFit skeleton() {
    if (skeleton == null) {
      skeleton = new ArticulatedFit(examples, options, linearBlend(), known, context);
      skeleton.run(mayMove);
    }
    return skeleton;
  }

  /**
   * Returns animation space with its own poses of the skeleton, or linear blending, which it
   * contains, where the examples do not support more. Joints stay those of linear blending: solved
   * again, they lower the error of ten poses of the horse by 2 % and not that of its gallop, and
   * with two to four poses they raise that of other poses by up to a third.
   */
  private AlternatingFit jointedSpace(ArticulatedFit base) {
    if (jointedSpace == null) {
      double mean = SpaceFit.meanInfluences(options, base.linear.rows);
      BonesAndSkin space =
          new BonesAndSkin(
              fit,
              options,
              base.linear.regions.copy(),
              base.linear.motions.copy(),
              mean,
              // Nearly all of many bones meet in animation space: solving its poses would cost the
              // cube of their number, so it keeps those of linear blending.
              ArticulatedSolve.isMany(base.linear.motions.boneCount())
                  ? (rows, motions, sweeps) -> {}
                  : base.bones::improvePoses);
      space.refine(ARTICULATED_ROUNDS, "poses");
      jointedSpace =
          SpaceFit.isSupported(space, base.linear.rows, base.linear.rms(), mean)
              ? space
              : base.linear;
    }
    return jointedSpace;
  }

  private BonesAndWeights linearBlend() {
    return new BonesAndWeights(
        examples, options, fit.regions.copy(), fit.motions.copy(), given, context);
  }

  /** Returns a solved skin; that of multi-weight enveloping corrects it. */
  private FittedSkin fitted(
      FitModel model, AlternatingFit from, @Nullable Articulation articulation, int moved) {
    MultiWeights multiWeights =
        model == FitModel.MULTI_WEIGHT
            ? MultiWeightFit.of(from.rows, examples.rest, examples.shapes(), from.motions, context)
            : null;
    return new FittedSkin(
        model,
        examples,
        new FittedBones(from.regions, from.motions, options.freedom(), articulation, moved),
        from.rows,
        multiWeights);
  }
}
