package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.BitSet;
import java.util.List;

/** Removes meshes, skins and materials that a document no longer uses. */
public final class UnusedMeshes {
  private static final String VARIANTS = "KHR_materials_variants";

  private UnusedMeshes() {}

  /** Returns the meshes or skins that nodes refer to. */
  public static BitSet usedByNodes(JsonObject root, String member) {
    BitSet out = new BitSet();
    for (JsonObject node : JsonPlace.objectsOf(root, "nodes")) {
      KeptItems.mark(out, node.get(member));
    }
    return out;
  }

  /** Removes meshes or skins and corrects the references of nodes to the others. */
  public static void remove(JsonObject root, String array, String member, BitSet removed) {
    if (!removed.isEmpty() && root.get(array) instanceof JsonArray items) {
      BitSet kept = new BitSet();
      kept.set(0, items.size());
      kept.andNot(removed);
      int[] moved = KeptItems.keep(root, array, kept);
      for (JsonObject node : JsonPlace.objectsOf(root, "nodes")) {
        KeptItems.renumber(node, member, moved);
      }
      if (array.equals("meshes")) {
        AvatarReferences.move(root, AvatarReferences.Item.MESH, kept, moved);
      }
    }
  }

  /**
   * Removes materials that no primitive uses any more.
   *
   * @param before the document in which they were used
   */
  public static void removeMaterials(JsonObject root, JsonObject before) {
    if (!(root.get("materials") instanceof JsonArray materials)) {
      return;
    }
    BitSet kept = new BitSet();
    kept.set(0, materials.size());
    BitSet old = new BitSet();
    references(before).forEach(place -> KeptItems.mark(old, place.get("material")));
    kept.andNot(old);
    List<JsonObject> places = references(root);
    places.forEach(place -> KeptItems.mark(kept, place.get("material")));
    int[] moved = KeptItems.keep(root, "materials", kept);
    places.forEach(place -> KeptItems.renumber(place, "material", moved));
    AvatarReferences.move(root, AvatarReferences.Item.MATERIAL, kept, moved);
    AvatarMaterials.keep(root, kept);
  }

  /** Returns what refers to materials: primitives, and the mappings of their variants. */
  private static List<JsonObject> references(JsonObject root) {
    return JsonPlace.objectsOf(root, "meshes").stream()
        .flatMap(mesh -> JsonPlace.objectsOf(mesh, "primitives").stream())
        .<JsonObject>mapMulti(
            (primitive, out) -> {
              out.accept(primitive);
              JsonObject extensions = JsonPlace.objectOf(primitive, "extensions");
              JsonObject variants = JsonPlace.objectOf(extensions, VARIANTS);
              JsonPlace.objectsOf(variants, "mappings").forEach(out);
            })
        .toList();
  }
}
