package dev.sinew.rig;

/**
 * A skeleton whose bones rotate about fixed joints.
 *
 * @param tree the hierarchy of the bones
 * @param joints x, y, z of each bone's joint in the space of the reference and units of its box; a
 *     root has one too, for display
 */
public record Articulation(BoneTree tree, double[] joints) {
  /** Checks the size. */
  public Articulation {
    if (joints.length != 3 * tree.parents().length) {
      throw new IllegalArgumentException(
          "joints: expected " + 3 * tree.parents().length + " values, got " + joints.length);
    }
  }
}
