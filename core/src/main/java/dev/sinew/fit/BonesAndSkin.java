package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.MotionSolver;
import dev.sinew.fit.system.Reach;
import dev.sinew.fit.system.RigidBones;
import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.linalg.ConjugateGradient;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Alternating fit of bones and an animation-space skin: influence sets and corrections for given
 * bones, then bones for that skin.
 */
final class BonesAndSkin {
  private static final int SWEEPS = 10;
  private static final int LAST_SWEEPS = 300;
  private static final ConjugateGradient ROUND = new ConjugateGradient(8, 1e-3);
  private static final ConjugateGradient LAST = new ConjugateGradient(60, 1e-5);

  private final Examples examples;
  private FitOptions options;
  private final RunContext context;
  private InfluenceSearch influences;
  private CorrectionSolve corrections;
  private PoseValidation.Freedom freedom;

  final int @Nullable [][] given;
  final MotionSolver solver;

  BoneRegions regions;
  BoneMotions motions;
  SkinRows rows;

  /**
   * Starts with each vertex rigid on the bone of its region.
   *
   * @param given the bones that may move each vertex, or null to find them
   */
  BonesAndSkin(
      Examples examples,
      FitOptions options,
      BoneRegions regions,
      BoneMotions motions,
      int @Nullable [][] given,
      RunContext context) {
    this.examples = examples;
    this.options = options;
    this.context = context;
    this.given = given;
    this.regions = regions;
    this.motions = motions;
    freedom = PoseValidation.Freedom.of(options);
    influences = new InfluenceSearch(examples, freedom, context);
    corrections = new CorrectionSolve(examples, options, context);
    rows = SkinRows.rigid(regions.bone, options.maxInfluences());
    solver =
        (skin, moved, sweeps) ->
            new BoneSolve(skin, examples.rest, moved.boneCount(), options.freedom(), context)
                .improve(examples.shapes(), moved, sweeps);
  }

  /** Starts again from other bones, with motions that are solved in another way. */
  BonesAndSkin(BonesAndSkin from, BoneRegions regions, BoneMotions motions, MotionSolver solver) {
    examples = from.examples;
    options = from.options;
    context = from.context;
    given = from.given;
    freedom = from.freedom;
    influences = from.influences;
    corrections = from.corrections;
    this.regions = regions;
    this.motions = motions;
    rows = SkinRows.rigid(regions.bone, options.maxInfluences());
    this.solver = solver;
  }

  /** Returns how freely the skin may follow the examples. */
  PoseValidation.Freedom freedom() {
    return freedom;
  }

  void setFreedom(PoseValidation.Freedom changed) {
    freedom = changed;
    options = changed.options();
    influences = new InfluenceSearch(examples, freedom, context);
    corrections = new CorrectionSolve(examples, options, context);
  }

  /** Takes the bones and weights of a linear blend skin. */
  void follow(FittedSkin linear) {
    regions = linear.regions().copy();
    motions = linear.motions().copy();
    rows = linear.rows.copy();
  }

  /** Chooses influences, then solves the bones. */
  void searchRound() {
    updateRegions();
    rows = influences.search(motions, regions, rows, given);
    solveBones(SWEEPS);
  }

  /** Keeps the influences, solves smooth corrections, then the bones. */
  void smoothRound() {
    corrections.solve(motions, rows, ROUND);
    solveBones(SWEEPS);
  }

  /** Solves both until they converge. */
  void finish() {
    corrections.solve(motions, rows, LAST);
    solveBones(LAST_SWEEPS);
    corrections.solve(motions, rows, LAST);
  }

  private void solveBones(int sweeps) {
    solver.improve(rows, motions, sweeps);
    motions.setIdentity(0);
  }

  /** Moves vertices to a neighbouring bone that predicts them better. */
  private void updateRegions() {
    Reach reach = reach();
    int[] updated = regions.bone.clone();
    context.runRanges(
        updated.length,
        (from, to) -> {
          for (int v = from; v < to; v++) {
            int own = regions.bone[v];
            double least = rigidError(v, own);
            for (int b = 0; b < motions.boneCount(); b++) {
              if (b != own && reach.allows(v, own, b)) {
                double e = motions.error(b, examples.rest, v, examples.shapes(), least);
                if (e < least) {
                  least = e;
                  updated[v] = b;
                }
              }
            }
          }
        });
    System.arraycopy(updated, 0, regions.bone, 0, updated.length);
    regions.connect(this::costOf);
    if (given == null && regions.fillEmpty(motions.boneCount())) {
      refitRigidly();
    }
  }

  /** Fits all bones rigidly to their regions, so that bones that had lost all vertices restart. */
  private void refitRigidly() {
    RigidBones.fit(examples.rest, examples.shapes(), regions.members(), motions, context);
  }

  Reach reach() {
    return Reach.of(regions, given);
  }

  /** Returns the rigid error, or infinity for a bone that must not move the vertex. */
  private double costOf(int vertex, int bone) {
    boolean barred = given != null && Arrays.stream(given[vertex]).noneMatch(b -> b == bone);
    return barred ? Double.POSITIVE_INFINITY : rigidError(vertex, bone);
  }

  double rigidError(int vertex, int bone) {
    return motions.error(bone, examples.rest, vertex, examples.shapes());
  }

  double[] vertexErrors() {
    return SkinError.ofVertices(rows, examples.rest, examples.shapes(), motions, context);
  }

  double rms() {
    return SkinError.rms(vertexErrors(), examples.frameCount());
  }
}
