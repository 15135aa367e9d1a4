package dev.sinew.examples;

import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.influence.LimitResult;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import java.util.Locale;

/**
 * Four jobs in memory, without a file in between: fit a character to example meshes, simplify it,
 * limit its influences, bound it.
 */
public final class ChainJobs {
  private ChainJobs() {}

  /** Takes nothing: the examples are those of the built-in arm. */
  public static void main(String[] args) {
    MeshSequence examples = Samples.create("arm").examples();
    try (RunContext context = RunContext.create()) {
      SkinnedCharacter fitted =
          Fit.run(examples, new BoneSource.Found(3), FitOptions.DEFAULTS, context)
              .character("arm", FitModel.LINEAR_BLEND);
      SimplifyResult simplified =
          Simplify.run(fitted, SimplifyOptions.DEFAULTS.withRatios(0.5), context);
      LimitResult limited =
          Limit.run(
              simplified.levels().getFirst().character(),
              LimitOptions.DEFAULTS.withMaxInfluences(2),
              context);
      BoundsResult bounds = Bounds.run(limited.character(), context);
      System.out.printf(
          Locale.ROOT,
          "%d triangles, at most %d influences per vertex, within a radius of %.2f%n",
          simplified.levels().getFirst().size().triangles(),
          limited.after().influences().max(),
          bounds.whole().clips().sphere().radius());
    }
  }
}
