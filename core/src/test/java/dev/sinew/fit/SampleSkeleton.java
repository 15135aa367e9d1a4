package dev.sinew.fit;

import dev.sinew.model.Influences;
import dev.sinew.rig.TreeComparison;
import dev.sinew.rig.UnitBox;
import dev.sinew.sample.Sample;
import java.util.Objects;

/** The skeleton of a built-in character, to compare found ones with. */
final class SampleSkeleton {
  private SampleSkeleton() {}

  /** Compares the skeleton of a fitted skin. */
  static TreeComparison compare(FittedSkin skin, Sample sample) {
    Influences weights = sample.influences();
    int joints = sample.skin().jointCount();
    double[][] moved = new double[skin.boneCount()][joints];
    for (int v = 0; v < weights.vertexCount(); v++) {
      for (int i = 0; i < weights.count(v); i++) {
        moved[skin.regionOf(v)][weights.joint(v, i)] += weights.weight(v, i);
      }
    }
    int[] knownOf = new int[moved.length];
    for (int b = 0; b < moved.length; b++) {
      for (int j = 1; j < joints; j++) {
        knownOf[b] = moved[b][j] > moved[b][knownOf[b]] ? j : knownOf[b];
      }
    }
    return TreeComparison.of(
        Objects.requireNonNull(skin.articulation()),
        knownOf,
        TreeComparison.Known.of(
            sample.character().skeleton(),
            sample.skin(),
            sample.poses(),
            UnitBox.of(sample.mesh().bounds())));
  }
}
