package dev.sinew.pipeline.report;

import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.pipeline.SimplifyStep;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.review.WorstSpot;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a report shows of levels: the verdict, and close views of the spots that differ most. */
final class LevelPictures {
  private final FileSession files;
  private final RunContext context;

  LevelPictures(FileSession files, RunContext context) {
    this.files = files;
    this.context = context;
  }

  /**
   * Returns the levels as HTML; nothing of those that were not measured.
   *
   * @param model the original
   * @param outputs the file of each level, or that of all
   */
  String of(Path model, List<Path> outputs, List<SimplifyStep.Level> levels) throws IOException {
    for (Path output : outputs) {
      if (Files.exists(output) && Files.isSameFile(model, output)) {
        return ""; // The original is gone.
      }
    }
    if (levels.stream().allMatch(level -> level.verdict() == null)) {
      return "";
    }
    SkinnedCharacter original = ModelFile.read(model, files).withoutLevels().character();
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < levels.size(); i++) {
      out.append(section(levels.get(i), original, level(outputs, levels, i)));
    }
    return out.toString();
  }

  private SkinnedCharacter level(List<Path> outputs, List<SimplifyStep.Level> levels, int i)
      throws IOException {
    GltfAsset file = ModelFile.read(outputs.get(Math.min(i, outputs.size() - 1)), files);
    if (file.levelCount() == 1) {
      return file.character();
    }
    // In one file they follow the original from fine to coarse, in whatever order they were asked.
    List<SimplifyStep.Level> falling =
        levels.stream()
            .sorted(Comparator.comparingLong(SimplifyStep.Level::triangles).reversed())
            .toList();
    return file.level(1 + falling.indexOf(levels.get(i))).character();
  }

  private String section(
      SimplifyStep.Level level, SkinnedCharacter original, SkinnedCharacter character)
      throws IOException {
    Optional<SpotPictures> pictures = SpotPictures.of(original, character, context);
    StringBuilder out = new StringBuilder();
    out.append("<h2>")
        .append(level.triangles())
        .append(" triangles: where it differs most</h2>\n<p>It ")
        .append(Html.escape(String.valueOf(level.verdict())))
        .append(". Original on the left, level on the right.</p>\n<div class=\"spots\">\n");
    for (WorstSpot spot : level.worstSpots()) {
      Optional<Pixels> drawn = pictures.flatMap(both -> both.draw(spot));
      if (drawn.isPresent()) {
        out.append(ReportPictures.figure(PngWriter.encode(drawn.get()), caption(spot)));
      }
    }
    return out.append("</div>\n").toString();
  }

  private static String caption(WorstSpot spot) {
    String where =
        spot.region().isEmpty()
            ? ""
            : List.of(spot.region().split(", ", -1)).stream()
                .limit(2)
                .collect(Collectors.joining(", ", "", ": "));
    String swapped =
        spot.swapped() < 0.005
            ? ""
            : String.format(Locale.ROOT, ", %.0f %% show another material", 100 * spot.swapped());
    return String.format(
        Locale.ROOT, "%s%s, difference %.3f%s", where, spot.pose(), spot.difference(), swapped);
  }
}
