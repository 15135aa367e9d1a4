package dev.sinew.fit;

import dev.sinew.rig.BoneTree;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a skeleton before a fit.
 *
 * @param tree the hierarchy, or null to find it
 * @param joints x, y, z of the expected joint of each bone in units of the box, or null to find
 *     them
 */
record KnownSkeleton(@Nullable BoneTree tree, double @Nullable [] joints) {
  static final KnownSkeleton NOTHING = new KnownSkeleton(null, null);

  static KnownSkeleton of(GivenRig rig, Examples examples) {
    double[] joints = rig.joints().map(double[]::clone).orElse(null);
    for (int i = 0; joints != null && i < joints.length; i++) {
      joints[i] = examples.box().toUnit(joints[i], i % 3);
    }
    return new KnownSkeleton(rig.tree().orElse(null), joints);
  }
}
