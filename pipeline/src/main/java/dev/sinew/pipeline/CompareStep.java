package dev.sinew.pipeline;

import dev.sinew.distance.CharacterComparison;
import dev.sinew.distance.CompareOptions;
import dev.sinew.distance.Comparison;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.PosedSurfaceError;
import dev.sinew.distance.SurfaceError;
import dev.sinew.draw.ColorRamp;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.CharacterSurface;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads two characters, compares them with {@link CharacterComparison} and writes the errors as
 * colours.
 */
public final class CompareStep implements Step<CompareStep.Options, CompareStep.Report> {

  /**
   * What to compare.
   *
   * @param reference the reference character
   * @param candidate the character to measure
   * @param level the level of detail of the candidate (MSFT_lod), which is compared with level 0 of
   *     the reference; empty for the scenes as they are
   * @param compare the skinning models and the frame rate
   * @param correctives a database of correctives for the candidate
   * @param output a .glb or .gltf of the reference coloured by error; empty to write nothing
   */
  public record Options(
      Path reference,
      Path candidate,
      Optional<Integer> level,
      CompareOptions compare,
      Optional<Path> correctives,
      Optional<Path> output) {
    /** Options to compare scenes as they are. */
    public Options(Path reference, Path candidate, CompareOptions compare, Optional<Path> output) {
      this(reference, candidate, Optional.empty(), compare, Optional.empty(), output);
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
   * @param poses the number of poses compared
   * @param vertices the number of reference vertices
   * @param correspondence "vertices" if vertex i was compared with vertex i, "surface" if each
   *     vertex was compared with the closest point of the candidate
   * @param surface the distance between the surfaces as simplify measures it, from samples on both
   *     with their own skinning models; null if the vertices correspond, or with other skinning
   *     models
   * @param clips the same for every clip
   */
  public record Report(
      double mean,
      double rms,
      double max,
      double meanNormalDegrees,
      double maxNormalDegrees,
      ErrorSummary.Worst worst,
      int poses,
      int vertices,
      String correspondence,
      @Nullable SurfaceError surface,
      List<Comparison.ClipError> clips) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    options.output.ifPresent(output -> ModelFile.outputFormat(output, Format.Kind.CHARACTER));
    SkinnedCharacter reference = level(options.reference, options.level.map(n -> 0), files);
    SkinnedCharacter candidate = level(options.candidate, options.level, files);
    CompareOptions compare = withCorrectives(options, candidate, files);
    Comparison found;
    try {
      found = CharacterComparison.run(reference, candidate, compare, context);
    } catch (RequestException e) {
      throw e.naming("candidate", options.candidate).naming("", options.reference);
    }
    if (options.output.isPresent()) {
      writeColored(options.output.get(), reference, found.vertexRms(), files);
    }
    ErrorSummary error = found.error();
    return new Outcome<>(
        new Report(
            error.mean(),
            error.rms(),
            error.max(),
            error.meanNormalDegrees(),
            error.maxNormalDegrees(),
            error.worst(),
            found.poses(),
            found.vertexRms().length,
            found.corresponding() ? "vertices" : "surface",
            found.corresponding() ? null : surface(reference, candidate, compare, context),
            found.clips()),
        inputs(options),
        options.output.map(List::of).orElse(List.of()));
  }

  private static List<Path> inputs(Options options) {
    List<Path> out = new ArrayList<>(List.of(options.reference, options.candidate));
    options.correctives.ifPresent(out::add);
    return out;
  }

  private static CompareOptions withCorrectives(
      Options options, SkinnedCharacter candidate, FileSession files) throws IOException {
    if (options.correctives.isEmpty()) {
      return options.compare;
    }
    Optional<SkinningMethod> method =
        options
            .compare
            .candidateMethod()
            .filter(SkinningMethod.class::isInstance)
            .map(SkinningMethod.class::cast);
    CorrectivesFile corrected = CorrectivesFile.of(candidate, method, options.correctives, files);
    return options.compare.withMethods(
        options.compare.referenceMethod(), Optional.of(corrected.choice()));
  }

  private static @Nullable SurfaceError surface(
      SkinnedCharacter reference,
      SkinnedCharacter candidate,
      CompareOptions compare,
      RunContext context) {
    boolean ownModels = compare.referenceMethod().isEmpty() && compare.candidateMethod().isEmpty();
    boolean isShown =
        reference.parts().stream()
            .anyMatch(part -> reference.geometry(part).mesh().triangleCount() > 0);
    return ownModels && isShown
        ? new PosedSurfaceError(reference, PosedSurfaceError.Thoroughness.FULL, context)
            .measure(candidate)
        : null;
  }

  private static SkinnedCharacter level(Path file, Optional<Integer> level, FileSession files)
      throws IOException {
    GltfAsset asset = ModelFile.read(file, files);
    boolean asStored = level.isEmpty() || (level.get() == 0 && asset.levelCount() == 1);
    return asStored ? asset.character() : LevelChoice.read(file, asset, level.get());
  }

  /** Colours each vertex of the reference by its rms error, from 0 to the maximum. */
  private static void writeColored(
      Path output, SkinnedCharacter reference, double[] errors, FileSession files)
      throws IOException {
    CharacterSurface surface = CharacterSurface.of(reference);
    CharacterSurface.Posed rest = surface.newPosed();
    rest.set(reference.restPose());
    double largest = Arrays.stream(errors).max().orElse(0);
    float[] colors = ColorRamp.SEQUENTIAL.colors(errors, 0, largest > 0 ? largest : 1);
    List<Geometry> geometries = new ArrayList<>(reference.meshes());
    int[] wedgeVertex = rest.mesh().wedgeVertices();
    for (int p = reference.parts().size() - 1; p >= 0; p--) {
      Part part = reference.parts().get(p);
      Geometry geometry = reference.geometry(part);
      float[] own = new float[3 * geometry.mesh().wedgeCount()];
      for (int w = 0; w < geometry.mesh().wedgeCount(); w++) {
        System.arraycopy(colors, 3 * wedgeVertex[surface.firstWedge(p) + w], own, 3 * w, 3);
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
    // Without textures, which would change the colours.
    SkinnedCharacter coloured = reference.withMeshes(geometries).withMaterials(List.of());
    CharacterWriter.toDocument(output.toString(), coloured).write(output, files);
  }
}
