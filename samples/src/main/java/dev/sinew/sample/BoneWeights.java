package dev.sinew.sample;

import dev.sinew.model.Influences;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Topology;
import java.util.Arrays;
import java.util.List;

/**
 * Computes smooth weights from the distance between a vertex and the flesh of each joint. Only
 * joints at most {@link #STEPS} above or below the nearest joint in the hierarchy get weight, so
 * different limbs do not influence each other, even if they are close. A few rounds of averaging
 * over the surface remove the discontinuities of this choice.
 */
final class BoneWeights {
  private static final int MAX_INFLUENCES = 8;
  private static final int STEPS = 2;
  private static final int SMOOTHINGS = 6;
  private static final double MIN_WEIGHT = 2e-3;

  private BoneWeights() {}

  /**
   * @param positions x, y, z per vertex, at rest
   * @param topology the neighbours of the vertices
   * @param cones the flesh of the joints
   * @param flesh the cones at rest
   * @param skeleton the hierarchy
   * @param falloff the distance over which a joint's influence falls to 1/e
   */
  static Influences of(
      double[] positions,
      Topology topology,
      List<RoundCone> cones,
      Flesh flesh,
      Skeleton skeleton,
      double falloff) {
    int joints = skeleton.jointCount();
    int n = topology.vertexCount();
    double[] weights = new double[n * joints];
    double[] nearest = new double[joints];
    for (int v = 0; v < n; v++) {
      Arrays.fill(nearest, Double.POSITIVE_INFINITY);
      for (int i = 0; i < cones.size(); i++) {
        int j = cones.get(i).joint();
        double d = flesh.distance(i, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
        nearest[j] = Math.min(nearest[j], d);
      }
      int owner = 0;
      for (int j = 1; j < joints; j++) {
        owner = nearest[j] < nearest[owner] ? j : owner;
      }
      for (int j = 0; j < joints; j++) {
        if (areInLine(skeleton, owner, j)) {
          weights[v * joints + j] = Math.exp((nearest[owner] - nearest[j]) / falloff);
        }
      }
      normalise(weights, v * joints, joints);
    }
    for (int round = 0; round < SMOOTHINGS; round++) {
      weights = averaged(weights, joints, topology);
    }
    return sparse(weights, joints);
  }

  private static boolean areInLine(Skeleton skeleton, int a, int b) {
    int below = Math.max(a, b);
    int above = Math.min(a, b);
    for (int step = 0; step <= STEPS && below != Skeleton.NO_PARENT; step++) {
      if (below == above) {
        return true;
      }
      below = skeleton.parent(below);
    }
    return false;
  }

  private static double[] averaged(double[] weights, int joints, Topology topology) {
    double[] out = weights.clone();
    for (int v = 0; v < topology.vertexCount(); v++) {
      int n = topology.neighbourCount(v);
      for (int i = 0; i < n; i++) {
        int from = topology.neighbour(v, i) * joints;
        for (int j = 0; j < joints; j++) {
          out[v * joints + j] += weights[from + j] / n;
        }
      }
      normalise(out, v * joints, joints);
    }
    return out;
  }

  private static void normalise(double[] row, int at, int length) {
    double sum = 0;
    for (int j = 0; j < length; j++) {
      sum += row[at + j];
    }
    for (int j = 0; j < length; j++) {
      row[at + j] /= sum;
    }
  }

  /** Subtracts the smallest weight to keep, so that influences start at zero without a step. */
  private static Influences sparse(double[] weights, int joints) {
    Influences.Builder rows = Influences.builder();
    double[] sorted = new double[joints];
    for (int at = 0; at < weights.length; at += joints) {
      System.arraycopy(weights, at, sorted, 0, joints);
      Arrays.sort(sorted);
      double cut =
          Math.max(MIN_WEIGHT, joints > MAX_INFLUENCES ? sorted[joints - MAX_INFLUENCES - 1] : 0);
      for (int j = 0; j < joints; j++) {
        rows.add(j, Math.max(0, weights[at + j] - cut));
      }
      rows.endRow();
    }
    return rows.build();
  }
}
