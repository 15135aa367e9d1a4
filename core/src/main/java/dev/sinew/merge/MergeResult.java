package dev.sinew.merge;

import dev.sinew.model.SkinnedCharacter;
import java.util.List;

/**
 * A merged character. The meshes that went into the new one are still in its list, without
 * triangles, so that the others keep their numbers; no part shows them.
 *
 * @param character the character
 * @param before what was drawn
 * @param after what is drawn
 * @param atlases the atlases that were made
 * @param notes remarks on the result
 */
public record MergeResult(
    SkinnedCharacter character, Size before, Size after, List<Atlas> atlases, List<String> notes) {
  /** Copies the lists. */
  public MergeResult {
    atlases = List.copyOf(atlases);
    notes = List.copyOf(notes);
  }

  /**
   * What is drawn.
   *
   * @param drawCalls the groups of triangles of one mesh and one material
   * @param meshes the meshes in the scene
   * @param materials the materials that they have
   * @param joints the joints of the largest skin
   */
  public record Size(int drawCalls, int meshes, int materials, int joints) {}

  /**
   * An atlas: textures with a common layout.
   *
   * @param material the name of the material that has it
   * @param materials the number of materials that went into it
   * @param width columns in texels
   * @param height rows in texels
   * @param textures the number of textures
   * @param scale the texels per texel of the sources along a side, 1 or less
   * @param filled the share of the area that triangles show
   */
  public record Atlas(
      String material,
      int materials,
      int width,
      int height,
      int textures,
      double scale,
      double filled) {}
}
