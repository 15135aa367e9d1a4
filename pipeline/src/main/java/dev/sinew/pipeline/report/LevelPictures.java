package dev.sinew.pipeline.report;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.pipeline.CompareStep;
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
import org.jspecify.annotations.Nullable;

/** What a report shows of levels: the verdict, and close views of the spots that differ most. */
record LevelPictures(FileSession files, RunContext context) {
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
    if (levels.stream().allMatch(level -> level.seen().verdict() == null)) {
      return "";
    }
    SkinnedCharacter original = ModelFile.read(model, files).withoutLevels().character();
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < levels.size(); i++) {
      SimplifyStep.Level level = levels.get(i);
      String title = level.size().triangles() + " triangles";
      Spots spots = new Spots(title, level.seen().verdict(), level.seen().worstSpots());
      out.append(section(spots, original, level(outputs, levels, i)));
    }
    return out.toString();
  }

  /** Returns what was compared as HTML; nothing of what was not reviewed. */
  String of(Path reference, Path candidate, CompareStep.Report found) throws IOException {
    GltfAsset whole = ModelFile.read(reference, files);
    GltfAsset other = ModelFile.read(candidate, files);
    if (found.level() == null) {
      Spots spots =
          new Spots(Format.stemOf(candidate), found.seen().verdict(), found.seen().worstSpots());
      return section(spots, whole.character(), other.character());
    }
    SkinnedCharacter original = whole.level(0).character();
    if (found.levels().isEmpty()) {
      Spots spots =
          new Spots("Level " + found.level(), found.seen().verdict(), found.seen().worstSpots());
      return section(spots, original, other.level(found.level()).character());
    }
    StringBuilder out = new StringBuilder();
    for (CompareStep.LevelError level : found.levels()) {
      Spots spots =
          new Spots("Level " + level.level(), level.seen().verdict(), level.seen().worstSpots());
      out.append(section(spots, original, other.level(level.level()).character()));
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
            .sorted(
                Comparator.comparingLong((SimplifyStep.Level level) -> level.size().triangles())
                    .reversed())
            .toList();
    return file.level(1 + falling.indexOf(levels.get(i))).character();
  }

  /** What is shown of a level: its title, the verdict, the spots that differ most. */
  private record Spots(String title, @Nullable String verdict, List<WorstSpot> worst) {}

  private String section(Spots spots, SkinnedCharacter original, SkinnedCharacter character)
      throws IOException {
    if (spots.verdict == null) {
      return "";
    }
    SpotPictures pictures = SpotPictures.of(original, character, context);
    StringBuilder out = new StringBuilder();
    out.append("<h2>")
        .append(Html.escape(spots.title))
        .append(": where it differs most</h2>\n<p>It ")
        .append(Html.escape(spots.verdict))
        .append(". Original on the left, level on the right.</p>\n<div class=\"spots\">\n");
    for (WorstSpot spot : spots.worst) {
      Optional<Pixels> drawn = pictures.draw(spot);
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
