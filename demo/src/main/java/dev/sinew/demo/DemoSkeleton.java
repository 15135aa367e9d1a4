package dev.sinew.demo;

import dev.sinew.draw.DrawOptions;
import dev.sinew.pipeline.RenderStep;
import dev.sinew.pipeline.SkeletonStep;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The skeleton of the demo: found in the shape of a mesh without one.
 *
 * @param joints the number of joints
 */
record DemoSkeleton(int joints) {
  static final String MODEL = "rigged.glb";
  static final String PICTURE = "rigged.png";

  /** Finds the skeleton of a mesh, writes the character into the folder and draws it. */
  static DemoSkeleton run(Path statue, Path folder, RunContext context) throws IOException {
    Path output = folder.resolve(MODEL);
    SkeletonStep.Report report =
        new SkeletonStep()
            .run(SkeletonStep.Options.of(List.of(statue.toString())).withOutput(output), context)
            .report();
    new RenderStep()
        .run(
            RenderStep.Options.of(List.of(output), folder.resolve(PICTURE))
                .withStyle(new RenderStep.Style(false, true, true, false, false))
                .withDraw(DrawOptions.DEFAULTS.withSize(640, 640)),
            context);
    return new DemoSkeleton(report.skeleton().joints());
  }
}
