package dev.sinew.unwrap.flat;

import dev.sinew.unwrap.chart.ChartMesh;
import dev.sinew.unwrap.chart.MetricSurface;

/**
 * The squared L2 stretch of a chart (Sander, Snyder, Gortler and Hoppe, 2001; Merry's thesis, 2007,
 * equations 5.6 to 5.8): the mean of (σ₁² + σ₂²) / 2 over the surface, times the ratio of the areas
 * in the plane and on the surface, so that scale has no effect. 1 is isometric.
 *
 * <p>With edges e₂, e₃ of a triangle in the plane and the inner products g of its edges in the
 * metric, σ₁² + σ₂² = (g₂₂ |e₃|² − 2 g₂₃ e₂·e₃ + g₃₃ |e₂|²) / det(e₂, e₃)²: the 3×3 Gram matrix of
 * the corners, which is precomputed, is all that the metric contributes.
 */
final class StretchEnergy {
  private final ChartMesh chart;
  private final double[] gram;
  private final double surfaceArea;

  StretchEnergy(ChartMesh chart) {
    this.chart = chart;
    gram = new double[3 * chart.triangleCount()];
    MetricSurface surface = chart.surface();
    for (int t = 0; t < chart.triangleCount(); t++) {
      int s = chart.triangle(t);
      double x2 = surface.x2(s), x3 = surface.x3(s), y3 = surface.y3(s);
      gram[3 * t] = x2 * x2;
      gram[3 * t + 1] = x2 * x3;
      gram[3 * t + 2] = x3 * x3 + y3 * y3;
    }
    surfaceArea = chart.area();
  }

  /**
   * Sums over a chart.
   *
   * @param energy the integral of (σ₁² + σ₂²) / 2 over the surface; infinite with a flip
   * @param area the area in the plane
   */
  record Sums(double energy, double area) {}

  /** Returns the sums of a map. */
  Sums sums(double[] uv) {
    double energy = 0;
    double area = 0;
    for (int t = 0; t < chart.triangleCount(); t++) {
      energy += energy(t, uv);
      area += 0.5 * Shape.det(chart, t, uv);
    }
    return new Sums(energy, area);
  }

  /** Returns the squared stretch of a map; infinite if a triangle is flipped or has no area. */
  double squared(double[] uv) {
    Sums sums = sums(uv);
    return squared(sums);
  }

  /**
   * Returns the squared stretch of a map that may have flips, whose orientation does not count;
   * infinite if a triangle has no area.
   */
  double squaredUnsigned(double[] uv) {
    double energy = 0;
    double area = 0;
    for (int t = 0; t < chart.triangleCount(); t++) {
      double det = Math.abs(Shape.det(chart, t, uv));
      energy += det > 0 ? energy(t, uv, det) : Double.POSITIVE_INFINITY;
      area += 0.5 * det;
    }
    return squared(new Sums(energy, area));
  }

  double squared(Sums sums) {
    return sums.energy * sums.area / (surfaceArea * surfaceArea);
  }

  /** Returns a triangle's part of the energy; infinite if it is flipped or has no area. */
  double energy(int t, double[] uv) {
    double det = Shape.det(chart, t, uv);
    return det > 0 ? energy(t, uv, det) : Double.POSITIVE_INFINITY;
  }

  private double energy(int t, double[] uv, double det) {
    int a = 2 * chart.vertex(t, 0), b = 2 * chart.vertex(t, 1), c = 2 * chart.vertex(t, 2);
    double ex = uv[b] - uv[a], ey = uv[b + 1] - uv[a + 1];
    double fx = uv[c] - uv[a], fy = uv[c + 1] - uv[a + 1];
    double numerator =
        gram[3 * t] * (fx * fx + fy * fy)
            - 2 * gram[3 * t + 1] * (ex * fx + ey * fy)
            + gram[3 * t + 2] * (ex * ex + ey * ey);
    return 0.5 * area(t) * numerator / (det * det);
  }

  /** Returns the squared length of the edge from the corner after {@code k} to the next one. */
  double opposite(int t, int k) {
    double g22 = gram[3 * t], g23 = gram[3 * t + 1], g33 = gram[3 * t + 2];
    return k == 0 ? g22 - 2 * g23 + g33 : k == 1 ? g33 : g22;
  }

  /** Returns the inner product of the edges from corner k to the two others. */
  double inner(int t, int k) {
    double g22 = gram[3 * t], g23 = gram[3 * t + 1], g33 = gram[3 * t + 2];
    return k == 0 ? g23 : k == 1 ? g22 - g23 : g33 - g23;
  }

  /** Returns the area of a triangle in the metric. */
  double area(int t) {
    return chart.surface().area(chart.triangle(t));
  }
}
