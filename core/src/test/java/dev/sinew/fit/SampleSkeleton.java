package dev.sinew.fit;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.Skeleton;
import dev.sinew.rig.BoneTree;
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
    return TreeComparison.of(Objects.requireNonNull(skin.articulation()), knownOf, known(sample));
  }

  private static TreeComparison.Known known(Sample sample) {
    int joints = sample.skin().jointCount();
    int[] parents = new int[joints];
    double[][][] poses = new double[sample.poses().size()][joints][Affine.SIZE];
    for (int j = 0; j < joints; j++) {
      parents[j] = parentInSkin(sample, j);
      for (int k = 0; k < poses.length; k++) {
        sample.poses().get(k).copyGlobal(sample.skin().joint(j), poses[k][j], 0);
      }
    }
    double[] positions = new double[3 * joints];
    UnitBox box = UnitBox.of(sample.mesh().bounds());
    for (int i = 0; i < positions.length; i++) {
      positions[i] = box.toUnit(poses[0][i / 3][4 * (i % 3) + 3], i % 3);
    }
    return TreeComparison.Known.of(
        BoneTree.ofParents(parents), positions, poses, new boolean[joints]);
  }

  private static int parentInSkin(Sample sample, int joint) {
    Skeleton skeleton = sample.character().skeleton();
    int node = skeleton.parent(sample.skin().joint(joint));
    while (node != Skeleton.NO_PARENT) {
      for (int j = 0; j < sample.skin().jointCount(); j++) {
        if (sample.skin().joint(j) == node) {
          return j;
        }
      }
      node = skeleton.parent(node);
    }
    return -1;
  }
}
