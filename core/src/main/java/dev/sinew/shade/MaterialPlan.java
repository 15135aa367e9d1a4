package dev.sinew.shade;

import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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
    return out;
  }

  /**
   * Returns the level with the new textures.
   *
   * @param images the new textures by slot
   * @param sets their sets of texture coordinates by mesh
   */
  SkinnedCharacter apply(Map<String, Pixels> images, Map<Integer, Integer> sets) {
    Map<String, TextureImage> made = new HashMap<>();
    images.forEach((slot, pixels) -> made.put(slot, TextureImage.of(pixels)));
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

  private Material changed(
      Material own, int mesh, int group, Map<String, TextureImage> made, int set) {
    Map<String, Texture> textures = new HashMap<>(own.textures());
    Map<String, Color> factors = new HashMap<>(own.factors());
    Color base = own.baseColor();
    for (Map.Entry<String, TextureImage> entry : made.entrySet()) {
      String slot = entry.getKey();
      boolean isNormal = slot.equals(Material.NORMAL);
      boolean wanted =
          isNormal
              ? !own.unlit()
              : !sameMaterials || material(full, mesh, group).texture(slot).isPresent();
      if (!wanted) {
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
