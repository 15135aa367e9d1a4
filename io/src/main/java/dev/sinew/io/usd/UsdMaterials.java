package dev.sinew.io.usd;

import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.json.JsonPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The materials of a layer that its meshes use, in one scope. */
final class UsdMaterials {
  private static final int NONE = -1;

  private final JsonPlace root;
  private final String scope;
  private final UsdTextures textures;
  private final Consumer<String> notes;
  private final UsdNames names = new UsdNames();
  private final Map<Integer, Entry> entries = new HashMap<>();
  private final List<Entry> inOrder = new ArrayList<>();

  /**
   * The material of some triangles.
   *
   * @param path the path of its prim
   * @param doubleSided whether triangles are also seen from behind
   * @param vertexColorFactor what colours of vertices are multiplied by: the base colour, if the
   *     material shows them
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Use(String path, boolean doubleSided, double[] vertexColorFactor) {}

  private static final class Entry {
    final UsdMaterial material;
    final String name;
    boolean colored;

    Entry(UsdMaterial material, String name) {
      this.material = material;
      this.name = name;
    }
  }

  /**
   * @param scope the path of the prim with the materials
   */
  UsdMaterials(GltfDocument document, String scope, UsdTextures textures, Consumer<String> notes) {
    root = new JsonPlace(document.source(), "", document.json());
    this.scope = scope;
    this.textures = textures;
    this.notes = notes;
  }

  static String uvName(int set) {
    return set == 0 ? "st" : "st" + set;
  }

  /** Returns the materials of the primitives of a mesh. */
  List<Use> ofMesh(int mesh, boolean colored) throws IOException {
    List<Use> out = new ArrayList<>();
    for (JsonPlace primitive : root.items("meshes").get(mesh).items("primitives")) {
      JsonPlace reference = primitive.find("material");
      int count = root.items("materials").size();
      out.add(use(reference == null ? NONE : reference.index(count, "materials"), colored));
    }
    return out;
  }

  private Use use(int index, boolean colored) throws IOException {
    Entry entry = entries.get(index);
    if (entry == null) {
      JsonPlace place =
          index == NONE
              ? new JsonPlace(root.source(), "/materials", new JsonObject())
              : root.items("materials").get(index);
      String name = place.textOr("name", index == NONE ? "plain" : "material_" + index);
      entry = new Entry(material(place, name), names.unique(name));
      entries.put(index, entry);
      inOrder.add(entry);
    }
    entry.colored |= colored;
    double[] one = {1, 1, 1, 1};
    return new Use(
        scope + "/" + entry.name,
        entry.material.doubleSided(),
        entry.material.showsVertexColors() ? entry.material.baseColor() : one);
  }

  /** Returns a material; a plain one if it cannot be read. */
  private UsdMaterial material(JsonPlace place, String name) throws IOException {
    try {
      UsdMaterial material = new UsdMaterial(root, place, name, textures, notes);
      material.inputs();
      return material;
    } catch (MalformedAssetException e) {
      notes.accept("material '" + name + "' is plain in the USD file: " + e.reason());
      JsonPlace plain = new JsonPlace(root.source(), place.pointer(), new JsonObject());
      return new UsdMaterial(root, plain, name, textures, notes);
    }
  }

  /** Writes the scope with the materials. */
  void write(UsdText out) throws IOException {
    out.open("def Scope \"" + scope.substring(scope.lastIndexOf('/') + 1) + '"');
    for (Entry entry : inOrder) {
      entry.material.write(out, scope + "/" + entry.name, entry.colored);
    }
    out.close();
  }
}
