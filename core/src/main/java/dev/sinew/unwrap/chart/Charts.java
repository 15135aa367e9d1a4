package dev.sinew.unwrap.chart;

import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** First charts: sets of triangles of a surface that are discs. */
public final class Charts {
  /**
   * The largest surface area of a first chart in projected areas: about a quarter of a cylinder.
   */
  private static final double MAX_RATIO = 1.15;

  /** The largest distance of a first chart from its plane, in roots of its area. */
  private static final double MAX_DISTANCE = 0.08;

  private Charts() {}

  /**
   * Merges triangles by the area ratio.
   *
   * @param borderLength the weighted length of every half-edge as a border; the same on both sides
   */
  public static List<int[]> byAreaRatio(
      MetricSurface surface, double[] borderLength, RunContext context) {
    AreaRatioCost cost = new AreaRatioCost(surface, MAX_RATIO);
    return grouped(new Segmentation(surface, cost, borderLength).run(1, context));
  }

  /** Merges triangles by the mean squared distance from planes, likewise. */
  public static List<int[]> byMeanDistance(
      MetricSurface surface, double[] borderLength, RunContext context) {
    MeanDistanceCost cost = new MeanDistanceCost(surface, MAX_DISTANCE);
    return grouped(new Segmentation(surface, cost, borderLength).run(1, context));
  }

  /** Returns the triangles of every chart, in ascending order. */
  public static List<int[]> grouped(int[] chart) {
    int count = Arrays.stream(chart).max().orElse(-1) + 1;
    int[] size = new int[count];
    for (int c : chart) {
      size[c]++;
    }
    List<int[]> out = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      out.add(new int[size[c]]);
    }
    int[] next = new int[count];
    for (int t = 0; t < chart.length; t++) {
      out.get(chart[t])[next[chart[t]]++] = t;
    }
    return out;
  }
}
