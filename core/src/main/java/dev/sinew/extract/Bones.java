package dev.sinew.extract;

import java.util.ArrayList;
import java.util.List;

/**
 * The bones of a plan as segments: from each joint to each of its children, moved by the joint.
 *
 * @param list all bones
 */
record Bones(List<Bone> list) {

  /**
   * One bone.
   *
   * @param owner the joint that moves it, an index into the plan
   * @param end the joint at its other end
   * @param limb the limb that it belongs to
   * @param inBody true if it starts at a branching or a girdle, and so is inside the body
   */
  record Bone(int owner, int end, int limb, boolean inBody) {}

  static Bones of(JointPlan plan) {
    List<Bone> bones = new ArrayList<>();
    for (int j = 0; j < plan.count(); j++) {
      int parent = plan.parent(j);
      if (parent != JointPlan.NO_PARENT) {
        boolean inBody = plan.children(parent).length > 1 || plan.isGirdle(parent);
        bones.add(new Bone(parent, j, plan.limb(j), inBody));
      }
    }
    return new Bones(bones);
  }
}
