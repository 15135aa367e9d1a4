package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.BoneSolve;
import dev.sinew.fit.system.MotionSolver;
import dev.sinew.fit.system.Reach;
import dev.sinew.fit.system.RigidBones;
import dev.sinew.linalg.ConjugateGradient;
import dev.sinew.math.Affine;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Alternating fit of bones and an animation-space skin: influence sets and corrections for given
 * bones, then bones for that skin.
 */
final class BonesAndSkin extends AlternatingFit {
  /**
   * The maximum mean number of influences while bones are found. With 2.6, bones move to where only
   * corrections need them, and linear blending starts with up to 1.4 times the error.
   */
  private static final double BONE_INFLUENCES = 2.3;

  /**
   * λ on corrections while bones are found. With the smaller λ of the skin, bones move to where
   * only corrections need them, and the skeleton found for the wolf has wrong links.
   */
  private static final double BONE_SHRINK = 0.04;

  private static final int SWEEPS = 10;
  private static final int LAST_SWEEPS = 300;
  private static final ConjugateGradient ROUND = new ConjugateGradient(8, 1e-3);
  private static final ConjugateGradient LAST = new ConjugateGradient(60, 1e-5);

  private final InfluenceSearch influences;
  private final CorrectionSolve corrections;
  final MotionSolver solver;

  /**
   * Starts as any {@link AlternatingFit}, to find bones. The reference counts as any other frame:
   * its own noise must not decide where bones are.
   */
  BonesAndSkin(
      Examples examples,
      FitOptions options,
      BoneRegions regions,
      BoneMotions motions,
      int @Nullable [][] given,
      RunContext context) {
    super(
        examples,
        options.withExactRest(false).withShrink(BONE_SHRINK),
        regions,
        motions,
        given,
        context);
    double mean = Math.min(options.meanInfluences().orElse(BONE_INFLUENCES), BONE_INFLUENCES);
    influences =
        new InfluenceSearch(examples, this.options, InfluenceSearch.Aim.BONES, mean, context);
    corrections = new CorrectionSolve(examples, this.options, context);
    solver =
        (skin, moved, sweeps) ->
            new BoneSolve(skin, examples.rest, moved.boneCount(), options.freedom(), context)
                .improve(examples.shapes(), moved, sweeps);
  }

  /**
   * Starts again for the skin alone.
   *
   * @param meanInfluences the maximum mean number of influences
   * @param solver how motions are solved
   */
  BonesAndSkin(
      BonesAndSkin from,
      FitOptions options,
      BoneRegions regions,
      BoneMotions motions,
      double meanInfluences,
      MotionSolver solver) {
    super(from.examples, options, regions, motions, from.given, from.context);
    influences =
        new InfluenceSearch(examples, options, InfluenceSearch.Aim.SKIN, meanInfluences, context);
    corrections = new CorrectionSolve(examples, options, context);
    this.solver = solver;
  }

  /** Chooses influences anew, then keeps them and smooths corrections, each with the bones. */
  void refine(int rounds, String phase) {
    for (int i = 0; i < rounds; i++) {
      context.report(phase, i, rounds);
      if (i < rounds / 2) {
        searchRound();
      } else {
        smoothRound();
      }
    }
    context.report(phase, rounds, rounds);
    finish();
  }

  /** Chooses influences, then solves the bones. */
  void searchRound() {
    updateRegions();
    rows = influences.search(motions, regions, reach(), rows);
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
    anchorReference();
  }

  private void solveBones(int sweeps) {
    solver.improve(rows, motions, sweeps);
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

  /** Returns the rigid error, or infinity for a bone that must not move the vertex. */
  private double costOf(int vertex, int bone) {
    boolean barred = given != null && Arrays.stream(given[vertex]).noneMatch(b -> b == bone);
    return barred ? Double.POSITIVE_INFINITY : rigidError(vertex, bone);
  }

  /**
   * Makes all motions the identity in the reference and adjusts the skin, so that the vertices move
   * as before.
   */
  private void anchorReference() {
    BoneMotions anchored = new BoneMotions(motions.boneCount(), motions.frameCount());
    double[] back = new double[Affine.SIZE];
    double[] motion = new double[Affine.SIZE];
    for (int b = 0; b < motions.boneCount(); b++) {
      motions.copy(b, 0, motion, 0);
      Affine.invert(motion, 0, back, 0);
      for (int k = 1; k < motions.frameCount(); k++) {
        motions.copy(b, k, motion, 0);
        Affine.multiply(motion, 0, back, 0, motion, 0);
        anchored.set(b, k, motion, 0);
      }
    }
    double[] p = new double[4];
    double[] moved = new double[4];
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count[v]; i++) {
        rows.coordinates(v, i, examples.rest, p, 0);
        int g = motions.at(rows.bone[rows.at(v, i)], 0);
        for (int r = 0; r < 3; r++) {
          moved[r] = 0;
          for (int c = 0; c < 4; c++) {
            moved[r] += motions.value(g + 4 * r + c) * p[c];
          }
        }
        moved[3] = p[3];
        rows.setCoordinates(v, i, examples.rest, moved, 0);
      }
    }
    motions = anchored;
  }
}
