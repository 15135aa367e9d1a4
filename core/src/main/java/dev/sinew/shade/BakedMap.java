package dev.sinew.shade;

import dev.sinew.model.Material;
import java.util.Locale;

/** A kind of texture that can be transferred to another model. */
public enum BakedMap {
  /** The normals of the full model in the tangent space of the other. */
  NORMAL(Material.NORMAL),
  /** The base colour and its alpha. */
  COLOR(Material.BASE_COLOR),
  /** Metalness and roughness. */
  METALLIC_ROUGHNESS(Material.METALLIC_ROUGHNESS),
  /** Ambient occlusion. */
  OCCLUSION(Material.OCCLUSION),
  /** Emitted light. */
  EMISSION(Material.EMISSION),
  /** The textures of all extensions. */
  EXTENSIONS("");

  private final String slot;

  BakedMap(String slot) {
    this.slot = slot;
  }

  /** Returns the map to which a texture slot of {@link Material} belongs. */
  public static BakedMap of(String slot) {
    for (BakedMap map : values()) {
      if (map.slot.equals(slot)) {
        return map;
      }
    }
    return EXTENSIONS;
  }

  /** Returns the name in options and reports, such as "metallic-roughness". */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
