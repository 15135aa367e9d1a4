package dev.sinew.skin;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A rest position per deformed point, about which its influences are stretched and rotated: the
 * mean of the {@linkplain SkinTree#meetingPoint meeting points} of all pairs of its joints,
 * weighted by the product of the pair's weights. It varies smoothly over the surface, as the
 * weights do. Between two adjacent bones it is the joint between them, which both bones map to the
 * same position.
 *
 * <p>Only the {@link #MAX_JOINTS} joints of largest weight count.
 */
final class MeetingPoints {
  private static final int MAX_JOINTS = 8;

  private final SkinTree tree;
  private final Map<Long, double[]> known = new HashMap<>();

  MeetingPoints(SkinTree tree) {
    this.tree = tree;
  }

  /** Returns x, y, z per point in a new array. */
  float[] of(PointInfluences rows) {
    float[] out = new float[3 * rows.pointCount()];
    double[] sum = new double[3];
    for (int p = 0; p < rows.pointCount(); p++) {
      int from = rows.rowStart[p];
      int to = Math.min(rows.rowStart[p + 1], from + MAX_JOINTS);
      mean(rows.joints, rows.weights, from, to, sum);
      for (int c = 0; c < 3; c++) {
        out[3 * p + c] = (float) sum[c];
      }
    }
    return out;
  }

  /** Writes the unweighted mean over the pairs of a set of joints. */
  void ofSet(int[] joints, int from, int to, double[] out) {
    int end = Math.min(to, from + MAX_JOINTS);
    float[] equal = new float[end];
    Arrays.fill(equal, 1);
    mean(joints, equal, from, end, out);
  }

  private void mean(int[] joints, float[] weights, int from, int to, double[] out) {
    Arrays.fill(out, 0, 3, 0);
    double total = 0;
    for (int i = from; i < to; i++) {
      for (int k = i + 1; k < to; k++) {
        double weight = (double) weights[i] * weights[k];
        double[] point = meeting(joints[i], joints[k]);
        for (int c = 0; c < 3; c++) {
          out[c] += weight * point[c];
        }
        total += weight;
      }
    }
    for (int c = 0; c < 3; c++) {
      out[c] = total > 0 ? out[c] / total : tree.origin[3 * joints[from] + c];
    }
  }

  private double[] meeting(int a, int b) {
    long key = (long) Math.min(a, b) << 32 | Math.max(a, b);
    return known.computeIfAbsent(
        key,
        k -> {
          double[] point = new double[3];
          tree.meetingPoint(a, b, point);
          return point;
        });
  }
}
