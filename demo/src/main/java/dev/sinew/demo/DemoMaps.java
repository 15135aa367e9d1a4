package dev.sinew.demo;

import dev.sinew.draw.DrawOptions;
import dev.sinew.pipeline.BakeStep;
import dev.sinew.pipeline.RenderStep;
import dev.sinew.pipeline.TangentOutputs;
import dev.sinew.run.RunContext;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.BakeResult.NormalErrors;
import dev.sinew.shade.BakedMap;
import dev.sinew.unwrap.Packing;
import dev.sinew.unwrap.UnwrapOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The maps of the demo: the coarsest level gets an atlas of its own and the colours and normals of
 * the full model.
 *
 * @param charts the charts of the atlas
 * @param normals how far the normals are off without and with the map
 */
record DemoMaps(int charts, NormalErrors normals) {
  static final String MODEL = "level-maps.glb";
  static final String PICTURE = "maps.png";
  private static final int RESOLUTION = 512;

  /** Bakes into the folder and draws the full model and the level without and with its maps. */
  static DemoMaps run(Path full, Path level, String clip, Path folder, RunContext context)
      throws IOException {
    Path output = folder.resolve(MODEL);
    BakeStep.Options options =
        new BakeStep.Options(
            level,
            full,
            BakeOptions.DEFAULTS
                .withMaps(EnumSet.of(BakedMap.NORMAL, BakedMap.COLOR))
                .withResolution(RESOLUTION),
            OptionalInt.empty(),
            UnwrapOptions.DEFAULTS.withTexture(RESOLUTION, 2).withPacking(Packing.ROWS),
            TangentOutputs.NONE,
            Optional.of(output));
    BakeStep.Report report = new BakeStep().run(options, context).report();
    new RenderStep()
        .run(
            RenderStep.Options.of(List.of(full, level, output), folder.resolve(PICTURE))
                .withTimes(Optional.of(clip), List.of(0.25))
                .withStyle(new RenderStep.Style(false, false, true, true, false))
                .withDraw(DrawOptions.DEFAULTS.withSize(1280, 560).withColumns(3)),
            context);
    return new DemoMaps(
        Objects.requireNonNull(report.charts()), Objects.requireNonNull(report.normals()));
  }
}
