package dev.sinew.shade;

import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The textures that every material gets. If both models have the same materials, textures are
 * transferred and the factors of materials stay; else factors are part of the new textures.
 */
final class MaterialPlan {
  private static final double[] IDENTITY = {1, 0, 0, 0, 1, 0};

  private final SkinnedCharacter full;
  private final SkinnedCharacter level;
  private final Set<Integer> meshes;
  private final Set<BakedMap> maps;
  private final boolean sameMaterials;

  /**
   * @param meshes the meshes of the level that get textures
   */
  MaterialPlan(
      SkinnedCharacter full, SkinnedCharacter level, Set<Integer> meshes, Set<BakedMap> maps) {
    this.full = full;
    this.level = level;
    this.meshes = meshes;
    this.maps = maps;
    sameMaterials = haveSameMaterials();
  }

  private boolean haveSameMaterials() {
    if (full.meshes().size() != level.meshes().size() || !full.parts().equals(level.parts())) {
      return false;
    }
    for (int m = 0; m < level.meshes().size(); m++) {
      int groups = level.meshes().get(m).mesh().groupCount();
      if (full.meshes().get(m).mesh().groupCount() != groups) {
        return false;
      }
      for (int g = 0; g < groups; g++) {
        if (!areSame(material(full, m, g), material(level, m, g))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Names alone do not tell: many files have materials without one. */
  private static boolean areSame(Material a, Material b) {
    return a.name().equals(b.name())
        && a.baseColor().equals(b.baseColor())
        && a.factors().equals(b.factors());
  }

  private static Material material(SkinnedCharacter character, int mesh, int group) {
    return character.material(mesh, group).orElse(Material.PLAIN);
  }

  /** Returns true if the groups of both models are the same surfaces. */
  boolean sameMaterials() {
    return sameMaterials;
  }

  /** Returns true if a texture includes the factor of the full model's material. */
  boolean includesFactor(String slot) {
    return !sameMaterials && !slot.equals(Material.NORMAL);
  }

  /** Returns the slots that get a texture. */
  Set<String> slots() {
    Set<String> out = new TreeSet<>();
    if (maps.contains(BakedMap.NORMAL)) {
      out.add(Material.NORMAL);
    }
    for (int m = 0; m < full.meshes().size(); m++) {
      for (int g = 0; g < full.meshes().get(m).mesh().groupCount(); g++) {
        Material material = material(full, m, g);
        out.addAll(material.textures().keySet());
        if (!sameMaterials) {
          out.addAll(material.factors().keySet());
          out.add(Material.BASE_COLOR);
        }
      }
    }
    out.removeIf(slot -> !maps.contains(BakedMap.of(slot)));
    // Factors of extensions are not known.
    out.removeIf(slot -> !sameMaterials && BakedMap.of(slot) == BakedMap.EXTENSIONS);
    addOfFirstSet(out);
    return out;
  }

  /**
   * Adds the other slots of materials whose textures move together; refuses if they cannot.
   *
   * @throws RequestException if a texture would lose its coordinates
   */
  private void addOfFirstSet(Set<String> slots) {
    int known;
    do {
      known = slots.size();
      for (int m : meshes) {
        if (changesFirstSet(m, slots)) {
          for (int g = 0; g < level.meshes().get(m).mesh().groupCount(); g++) {
            addOfFirstSet(material(level, m, g), material(full, m, g), slots);
          }
        }
      }
    } while (slots.size() > known);
  }

  private boolean changesFirstSet(int mesh, Set<String> slots) {
    return IntStream.range(0, level.meshes().get(mesh).mesh().groupCount())
        .filter(g -> material(level, mesh, g).use().onlyFirst())
        .anyMatch(
            g -> slots.stream().anyMatch(slot -> gets(material(level, mesh, g), mesh, g, slot)));
  }

  private void addOfFirstSet(Material own, Material source, Set<String> slots) {
    if (!own.use().onlyFirst()) {
      return;
    }
    if (own.use().unknown()) {
      throw cannotMove(own, "something moves its texture coordinates");
    }
    Set<String> left = new TreeSet<>(own.textures().keySet());
    left.removeAll(sameMaterials ? source.textures().keySet() : slots);
    if (!left.isEmpty()) {
      throw cannotMove(own, "the full model has no " + String.join(", ", left));
    }
    slots.addAll(own.textures().keySet());
  }

  private static RequestException cannotMove(Material material, String reason) {
    return new RequestException(
        "material \"%s\": all its textures share one set of texture coordinates (MToon), and cannot"
                .formatted(material.name())
            + " move to an atlas: "
            + reason);
  }

  /**
   * Returns the level with the new textures.
   *
   * @param images the new textures by slot
   * @param sets their sets of texture coordinates by mesh
   */
  SkinnedCharacter apply(Map<String, Pixels> images, Map<Integer, Integer> sets) {
    Map<String, TextureImage> made = imagesOf(images);
    List<List<Material>> out = new ArrayList<>();
    for (int m = 0; m < level.meshes().size(); m++) {
      List<Material> materials = new ArrayList<>();
      for (int g = 0; g < level.meshes().get(m).mesh().groupCount(); g++) {
        Material own = material(level, m, g);
        Integer set = sets.get(m);
        materials.add(set == null || !meshes.contains(m) ? own : changed(own, m, g, made, set));
      }
      out.add(materials);
    }
    return level.withMaterials(out);
  }

  /** Returns true if a material of the level gets the new texture of a slot. */
  private boolean gets(Material own, int mesh, int group, String slot) {
    return slot.equals(Material.NORMAL)
        ? !own.unlit()
        : !sameMaterials || material(full, mesh, group).texture(slot).isPresent();
  }

  /** Returns the images by slot; slots with the same texels, as of light and shade, share one. */
  private static Map<String, TextureImage> imagesOf(Map<String, Pixels> images) {
    Map<String, TextureImage> out = new TreeMap<>();
    new TreeMap<>(images)
        .forEach(
            (slot, pixels) -> {
              TextureImage own = TextureImage.of(pixels);
              out.put(slot, out.values().stream().filter(own::isSameAs).findFirst().orElse(own));
            });
    return out;
  }

  private Material changed(
      Material own, int mesh, int group, Map<String, TextureImage> made, int set) {
    Map<String, Texture> textures = new HashMap<>(own.textures());
    Map<String, Color> factors = new HashMap<>(own.factors());
    Color base = own.baseColor();
    for (Map.Entry<String, TextureImage> entry : made.entrySet()) {
      String slot = entry.getKey();
      boolean isNormal = slot.equals(Material.NORMAL);
      if (!gets(own, mesh, group, slot)) {
        continue;
      }
      textures.put(slot, new Texture(entry.getValue(), set, false, false, IDENTITY));
      if (isNormal || includesFactor(slot)) {
        factors.remove(slot);
        base = slot.equals(Material.BASE_COLOR) ? Color.WHITE : base;
      }
    }
    return own.withTextures(textures).withFactors(base, factors);
  }
}
