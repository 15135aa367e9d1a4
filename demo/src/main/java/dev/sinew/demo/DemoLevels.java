package dev.sinew.demo;

import dev.sinew.draw.DrawOptions;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.pipeline.RenderStep;
import dev.sinew.pipeline.SimplifyStep;
import dev.sinew.pipeline.report.SpotPictures;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SimplifyOptions;
import java.io.IOException;
import java.nio.file.Files;
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
 * @param ways the last level made in simpler ways, and as it is
 * @param player a part of a page that plays the character, its second and its last level
 */
record DemoLevels(
    List<SimplifyStep.Level> levels, List<Path> files, List<Way> ways, String player) {
  static final String PICTURE = "levels.png";
  static final String WAYS_PICTURE = "level-10-ways.png";
  static final String CLOSE_PICTURE = "level-10-close.png";
  private static final List<Double> RATIOS = List.of(0.5, 0.25, 0.1);

  /**
   * A way to make the last level.
   *
   * @param title what it knows of the poses, and whether it is fitted to the original
   * @param file the level
   * @param level its figures
   */
  record Way(String title, Path file, SimplifyStep.Level level) {}

  /** Simplifies a model into the folder and draws the levels in the middle of a clip. */
  static DemoLevels run(Path model, String clip, Path folder, RunContext context)
      throws IOException {
    List<SimplifyStep.Level> levels = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    for (double ratio : RATIOS) {
      Path file = folder.resolve("level-" + Math.round(100 * ratio) + ".glb");
      levels.add(simplify(model, SimplifyOptions.DEFAULTS.withRatios(ratio), file, context));
      files.add(file);
    }
    draw(model, files, clip, 0.25, folder.resolve(PICTURE), context);
    drawSpots(model, files.getLast(), levels.getLast(), folder.resolve(CLOSE_PICTURE), context);
    List<Way> ways =
        List.of(
            way("rest pose", PoseSource.REST, false, model, folder, context),
            way("rest pose, fitted", PoseSource.REST, true, model, folder, context),
            way("all poses", PoseSource.CLIPS, false, model, folder, context),
            new Way("all poses, fitted", files.getLast(), levels.getLast()));
    List<Path> shown = List.of(ways.getFirst().file, ways.get(2).file, files.getLast());
    draw(model, shown, "squat", 1, folder.resolve(WAYS_PICTURE), context);
    String player = DemoPlayer.html(List.of(model, files.get(1), files.getLast()), clip);
    return new DemoLevels(levels, files, ways, player);
  }

  private static SimplifyStep.Level simplify(
      Path model, SimplifyOptions options, Path file, RunContext context) throws IOException {
    return new SimplifyStep()
        .run(new SimplifyStep.Request(model, options, file), context)
        .report()
        .levels()
        .getFirst();
  }

  /** Makes the last level by the rest pose alone, or without the fit to the original. */
  private static Way way(
      String title, PoseSource poses, boolean fitted, Path model, Path folder, RunContext context)
      throws IOException {
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS.withRatios(RATIOS.getLast()).withMetric(poses).withPolish(fitted);
    Path file = folder.resolve("level-10-" + poses + (fitted ? "-fitted" : "") + ".glb");
    return new Way(title, file, simplify(model, options, file, context));
  }

  /** Draws the spots at which the last level differs most, each beside the original. */
  private static void drawSpots(
      Path model, Path file, SimplifyStep.Level level, Path picture, RunContext context)
      throws IOException {
    SpotPictures pictures =
        SpotPictures.of(
            GltfReader.read(model).character(), GltfReader.read(file).character(), context);
    List<Pixels> spots =
        level.seen().worstSpots().stream().flatMap(spot -> pictures.draw(spot).stream()).toList();
    Files.write(picture, PngWriter.encode(SpotPictures.sheet(spots, 3)));
  }

  private static void draw(
      Path model, List<Path> files, String clip, double time, Path picture, RunContext context)
      throws IOException {
    List<Path> shown = new ArrayList<>(List.of(model));
    shown.addAll(files);
    new RenderStep()
        .run(
            RenderStep.Options.of(shown, picture)
                .withTimes(Optional.of(clip), List.of(time))
                .withStyle(new RenderStep.Style(true, false, true, true, false))
                .withDraw(DrawOptions.DEFAULTS.withSize(1280, 480).withColumns(4)),
            context);
  }
}
