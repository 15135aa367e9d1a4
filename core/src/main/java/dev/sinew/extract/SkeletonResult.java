package dev.sinew.extract;

import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.FoundPose;
import java.util.List;

/**
 * A skeleton found in shapes.
 *
 * @param character the reference mesh with the skeleton, weights, and a clip per shape
 * @param limbs what was found: limbs with their joints
 * @param poses the pose of every shape used, the reference first
 * @param corresponding the number of poses after the reference that have its triangles: vertices
 *     determine their joints, and they refine the weights
 * @param loops loops of the reference's Reeb graph, each cut open
 * @param fields pictures of the reference: the field and its level sets
 * @param issues what to know about the input
 */
public record SkeletonResult(
    SkinnedCharacter character,
    List<FoundLimb> limbs,
    List<FoundPose> poses,
    int corresponding,
    int loops,
    FieldPicture fields,
    List<Issue> issues) {

  /** Copies the lists. */
  public SkeletonResult {
    limbs = List.copyOf(limbs);
    poses = List.copyOf(poses);
    issues = List.copyOf(issues);
  }

  /**
   * A limb or a part of the trunk.
   *
   * @param name its name, the beginning of the names of its joints
   * @param length the length of its centre line in the reference
   * @param radius its mean radius
   * @param joints the number of joints, without branchings
   * @param tip true if it ends at a tip, false between two branchings
   */
  public record FoundLimb(String name, double length, double radius, int joints, boolean tip) {}

  /** Returns the number of limbs that end at a tip. */
  public int limbCount() {
    return (int) limbs.stream().filter(FoundLimb::tip).count();
  }

  /** Returns the number of joints that move the skin. */
  public int jointCount() {
    return character.skins().getFirst().jointCount();
  }
}
