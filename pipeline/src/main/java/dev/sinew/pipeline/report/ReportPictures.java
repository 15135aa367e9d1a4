package dev.sinew.pipeline.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Picture;
import dev.sinew.io.FilePolicy;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.InputFile;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.pipeline.CompareStep;
import dev.sinew.pipeline.RenderStep;
import dev.sinew.pipeline.Report;
import dev.sinew.pipeline.SimplifyStep;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pictures of a report: the models that were read and written, in the worst pose or at rest.
 */
final class ReportPictures {
  private static final int MAX_MODELS = 6;
  private static final int CELL = 360;

  /** How reports name a frame of a clip. */
  private static final Pattern FRAME = Pattern.compile("(.+) ([0-9.]+) s");

  private final FileSession files;
  private final RunContext context;

  ReportPictures(boolean allowOutside, RunContext context) {
    this.files = new FileSession(FilePolicy.DEFAULTS.withAllowOutside(allowOutside));
    this.context = context;
  }

  /** Returns the pictures as HTML; empty if there is nothing to show. */
  String of(Report<?> report) throws IOException {
    Set<Path> models = new LinkedHashSet<>();
    StringBuilder out = new StringBuilder();
    for (List<String> names : List.of(report.files().inputs(), report.files().outputs())) {
      for (String name : names) {
        Path file = Path.of(name);
        if (isCharacter(file) && models.size() < MAX_MODELS) {
          models.add(file);
        }
      }
    }
    if (!models.isEmpty()) {
      out.append(painted(List.copyOf(models), worstPose(report.toTree())));
    }
    if (report.report() instanceof SimplifyStep.Report simplified && !models.isEmpty()) {
      out.append(spots(report, simplified));
    }
    if (report.report() instanceof CompareStep.Report compared) {
      Path reference = Path.of(report.files().inputs().get(0));
      Path candidate = Path.of(report.files().inputs().get(1));
      out.append(new LevelPictures(files, context).of(reference, candidate, compared));
    }
    for (String name : report.files().outputs()) {
      if (name.endsWith(".png") && Files.isRegularFile(Path.of(name))) {
        out.append(figure(InputFile.readAll(Path.of(name)), Format.stemOf(Path.of(name))));
      }
    }
    return out.toString();
  }

  /** Returns close views of the levels of a character. */
  private String spots(Report<?> report, SimplifyStep.Report simplified) throws IOException {
    List<Path> written =
        report.files().outputs().stream()
            .map(Path::of)
            .filter(ReportPictures::isCharacter)
            .toList();
    Path model = Path.of(report.files().inputs().getFirst());
    return isCharacter(model) && !written.isEmpty()
        ? new LevelPictures(files, context).of(model, written, simplified.levels())
        : "";
  }

  private static boolean isCharacter(Path file) {
    return Format.isRead(file, Format.Kind.CHARACTER);
  }

  /** Paints the models in a frame of a clip; at rest if one of them cannot be shown so. */
  private String painted(List<Path> models, Optional<Matcher> frame) throws IOException {
    int columns = models.size() == 4 ? 2 : Math.min(3, models.size());
    int rows = (models.size() + columns - 1) / columns;
    RenderStep.Options rest =
        RenderStep.Options.of(models, Path.of("report.png"))
            .withStyle(new RenderStep.Style(false, false, true, true, false))
            .withDraw(
                DrawOptions.DEFAULTS.withSize(CELL * columns, CELL * rows).withColumns(columns));
    try {
      if (frame.isPresent()) {
        double time = Double.parseDouble(frame.get().group(2));
        return figure(
            paint(rest.withTimes(Optional.of(frame.get().group(1)), List.of(time))),
            "the worst pose, " + frame.get().group());
      }
    } catch (RequestException e) {
      // Not all have the clip.
    }
    try {
      return figure(paint(rest), "at rest");
    } catch (RequestException e) {
      return ""; // A model without triangles has no picture.
    }
  }

  private byte[] paint(RenderStep.Options options) throws IOException {
    Picture picture = RenderStep.paint(options, files, context);
    return PngWriter.encode(new Pixels(picture.width(), picture.height(), picture.pixels()));
  }

  static String figure(byte[] png, String caption) {
    return "<figure><img alt=\""
        + Html.escape(caption)
        + "\" src=\"data:image/png;base64,"
        + Base64.getEncoder().encodeToString(png)
        + "\"><figcaption>"
        + Html.escape(caption)
        + "</figcaption></figure>\n";
  }

  /** Returns the frame in which the error was the largest, if the report names one. */
  private static Optional<Matcher> worstPose(JsonElement element) {
    if (element instanceof JsonObject object) {
      for (String name : List.of("worstPose", "pose")) {
        if (object.get(name) instanceof JsonPrimitive text) {
          Matcher frame = FRAME.matcher(text.getAsString());
          if (frame.matches()) {
            return Optional.of(frame);
          }
        }
      }
      return first(new ArrayList<>(object.asMap().values()));
    }
    return element instanceof JsonArray array ? first(array.asList()) : Optional.empty();
  }

  private static Optional<Matcher> first(List<JsonElement> elements) {
    return elements.stream().map(ReportPictures::worstPose).flatMap(Optional::stream).findFirst();
  }
}
