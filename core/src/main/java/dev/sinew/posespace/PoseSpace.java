package dev.sinew.posespace;

import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.List;

/**
 * The joints whose motion selects correctives. The first joint is the anchor, which carries the
 * whole character: its motion selects nothing. A root above it that moves no vertex, and stays
 * still while the character walks, does not belong to the space.
 *
 * @param space the numbers that describe a joint
 * @param joints the joints that move the skin, by name: the anchor, then parents before children
 * @param indices the index of each in the skeleton of the examples
 * @param lengthUnit the length that counts as much as a radian
 */
public record PoseSpace(
    JointSpace space, List<String> joints, List<Integer> indices, double lengthUnit) {

  /** Copies the lists. */
  public PoseSpace {
    joints = List.copyOf(joints);
    indices = List.copyOf(indices);
    if (joints.isEmpty() || joints.size() != indices.size()) {
      throw new IllegalArgumentException(
          "joints: expected 1 or more, and as many indices, got "
              + joints.size()
              + " and "
              + indices.size());
    }
    if (!(lengthUnit > 0) || !Double.isFinite(lengthUnit)) {
      throw new IllegalArgumentException("length unit: expected above 0, got " + lengthUnit);
    }
  }

  /**
   * Returns the space of all joints that move a character's skins.
   *
   * @throws RequestException if no part has a skin
   */
  public static PoseSpace of(SkinnedCharacter character, JointSpace space) {
    List<Integer> indices = new SkinJoints(character).joints();
    if (indices.isEmpty()) {
      throw new RequestException("no part has a skin: correctives need joints");
    }
    List<String> names = indices.stream().map(character.skeleton()::name).toList();
    double unit = JointHierarchy.of(character.skeleton(), indices).meanBoneLength();
    return new PoseSpace(space, names, indices, unit);
  }

  /** Returns the number of joints. */
  public int jointCount() {
    return joints.size();
  }

  /** Returns the number of coordinates of a pose; the anchor has none of its own. */
  int coordinateCount() {
    return space.size() * (joints.size() - 1);
  }

  /** Returns the joints of another skeleton that have the names of this space. */
  PoseSpace on(Skeleton skeleton) {
    List<Integer> found = find(skeleton);
    return new PoseSpace(space, joints, found, JointHierarchy.of(skeleton, found).meanBoneLength());
  }

  /** Returns the same joints in another space. */
  public PoseSpace withSpace(JointSpace other) {
    return new PoseSpace(other, joints, indices, lengthUnit);
  }

  /**
   * Returns the joints of another skeleton that have the names of this space.
   *
   * @throws RequestException naming a joint that is missing
   */
  List<Integer> find(Skeleton skeleton) {
    List<Integer> found = new ArrayList<>();
    for (int j = 0; j < joints.size(); j++) {
      String name = joints.get(j);
      int index = indices.get(j);
      boolean same = index < skeleton.jointCount() && skeleton.name(index).equals(name);
      int at = same ? index : skeleton.find(name);
      if (at < 0) {
        throw new RequestException(
            "the database needs the joint '"
                + name
                + "', which the skeleton does not have: train it on this skeleton, or rename the"
                + " joint");
      }
      found.add(at);
    }
    return found;
  }
}
