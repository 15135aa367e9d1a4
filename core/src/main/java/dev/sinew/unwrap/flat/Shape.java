package dev.sinew.unwrap.flat;

import dev.sinew.unwrap.chart.ChartMesh;

/** Areas in the plane. */
final class Shape {
  private Shape() {}

  /** Returns twice the signed area of a triangle. */
  static double det(ChartMesh chart, int t, double[] uv) {
    int a = 2 * chart.vertex(t, 0), b = 2 * chart.vertex(t, 1), c = 2 * chart.vertex(t, 2);
    return (uv[b] - uv[a]) * (uv[c + 1] - uv[a + 1]) - (uv[b + 1] - uv[a + 1]) * (uv[c] - uv[a]);
  }

  /**
   * Returns true if no triangle is flipped or nearly without area beside its size on the surface.
   */
  static boolean hasNoFlips(ChartMesh chart, double[] uv) {
    double total = 0;
    for (int t = 0; t < chart.triangleCount(); t++) {
      total += 0.5 * det(chart, t, uv);
    }
    double least = 1e-9 * total / chart.area();
    for (int t = 0; t < chart.triangleCount(); t++) {
      if (!(0.5 * det(chart, t, uv) > least * chart.surface().area(chart.triangle(t)))) {
        return false;
      }
    }
    return true;
  }
}
