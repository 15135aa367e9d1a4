package dev.sinew.demo;

import dev.sinew.draw.DrawOptions;
import dev.sinew.pipeline.RenderStep;
import dev.sinew.pipeline.SampleStep;
import dev.sinew.pipeline.UnwrapStep;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.unwrap.Packing;
import dev.sinew.unwrap.UnwrapOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The atlases of the demo: the built-in arm unwrapped at rest and over its clips.
 *
 * @param rest the atlas with the least stretch at rest
 * @param clips the atlas with the least stretch over the clips
 */
record DemoUnwrap(UnwrapStep.Report rest, UnwrapStep.Report clips) {
  static final String MODEL = "unwrapped.glb";
  static final String PICTURE = "unwrapped-checkers.png";

  private static final String SAMPLE = "arm";
  private static final String REST_MODEL = "unwrapped-rest.glb";
  private static final int RESOLUTION = 512;

  /** Unwraps the arm twice into a folder and draws both atlases as checkers. */
  static DemoUnwrap run(Path folder, RunContext context) throws IOException {
    Path samples = folder.resolve(SAMPLE);
    new SampleStep().run(new SampleStep.Options(SAMPLE, samples), context);
    Path model = samples.resolve(SAMPLE + ".glb");
    UnwrapStep.Report rest = unwrap(model, PoseSource.REST, folder.resolve(REST_MODEL), context);
    UnwrapStep.Report clips = unwrap(model, PoseSource.CLIPS, folder.resolve(MODEL), context);
    List<Path> shown = List.of(checkered(folder, REST_MODEL), checkered(folder, MODEL));
    new RenderStep()
        .run(
            RenderStep.Options.of(shown, folder.resolve(PICTURE))
                .withTimes(Optional.of("flex"), List.of(1.0))
                .withStyle(new RenderStep.Style(false, false, true, true, false))
                .withDraw(DrawOptions.DEFAULTS.withSize(1280, 480).withColumns(2)),
            context);
    return new DemoUnwrap(rest, clips);
  }

  private static UnwrapStep.Report unwrap(
      Path model, PoseSource metric, Path output, RunContext context) throws IOException {
    UnwrapOptions options =
        UnwrapOptions.DEFAULTS
            .withMetric(metric)
            .withTexture(RESOLUTION, 2)
            .withPacking(Packing.ROWS);
    return new UnwrapStep()
        .run(new UnwrapStep.Options(model, options, true, Optional.of(output)), context)
        .report();
  }

  /** The name that {@link UnwrapStep} gives the model with checkers. */
  private static Path checkered(Path folder, String model) {
    return folder.resolve(model.replace(".glb", "-checker.glb"));
  }
}
