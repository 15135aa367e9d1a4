package dev.sinew.pipeline;

import dev.sinew.extract.SkeletonExtraction;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.math.EulerAngles;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.pipeline.input.ShapeFiles;
import dev.sinew.pipeline.picture.SkeletonPictures;
import dev.sinew.rig.FoundPose;
import dev.sinew.rig.RiggedScene;
import dev.sinew.run.Flat;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads shapes, finds a skeleton with {@link SkeletonExtraction} and writes a rigged character. */
public final class SkeletonStep implements Step<SkeletonStep.Options, SkeletonStep.Report> {

  /**
   * What to find.
   *
   * @param examples files, folders and patterns of shapes
   * @param reference the shape at rest; empty for the first
   * @param skeleton how to find it
   * @param output a .glb or .gltf; empty to only report
   * @param field a coloured mesh of the field; empty to write none
   * @param graph a mesh of the iso-curves and the graph; empty to write none
   */
  public record Options(
      List<String> examples,
      Optional<Path> reference,
      SkeletonOptions skeleton,
      Optional<Path> output,
      Optional<Path> field,
      Optional<Path> graph) {
    /** Copies the list and checks the names of the outputs. */
    public Options {
      examples = List.copyOf(examples);
      output.ifPresent(ModelFile::requireGltfOutput);
      field.ifPresent(ModelFile::requireGltfOutput);
      graph.ifPresent(ModelFile::requireGltfOutput);
    }

    /** Returns options to find a skeleton in shapes, without outputs. */
    public static Options of(List<String> examples) {
      return new Options(
          examples,
          Optional.empty(),
          SkeletonOptions.DEFAULTS,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    /** Returns these options with an output. */
    public Options withOutput(Path file) {
      return new Options(examples, reference, skeleton, Optional.of(file), field, graph);
    }

    /** Returns these options with other options of the skeleton. */
    public Options withSkeleton(SkeletonOptions other) {
      return new Options(examples, reference, other, output, field, graph);
    }
  }

  /**
   * The JSON report.
   *
   * @param shapes shapes used, including the reference
   * @param corresponding how many of them, without the reference, have its triangles: vertices
   *     determine their joints, and they refine the weights
   * @param skeleton what was found
   * @param eulerOrder the order of the angles: R = Rx · Ry · Rz for XYZ
   * @param poses angles in degrees and scales of every joint in every shape
   * @param issues what to know about the input
   */
  public record Report(
      int shapes,
      int corresponding,
      @Flat Found skeleton,
      String eulerOrder,
      List<FoundPose> poses,
      List<Issue> issues) {}

  /**
   * A found skeleton.
   *
   * @param limbs limbs that end at a tip
   * @param joints joints that move the skin
   * @param loops loops of the body that were cut open
   * @param parts limbs and parts of the trunk
   */
  public record Found(int limbs, int joints, int loops, List<SkeletonResult.FoundLimb> parts) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    ShapeFiles shapes = ShapeFiles.read(options.examples, options.reference, files, context);
    SkeletonResult found = extract(shapes, options.skeleton, context);
    List<Path> outputs = new ArrayList<>();
    if (options.output.isPresent()) {
      write(shapes, found.character(), options.output.get(), files, context);
      outputs.add(options.output.get());
    }
    if (options.field.isPresent()) {
      SkeletonPictures.writeField(found, options.field.get(), files);
      outputs.add(options.field.get());
    }
    if (options.graph.isPresent()) {
      SkeletonPictures.writeGraph(found, options.graph.get(), files);
      outputs.add(options.graph.get());
    }
    return new Outcome<>(
        new Report(
            found.poses().size(),
            found.corresponding(),
            new Found(found.limbCount(), found.jointCount(), found.loops(), found.limbs()),
            EulerAngles.ORDER,
            found.poses(),
            found.issues()),
        shapes.files(),
        outputs);
  }

  static SkeletonResult extract(ShapeFiles shapes, SkeletonOptions options, RunContext context) {
    try {
      return SkeletonExtraction.run(shapes.shapes(), options, context);
    } catch (RequestException e) {
      for (int i = 0; i < shapes.shapes().size(); i++) {
        e = e.naming(shapes.shapes().get(i).name(), shapes.files().get(i));
      }
      throw e;
    }
  }

  /** Writes the skeleton into a copy of the reference's file if that is a glTF. */
  private static void write(
      ShapeFiles shapes,
      SkinnedCharacter rigged,
      Path output,
      FileSession files,
      RunContext context)
      throws IOException {
    if (shapes.asset().isEmpty()) {
      CharacterWriter.toDocument(Format.stemOf(output), rigged).write(output, files);
      return;
    }
    GltfAsset asset = shapes.asset().get();
    ModelOutput.write(asset, RiggedScene.of(asset.character(), rigged), output, files, context);
  }
}
