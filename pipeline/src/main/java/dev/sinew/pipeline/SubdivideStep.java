package dev.sinew.pipeline;

import dev.sinew.compose.FallbackSkin;
import dev.sinew.distance.FallbackError;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.run.RunContext;
import dev.sinew.subdivide.Subdivide;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a character, refines it with {@link Subdivide} and writes it. */
public final class SubdivideStep implements Step<SubdivideStep.Options, SubdivideStep.Subdivided> {

  /**
   * What to subdivide.
   *
   * @param model a character
   * @param scheme the subdivision scheme
   * @param subdivision the number of steps, and what stays sharp
   * @param fallbackInfluences the maximum number of influences per vertex of the linear blend
   *     approximation
   * @param output a .glb or .gltf file
   */
  public record Options(
      Path model,
      SubdivisionScheme scheme,
      SubdivisionOptions subdivision,
      int fallbackInfluences,
      Path output) {
    /** Checks the number of influences and the name of the output. */
    public Options {
      Fallback.check(fallbackInfluences);
      ModelFile.requireGltfOutput(output);
    }

    /** Creates options with the default number of influences. */
    public Options(
        Path model, SubdivisionScheme scheme, SubdivisionOptions subdivision, Path output) {
      this(model, scheme, subdivision, Fallback.DEFAULT_INFLUENCES, output);
    }
  }

  /**
   * The JSON report.
   *
   * @param scheme the subdivision scheme
   * @param levels the number of steps
   * @param before the size of the input
   * @param after the size of the result
   * @param influences influences per vertex of the new animation-space skin, on average
   * @param fallback the error of the linear blend approximation; null if there are no skins
   * @param issues what could not be kept
   */
  public record Subdivided(
      String scheme,
      int levels,
      Size before,
      Size after,
      double influences,
      @Nullable FallbackError fallback,
      List<Issue> issues) {}

  /**
   * The size of a character.
   *
   * @param vertices vertices of its meshes
   * @param triangles triangles of its meshes
   */
  public record Size(long vertices, long triangles) {
    static Size of(List<Geometry> meshes) {
      return new Size(
          meshes.stream().mapToLong(m -> m.mesh().vertexCount()).sum(),
          meshes.stream().mapToLong(m -> m.mesh().triangleCount()).sum());
    }
  }

  @Override
  public Outcome<Subdivided> run(Options options, FileSession files, RunContext context)
      throws IOException {
    ModelFile.outputFormat(options.output, Format.Kind.CHARACTER);
    GltfAsset asset = ModelFile.readToReplace(options.model, Optional.of(options.output), files);
    SkinnedCharacter character = asset.character();
    Subdivide.Result result =
        Subdivide.run(character, options.scheme, options.subdivision, context);
    SkinnedCharacter subdivided =
        FallbackSkin.limited(result.character(), options.fallbackInfluences, context);
    List<Geometry> refined = subdivided.meshes();
    List<Issue> issues = ModelOutput.write(asset, subdivided, options.output, files, context);
    issues.addAll(Fallback.warnings(subdivided));
    return new Outcome<>(
        new Subdivided(
            options.scheme.toString(),
            options.subdivision.levels(),
            Size.of(character.meshes()),
            Size.of(refined),
            result.influences(),
            Fallback.error(subdivided, context),
            issues),
        List.of(options.model),
        List.of(options.output));
  }
}
