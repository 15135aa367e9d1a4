package dev.sinew.rig;

import dev.sinew.math.EulerAngles;
import java.util.List;

/**
 * The pose of a skeleton in one shape, as an animator would set it (section 4.3 of the thesis
 * "Character animation from examples"): Euler angles and a scale per joint, relative to the parent
 * and to the reference, and the position of the root.
 *
 * @param name the name of the shape
 * @param joints one entry per joint of the skin
 */
public record FoundPose(String name, List<JointPose> joints) {
  /** Copies the list. */
  public FoundPose {
    joints = List.copyOf(joints);
  }

  /**
   * A joint in a pose.
   *
   * @param joint its name
   * @param angles its rotation relative to the parent; zero in the reference
   * @param scale its uniform scale relative to the parent; 1 in the reference
   * @param position x, y, z of the joint in the shape
   */
  public record JointPose(String joint, EulerAngles angles, double scale, List<Double> position) {
    /** Copies the position. */
    public JointPose {
      position = List.copyOf(position);
    }
  }
}
