package dev.sinew.pose;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import java.util.Arrays;
import java.util.List;

/**
 * Poses that stand for all poses of a character, and how much each counts.
 *
 * @param poses at least one; global transforms up to date
 * @param weights one a pose, of sum 1
 */
public record WeightedPoses(List<Pose> poses, List<Double> weights) {
  public WeightedPoses {
    poses = List.copyOf(poses);
    weights = List.copyOf(weights);
    if (poses.isEmpty() || poses.size() != weights.size()) {
      throw new IllegalArgumentException(
          "weights: expected one for each of at least 1 pose, got "
              + weights.size()
              + " for "
              + poses.size());
    }
  }

  /** Poses that all count alike. */
  public static WeightedPoses alike(List<Pose> poses) {
    Double[] weights = new Double[poses.size()];
    Arrays.fill(weights, 1.0 / poses.size());
    return new WeightedPoses(poses, List.of(weights));
  }

  /**
   * Chooses a few poses of many: again and again the one that is least like those chosen so far
   * (Gonzalez, "Clustering to Minimize the Maximum Intercluster Distance", 1985), beginning with
   * the first. Each then counts for all that are most like it.
   *
   * @param many at least one
   * @param counts how much each of them counts, not all 0
   * @param few how many to choose at most, at least 1
   */
  public static WeightedPoses choose(
      JoinedCharacter joined, List<Pose> many, double[] counts, int few) {
    float[][] shapes = new float[many.size()][];
    for (int i = 0; i < shapes.length; i++) {
      shapes[i] = joined.sparseShape(many.get(i));
    }
    int[] nearest = new int[shapes.length];
    double[] distance = new double[shapes.length];
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    int[] chosen = new int[Math.min(few, shapes.length)];
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
      weights[nearest[i]] += counts[i];
      total += counts[i];
    }
    Double[] shares = new Double[size];
    Pose[] poses = new Pose[size];
    for (int i = 0; i < size; i++) {
      shares[i] = weights[i] / total;
      poses[i] = many.get(chosen[i]);
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

  public double[] weightArray() {
    return weights.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
