package dev.sinew.posespace;

import dev.sinew.posespace.dynamic.DynamicModel;
import dev.sinew.run.ArrayChecks;
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
 * @param dynamics what depends on motion, per part; empty for none
 */
public record PoseDatabase(
    PoseSpaceMethod method,
    SkinningMethod skinning,
    PoseSpace space,
    List<String> poses,
    float[] coordinates,
    RestSurface surface,
    List<Block> blocks,
    List<DynamicModel> dynamics) {

  /** Copies the lists; checks the blocks. */
  public PoseDatabase {
    poses = List.copyOf(poses);
    blocks = List.copyOf(blocks);
    dynamics = List.copyOf(dynamics);
    long values = (long) space.coordinateCount() * poses.size();
    if (poses.isEmpty() || coordinates.length != values) {
      throw new IllegalArgumentException(
          "coordinates: expected "
              + values
              + " of "
              + poses.size()
              + " poses of "
              + space.jointCount()
              + " joints, got "
              + coordinates.length);
    }
    for (Block block : blocks) {
      check(block, poses.size(), space.jointCount(), surface.vertexCount());
    }
    checkDynamics(dynamics, surface);
  }

  /** A database without dynamics. */
  public PoseDatabase(
      PoseSpaceMethod method,
      SkinningMethod skinning,
      PoseSpace space,
      List<String> poses,
      float[] coordinates,
      RestSurface surface,
      List<Block> blocks) {
    this(method, skinning, space, poses, coordinates, surface, blocks, List.of());
  }

  private static void checkDynamics(List<DynamicModel> dynamics, RestSurface surface) {
    int[] parts = surface.partVertices();
    if (!dynamics.isEmpty() && dynamics.size() != parts.length) {
      throw new IllegalArgumentException(
          "dynamics: expected " + parts.length + ", one per part, got " + dynamics.size());
    }
    for (int p = 0; p < dynamics.size(); p++) {
      ArrayChecks.size("vertices of dynamics", dynamics.get(p).vertexCount(), parts[p]);
    }
  }

  private static void check(Block block, int poses, int joints, int vertices) {
    ArrayChecks.size("weights", block.weights().length, (long) poses * block.rank());
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

  int coordinateCount() {
    return space.coordinateCount();
  }

  /** Returns the same with other dynamics. */
  public PoseDatabase withDynamics(List<DynamicModel> other) {
    return new PoseDatabase(method, skinning, space, poses, coordinates, surface, blocks, other);
  }

  /** Returns the same poses on another surface and its skeleton. */
  PoseDatabase onSurface(
      PoseSpace joints,
      float[] moved,
      RestSurface other,
      List<Block> changed,
      List<DynamicModel> moving) {
    return new PoseDatabase(method, skinning, joints, poses, moved, other, changed, moving);
  }
}
