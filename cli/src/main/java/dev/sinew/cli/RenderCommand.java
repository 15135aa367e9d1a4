package dev.sinew.cli;

import dev.sinew.cli.line.NormalOption;
import dev.sinew.draw.Background;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Viewpoint;
import dev.sinew.pipeline.RenderStep;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.input.LevelChoice;
import dev.sinew.pipeline.input.ModelSet;
import dev.sinew.review.CloseUp;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "render",
    description = "Draws models, or one model at several times, side by side as a PNG picture.",
    footer = {
      "",
      "Example:",
      "  sinew render model.glb --clip walk --time 0,0.25,0.5 --skeleton -o walk.png",
      "  sinew render model.glb --clip walk --poses 3 --camera 90,10 -o walk.png",
      "  sinew render levels.glb --level all -o levels.png",
      "  sinew render model.glb level.glb --focus head --camera 20,5 -o heads.png",
      "  sinew render model.glb --unlit --eye 1,1.5,4 --target 0,1,0 --background none -o flat.png"
    })
final class RenderCommand extends StepCommand<RenderStep.Options, RenderStep.RenderReport> {
  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL",
      description =
          "Characters (.glb, .gltf, .fbx, .vrm) or meshes (.obj): files, folders, or patterns.")
  private List<Path> models = new ArrayList<>();

  @Option(
      names = "--level",
      paramLabel = "N,..|all",
      description =
          "Levels of detail of glTF files (MSFT_lod), side by side: 0 is the original (default: the"
              + " scene as it is).")
  private @Nullable String level;

  @Option(
      names = "--clip",
      paramLabel = "NAME-or-number",
      description =
          "The clip to take poses from, by name or by number from 0 (default: the rest pose).")
  private @Nullable String clip;

  @Option(
      names = "--time",
      split = ",",
      paramLabel = "S",
      description = "Seconds into the clip; several, separated by commas, are drawn side by side.")
  private List<Double> times = new ArrayList<>();

  @Option(
      names = "--method",
      split = ",",
      paramLabel = "M",
      description =
          "Skinning models, side by side: ${COMPLETION-CANDIDATES} (default: that of the model).")
  private List<SkinningMethod> methods = new ArrayList<>();

  @Option(
      names = "--correctives",
      paramLabel = "DB",
      description =
          "Pose-space correctives over the skinning models, as 'posespace train' writes them:"
              + " .psdb. Dynamics run from the start of the clip.")
  private @Nullable Path correctives;

  @Mixin private NormalOption normalMode = new NormalOption();

  @Option(names = "--size", paramLabel = "WxH", description = "Pixels (default: ${DEFAULT-VALUE}).")
  private String size =
      DrawOptions.DEFAULTS.raster().width() + "x" + DrawOptions.DEFAULTS.raster().height();

  @Option(
      names = "--azimuth",
      paramLabel = "DEG",
      description =
          "Angle of the camera around the up axis, from the front: +z, or where the bones of an"
              + " avatar (VRM) face (default: ${DEFAULT-VALUE}).")
  private double azimuth = DrawOptions.DEFAULTS.view().azimuth();

  @Option(
      names = "--elevation",
      paramLabel = "DEG",
      description = "Angle of the camera above the horizon (default: ${DEFAULT-VALUE}).")
  private double elevation = DrawOptions.DEFAULTS.view().elevation();

  @Option(
      names = "--camera",
      split = ",",
      paramLabel = "DEG",
      description =
          "The camera in short: azimuth,elevation or azimuth,elevation,zoom, as in 90,10,2 (zoom 1"
              + " shows everything).")
  private List<Double> camera = new ArrayList<>();

  @Option(
      names = "--focus",
      paramLabel = "NAME",
      description =
          "Shows the surroundings of a joint, or what has a material, or a mesh, in every pose;"
              + " upper and lower case are the same. Avatars (VRM) also have joints by the names"
              + " of human bones: head, leftHand.")
  private @Nullable String focus;

  @Option(
      names = "--focus-size",
      paramLabel = "S",
      description =
          "The size of what --focus shows, in sides of the character's box (default: 0.2 around a"
              + " joint, all of a material or mesh).")
  private @Nullable Double focusSize;

  @Option(
      names = "--eye",
      split = ",",
      paramLabel = "X",
      description =
          "The camera's place x,y,z in the scene, with --target: the same view for pictures of"
              + " several models and poses (default: where everything is seen).")
  private List<Double> eye = new ArrayList<>();

  @Option(
      names = "--target",
      split = ",",
      paramLabel = "X",
      description = "The point x,y,z that --eye looks at.")
  private List<Double> target = new ArrayList<>();

  @Option(
      names = "--fov",
      paramLabel = "DEG",
      description =
          "The field of view across the shorter side of a picture (default: ${DEFAULT-VALUE}).")
  private double fieldOfView = DrawOptions.DEFAULTS.view().fieldOfView();

  @Option(
      names = "--poses",
      paramLabel = "N",
      description = "Draw N poses spread evenly over the clip, instead of --time.")
  private int poses;

  @Option(
      names = "--up",
      paramLabel = "AXIS",
      description = "The up axis: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private DrawOptions.UpAxis up = DrawOptions.DEFAULTS.view().up();

  @Option(
      names = "--columns",
      paramLabel = "N",
      description = "Models per row; 0 for automatic (default: ${DEFAULT-VALUE}).")
  private int columns = DrawOptions.DEFAULTS.columns();

  @Option(
      names = "--same-scale",
      description = "Draw several models at one scale (default: each fills its cell).")
  private boolean sameScale;

  @Option(names = "--wireframe", description = "Draw the edges of the triangles.")
  private boolean wireframe;

  @Option(names = "--skeleton", description = "Draw joints and bones.")
  private boolean skeleton;

  @Option(
      names = "--plain",
      description = "Draw plain clay instead of textures, material and vertex colours.")
  private boolean plain;

  @Option(
      names = "--normals",
      description = "Colour the models by their normals, normal maps included, instead of light.")
  private boolean normals;

  @Option(
      names = "--unlit",
      description =
          "Draw base colours, without light and shadow: textures, material and vertex colours as"
              + " glTF defines them.")
  private boolean unlit;

  @Option(
      names = "--background",
      paramLabel = "RRGGBB",
      description =
          "The colour behind the models, or 'none' for a transparent picture (default: white to"
              + " grey).")
  private @Nullable String background;

  @Option(names = "--labels", description = "Write names and times under the models.")
  private boolean labels;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "The output file: .png.")
  private Path output = Path.of("");

  @Override
  Step<RenderStep.Options, RenderStep.RenderReport> step() {
    return new RenderStep();
  }

  @Override
  RenderStep.Options options() throws IOException {
    if (poses > 0 && !times.isEmpty()) {
      throw new IllegalArgumentException("--poses and --time exclude each other");
    }
    return RenderStep.Options.of(ModelSet.of(models).models(), output)
        .withLevels(level == null ? LevelChoice.SCENE : LevelChoice.parse(level))
        .withMoments(
            new RenderStep.Moments(
                Optional.ofNullable(clip), times.isEmpty() ? List.of(0.0) : times, poses))
        .withDeformations(
            new RenderStep.Deformations(
                methods, normalMode.mode(), Optional.ofNullable(correctives)))
        .withStyle(new RenderStep.Style(wireframe, skeleton, !plain, labels, normals, closeUp()))
        .withDraw(drawOptions());
  }

  private Optional<CloseUp> closeUp() {
    if (focus == null && focusSize != null) {
      throw new IllegalArgumentException("--focus-size: expected with --focus");
    }
    if (focus != null && !eye.isEmpty()) {
      throw new IllegalArgumentException("--focus and --eye exclude each other");
    }
    return Optional.ofNullable(focus)
        .map(name -> new CloseUp(name, Optional.ofNullable(focusSize)));
  }

  private DrawOptions drawOptions() {
    if (!size.matches("[0-9]{1,6}x[0-9]{1,6}")) {
      throw new IllegalArgumentException(
          "--size: expected WIDTHxHEIGHT, got "
              + size
              + "; --focus-size says how much --focus shows");
    }
    if (camera.size() == 1 || camera.size() > 3 || (camera.size() == 3 && !(camera.get(2) > 0))) {
      throw new IllegalArgumentException(
          "--camera: expected azimuth,elevation or azimuth,elevation,zoom, got " + camera);
    }
    String[] sides = size.split("x", 2);
    DrawOptions options =
        DrawOptions.DEFAULTS
            .withFieldOfView(fieldOfView)
            .withUnlit(unlit)
            .withBackground(background == null ? Background.SOFT : background(background));
    if (!eye.isEmpty() || !target.isEmpty()) {
      if (!camera.isEmpty()) {
        throw new IllegalArgumentException("--camera and --eye exclude each other");
      }
      options =
          options.withViewpoint(new Viewpoint(place("--eye", eye), place("--target", target)));
    }
    return options
        .withSize(Integer.parseInt(sides[0]), Integer.parseInt(sides[1]))
        .withView(
            camera.isEmpty() ? azimuth : camera.get(0),
            camera.isEmpty() ? elevation : camera.get(1))
        .withDistance(
            camera.size() == 3 ? 1 / camera.get(2) : DrawOptions.DEFAULTS.view().distance())
        .withUp(up)
        .withColumns(columns)
        .withSharedScale(sameScale || models.size() == 1);
  }

  private static Viewpoint.Place place(String option, List<Double> at) {
    if (at.size() != 3) {
      throw new IllegalArgumentException(option + ": expected x,y,z, got " + at);
    }
    return new Viewpoint.Place(at.get(0), at.get(1), at.get(2));
  }

  private static Background background(String color) {
    if (color.equals("none")) {
      return Background.TRANSPARENT;
    }
    if (!color.matches("[0-9a-fA-F]{6}")) {
      throw new IllegalArgumentException(
          "--background: expected six hexadecimal digits or none, got " + color);
    }
    return Background.solid(0xFF000000 | Integer.parseInt(color, 16));
  }

  @Override
  void print(RenderStep.RenderReport report, PrintWriter out) {
    out.printf(Locale.ROOT, "drew %d × %d pixels%n", report.width(), report.height());
  }
}
