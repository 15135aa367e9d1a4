package dev.sinew.demo;

import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.influence.LimitResult;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The chain of the demo: fit, simplify, limit and bounds in memory, then one file.
 *
 * @param shapes shapes of the arm that the character was fitted to
 * @param trianglesBefore triangles of the fitted character
 * @param triangles triangles of the result
 * @param influencesBefore the maximum number of influences per vertex before the limit
 * @param influences the maximum number after it
 * @param radius the radius of the sphere around the result at any time of its clips
 */
record DemoChain(
    int shapes,
    int trianglesBefore,
    long triangles,
    int influencesBefore,
    int influences,
    double radius) {
  static final String MODEL = "chained.glb";

  private static final String SAMPLE = "arm";
  private static final int BONES = 3;
  private static final double RATIO = 0.5;
  private static final int MAX_INFLUENCES = 2;

  /** Runs the chain and writes its result into a folder. */
  static DemoChain run(Path folder, RunContext context) throws IOException {
    MeshSequence shapes = Samples.create(SAMPLE).examples();
    SkinnedCharacter fitted =
        Fit.run(
                shapes,
                new BoneSource.Found(BONES),
                FitOptions.DEFAULTS.withModels(FitModel.LINEAR_BLEND),
                context)
            .character(SAMPLE, context);
    SimplifyResult simplified =
        Simplify.run(fitted, SimplifyOptions.DEFAULTS.withRatios(RATIO), context);
    LimitResult limited =
        Limit.run(
            simplified.levels().getFirst().character(),
            LimitOptions.DEFAULTS.withMaxInfluences(MAX_INFLUENCES),
            context);
    BoundsResult bounds = Bounds.run(limited.character(), context);
    CharacterWriter.toDocument(SAMPLE, limited.character()).write(folder.resolve(MODEL));
    return new DemoChain(
        shapes.frameCount(),
        shapes.reference().triangleCount(),
        simplified.levels().getFirst().size().triangles(),
        limited.before().influences().max(),
        limited.after().influences().max(),
        bounds.whole().clips().sphere().radius());
  }
}
