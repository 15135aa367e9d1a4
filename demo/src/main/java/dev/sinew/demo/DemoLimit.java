package dev.sinew.demo;

import dev.sinew.influence.LimitOptions;
import dev.sinew.pipeline.LimitStep;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The limit of the demo: at most two influences per vertex, without and with helper joints.
 *
 * @param plain without helper joints
 * @param helped with them
 */
record DemoLimit(LimitStep.Report plain, LimitStep.Report helped) {
  static final String MODEL = "limited.glb";
  static final String HELPED_MODEL = "limited-helpers.glb";
  static final int MAX_INFLUENCES = 2;

  private static final int HELPERS = 4;

  /** Limits a model twice and writes both results into a folder. */
  static DemoLimit run(Path model, Path folder, RunContext context) throws IOException {
    LimitOptions options = LimitOptions.DEFAULTS.withMaxInfluences(MAX_INFLUENCES);
    return new DemoLimit(
        limit(model, options, folder.resolve(MODEL), context),
        limit(model, options.withHelpers(HELPERS), folder.resolve(HELPED_MODEL), context));
  }

  private static LimitStep.Report limit(
      Path model, LimitOptions options, Path output, RunContext context) throws IOException {
    return new LimitStep()
        .run(new LimitStep.Options(model, options, Optional.of(output)), context)
        .report();
  }
}
