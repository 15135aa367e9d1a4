package dev.sinew.io.gltf;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.MaterialEdit;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.MaterialWriter;
import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Gives primitives the textures of another character's materials where they differ from the file's.
 * Each new image is written once.
 */
final class TextureReplacement {
  private final GltfAsset asset;
  private final SkinnedCharacter retextured;
  private final Set<Integer> meshes;
  private final GltfBuilder builder;
  private final MaterialEdit materials;
  private final IdentityHashMap<TextureImage, Integer> newTextures = new IdentityHashMap<>();
  private final Set<JsonElement> newImages = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Prepares the replacement.
   *
   * @param asset the file
   * @param retextured its character with other materials
   * @param meshes the meshes that get them; other meshes keep theirs
   * @param builder the new document, with the materials of the file
   */
  TextureReplacement(
      GltfAsset asset, SkinnedCharacter retextured, Set<Integer> meshes, GltfBuilder builder)
      throws MalformedAssetException {
    this.asset = asset;
    this.retextured = retextured;
    this.meshes = meshes;
    this.builder = builder;
    materials = new MaterialEdit(builder.json(), keptMaterials(), this::newTexture);
  }

  /** Returns the materials of primitives that keep theirs, and of all variants. */
  private Set<Integer> keptMaterials() throws MalformedAssetException {
    Set<Integer> out = new HashSet<>();
    List<JsonPlace> places = asset.document().root().items("meshes");
    for (int m = 0; m < places.size(); m++) {
      List<JsonPlace> primitives = places.get(m).get("primitives").items();
      for (int p = 0; p < primitives.size(); p++) {
        boolean changes =
            meshes.contains(m)
                && asset.meshes().get(m).binding(p).isPresent()
                && !before(m, p).equals(after(m, p));
        for (JsonPlace reference : MaterialReader.references(primitives.get(p))) {
          if (!changes || !reference.pointer().endsWith("primitives/" + p + "/material")) {
            out.add(reference.integer(0, Integer.MAX_VALUE));
          }
        }
      }
    }
    return out;
  }

  /** Adds a texture with an image; returns its index. */
  private int newTexture(TextureImage image) {
    Integer known = newTextures.get(image);
    if (known == null) {
      JsonObject texture = MaterialWriter.bakedTexture(builder, image);
      newImages.add(builder.json().getAsJsonArray("images").get(texture.get("source").getAsInt()));
      known = builder.add("textures", texture);
      newTextures.put(image, known);
    }
    return known;
  }

  /** Returns true if the materials of a mesh are replaced. */
  boolean changes(int mesh) {
    return meshes.contains(mesh);
  }

  /**
   * Gives a primitive its new material.
   *
   * @param mesh the index of its mesh
   * @param index its index in the mesh
   * @return the material
   */
  Material apply(JsonObject primitive, int mesh, int index) {
    Material before = before(mesh, index);
    Material after = after(mesh, index);
    if (!before.equals(after)) {
      materials.apply(primitive, before, after);
    }
    return after;
  }

  private Material before(int mesh, int index) {
    return asset.character().material(mesh, index).orElse(Material.PLAIN);
  }

  private Material after(int mesh, int index) {
    return retextured.material(mesh, index).orElse(Material.PLAIN);
  }

  /** Returns the images that were added. */
  Set<JsonElement> newImages() {
    return Collections.unmodifiableSet(newImages);
  }
}
