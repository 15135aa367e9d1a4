package dev.sinew.metric;

import dev.sinew.math.Affine;
import dev.sinew.model.Skin;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import java.util.Arrays;
import java.util.List;

/**
 * The mean of the Euclidean inner product over given poses, pose by pose. Equal to {@link
 * ExpectationMetric} of {@link PoseDistribution#sampleMean}, but its cost grows with the number of
 * poses and it does not square large coordinates. For few poses, for poses far from the origin, and
 * as the reference in tests.
 */
public final class SampledMetric implements PoseMetric {
  private final int joints;
  private final int poses;
  private final double[] globals;
  private final double[] weights;

  /** Copies the transforms of all poses: 96 bytes per pose and joint. */
  public SampledMetric(PoseSamples samples, Skin skin) {
    PoseDistribution.checkSkin(samples.skeleton(), skin);
    joints = skin.jointCount();
    poses = samples.count();
    int each = Affine.SIZE * joints;
    globals = new double[Math.multiplyExact(each, poses)];
    weights = new double[poses];
    int[] next = new int[1];
    double[] pose = new double[each];
    samples.forEachWeighted(
        (sample, weight) -> {
          PoseDistribution.copyGlobals(sample, skin, pose);
          weights[next[0]] = weight;
          System.arraycopy(pose, 0, globals, each * next[0]++, each);
        });
  }

  /**
   * The mean over poses that are given by their matrices.
   *
   * @param matrices a 3×4 matrix per joint of every pose, at least one pose; copied
   * @param weights the weight of every pose
   */
  public SampledMetric(List<double[]> matrices, double[] weights) {
    poses = matrices.size();
    joints = matrices.getFirst().length / Affine.SIZE;
    globals = new double[Math.multiplyExact(Affine.SIZE * joints, poses)];
    this.weights = new double[poses];
    double sum = Arrays.stream(weights).sum();
    for (int k = 0; k < poses; k++) {
      System.arraycopy(matrices.get(k), 0, globals, Affine.SIZE * joints * k, Affine.SIZE * joints);
      this.weights[k] = poses * weights[k] / sum;
    }
  }

  @Override
  public int jointCount() {
    return joints;
  }

  @Override
  public double inner(AnimationVector s, AnimationVector t) {
    s.checkJoints(joints);
    t.checkJoints(joints);
    double sum = 0;
    for (int k = 0; k < poses; k++) {
      sum += weights[k] * dot(globals, Affine.SIZE * joints * k, s, t);
    }
    return sum / poses;
  }

  /** Returns the dot product Gs · Gt of two vectors in a pose. */
  static double dot(double[] globals, int offset, AnimationVector s, AnimationVector t) {
    double sum = 0;
    for (int r = 0; r < 3; r++) {
      sum += project(globals, offset + 4 * r, s) * project(globals, offset + 4 * r, t);
    }
    return sum;
  }

  private static double project(double[] globals, int row, AnimationVector s) {
    double sum = 0;
    for (int i = 0; i < s.count(); i++) {
      int g = row + Affine.SIZE * s.joint(i);
      sum +=
          globals[g] * s.value(i, 0)
              + globals[g + 1] * s.value(i, 1)
              + globals[g + 2] * s.value(i, 2)
              + globals[g + 3] * s.value(i, 3);
    }
    return sum;
  }
}
