package dev.sinew.unwrap.pack;

import java.util.HashMap;
import java.util.Map;

/**
 * The edges that bound an outline, turned and moved so that its box starts at the origin. They tell
 * which cells the outline covers, and are far fewer than its triangles.
 *
 * @param angle by how much the outline is turned
 * @param edges x, y of the start and of the end of every edge
 * @param width the width of the outline's box
 * @param height the height of the outline's box
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Border(double angle, double[] edges, double width, double height) {
  /** Returns the border of an outline at several angles. */
  static Border[] turned(Outline outline, double[] angles) {
    int[] ends = directedEdges(outline.triangles());
    Border[] out = new Border[angles.length];
    for (int a = 0; a < out.length; a++) {
      out[a] = turned(outline, angles[a], ends);
    }
    return out;
  }

  private static Border turned(Outline outline, double angle, int[] ends) {
    Outline turned = outline.turned(angle);
    double[] edges = new double[2 * ends.length];
    for (int i = 0; i < ends.length; i++) {
      edges[2 * i] = turned.uv()[2 * ends[i]];
      edges[2 * i + 1] = turned.uv()[2 * ends[i] + 1];
    }
    return new Border(angle, edges, turned.extent(0), turned.extent(1));
  }

  /** Returns the start and end of every edge that no triangle has in the other direction. */
  private static int[] directedEdges(int[] triangles) {
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < triangles.length; i++) {
      int from = triangles[i];
      int to = triangles[i - i % 3 + (i + 1) % 3];
      long key = (long) Math.min(from, to) << 32 | Math.max(from, to);
      counts.merge(key, from < to ? 1 : -1, Integer::sum);
    }
    int[] out = new int[2 * counts.values().stream().mapToInt(Math::abs).sum()];
    int at = 0;
    for (int i = 0; i < triangles.length; i++) {
      int from = triangles[i];
      int to = triangles[i - i % 3 + (i + 1) % 3];
      long key = (long) Math.min(from, to) << 32 | Math.max(from, to);
      int count = counts.getOrDefault(key, 0);
      int sign = from < to ? 1 : -1;
      if (count * sign > 0) {
        counts.put(key, count - sign);
        out[at++] = from;
        out[at++] = to;
      }
    }
    return out;
  }
}
