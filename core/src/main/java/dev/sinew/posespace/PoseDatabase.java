package dev.sinew.posespace;

import dev.sinew.skin.SkinningMethod;
import java.util.List;

/**
 * Correctives of a character: offsets of its vertices at some poses, and how they are interpolated.
 *
 * @param method the interpolator
 * @param skinning the skinning model that the offsets correct
 * @param space the joints that select correctives
 * @param poses the names of the database poses; the first is the rest pose
 * @param coordinates the poses in the space, one after the other
 * @param surface the surface at rest
 * @param blocks the offsets
 */
public record PoseDatabase(
    PoseSpaceMethod method,
    SkinningMethod skinning,
    PoseSpace space,
    List<String> poses,
    float[] coordinates,
    RestSurface surface,
    List<Block> blocks) {

  /** Copies the lists; checks the blocks. */
  public PoseDatabase {
    poses = List.copyOf(poses);
    blocks = List.copyOf(blocks);
    if (poses.isEmpty() || coordinates.length % poses.size() != 0) {
      throw new IllegalArgumentException(
          "coordinates: expected a multiple of the number of poses, "
              + poses.size()
              + ", got "
              + coordinates.length);
    }
    for (Block block : blocks) {
      check(block, poses.size(), space.jointCount(), surface.vertexCount());
    }
  }

  private static void check(Block block, int poses, int joints, int vertices) {
    if (block.weights().length != (long) poses * block.rank()) {
      throw new IllegalArgumentException(
          "weights: expected " + (long) poses * block.rank() + ", got " + block.weights().length);
    }
    for (int joint : block.joints()) {
      if (joint < 0 || joint >= joints) {
        throw new IllegalArgumentException(
            "joint: expected 0 to " + (joints - 1) + ", got " + joint);
      }
    }
    int last = -1;
    for (int vertex : block.vertices()) {
      if (vertex <= last || vertex >= vertices) {
        throw new IllegalArgumentException(
            "vertices: expected rising below " + vertices + ", got " + vertex);
      }
      last = vertex;
    }
  }

  /** Returns the number of coordinates per pose. */
  int coordinateCount() {
    return coordinates.length / poses.size();
  }

  /** Returns the same with other offsets, on another surface. */
  PoseDatabase withBlocks(RestSurface other, List<Block> changed) {
    return new PoseDatabase(method, skinning, space, poses, coordinates, other, changed);
  }
}
