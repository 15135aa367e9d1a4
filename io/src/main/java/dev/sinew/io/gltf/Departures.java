package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.UnusedMeshes;
import dev.sinew.io.gltf.write.DocumentPart;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The meshes and skins that leave a file: meshes of a changed character that have lost all
 * triangles, perhaps to another one, and skins that no part uses any more. What other nodes of the
 * file refer to, such as those of another scene, stays.
 */
final class Departures implements DocumentPart {
  private final BitSet meshes = new BitSet();
  private final BitSet skins = new BitSet();

  /**
   * Finds what leaves.
   *
   * @param merged whether another mesh shows what they showed; else meshes stay to which something
   *     may refer, or which show more than triangles
   * @throws RequestException if something may refer to what leaves to another mesh
   */
  Departures(GltfAsset file, SkinnedCharacter after, boolean merged)
      throws MalformedAssetException {
    SkinnedCharacter before = file.character();
    for (int m = 0; m < before.meshes().size(); m++) {
      boolean emptied =
          after.meshes().get(m).mesh().triangleCount() == 0
              && before.meshes().get(m).mesh().triangleCount() > 0;
      meshes.set(m, emptied);
    }
    if (meshes.isEmpty() || (!merged && reason(file).isPresent())) {
      meshes.clear();
      return;
    }
    before.parts().stream().map(Part::skin).filter(skin -> skin >= 0).forEach(skins::set);
    after.parts().stream().map(Part::skin).filter(skin -> skin >= 0).forEach(skins::clear);
    keepOfOthers(file);
    Optional<String> reason = reason(file);
    if (reason.isPresent()) {
      throw new RequestException(reason.get());
    }
  }

  /** Keeps what nodes use that are not parts of the character. */
  private void keepOfOthers(GltfAsset file) throws MalformedAssetException {
    SkinnedCharacter before = file.character();
    var root = file.document().root().object().deepCopy();
    for (Part part : before.parts()) {
      var node = root.getAsJsonArray("nodes").get(file.nodes().get(part.node())).getAsJsonObject();
      List.of("mesh", "skin").forEach(node::remove);
    }
    meshes.andNot(UnusedMeshes.usedByNodes(root, "mesh"));
    skins.andNot(UnusedMeshes.usedByNodes(root, "skin"));
  }

  /**
   * Returns why meshes cannot leave: extensions that may refer to them, or meshes that show more
   * than triangles.
   */
  private Optional<String> reason(GltfAsset file) throws MalformedAssetException {
    if (KeptData.mayHaveUnknownReferences(file.document())) {
      return Optional.of(
          "the file has extensions that may refer to its meshes, which would no longer be there: "
              + String.join(", ", KeptData.unknownExtensions(file.document())));
    }
    for (int m = meshes.nextSetBit(0); m >= 0; m = meshes.nextSetBit(m + 1)) {
      int all = file.document().root().items("meshes").get(m).get("primitives").items().size();
      if (file.meshes().get(m).primitives().size() < all) {
        return Optional.of(
            "mesh \"%s\" has points or lines, which cannot be part of a merged mesh: keep it apart"
                    .formatted(file.character().meshes().get(m).name())
                + " (MergeOptions.keep)");
      }
    }
    return Optional.empty();
  }

  boolean hasMesh(int mesh) {
    return meshes.get(mesh);
  }

  @Override
  public void drop(GltfBuilder builder) {
    for (int s = skins.nextSetBit(0); s >= 0; s = skins.nextSetBit(s + 1)) {
      builder.json().getAsJsonArray("skins").get(s).getAsJsonObject().remove("inverseBindMatrices");
    }
  }

  @Override
  public void write(GltfBuilder builder) {
    UnusedMeshes.remove(builder.json(), "meshes", "mesh", meshes);
    UnusedMeshes.remove(builder.json(), "skins", "skin", skins);
  }
}
