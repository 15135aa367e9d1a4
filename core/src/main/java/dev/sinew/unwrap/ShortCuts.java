package dev.sinew.unwrap;

import dev.sinew.unwrap.chart.Charts;
import dev.sinew.unwrap.chart.MetricSurface;
import java.util.List;

/**
 * Takes teeth out of the borders of charts: a triangle with two edges on the border to the same
 * chart moves there if that makes the border shorter. It is an ear of its chart, so what remains is
 * a disc; and the other chart must surround its tip, so that it stays one, too.
 */
final class ShortCuts {
  private static final int MAX_SWEEPS = 20;

  private final MetricSurface surface;
  private final double[] borderLength;
  private final int[] chartOf;
  private final int[] size;

  private ShortCuts(MetricSurface surface, double[] borderLength, int[] chartOf) {
    this.surface = surface;
    this.borderLength = borderLength;
    this.chartOf = chartOf;
    int charts = 0;
    for (int c : chartOf) {
      charts = Math.max(charts, c + 1);
    }
    size = new int[charts];
    for (int c : chartOf) {
      size[c]++;
    }
  }

  /** Returns charts without teeth. */
  static List<int[]> of(MetricSurface surface, double[] borderLength, List<int[]> charts) {
    int[] chartOf = new int[surface.triangleCount()];
    for (int c = 0; c < charts.size(); c++) {
      for (int t : charts.get(c)) {
        chartOf[t] = c;
      }
    }
    new ShortCuts(surface, borderLength, chartOf).run();
    return Charts.grouped(chartOf);
  }

  private void run() {
    boolean changed = true;
    for (int sweep = 0; sweep < MAX_SWEEPS && changed; sweep++) {
      changed = false;
      for (int t = 0; t < chartOf.length; t++) {
        for (int k = 0; k < 3; k++) {
          changed |= move(t, 3 * t + k);
        }
      }
    }
  }

  /** Moves a triangle across the half-edges before and after its corner, if that is allowed. */
  private boolean move(int t, int corner) {
    int out = corner;
    int in = MetricSurface.next(MetricSurface.next(corner));
    int base = MetricSurface.next(corner);
    int own = chartOf[t];
    int other = chartAcross(out);
    if (other < 0 || other == own || chartAcross(in) != other || size[own] < 2) {
      return false;
    }
    if (chartAcross(base) != own
        || borderLength[base] >= borderLength[out] + borderLength[in]
        || !surrounds(other, out, in)) {
      return false;
    }
    chartOf[t] = other;
    size[own]--;
    size[other]++;
    return true;
  }

  private int chartAcross(int h) {
    int twin = surface.twin(h);
    return twin < 0 ? -1 : chartOf[twin / 3];
  }

  /** Returns true if a chart fills all the way around a corner from one half-edge to another. */
  private boolean surrounds(int chart, int out, int in) {
    int h = surface.twin(out);
    // The twin ends at the corner's vertex; the half-edge after it leaves the vertex.
    while (chartOf[h / 3] == chart) {
      int leaving = MetricSurface.next(h);
      if (surface.twin(leaving) < 0) {
        return false;
      }
      h = surface.twin(leaving);
      if (h == in) {
        return true;
      }
    }
    return false;
  }
}
