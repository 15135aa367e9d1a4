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
 * Merry's thesis, section 4.1). Bones are found, or taken from core vertices; then skin and bones
 * are solved in turn, and bones of little use moved to where error is largest.
 *
 * <p>All models of one fit share where their bones come from: linear blending starts from the bones
 * of animation space and moves them to suit itself, multi-weight enveloping corrects animation
 * space.
 *
 * <p>Cost: a few dozen rounds of vertices × (frames × neighbouring bones) each; finding n bones
 * tries all of them for every vertex after each split.
 */
public final class CharacterFit {
  /** Rounds after which animation space's bones are good enough to judge where they sit. */
  private static final int FIRST_ROUNDS = 5;

  private static final int LINEAR_ROUNDS = 15;
  private static final int LINEAR_SWEEPS = 20;

  private final Examples examples;
  private final FitOptions options;
  private final RunContext context;
  private final BonesAndSkin fit;
  private final int @Nullable [][] given;
  private final Map<FitModel, FittedSkin> made = new EnumMap<>(FitModel.class);
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
   * @param bones how many, 1 or more and at most one a vertex
   * @param context who works; kept for {@link #skin}, so to be closed after the last call
   * @throws IllegalArgumentException when there are more bones than vertices
   */
  public static CharacterFit withBones(
      Examples examples, int bones, FitOptions options, RunContext context) {
    if (bones < 1 || bones > examples.vertexCount()) {
      throw new IllegalArgumentException(
          "bones: expected 1 to " + examples.vertexCount() + ", one a vertex, got " + bones);
    }
    RigidClusters.Found found = RigidClusters.split(examples, bones, context);
    CharacterFit fit =
        new CharacterFit(examples, options, found.regions(), found.motions(), null, context);
    fit.solve(true);
    return fit;
  }

  /**
   * Fits with bones that start from core vertices, a set for each bone (thesis, section 4.1.4).
   * Bones stay where their cores are.
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

  /**
   * The linear blend skin of bones whose motions are known: only its weights are fitted, over all
   * bones.
   */
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

  /** Rounds of skin and bones in turn that were made, those of tried moves not counted. */
  public int rounds() {
    return rounds;
  }

  /** How many bones were moved to where error was larger. */
  public int movedBones() {
    return movedBones;
  }

  public Examples examples() {
    return examples;
  }

  /** The skin of a model, fitted on first demand. */
  public FittedSkin skin(FitModel model) {
    FittedSkin known = made.get(model);
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
      made.put(model, known);
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
