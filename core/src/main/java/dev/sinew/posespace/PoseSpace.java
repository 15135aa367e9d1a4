package dev.sinew.posespace;

import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The joints whose motion selects correctives. The first joint is the anchor: its motion moves the
 * whole character and selects nothing.
 *
 * @param space the numbers that describe a joint
 * @param joints the joints that move the skin, by name, parents first
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
    TreeSet<Integer> movers = new TreeSet<>();
    for (Part part : character.parts()) {
      if (part.skin() != SkinnedCharacter.NO_SKIN) {
        for (int i = 0; i < character.skins().get(part.skin()).jointCount(); i++) {
          movers.add(character.skins().get(part.skin()).joint(i));
        }
      }
    }
    if (movers.isEmpty()) {
      throw new RequestException("no part has a skin: correctives need joints");
    }
    List<String> names = new ArrayList<>();
    movers.forEach(joint -> names.add(character.skeleton().name(joint)));
    List<Integer> indices = List.copyOf(movers);
    double unit = JointHierarchy.of(character.skeleton(), indices).meanBoneLength();
    return new PoseSpace(space, names, indices, unit);
  }

  /** Returns the number of joints. */
  public int jointCount() {
    return joints.size();
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
                + "', which the skeleton has not: train it on this skeleton, or rename the joint");
      }
      found.add(at);
    }
    return found;
  }
}
