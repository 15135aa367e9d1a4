package dev.sinew.pipeline;

import com.google.gson.JsonArray;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.Issue;
import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TextureSets;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.pipeline.picture.AtlasPicture;
import dev.sinew.run.Flat;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.shade.Bake;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.BakedMap;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a character, makes an atlas with {@link Unwrap} and writes it. */
public final class UnwrapStep implements Step<UnwrapStep.Options, UnwrapStep.Report> {
  /** Squares of the checkered texture along each side. */
  private static final int SQUARES = 64;

  /** Texels per square. */
  private static final int SQUARE = 16;

  /**
   * What to unwrap.
   *
   * @param model a character
   * @param unwrap how to unwrap
   * @param checker whether a checkered model is written, too
   * @param output a .glb or .gltf; a picture of the atlas is written beside it unless it replaces
   *     the model; empty to only measure
   */
  public record Options(Path model, UnwrapOptions unwrap, boolean checker, Optional<Path> output) {
    /** Checks the name of the output. */
    public Options {
      output.ifPresent(ModelFile::requireGltfOutput);
      if (checker && output.isEmpty()) {
        throw new IllegalArgumentException("checker: expected an output file");
      }
    }
  }

  /**
   * The JSON report: {@link UnwrapResult} without the character.
   *
   * @param metric the source of the poses
   * @param figures the quality of the atlas
   * @param sets the set of texture coordinates of every unwrapped mesh
   * @param notes remarks on the result
   */
  public record Report(
      String metric, @Flat UnwrapResult.Figures figures, List<MeshSet> sets, List<String> notes) {}

  /**
   * The place of the atlas in a mesh.
   *
   * @param mesh the name of the mesh
   * @param set the set of texture coordinates
   */
  public record MeshSet(String mesh, int set) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    GltfAsset asset = ModelFile.readToReplace(options.model, options.output, files);
    if (options.unwrap.replace()) {
      requireMovable(asset, options.model);
    }
    UnwrapResult result = unwrap(asset, options, context);
    List<String> notes = new ArrayList<>(result.notes());
    List<Path> outputs = new ArrayList<>();
    if (options.output.isPresent()) {
      Path output = options.output.get();
      SkinnedCharacter unwrapped = retextured(asset.character(), result, options, context);
      ModelOutput.write(asset, unwrapped, output, files, context).stream()
          .map(Issue::text)
          .forEach(notes::add);
      outputs.add(output);
      if (!isSameFile(output, options.model)) {
        Path picture = beside(output, "-atlas.png");
        PngWriter.write(picture, AtlasPicture.of(result, context), files);
        outputs.add(picture);
      }
      if (options.checker) {
        Path checkered = beside(output, "-checker.glb");
        asset.with(checkered(result), remark -> {}, context).write(checkered, files);
        outputs.add(checkered);
      }
    }
    return new Outcome<>(report(result, notes), List.of(options.model), outputs);
  }

  /**
   * Refuses to replace the coordinates of textures that cannot follow: of unknown extensions, of
   * variants, and with images that cannot be read.
   */
  private static void requireMovable(GltfAsset asset, Path model) {
    SkinnedCharacter character = asset.character();
    if (asset.document().json().get("extensionsUsed") instanceof JsonArray used
        && used.contains(new JsonPrimitive("KHR_materials_variants"))) {
      throw new RequestException(
          model.toString(),
          "the materials have variants, whose textures cannot be transferred: leave out"
              + " UnwrapOptions.replace");
    }
    for (Part part : character.parts()) {
      if (!TextureSets.areUsesKnown(character, part.mesh())) {
        throw new RequestException(
            model.toString(),
            "mesh \"%s\": something that Sinew does not know, such as an extension, may use its"
                    .formatted(character.geometry(part).name())
                + " texture coordinates, so they cannot be replaced: leave out"
                + " UnwrapOptions.replace");
      }
      for (Material material : character.materials().get(part.mesh())) {
        material
            .textures()
            .forEach(
                (slot, texture) -> {
                  if (texture.image().pixels().isEmpty()) {
                    throw new RequestException(
                        model.toString(),
                        "material \"%s\": the image of %s cannot be read, so it cannot follow new"
                                .formatted(material.name(), slot)
                            + " texture coordinates: leave out UnwrapOptions.replace, or convert"
                            + " the images to PNG or JPEG first");
                  }
                });
      }
    }
  }

  private static UnwrapResult unwrap(GltfAsset asset, Options options, RunContext context) {
    try {
      return Unwrap.run(asset.character(), options.unwrap, context);
    } catch (RequestException e) {
      throw e.naming("", options.model);
    }
  }

  /** Returns the character with the atlas; textures follow coordinates that are replaced. */
  private static SkinnedCharacter retextured(
      SkinnedCharacter character, UnwrapResult result, Options options, RunContext context) {
    Set<BakedMap> maps = EnumSet.noneOf(BakedMap.class);
    for (Material material : character.materials().stream().flatMap(List::stream).toList()) {
      material.textures().keySet().forEach(slot -> maps.add(BakedMap.of(slot)));
    }
    if (!options.unwrap.replace() || maps.isEmpty()) {
      return result.character();
    }
    BakeOptions bake =
        BakeOptions.DEFAULTS
            .withMaps(maps)
            .withMetric(options.unwrap.metric())
            .withResolution(options.unwrap.layout().resolution());
    try {
      return Bake.run(character, result.character(), result.sets(), bake, context).character();
    } catch (RequestException e) {
      throw e.naming("", options.model);
    }
  }

  /** Returns the character with one image on its atlas, whatever materials it has. */
  private static SkinnedCharacter checkered(UnwrapResult result) {
    SkinnedCharacter character = result.character();
    TextureImage image = TextureImage.of(checkers());
    List<List<Material>> materials = new ArrayList<>(character.materials());
    result
        .sets()
        .forEach(
            (m, set) ->
                materials.set(
                    m, Collections.nCopies(materials.get(m).size(), checkered(image, set))));
    return character.withMaterials(materials);
  }

  private static Material checkered(TextureImage image, int set) {
    double[] noTransform = {1, 0, 0, 0, 1, 0};
    return new Material(
        "atlas",
        Material.Color.WHITE,
        new Material.Texture(image, set, true, true, noTransform),
        Set.of(set),
        false,
        false,
        Material.Alpha.OPAQUE,
        Material.PLAIN.opacity().cutoff());
  }

  private static Report report(UnwrapResult result, List<String> notes) {
    return new Report(
        result.metric().toString(),
        result.figures(),
        sets(result.character(), result.sets()),
        notes);
  }

  /** Returns the sets of texture coordinates by the names of their meshes. */
  static List<MeshSet> sets(SkinnedCharacter character, Map<Integer, Integer> sets) {
    return sets.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(e -> new MeshSet(character.meshes().get(e.getKey()).name(), e.getValue()))
        .toList();
  }

  private static boolean isSameFile(Path a, Path b) {
    return a.toAbsolutePath().normalize().equals(b.toAbsolutePath().normalize());
  }

  /** Returns a file with the name of another up to its extension, and another end. */
  private static Path beside(Path output, String end) {
    String name = output.getFileName().toString();
    return output.resolveSibling(name.substring(0, name.lastIndexOf('.')) + end);
  }

  /** Returns light and dark squares, tinted by their place, so that parts can be told apart. */
  private static Pixels checkers() {
    int size = SQUARES * SQUARE;
    int[] pixels = new int[size * size];
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        int column = x / SQUARE;
        int row = y / SQUARE;
        int level = (column + row) % 2 == 0 ? 230 : 90;
        int red = level - 40 * row / SQUARES;
        int blue = level - 40 * column / SQUARES;
        pixels[y * size + x] = 0xFF000000 | (red << 16) | (level << 8) | blue;
      }
    }
    return new Pixels(size, size, pixels);
  }
}
