package dev.sinew.simplify;

import dev.sinew.model.Pose;
import java.util.Arrays;
import java.util.List;

/** Makes the prices of a character's collapses. */
public final class CharacterPrices {
  private CharacterPrices() {}

  public static Price quadrics(
      JoinedCharacter joined, CollapseMesh mesh, List<Pose> poses, QuadricWeights weights) {
    double[][] matrices = new double[poses.size()][];
    double[][] offsets = new double[poses.size()][];
    for (int k = 0; k < matrices.length; k++) {
      matrices[k] = joined.matrices(poses.get(k));
      offsets[k] = joined.morphOffsets(poses.get(k));
    }
    Motion motion =
        new LinearBlendMotion(
            matrices, joined.influences(), joined.mesh().positions(), offsets, 4);
    double[] poseWeights = new double[poses.size()];
    Arrays.fill(poseWeights, 1.0 / poses.size());
    return new PoseQuadrics(mesh, motion, poseWeights, null, weights);
  }
}
