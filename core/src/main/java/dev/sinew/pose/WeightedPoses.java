package dev.sinew.pose;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Sample poses with weights that represent all poses of a character.
 *
 * @param poses at least one; global transforms up to date
 * @param weights one per pose, of sum 1
 */
public record WeightedPoses(List<Pose> poses, List<Double> weights) {
  /** Copies both lists and checks their sizes. */
  public WeightedPoses {
    poses = List.copyOf(poses);
    weights = List.copyOf(weights);
    if (poses.isEmpty() || poses.size() != weights.size()) {
      throw new IllegalArgumentException(
          "weights: expected one per pose and at least 1 pose, got "
              + weights.size()
              + " for "
              + poses.size());
    }
  }

  /** Returns poses with equal weights. */
  public static WeightedPoses ofEqualWeight(List<Pose> poses) {
    Double[] weights = new Double[poses.size()];
    Arrays.fill(weights, 1.0 / poses.size());
    return new WeightedPoses(poses, List.of(weights));
  }

  /**
   * Chooses a few of many poses by farthest-point sampling, starting with the first (Gonzalez,
   * "Clustering to Minimize the Maximum Intercluster Distance", 1985). The weight of a chosen pose
   * is the sum of the weights of the poses nearest to it.
   *
   * @param joined gives the shapes by which poses are compared
   * @param candidates at least one pose
   * @param candidateWeights the weight of each of them, not all 0
   * @param maxCount maximum number of poses to choose, at least 1
   */
  public static WeightedPoses choose(
      JoinedCharacter joined, List<Pose> candidates, double[] candidateWeights, int maxCount) {
    float[][] shapes = new float[candidates.size()][];
    for (int i = 0; i < shapes.length; i++) {
      shapes[i] = joined.sparseShape(candidates.get(i));
    }
    int[] nearest = new int[shapes.length];
    double[] distance = new double[shapes.length];
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    int[] chosen = new int[Math.min(maxCount, shapes.length)];
    int size = 0;
    int next = 0;
    while (size < chosen.length && distance[next] > 0) {
      chosen[size] = next;
      int farthest = 0;
      for (int i = 0; i < shapes.length; i++) {
        double d = squaredDistance(shapes[i], shapes[next]);
        if (d < distance[i]) {
          distance[i] = d;
          nearest[i] = size;
        }
        farthest = distance[i] > distance[farthest] ? i : farthest;
      }
      size++;
      next = farthest;
    }
    double[] weights = new double[size];
    double total = 0;
    for (int i = 0; i < shapes.length; i++) {
      weights[nearest[i]] += candidateWeights[i];
      total += candidateWeights[i];
    }
    Double[] shares = new Double[size];
    Pose[] poses = new Pose[size];
    for (int i = 0; i < size; i++) {
      shares[i] = weights[i] / total;
      poses[i] = candidates.get(chosen[i]);
    }
    return new WeightedPoses(List.of(poses), List.of(shares));
  }

  private static double squaredDistance(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      double d = a[i] - b[i];
      sum += d * d;
    }
    return sum;
  }

  /** Returns the poses and weights as samples. */
  public PoseSamples samples() {
    PoseSamples equal = PoseSamples.of(poses);
    return new PoseSamples() {
      @Override
      public Skeleton skeleton() {
        return equal.skeleton();
      }

      @Override
      public int count() {
        return equal.count();
      }

      @Override
      public void forEach(Consumer<Pose> consumer) {
        equal.forEach(consumer);
      }

      @Override
      public double weight(int index) {
        return poses.size() * weights.get(index);
      }
    };
  }

  /** Returns the weights as an array. */
  public double[] weightArray() {
    return weights.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
