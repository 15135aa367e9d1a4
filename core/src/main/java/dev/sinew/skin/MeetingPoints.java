package dev.sinew.skin;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A rest point for every deformed point about which its influences may be stretched and turned
 * separately: the mean of the places where its joints meet, pair by pair, weighted by the product
 * of the pair's weights. So it moves smoothly over the surface as weights do, and where a bone
 * meets the next it is the joint between them, which both carry to the same place.
 *
 * <p>Of rows longer than {@link #HEAVIEST} only the heaviest joints are asked.
 */
final class MeetingPoints {
  private static final int HEAVIEST = 8;

  private final SkinTree tree;
  private final Map<Long, double[]> known = new HashMap<>();

  MeetingPoints(SkinTree tree) {
    this.tree = tree;
  }

  /** x, y, z of every point of the rows, in a new array. */
  float[] of(PointInfluences rows) {
    float[] out = new float[3 * rows.pointCount()];
    double[] sum = new double[3];
    for (int p = 0; p < rows.pointCount(); p++) {
      int from = rows.rowStart[p];
      int to = Math.min(rows.rowStart[p + 1], from + HEAVIEST);
      mean(rows.joints, rows.weights, from, to, sum);
      for (int c = 0; c < 3; c++) {
        out[3 * p + c] = (float) sum[c];
      }
    }
    return out;
  }

  /** Writes the plain mean over the pairs of a set of joints. */
  void ofSet(int[] joints, int from, int to, double[] out) {
    int end = Math.min(to, from + HEAVIEST);
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
        double[] place = meeting(joints[i], joints[k]);
        for (int c = 0; c < 3; c++) {
          out[c] += weight * place[c];
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
          double[] place = new double[3];
          tree.meetingPoint(a, b, place);
          return place;
        });
  }
}
