package dev.sinew.fit;

import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fits skinned characters to example meshes (Merry, Marais and Gain, "Animation Space", section 6;
 * Merry's thesis, section 4.1). Bones are found, or given by core vertices. Then skin and bones are
 * solved in turn, and bones that remove little error are moved to where the error is largest.
 *
 * <p>All models of a fit share the same start: linear blending starts from the bones of animation
 * space and refines them, multi-weight enveloping corrects the animation-space skin.
 *
 * <p>Cost: a few dozen rounds of vertices × frames × neighbouring bones. The search for n bones
 * tests all bones for each vertex after each split.
 */
public final class CharacterFit {
  /** Rounds before bones are moved. */
  private static final int FIRST_ROUNDS = 5;

  private static final int LINEAR_ROUNDS = 15;
  private static final int LINEAR_SWEEPS = 20;

  private final Examples examples;
  private final FitOptions options;
  private final RunContext context;
  private final BonesAndSkin fit;
  private final int @Nullable [][] given;
  private final Map<FitModel, FittedSkin> skins = new EnumMap<>(FitModel.class);
  private int rounds;
  private int movedBones;

  private CharacterFit(
      Examples examples,
      FitOptions options,
      BoneRegions regions,
      BoneMotions motions,
      int @Nullable [][] given,
      RunContext context) {
    this.examples = examples;
    this.options = options;
    this.context = context;
    fit = new BonesAndSkin(examples, options, regions, motions, given, context);
    this.given = given;
  }

  /**
   * Fits with bones found from motion alone.
   *
   * @param bones the number of bones, 1 to the number of vertices
   * @param context kept for {@link #skin}; close it after the last call
   * @throws IllegalArgumentException if there are more bones than vertices
   */
  public static CharacterFit withBones(
      Examples examples, int bones, FitOptions options, RunContext context) {
    if (bones < 1 || bones > examples.vertexCount()) {
      throw new IllegalArgumentException(
          "bones: expected 1 to " + examples.vertexCount() + ", one per vertex, got " + bones);
    }
    RigidClusters.Found found = RigidClusters.split(examples, bones, context);
    CharacterFit fit =
        new CharacterFit(examples, options, found.regions(), found.motions(), null, context);
    fit.solve(true);
    return fit;
  }

  /**
   * Fits with bones given by core vertices, one set per bone (thesis, section 4.1.4). Bones are not
   * moved to other regions.
   */
  public static CharacterFit withBones(
      Examples examples, GivenBones given, FitOptions options, RunContext context) {
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
    CharacterFit fit = new CharacterFit(examples, options, regions, motions, influences, context);
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
  public static FittedSkin weightsOnly(
      Examples examples, BoneMotions motions, int maxInfluences, RunContext context) {
    SkinRows rows =
        LinearBlendWeights.ofAllBones(
            examples.rest, examples.shapes(), motions, maxInfluences, context);
    return new FittedSkin(
        FitModel.LINEAR_BLEND,
        examples,
        regionsOf(examples, rows, motions.boneCount()),
        motions,
        rows,
        false,
        null);
  }

  private static BoneRegions regionsOf(Examples examples, SkinRows rows, int bones) {
    int[] bone = new int[rows.vertexCount()];
    Arrays.setAll(bone, v -> rows.bone[rows.at(v, 0)]);
    return new BoneRegions(examples.topology, bones, bone);
  }

  private void solve(boolean mayMove) {
    searchRounds("choosing influences", FIRST_ROUNDS);
    if (mayMove && fit.motions.boneCount() > 1) {
      movedBones = new BoneMoves(examples, options, fit, context).run();
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
  public int rounds() {
    return rounds;
  }

  /** Returns the number of moved bones. */
  public int movedBones() {
    return movedBones;
  }

  /** Returns the examples. */
  public Examples examples() {
    return examples;
  }

  /** Returns the skin of a model; it is fitted on the first call. */
  public FittedSkin skin(FitModel model) {
    FittedSkin known = skins.get(model);
    if (known == null) {
      known =
          switch (model) {
            case ANIMATION_SPACE -> fitted(model, fit.regions, fit.motions, fit.rows, null);
            case LINEAR_BLEND -> linearBlend();
            case MULTI_WEIGHT ->
                fitted(
                    model,
                    fit.regions,
                    fit.motions,
                    fit.rows,
                    MultiWeights.fit(
                        fit.rows, examples.rest, examples.shapes(), fit.motions, context));
          };
      skins.put(model, known);
    }
    return known;
  }

  private FittedSkin linearBlend() {
    BoneMotions motions = fit.motions.copy();
    SkinRows rows = fit.rows;
    BoneRegions regions = fit.regions;
    for (int i = 0; i < LINEAR_ROUNDS; i++) {
      context.report("weights", i, LINEAR_ROUNDS);
      rows =
          LinearBlendWeights.search(
              examples,
              motions,
              regions,
              Reach.of(regions, given),
              options.maxInfluences(),
              context);
      solveBones(rows, motions, LINEAR_SWEEPS);
      regions = regionsOf(examples, rows, motions.boneCount());
      if (given == null) {
        regions.connect((v, b) -> motions.error(b, examples.rest, v, examples.shapes()));
      }
    }
    rows =
        LinearBlendWeights.search(
            examples, motions, regions, Reach.of(regions, given), options.maxInfluences(), context);
    context.report("weights", LINEAR_ROUNDS, LINEAR_ROUNDS);
    return fitted(FitModel.LINEAR_BLEND, regions, motions, rows, null);
  }

  private void solveBones(SkinRows rows, BoneMotions motions, int sweeps) {
    new BoneSolve(rows, examples.rest, motions.boneCount(), options.scaledBones(), context)
        .improve(examples.shapes(), motions, sweeps);
  }

  private FittedSkin fitted(
      FitModel model,
      BoneRegions regions,
      BoneMotions motions,
      SkinRows rows,
      @Nullable MultiWeights multiWeights) {
    return new FittedSkin(
        model, examples, regions, motions, rows, options.scaledBones(), multiWeights);
  }
}
