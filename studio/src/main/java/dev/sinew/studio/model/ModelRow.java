package dev.sinew.studio.model;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.Clip;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An open model in the list of them.
 *
 * @param id its number
 * @param name its name
 * @param bytes the size of its GLB
 * @param vertices vertices of its parts
 * @param triangles triangles of its parts
 * @param joints joints of its skins
 * @param influences the largest number of influences of a vertex
 * @param clips its clips
 * @param levels levels of detail in the file (MSFT_lod), including the original
 * @param method the skinning model that it is made for
 * @param methods the skinning models that it can be shown with
 * @param sample the built-in character that it is, or null
 * @param from the model that a job changed, or null
 * @param job that job, or null
 */
record ModelRow(
    int id,
    String name,
    int bytes,
    long vertices,
    long triangles,
    int joints,
    int influences,
    List<ClipRow> clips,
    int levels,
    String method,
    List<String> methods,
    @Nullable String sample,
    @Nullable Integer from,
    @Nullable Integer job) {

  record ClipRow(String name, double seconds) {}

  static ModelRow of(OpenModel model) throws IOException {
    GltfAsset asset = model.asset();
    SkinnedCharacter character = asset.character();
    long vertices = 0;
    long triangles = 0;
    int influences = 0;
    for (Part part : character.parts()) {
      Geometry geometry = character.geometry(part);
      vertices += geometry.mesh().vertexCount();
      triangles += geometry.mesh().triangleCount();
      influences = Math.max(influences, geometry.maxInfluences());
    }
    return new ModelRow(
        model.id(),
        model.name(),
        model.glb().length,
        vertices,
        triangles,
        joints(character),
        influences,
        character.clips().stream().map(ModelRow::clip).toList(),
        asset.levelCount(),
        drawn(SkinningMethod.of(character)).toString(),
        methods(character),
        model.source().sample().orElse(null),
        model.source().from().orElse(null),
        model.source().job().orElse(null));
  }

  /** The page draws the animation space of a model that has multi-weights of its own. */
  private static SkinningMethod drawn(SkinningMethod own) {
    return own == SkinningMethod.MWE ? SkinningMethod.AS : own;
  }

  private static List<String> methods(SkinnedCharacter character) {
    boolean hasMultiWeights = SkinningMethod.of(character) == SkinningMethod.MWE;
    return character.skins().isEmpty()
        ? List.of()
        : Arrays.stream(SkinningMethod.values())
            .filter(method -> !(hasMultiWeights && method == SkinningMethod.MWE))
            .map(SkinningMethod::toString)
            .toList();
  }

  private static ClipRow clip(Clip clip) {
    return new ClipRow(clip.name(), clip.duration());
  }

  private static int joints(SkinnedCharacter character) {
    Set<Integer> joints = new HashSet<>();
    for (Skin skin : character.skins()) {
      for (int i = 0; i < skin.jointCount(); i++) {
        joints.add(skin.joint(i));
      }
    }
    return joints.size();
  }
}
