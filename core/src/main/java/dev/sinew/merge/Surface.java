package dev.sinew.merge;

import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.TextureImage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The triangles of one material in the joined mesh.
 *
 * @param material the material
 * @param corners the corners of its triangles, in rising order
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record Surface(Material material, int[] corners) {
  /** The texture slots whose factors {@link Material} has. */
  static final List<String> WITH_FACTOR =
      List.of(Material.BASE_COLOR, Material.METALLIC_ROUGHNESS, Material.EMISSION);

  /** Surfaces of the same rules can share a material. */
  record Rules(
      Material.Shading shading, Material.Opacity opacity, boolean doubleSided, boolean nearest) {
    /** Returns the rules by which a material is shown. */
    static Rules of(Material material) {
      Material.Opacity opacity = material.opacity();
      boolean mask = opacity.alpha() == Material.Alpha.MASK;
      return new Rules(
          material.shading(),
          mask ? opacity : new Material.Opacity(opacity.alpha(), 0),
          material.doubleSided(),
          material.textures().values().stream().anyMatch(Texture::nearest));
    }
  }

  /** How coordinates of the mesh become those of a texture. */
  record Mapping(int set, List<Double> transform) {
    static Mapping of(Texture texture) {
      return new Mapping(
          texture.set(), Arrays.stream(texture.transform()).map(x -> x + 0.0).boxed().toList());
    }
  }

  /** What a surface shows in a slot: two of them with equal values show the same. */
  record Content(@Nullable TextureImage image, boolean repeatU, boolean repeatV, Color factor) {}

  /** Returns the slots that have a texture and an effect. */
  Set<String> slots() {
    Set<String> out = new TreeSet<>(material.textures().keySet());
    out.removeIf(slot -> material.unlit() && !slot.equals(Material.BASE_COLOR));
    return out;
  }

  Optional<Texture> texture(String slot) {
    return slots().contains(slot) ? material.texture(slot) : Optional.empty();
  }

  /** Returns what the surface shows in a slot. */
  Content content(String slot, Images images) {
    Color factor = material.factor(slot);
    return texture(slot)
        .map(
            texture ->
                new Content(
                    images.first(texture.image()), texture.repeatU(), texture.repeatV(), factor))
        .orElse(
            new Content(null, false, false, slot.equals(Material.NORMAL) ? Color.WHITE : factor));
  }

  /** Returns all that the surface shows: surfaces with equal values need no atlas. */
  Map<String, Object> look(Images images) {
    Map<String, Object> out = new TreeMap<>();
    for (String slot : slots()) {
      Texture texture = material.texture(slot).orElseThrow();
      out.put(slot, List.of(content(slot, images), Mapping.of(texture)));
    }
    for (String slot : WITH_FACTOR) {
      boolean matters = !material.unlit() || slot.equals(Material.BASE_COLOR);
      out.computeIfAbsent(slot, s -> matters ? material.factor(s) : Color.WHITE);
    }
    return out;
  }
}
