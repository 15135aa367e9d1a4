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
import dev.sinew.model.Material.Texture;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Gives primitives the materials of another character where they differ from the file's. A material
 * with the name of the old one is the old one with other textures and factors; any other is written
 * as a new one. Each new image is written once.
 */
final class TextureReplacement {
  private static final String VARIANTS = "KHR_materials_variants";

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
  private int newTexture(Texture texture) {
    Integer known = newTextures.get(texture.image());
    if (known == null) {
      known = builder.add("textures", MaterialWriter.bakedTexture(builder, texture));
      newTextures.put(texture.image(), known);
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

  /**
   * Gives a primitive of a new mesh its material: the one of the file that it is, with its
   * variants, or one of the file with other textures and factors, or a new one.
   *
   * @param own the index of its mesh in the character
   * @param index its index in the mesh
   * @return the material
   */
  @SuppressWarnings("ReferenceEquality") // Two materials of a file may be equal.
  Material applyNew(JsonObject primitive, int own, int index) throws MalformedAssetException {
    Material after = retextured.material(own, index).orElse(Material.PLAIN);
    Optional<Origin> same = origin(known -> known == after);
    Optional<Origin> origin =
        same.or(() -> origin(known -> isTemplate(known, after))).filter(one -> one.exists(asset));
    if (origin.isEmpty()) {
      if (after != Material.PLAIN) {
        primitive.addProperty("material", written.write(after));
      }
      return after;
    }
    JsonObject source = origin.get().primitive(asset);
    primitive.add("material", source.get("material"));
    if (same.isEmpty()) {
      edited.apply(primitive, origin.get().material, after);
    } else if (JsonPlace.objectOf(source, "extensions").get(VARIANTS) instanceof JsonObject all) {
      JsonObject extensions = new JsonObject();
      extensions.add(VARIANTS, all.deepCopy());
      primitive.add("extensions", extensions);
    }
    return after;
  }

  /** A material of a primitive of the file. */
  private record Origin(Material material, int mesh, int index) {
    JsonObject primitive(GltfAsset asset) throws MalformedAssetException {
      JsonPlace place = asset.document().root().items("meshes").get(mesh);
      return place.get("primitives").items().get(index).object();
    }

    boolean exists(GltfAsset asset) {
      try {
        return primitive(asset).has("material");
      } catch (MalformedAssetException e) {
        return false;
      }
    }
  }

  private Optional<Origin> origin(Predicate<Material> wanted) {
    List<List<Material>> known = asset.character().materials();
    for (int m = 0; m < known.size(); m++) {
      for (int g = 0; g < known.get(m).size(); g++) {
        if (wanted.test(known.get(m).get(g))) {
          return Optional.of(new Origin(known.get(m).get(g), m, g));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isTemplate(Material known, Material after) {
    return known.name().equals(after.name())
        && known.shading().equals(after.shading())
        && known.opacity().equals(after.opacity())
        && known.doubleSided() == after.doubleSided();
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
