package dev.sinew.pipeline;

import dev.sinew.io.Format;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.MeshEdit;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.run.RunContext;
import dev.sinew.subdivide.Subdivide;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads a character, refines it with {@link Subdivide} and writes it. */
public final class SubdivideStep implements Step<SubdivideStep.Options, SubdivideStep.Subdivided> {

  /**
   * What to subdivide.
   *
   * @param model a character
   * @param scheme the subdivision scheme
   * @param subdivision the number of steps, and what stays sharp
   * @param output a .glb or .gltf file
   */
  public record Options(
      Path model, SubdivisionScheme scheme, SubdivisionOptions subdivision, Path output) {}

  /**
   * The JSON report.
   *
   * @param scheme the subdivision scheme
   * @param levels the number of steps
   * @param before the size of the input
   * @param after the size of the result
   * @param influences influences per vertex of the new animation-space skin, on average
   * @param linearRms distance of the linear approximation from it over 24 poses, in units of the
   *     longest box side
   * @param issues what could not be kept
   */
  public record Subdivided(
      String scheme,
      int levels,
      Size before,
      Size after,
      double influences,
      double linearRms,
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
  public Outcome<Subdivided> run(Options options, RunContext context) throws IOException {
    ModelFile.outputFormat(options.output, Format.Kind.CHARACTER);
    GltfAsset asset = ModelFile.read(options.model);
    SkinnedCharacter character = asset.character();
    Subdivide.Result result =
        Subdivide.run(character, options.scheme, options.subdivision, context);
    List<Geometry> refined = result.character().meshes();
    MeshEdit edit = new MeshEdit(asset);
    for (int m = 0; m < refined.size(); m++) {
      if (character.meshes().get(m).mesh().triangleCount() > 0) {
        edit.replace(m, refined.get(m));
      }
    }
    edit.build().write(options.output);
    return new Outcome<>(
        new Subdivided(
            options.scheme.toString(),
            options.subdivision.levels(),
            Size.of(character.meshes()),
            Size.of(refined),
            result.influences(),
            result.linearRms(),
            edit.issues()),
        List.of(options.model),
        List.of(options.output));
  }
}
