package dev.sinew.io.usd;

import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.Skinning;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** What a USD file does not have of a glTF document. */
record LeftOut(GltfDocument document, SkinnedCharacter character) {
  /** Extensions whose content is written, or that only say how a glTF file is stored. */
  private static final Set<String> WRITTEN =
      Set.of(
          "KHR_mesh_quantization",
          "EXT_meshopt_compression",
          "KHR_meshopt_compression",
          "KHR_draco_mesh_compression",
          "KHR_texture_basisu",
          "EXT_texture_webp",
          "KHR_texture_transform",
          "KHR_materials_unlit",
          "KHR_materials_emissive_strength",
          "KHR_materials_ior",
          "KHR_materials_clearcoat",
          "KHR_materials_pbrSpecularGlossiness",
          "MSFT_lod");

  private static final String ANIMATION_SPACE = "SINEW_";

  /** Notes each kind of content once. */
  void note(Consumer<String> notes) throws IOException {
    JsonPlace root = new JsonPlace(document.source(), "", document.json());
    List<String> extensions = new ArrayList<>(document.extensions("extensionsUsed"));
    extensions.removeIf(name -> WRITTEN.contains(name) || name.startsWith(ANIMATION_SPACE));
    if (!extensions.isEmpty()) {
      notes.accept("not in the USD file: " + String.join(", ", extensions));
    }
    if (!root.items("cameras").isEmpty()) {
      notes.accept("not in the USD file: cameras");
    }
    if (hasLinesOrPoints(root)) {
      notes.accept("not in the USD file: points and lines");
    }
    if (character.meshes().stream().anyMatch(mesh -> isBeyondBlending(mesh.skinning()))) {
      notes.accept("USD has linear blend skins only: the file has the fallback of each skin");
    }
    if (character.meshes().stream()
        .flatMap(mesh -> mesh.mesh().attributes().stream())
        .anyMatch(one -> one.isColor() && !one.name().equals(MeshAttribute.COLOR))) {
      notes.accept("not in the USD file: further sets of vertex colours");
    }
  }

  private static boolean isBeyondBlending(Skinning skinning) {
    return skinning.coords().isPresent();
  }

  private static boolean hasLinesOrPoints(JsonPlace root) throws IOException {
    for (JsonPlace mesh : root.items("meshes")) {
      for (JsonPlace primitive : mesh.items("primitives")) {
        if (primitive.integerOr("mode", 0, 6, 4) < 4) {
          return true;
        }
      }
    }
    return false;
  }
}
