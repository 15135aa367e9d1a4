package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.Reach;
import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import org.jspecify.annotations.Nullable;

/** A fit that solves in turn the skin for given bones, and the bones for that skin. */
abstract class AlternatingFit {
  final Examples examples;
  final FitOptions options;
  final int @Nullable [][] given;
  final RunContext context;

  BoneRegions regions;
  BoneMotions motions;
  SkinRows rows;

  /**
   * Starts with each vertex rigid on the bone of its region.
   *
   * @param regions the start; {@link BonesAndWeights} does not modify them
   * @param motions the start; overwritten
   * @param given the bones that may move each vertex, or null to find them
   */
  AlternatingFit(
      Examples examples,
      FitOptions options,
      BoneRegions regions,
      BoneMotions motions,
      int @Nullable [][] given,
      RunContext context) {
    this.examples = examples;
    this.options = options;
    this.given = given;
    this.context = context;
    this.regions = regions;
    this.motions = motions;
    rows = SkinRows.rigid(regions.bone, options.maxInfluences());
  }

  final Reach reach() {
    return Reach.of(regions, given);
  }

  final double rigidError(int vertex, int bone) {
    return motions.error(bone, examples.rest, vertex, examples.shapes());
  }

  final double[] vertexErrors() {
    return SkinError.ofVertices(rows, examples.rest, examples.shapes(), motions, context);
  }

  final double rms() {
    return SkinError.rms(vertexErrors(), examples.frameCount());
  }
}
