package dev.sinew.pipeline.demo;

import dev.sinew.draw.DrawOptions;
import dev.sinew.pipeline.RenderStep;
import dev.sinew.pipeline.SimplifyStep;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SimplifyOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The levels of detail of the demo: the character with half, a quarter and a tenth of its
 * triangles, priced over its clips.
 *
 * @param levels the levels, finest first
 * @param files the file of each level
 * @param player a part of a page that plays the character, its second and its last level
 */
record DemoLevels(List<SimplifyStep.Level> levels, List<Path> files, String player) {
  static final String PICTURE = "levels.png";
  private static final List<Double> RATIOS = List.of(0.5, 0.25, 0.1);

  /** Simplifies a model into the folder and draws the levels in the middle of a clip. */
  static DemoLevels run(Path model, String clip, Path folder, RunContext context)
      throws IOException {
    List<SimplifyStep.Level> levels = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    for (double ratio : RATIOS) {
      Path file = folder.resolve("level-" + Math.round(100 * ratio) + ".glb");
      SimplifyStep.Request request =
          new SimplifyStep.CharacterRequest(
              model, SimplifyOptions.DEFAULTS.withRatios(ratio), file);
      levels.add(new SimplifyStep().run(request, context).report().levels().getFirst());
      files.add(file);
    }
    draw(model, files, clip, folder, context);
    String player = DemoPlayer.html(List.of(model, files.get(1), files.getLast()), clip);
    return new DemoLevels(levels, files, player);
  }

  private static void draw(
      Path model, List<Path> files, String clip, Path folder, RunContext context)
      throws IOException {
    List<Path> shown = new ArrayList<>(List.of(model));
    shown.addAll(files);
    new RenderStep()
        .run(
            RenderStep.Options.of(shown, folder.resolve(PICTURE))
                .withTimes(Optional.of(clip), List.of(0.25))
                .withStyle(new RenderStep.Style(true, false, true, true, false))
                .withDraw(DrawOptions.DEFAULTS.withSize(1280, 480).withColumns(4)),
            context);
  }
}
