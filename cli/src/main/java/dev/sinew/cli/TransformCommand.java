package dev.sinew.cli;

import dev.sinew.pipeline.BoundsStep.Corners;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.TransformStep;
import dev.sinew.transform.TransformOptions;
import dev.sinew.transform.UpAxis;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "transform",
    description = {
      "Scales, turns and translates a model, and changes its rest pose. Every clip plays as before,"
          + " moved.",
      "The scale is applied to vertices, joints and keys, never to the scale of a node. Rotation"
          + " and translation are applied to the root nodes and to the vertices of skinned"
          + " meshes. In this order: the rest pose, --scale, --up, --rotate, --translate."
    },
    footer = {"", "Example:", "  sinew transform model.glb --scale 0.01 --up z -o moved.glb"})
final class TransformCommand extends WritingCommand<TransformStep.Options, TransformStep.Report> {
  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL",
      description =
          "Characters or any other scenes, .glb, .gltf, .fbx or .vrm: files, folders, or patterns"
              + " such as 'models/*.glb'.")
  private List<Path> models = new ArrayList<>();

  @Option(
      names = "--scale",
      paramLabel = "S",
      description = "Scale all lengths by a positive factor.")
  private double scale = 1;

  @Option(
      names = "--up",
      paramLabel = "AXIS",
      description =
          "Turn the model so that what is up points along this axis: ${COMPLETION-CANDIDATES}.")
  private @Nullable UpAxis up;

  @Option(
      names = "--from-up",
      paramLabel = "AXIS",
      description =
          "The axis that is up in the input; with it alone the model is turned so that y is up, as"
              + " glTF requires (default: y).")
  private @Nullable UpAxis fromUp;

  @Option(
      names = "--rotate",
      paramLabel = "AXIS,DEGREES",
      description =
          "Rotate about an axis through the origin: x, y, z, or a direction, as in x,90 or"
              + " 1,1,0,45. May be repeated.")
  private List<String> rotations = List.of();

  @Option(names = "--translate", paramLabel = "X,Y,Z", description = "Translate.")
  private @Nullable String translation;

  @Option(
      names = "--rest",
      paramLabel = "CLIP@TIME",
      description =
          "Make a pose of a clip, by its name or number and a time in seconds, the rest pose:"
              + " Walk@0.5.")
  private @Nullable String rest;

  @Override
  Step<TransformStep.Options, TransformStep.Report> step() {
    return new TransformStep();
  }

  @Override
  List<Path> models() {
    return models;
  }

  @Override
  TransformStep.Options options(Path model, Optional<Path> target) {
    TransformOptions options = TransformOptions.DEFAULTS.withScale(scale);
    if (up != null || fromUp != null) {
      options = options.withUp(orY(fromUp), orY(up));
    }
    for (String rotation : rotations) {
      options = rotated(options, rotation);
    }
    if (translation != null) {
      double[] by = numbers("--translate", translation, 3);
      options = options.withTranslation(by[0], by[1], by[2]);
    }
    if (rest != null) {
      int at = rest.lastIndexOf('@');
      options =
          at < 0
              ? options.withRest(rest, 0)
              : options.withRest(
                  rest.substring(0, at), numbers("--rest", rest.substring(at + 1), 1)[0]);
    }
    return new TransformStep.Options(model, options, target.orElseThrow());
  }

  private static UpAxis orY(@Nullable UpAxis axis) {
    return axis == null ? UpAxis.Y : axis;
  }

  private static TransformOptions rotated(TransformOptions options, String text) {
    if (text.matches("[xyzXYZ](,.*)?")) {
      int axis = "xyz".indexOf(Character.toLowerCase(text.charAt(0)));
      if (text.length() < 3) {
        throw new IllegalArgumentException(
            "--rotate: expected an axis and degrees, as in y,90, got '" + text + "'");
      }
      double degrees = numbers("--rotate", text.substring(2), 1)[0];
      return options.withRotation(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0, degrees);
    }
    double[] n = numbers("--rotate", text, 4);
    return options.withRotation(n[0], n[1], n[2], n[3]);
  }

  private static double[] numbers(String option, String text, int count) {
    String[] parts = text.split(",", -1);
    double[] out = new double[parts.length];
    try {
      for (int i = 0; i < out.length; i++) {
        out[i] = Double.parseDouble(parts[i].strip());
      }
    } catch (NumberFormatException e) {
      out = new double[0];
    }
    if (out.length != count) {
      throw new IllegalArgumentException(
          option
              + ": expected "
              + (count == 1 ? "a number" : count + " numbers with commas between them")
              + ", got '"
              + text
              + "'");
    }
    return out;
  }

  @Override
  void print(TransformStep.Report report, PrintWriter out) {
    print("before", report.before(), out);
    print("after", report.after(), out);
    if (report.movedBounds() > 0) {
      out.printf(Locale.ROOT, "stored bounds of %d objects moved%n", report.movedBounds());
    }
    report.notes().forEach(note -> out.println("note: " + note));
  }

  private static void print(String when, @Nullable Corners box, PrintWriter out) {
    if (box != null) {
      out.printf(
          Locale.ROOT,
          "%s: x %.4g to %.4g, y %.4g to %.4g, z %.4g to %.4g%n",
          when,
          box.min().get(0),
          box.max().get(0),
          box.min().get(1),
          box.max().get(1),
          box.min().get(2),
          box.max().get(2));
    }
  }
}
