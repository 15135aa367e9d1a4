package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
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
 * Gives primitives the materials of another character where they differ from the file's. A material
 * with the name of the old one is the old one with other textures and factors; any other is written
 * as a new one. Each new image is written once.
 */
final class TextureReplacement {
  private final GltfAsset asset;
  private final SkinnedCharacter retextured;
  private final GltfBuilder builder;
  private final MaterialEdit edited;
  private final MaterialWriter written;
  private final IdentityHashMap<TextureImage, Integer> newTextures = new IdentityHashMap<>();
  private final int oldImages;

  /**
   * Prepares the replacement.
   *
   * @param asset the file
   * @param retextured its character with other materials
   * @param builder the new document, with the materials of the file
   */
  TextureReplacement(GltfAsset asset, SkinnedCharacter retextured, GltfBuilder builder)
      throws MalformedAssetException {
    this.asset = asset;
    this.retextured = retextured;
    this.builder = builder;
    oldImages = images().size();
    edited = new MaterialEdit(builder.json(), keptMaterials(), this::newTexture);
    written = new MaterialWriter(builder);
  }

  private List<JsonElement> images() {
    return builder.json().get("images") instanceof JsonArray images ? images.asList() : List.of();
  }

  /** Returns the materials of primitives that keep theirs, and of all variants. */
  private Set<Integer> keptMaterials() throws MalformedAssetException {
    Set<Integer> out = new HashSet<>();
    List<JsonPlace> places = asset.document().root().items("meshes");
    for (int m = 0; m < places.size(); m++) {
      List<JsonPlace> primitives = places.get(m).get("primitives").items();
      for (int p = 0; p < primitives.size(); p++) {
        boolean changes = changes(m, m, p);
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
      known = builder.add("textures", MaterialWriter.bakedTexture(builder, image));
      newTextures.put(image, known);
    }
    return known;
  }

  /** Returns true if a primitive gets another material. */
  boolean changes(int mesh, int own, int index) {
    return asset.meshes().get(mesh).binding(index).isPresent()
        && !before(mesh, index).equals(after(mesh, own, index));
  }

  /**
   * Gives a primitive its new material.
   *
   * @param mesh the index of its mesh in the file
   * @param own the index of its mesh in the character
   * @param index its index in the mesh
   * @return the material
   */
  Material apply(JsonObject primitive, int mesh, int own, int index) {
    Material before = before(mesh, index);
    Material after = after(mesh, own, index);
    if (changes(mesh, own, index)) {
      if (after.name().equals(before.name())) {
        edited.apply(primitive, before, after);
      } else {
        primitive.addProperty("material", written.write(after));
      }
    }
    return after;
  }

  private Material before(int mesh, int index) {
    return asset.character().material(mesh, index).orElse(Material.PLAIN);
  }

  private Material after(int mesh, int own, int index) {
    return retextured.material(own, index).orElse(before(mesh, index));
  }

  /** Returns the images that were added. */
  Set<JsonElement> newImages() {
    Set<JsonElement> out = Collections.newSetFromMap(new IdentityHashMap<>());
    out.addAll(images().subList(oldImages, images().size()));
    return out;
  }
}
