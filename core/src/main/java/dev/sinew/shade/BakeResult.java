package dev.sinew.shade;

import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model with the maps of another.
 *
 * @param character the result: its materials have the new textures, its meshes the tangents that a
 *     normal map needs
 * @param sets the set of texture coordinates of the new textures, by index of the mesh
 * @param images the new textures, by slot of the material
 * @param covered the share of the texels that show a triangle
 * @param unmatched the share of these texels for which the full model has no point
 * @param normals how far normals are off, or null if no normal map was made
 * @param notes remarks on the result
 */
public record BakeResult(
    SkinnedCharacter character,
    Map<Integer, Integer> sets,
    Map<String, Pixels> images,
    double covered,
    double unmatched,
    @Nullable NormalErrors normals,
    List<String> notes) {
  /** Copies the collections. */
  public BakeResult {
    sets = Map.copyOf(sets);
    images = Map.copyOf(images);
    notes = List.copyOf(notes);
  }

  /** Returns the new texture of a slot. */
  public Pixels image(String slot) {
    Pixels found = images.get(slot);
    if (found == null) {
      throw new IllegalArgumentException(
          "slot: expected one of " + images.keySet() + ", got " + slot);
    }
    return found;
  }

  /**
   * Mean angles between the normals of both models over the texture and the poses, in degrees, as a
   * renderer shows them: from texels of 8 bits, mixed bilinearly.
   *
   * @param without with the normals of the vertices alone
   * @param with with the normal map
   * @param poses the number of poses
   */
  public record NormalErrors(double without, double with, int poses) {}
}
