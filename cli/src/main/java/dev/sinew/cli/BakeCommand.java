package dev.sinew.cli;

import dev.sinew.cli.line.MotionsOption;
import dev.sinew.pipeline.BakeStep;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.TangentOutputs;
import dev.sinew.pipeline.TangentOutputs.PoseNormals;
import dev.sinew.pose.PoseSource;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.BakeResult.NormalErrors;
import dev.sinew.shade.BakedMap;
import dev.sinew.unwrap.UnwrapOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "bake",
    description = {
      "Transfers the maps of a full model to another model in the same rest pose, usually a level"
          + " of detail: normals, base colour, metalness and roughness, occlusion, emission.",
      "The normal map is the one with the least error over all poses. The model gets an atlas of"
          + " its own in a new set of texture coordinates, without flipped or overlapping"
          + " triangles, unless --set names one that it has. Sets that no texture uses are dropped."
    },
    footer = {
      "",
      "Example:",
      "  sinew bake level.glb --detail full.glb -o level-normals.glb",
      "  sinew bake level.glb --detail full.glb --maps all --resolution 2048 -o level.glb"
    })
final class BakeCommand extends StepCommand<BakeStep.Options, BakeStep.Report> {
  private static final BakeOptions DEFAULTS = BakeOptions.DEFAULTS;

  @Parameters(
      paramLabel = "MODEL",
      description = "The model that gets the maps: .glb, .gltf, .fbx or .vrm.")
  private Path model = Path.of("");

  @Option(
      names = "--detail",
      required = true,
      paramLabel = "FULL",
      description = "The full model: .glb, .gltf, .fbx or .vrm.")
  private Path detail = Path.of("");

  @Option(
      names = "--maps",
      split = ",",
      paramLabel = "M",
      description =
          "The maps: normal, color, metallic-roughness, occlusion, emission, extensions, or all"
              + " that the full model has (default: normal).")
  private List<String> maps = List.of("normal");

  @Option(
      names = "--resolution",
      paramLabel = "N",
      description = "The side of the textures in texels (default: ${DEFAULT-VALUE}).")
  private int resolution = DEFAULTS.resolution();

  @Option(
      names = "--metric",
      paramLabel = "M",
      description =
          "The poses over which the normal map and the atlas are the best ones: clips, range,"
              + " skeleton or rest (default: ${DEFAULT-VALUE}).")
  private PoseSource metric = DEFAULTS.metric();

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Samples per texel along each side (default: ${DEFAULT-VALUE}).")
  private int samples = DEFAULTS.samples();

  @Option(
      names = "--set",
      paramLabel = "N",
      description =
          "Use this set of texture coordinates, without overlaps (default: make an atlas).")
  private @Nullable Integer set;

  @Option(
      names = "--padding",
      paramLabel = "N",
      description =
          "The least distance of charts of the atlas in texels (default: ${DEFAULT-VALUE}).")
  private int padding = UnwrapOptions.DEFAULTS.layout().padding();

  @Option(
      names = "--tangent-map",
      paramLabel = "FILE",
      description =
          "Also write a tangent map: tangent planes that follow every pose, per texel, in all"
              + " resolutions down to one texel, for renderers of your own (docs/unwrap.md).")
  private @Nullable Path tangentMap;

  @Option(
      names = "--pose-normals",
      paramLabel = "PNG",
      description =
          "Also write the object-space normal map of the full model in a pose, from its tangent"
              + " map.")
  private @Nullable Path poseNormals;

  @Option(
      names = "--clip",
      paramLabel = "NAME-or-number",
      description =
          "The clip of the pose of --pose-normals, by name or by number from 0 (default: the rest"
              + " pose).")
  private @Nullable String clip;

  @Option(
      names = "--time",
      paramLabel = "S",
      description = "Seconds into the clip (default: ${DEFAULT-VALUE}).")
  private double time;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "The output file: .glb, .gltf, .vrm, .usda or .usdz (default: only measure).")
  private @Nullable Path output;

  @Mixin private MotionsOption motions = new MotionsOption();

  @Override
  List<Path> motions() {
    return motions.files();
  }

  @Override
  Step<BakeStep.Options, BakeStep.Report> step() {
    return new BakeStep();
  }

  @Override
  BakeStep.Options options() {
    return new BakeStep.Options(
        model,
        detail,
        DEFAULTS
            .withMaps(maps())
            .withResolution(resolution)
            .withMetric(metric)
            .withSamples(samples),
        set == null ? OptionalInt.empty() : OptionalInt.of(set),
        UnwrapOptions.DEFAULTS
            .withMetric(metric)
            .withTexture(Math.max(resolution, UnwrapOptions.MIN_RESOLUTION), padding),
        tangents(),
        Optional.ofNullable(output));
  }

  private TangentOutputs tangents() {
    if (poseNormals == null && (clip != null || time != 0)) {
      throw new IllegalArgumentException("--clip and --time: expected with --pose-normals");
    }
    return new TangentOutputs(
        Optional.ofNullable(tangentMap),
        Optional.ofNullable(poseNormals)
            .map(file -> new PoseNormals(file, Optional.ofNullable(clip), time)));
  }

  private Set<BakedMap> maps() {
    Set<BakedMap> out = EnumSet.noneOf(BakedMap.class);
    for (String name : maps) {
      if (name.equals("all")) {
        out.addAll(EnumSet.allOf(BakedMap.class));
        continue;
      }
      BakedMap map = null;
      for (BakedMap candidate : BakedMap.values()) {
        map = candidate.toString().equals(name) ? candidate : map;
      }
      if (map == null) {
        throw new IllegalArgumentException(
            "--maps: expected normal, color, metallic-roughness, occlusion, emission, extensions or"
                + " all, got \""
                + name
                + "\"");
      }
      out.add(map);
    }
    return out;
  }

  @Override
  void print(BakeStep.Report report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: %d texels, %.1f %% show the model%n",
        String.join(", ", report.textures().maps()),
        report.textures().resolution(),
        100 * report.textures().covered());
    NormalErrors normals = report.normals();
    if (normals != null) {
      out.printf(
          Locale.ROOT,
          "normals: %.2f degrees off without the map, %.2f with it, over %d poses%n",
          normals.without(),
          normals.with(),
          normals.poses());
    }
    BakeStep.TangentMapReport tangents = report.tangentMap();
    if (tangents != null) {
      out.printf(
          Locale.ROOT,
          "tangent map: %d texels, %.1f bones per plane, normals %.2f degrees off%n",
          tangents.resolution(),
          tangents.influences(),
          tangents.degrees());
    }
    report
        .sets()
        .forEach(
            at -> out.printf(Locale.ROOT, "%s: texture coordinates %d%n", at.mesh(), at.set()));
    report.notes().forEach(note -> out.println("note: " + note));
  }
}
