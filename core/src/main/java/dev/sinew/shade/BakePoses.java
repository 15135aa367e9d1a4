package dev.sinew.shade;

import dev.sinew.model.Pose;
import dev.sinew.pose.WeightedPoses;
import java.util.ArrayList;
import java.util.List;

/** The poses of a bake: those over which a normal map is the best, and those it is measured in. */
final class BakePoses {
  private final List<Pose> poses = new ArrayList<>();
  private final double[] fitted;
  private final double[] measured;

  /**
   * @param others the poses that normals are measured in
   * @param onlyRest whether the normal map is that of the rest pose
   */
  BakePoses(Pose rest, WeightedPoses others, boolean onlyRest) {
    poses.add(rest);
    poses.addAll(others.poses());
    fitted = new double[poses.size()];
    measured = new double[poses.size()];
    double[] weights = others.weightArray();
    for (int i = 0; i < weights.length; i++) {
      measured[i + 1] = weights[i];
      fitted[i + 1] = onlyRest ? 0 : weights[i];
    }
    fitted[0] = onlyRest ? 1 : 0;
  }

  /** Returns the rest pose alone. */
  static BakePoses rest(Pose rest) {
    return new BakePoses(rest, WeightedPoses.ofEqualWeight(List.of(rest)), false);
  }

  List<Pose> poses() {
    return List.copyOf(poses);
  }

  int count() {
    return poses.size();
  }

  /** Returns the number of poses that normals are measured in. */
  int measuredCount() {
    return poses.size() - 1;
  }

  /** Returns the weight of a pose in the normal map. */
  double fitted(int pose) {
    return fitted[pose];
  }

  /** Returns the weight of a pose in the measured errors. */
  double measured(int pose) {
    return measured[pose];
  }
}
