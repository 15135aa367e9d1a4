package dev.sinew.unwrap.flat;

import dev.sinew.unwrap.chart.ChartMesh;

/**
 * A chart in the plane: no triangle is flipped, and the boundary does not intersect itself.
 *
 * @param mesh the chart
 * @param uv u, v per vertex, in units of the metric
 * @param squaredStretch the squared L2 stretch in the metric
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record FlatChart(ChartMesh mesh, double[] uv, double squaredStretch) {
  /** Returns the area in the plane. */
  public double area() {
    double sum = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      sum += 0.5 * Shape.det(mesh, t, uv);
    }
    return sum;
  }

  /** Returns the same with coordinates multiplied by a factor. */
  public FlatChart scaled(double factor) {
    double[] out = new double[uv.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = factor * uv[i];
    }
    return new FlatChart(mesh, out, squaredStretch);
  }

  /** Returns the share of its convex hull that the chart fills: how well it can be packed. */
  public double convexity() {
    int[] boundary = mesh.boundary();
    int[] points = new int[boundary.length];
    for (int i = 0; i < points.length; i++) {
      points[i] = mesh.start(boundary[i]);
    }
    return Math.min(1, area() / Hull.area(uv, points));
  }

  /**
   * Returns what the chart costs: the stretch above 1 and the share of its hull that it leaves
   * empty, as areas.
   *
   * @param shapeWeight what an empty hull costs beside stretch
   */
  public double cost(double shapeWeight) {
    return mesh.area() * (squaredStretch - 1 + shapeWeight * (1 / convexity() - 1));
  }
}
