package dev.sinew.pipeline;

import dev.sinew.distance.ErrorSummary;
import dev.sinew.draw.ColorRamp;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Measures how far one character is from another, over all poses of all clips. */
public final class CompareStep implements Step<CompareStep.Options, CompareStep.Comparison> {

  /**
   * What to compare.
   *
   * @param reference the character that is right
   * @param candidate the character that is measured
   * @param referenceMethod the reference's skinning model; empty for the one it is made for
   * @param candidateMethod the candidate's likewise
   * @param framesPerSecond how densely clips are sampled, more than 0
   * @param output a .glb or .gltf of the reference coloured by error, if wanted
   */
  public record Options(
      Path reference,
      Path candidate,
      Optional<SkinningMethod> referenceMethod,
      Optional<SkinningMethod> candidateMethod,
      double framesPerSecond,
      Optional<Path> output) {
    /** Frames a second unless told otherwise. */
    public static final double DEFAULT_FRAMES_PER_SECOND = 30;

    public Options {
      if (!(framesPerSecond > 0) || framesPerSecond > 1000) {
        throw new IllegalArgumentException(
            "fps: expected more than 0 and at most 1000, got " + framesPerSecond);
      }
    }
  }

  /**
   * The error over the rest pose and all frames of all clips, in units of the reference's longest
   * box side at rest.
   *
   * @param mean mean distance
   * @param rms root of the mean squared distance
   * @param max largest distance
   * @param meanNormalDegrees mean angle between normals
   * @param maxNormalDegrees largest angle between normals
   * @param worst pose and reference vertex of the largest distance
   * @param poses how many poses were compared
   * @param vertices reference vertices
   * @param correspondence "vertices" when vertex i was held against vertex i, "surface" when each
   *     was held against the closest point of the candidate
   * @param clips the same for every clip
   */
  public record Comparison(
      double mean,
      double rms,
      double max,
      double meanNormalDegrees,
      double maxNormalDegrees,
      ErrorSummary.Worst worst,
      int poses,
      int vertices,
      String correspondence,
      List<ClipError> clips) {}

  /**
   * The error over one clip.
   *
   * @param name the reference's clip
   * @param error what was found
   */
  public record ClipError(String name, ErrorSummary error) {}

  @Override
  public Outcome<Comparison> run(Options options, RunContext context) throws IOException {
    if (options.output.isPresent()) {
      ModelFile.requireGltfOutput(options.output.get());
    }
    SkinnedCharacter reference = ModelFile.read(options.reference).character();
    SkinnedCharacter candidate = ModelFile.read(options.candidate).character();
    CharacterComparison comparison =
        new CharacterComparison(
            reference, options.referenceMethod, candidate, options.candidateMethod);
    comparison.compareRest();
    List<ClipError> clips =
        comparison.playClips(options.framesPerSecond, context, "comparing clips");
    List<Path> outputs = new ArrayList<>();
    if (options.output.isPresent()) {
      writeColored(options.output.get(), reference, comparison);
      outputs.add(options.output.get());
    }
    ErrorSummary found = comparison.summary();
    return new Outcome<>(
        new Comparison(
            found.mean(),
            found.rms(),
            found.max(),
            found.meanNormalDegrees(),
            found.maxNormalDegrees(),
            found.worst(),
            comparison.poses(),
            comparison.vertices(),
            comparison.isCorresponding() ? "vertices" : "surface",
            clips),
        List.of(options.reference, options.candidate),
        outputs);
  }

  /** Colours the reference by each vertex's rms error, from none to the largest. */
  private static void writeColored(
      Path output, SkinnedCharacter reference, CharacterComparison comparison) throws IOException {
    double[] errors = comparison.vertexRms();
    double largest = Arrays.stream(errors).max().orElse(0);
    float[] colors = ColorRamp.SEQUENTIAL.colors(errors, 0, largest > 0 ? largest : 1);
    List<Geometry> geometries = new ArrayList<>(reference.meshes());
    int[] wedgeVertex = comparison.wedgeVertices();
    for (int p = reference.parts().size() - 1; p >= 0; p--) {
      Part part = reference.parts().get(p);
      Geometry geometry = reference.geometry(part);
      float[] own = new float[3 * geometry.mesh().wedgeCount()];
      for (int w = 0; w < geometry.mesh().wedgeCount(); w++) {
        System.arraycopy(colors, 3 * wedgeVertex[comparison.firstWedge(p) + w], own, 3 * w, 3);
      }
      geometries.set(
          part.mesh(),
          new Geometry(
              geometry.name(),
              geometry.mesh().withAttribute(new MeshAttribute(MeshAttribute.COLOR, 3, own)),
              geometry.influences(),
              geometry.morphs(),
              geometry.coords()));
    }
    CharacterWriter.toDocument(
            output.toString(),
            new SkinnedCharacter(
                reference.skeleton(),
                reference.skins(),
                geometries,
                reference.parts(),
                reference.clips()))
        .write(output);
  }
}
