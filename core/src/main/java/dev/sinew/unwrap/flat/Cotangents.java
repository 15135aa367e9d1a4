package dev.sinew.unwrap.flat;

import dev.sinew.unwrap.chart.ChartMesh;
import dev.sinew.unwrap.chart.MetricSurface;

/** Half cotangents of a triangle's angles in the metric. */
final class Cotangents {
  private Cotangents() {}

  /** Returns half the cotangent of the angle opposite to edges 01, 12 and 20. */
  static double[] of(ChartMesh chart, int t) {
    MetricSurface surface = chart.surface();
    int s = chart.triangle(t);
    double x2 = surface.x2(s), x3 = surface.x3(s), y3 = surface.y3(s);
    double twiceArea = x2 * y3;
    return new double[] {
      0.5 * ((0 - x3) * (x2 - x3) + y3 * y3) / twiceArea, // at corner 2
      0.5 * x2 * x3 / twiceArea, // at corner 0
      0.5 * (x2 * (x2 - x3)) / twiceArea // at corner 1
    };
  }
}
