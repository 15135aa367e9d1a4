package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.bvh.BvhWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.math.EulerAngles;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.input.ExampleFiles;
import dev.sinew.pipeline.input.MarkersFile;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.pipeline.input.RangeFile;
import dev.sinew.rig.FoundPose;
import dev.sinew.run.Flat;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.solve.PointTargets;
import dev.sinew.solve.Solve;
import dev.sinew.solve.SolveOptions;
import dev.sinew.solve.SolveResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a rig and shapes, finds the poses with {@link Solve} and writes them as a clip. */
public final class SolveStep implements Step<SolveStep.Options, SolveStep.Report> {

  /**
   * What to solve.
   *
   * @param model a character
   * @param shapes files, folders and patterns of shapes; none if the markers have frames
   * @param markers a JSON file of vertices, and optionally their positions
   * @param ranges a JSON file of joint limits
   * @param solve how to solve
   * @param output the model with the clip as a .glb or .gltf, or the clip alone as .bvh; empty to
   *     only report
   * @param bvh the clip as .bvh beside the output
   */
  public record Options(
      Path model,
      List<String> shapes,
      Optional<Path> markers,
      Optional<Path> ranges,
      SolveOptions solve,
      Optional<Path> output,
      Optional<Path> bvh) {
    /** Copies the list and checks the names of the outputs. */
    public Options {
      shapes = List.copyOf(shapes);
      if (shapes.isEmpty() && markers.isEmpty()) {
        throw new IllegalArgumentException("expected shapes, or markers with frames, got neither");
      }
      output.ifPresent(file -> Format.ofOutput(file, Format.Kind.CHARACTER, Format.Kind.MOTION));
      bvh.ifPresent(file -> Format.ofOutput(file, Format.Kind.MOTION));
    }

    /** Returns options to solve shapes, without outputs. */
    public static Options of(Path model, List<String> shapes) {
      return new Options(
          model,
          shapes,
          Optional.empty(),
          Optional.empty(),
          SolveOptions.DEFAULTS,
          Optional.empty(),
          Optional.empty());
    }

    /** Returns these options with joint limits. */
    public Options withRanges(Path file) {
      return new Options(model, shapes, markers, Optional.of(file), solve, output, bvh);
    }

    /** Returns these options with an output. */
    public Options withOutput(Path file) {
      return new Options(model, shapes, markers, ranges, solve, Optional.of(file), bvh);
    }
  }

  /**
   * The JSON report. Errors are in units of the model's longest box side at rest.
   *
   * @param clip the name of the clip
   * @param size what was solved
   * @param distance the error over all points of all frames
   * @param keys what thinning did
   * @param frames the error of every frame
   * @param eulerOrder the order of the angles: R = Rx · Ry · Rz for XYZ; null without angles
   * @param poses angles in degrees and scales of every joint in every frame; null unless asked for
   * @param issues what to know about the input
   */
  public record Report(
      String clip,
      @Flat Size size,
      @Flat SolveResult.Distance distance,
      SolveResult.Keys keys,
      List<SolveResult.FrameError> frames,
      @Nullable String eulerOrder,
      @Nullable List<FoundPose> poses,
      List<Issue> issues) {}

  /**
   * The size of a problem.
   *
   * @param points points per frame
   * @param joints joints that were moved
   * @param parameters values that were solved for in every frame
   */
  public record Size(int points, int joints, int parameters) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    GltfAsset asset = ModelFile.readToReplace(options.model, options.output, files);
    Remarks.onMultiWeights(options.model, asset.character(), "the poses are solved for", files);
    SkinnedCharacter character = asset.character();
    List<Path> inputs = new ArrayList<>(List.of(options.model));
    SolveOptions how = options.solve;
    if (options.ranges.isPresent()) {
      files.reading(options.ranges.get());
      inputs.add(options.ranges.get());
      how = how.withRanges(RangeFile.read(options.ranges.get(), character.skeleton()));
    }
    how = how.withClip(character.unusedClipName(how.clip()));
    List<Path> sources = new ArrayList<>();
    List<Issue> issues = new ArrayList<>();
    SolveResult result;
    PointTargets targets;
    try {
      targets = targets(options, character, files, context, sources, issues);
      result = Solve.run(character, targets, how, context);
    } catch (RequestException e) {
      Path first = sources.isEmpty() ? options.model : sources.getFirst();
      throw e.naming(PointTargets.SUBJECT, first).naming("", options.model);
    }
    inputs.addAll(sources);
    issues.addAll(result.issues());
    List<Path> outputs = write(options, how, asset, result, files, issues, context);
    boolean angles = how.euler() || how.scales() || !how.ranges().isEmpty();
    return new Outcome<>(
        new Report(
            how.clip(),
            new Size(targets.pointCount(), result.joints().size(), result.parameters()),
            result.distance(),
            result.keys(),
            result.frames(),
            angles ? EulerAngles.ORDER : null,
            angles ? result.poses() : null,
            issues),
        inputs,
        outputs);
  }

  private static PointTargets targets(
      Options options,
      SkinnedCharacter character,
      FileSession files,
      RunContext context,
      List<Path> sources,
      List<Issue> issues)
      throws IOException {
    if (options.markers.isEmpty()) {
      return shapes(options, character, files, context, sources, issues);
    }
    Path file = options.markers.get();
    files.reading(file);
    sources.add(file);
    MarkersFile markers = MarkersFile.read(file);
    if (markers.frames().isEmpty() == options.shapes.isEmpty()) {
      throw new RequestException(
          file.toString(),
          options.shapes.isEmpty()
              ? "it has no frames: give shapes that contain its vertices"
              : "it has frames already: give no shapes");
    }
    return markers.frames().isEmpty()
        ? shapes(options, character, files, context, sources, issues).only(markers.vertices())
        : PointTargets.ofMarkers(character, markers.vertices(), markers.names(), markers.frames());
  }

  private static PointTargets shapes(
      Options options,
      SkinnedCharacter character,
      FileSession files,
      RunContext context,
      List<Path> sources,
      List<Issue> issues)
      throws IOException {
    ExampleFiles.Vertices shapes = ExampleFiles.readVertices(options.shapes, files, context);
    sources.addAll(shapes.files());
    issues.addAll(shapes.issues());
    return PointTargets.ofShapes(character, shapes.names(), shapes.frames());
  }

  private static List<Path> write(
      Options options,
      SolveOptions how,
      GltfAsset asset,
      SolveResult result,
      FileSession files,
      List<Issue> issues,
      RunContext context)
      throws IOException {
    List<Path> outputs = new ArrayList<>();
    if (options.output.isPresent()) {
      Path output = options.output.get();
      if (Format.ofOutput(output, Format.Kind.CHARACTER, Format.Kind.MOTION) == Format.BVH) {
        writeBvh(output, how, asset.character(), result, files);
      } else {
        List<Clip> clips = new ArrayList<>(asset.character().clips());
        clips.add(result.clip());
        SkinnedCharacter animated = asset.character().withClips(clips);
        issues.addAll(ModelOutput.write(asset, animated, output, files, context));
      }
      outputs.add(output);
    }
    if (options.bvh.isPresent()) {
      writeBvh(options.bvh.get(), how, asset.character(), result, files);
      outputs.add(options.bvh.get());
    }
    return outputs;
  }

  private static void writeBvh(
      Path file,
      SolveOptions how,
      SkinnedCharacter character,
      SolveResult result,
      FileSession files)
      throws IOException {
    BvhWriter.write(
        file,
        character.skeleton(),
        result.joints(),
        result.clip(),
        result.frames().size(),
        how.framesPerSecond(),
        files);
  }
}
