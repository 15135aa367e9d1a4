package dev.sinew.unwrap.flat;

import dev.sinew.unwrap.chart.ChartMesh;

/**
 * Lowers the L2 stretch by moves of single vertices (Merry's thesis, 2007, section 5.3.1; Sander
 * and others, 2001), with Newton steps in two variables instead of line searches along random
 * directions. The energy of a triangle grows without limit as it loses its area, so no move flips
 * one.
 *
 * <p>The squared stretch is energy · area. Its logarithm is lowered: the gradients of both factors
 * count in relation to their values at the start of a sweep.
 */
final class VertexRelaxation {
  private static final int MAX_HALVINGS = 6;

  /** Sweeps end when one lowers the squared stretch by less than this share. */
  private static final double MIN_GAIN = 2e-5;

  private final ChartMesh chart;
  private final StretchEnergy energy;
  private final int[] start;
  private final int[] corners;

  // The local sums at a vertex: gradient and Hessian.
  private double gx;
  private double gy;
  private double hxx;
  private double hxy;
  private double hyy;

  VertexRelaxation(ChartMesh chart, StretchEnergy energy) {
    this.chart = chart;
    this.energy = energy;
    start = new int[chart.vertexCount() + 1];
    for (int c = 0; c < 3 * chart.triangleCount(); c++) {
      start[chart.start(c) + 1]++;
    }
    for (int v = 0; v < chart.vertexCount(); v++) {
      start[v + 1] += start[v];
    }
    corners = new int[3 * chart.triangleCount()];
    int[] next = start.clone();
    for (int c = 0; c < corners.length; c++) {
      corners[next[chart.start(c)]++] = c;
    }
  }

  /**
   * Improves a map without flips.
   *
   * @param fixed vertices that stay
   * @return the squared stretch
   */
  double relax(double[] uv, boolean[] fixed, int sweeps) {
    StretchEnergy.Sums sums = energy.sums(uv);
    double best = energy.squared(sums);
    for (int sweep = 0; sweep < sweeps; sweep++) {
      for (int v = 0; v < chart.vertexCount(); v++) {
        if (!fixed[v]) {
          move(v, uv, 1 / sums.energy(), 1 / sums.area());
        }
      }
      sums = energy.sums(uv);
      double now = energy.squared(sums);
      boolean done = !(now < best * (1 - MIN_GAIN));
      best = now;
      if (done) {
        break;
      }
    }
    return best;
  }

  private void move(int v, double[] uv, double perEnergy, double perArea) {
    double value = differentiate(v, uv, perEnergy, perArea);
    double det = hxx * hyy - hxy * hxy;
    double dx;
    double dy;
    if (hxx > 0 && det > 1e-12 * hxx * hyy) {
      dx = -(hyy * gx - hxy * gy) / det;
      dy = -(hxx * gy - hxy * gx) / det;
    } else {
      double size = Math.abs(hxx) + Math.abs(hyy) + Math.abs(hxy);
      dx = -gx / size;
      dy = -gy / size;
    }
    double x = uv[2 * v];
    double y = uv[2 * v + 1];
    for (int halving = 0; halving < MAX_HALVINGS; halving++, dx *= 0.5, dy *= 0.5) {
      uv[2 * v] = x + dx;
      uv[2 * v + 1] = y + dy;
      if (value(v, uv, perEnergy, perArea) < value) {
        return;
      }
    }
    uv[2 * v] = x;
    uv[2 * v + 1] = y;
  }

  private double value(int v, double[] uv, double perEnergy, double perArea) {
    double sum = 0;
    for (int i = start[v]; i < start[v + 1]; i++) {
      int t = corners[i] / 3;
      sum += perEnergy * energy.energy(t, uv) + 0.5 * perArea * Shape.det(chart, t, uv);
    }
    return sum;
  }

  /** Computes the gradient and the Hessian of {@link #value} and returns it. */
  private double differentiate(int v, double[] uv, double perEnergy, double perArea) {
    gx = 0;
    gy = 0;
    hxx = 0;
    hxy = 0;
    hyy = 0;
    double sum = 0;
    for (int i = start[v]; i < start[v + 1]; i++) {
      int t = corners[i] / 3;
      int k = corners[i] % 3;
      int b = 2 * chart.vertex(t, (k + 1) % 3), c = 2 * chart.vertex(t, (k + 2) % 3);
      double ex = uv[b] - uv[2 * v], ey = uv[b + 1] - uv[2 * v + 1];
      double fx = uv[c] - uv[2 * v], fy = uv[c + 1] - uv[2 * v + 1];
      double det = ex * fy - ey * fx;
      double detX = uv[b + 1] - uv[c + 1];
      double detY = uv[c] - uv[b];
      // The inner products of the edges from this corner.
      double g23 = energy.inner(t, k);
      double g22 = energy.opposite(t, (k + 2) % 3);
      double g33 = energy.opposite(t, (k + 1) % 3);
      double n =
          g22 * (fx * fx + fy * fy) - 2 * g23 * (ex * fx + ey * fy) + g33 * (ex * ex + ey * ey);
      double nx = -2 * g22 * fx + 2 * g23 * (ex + fx) - 2 * g33 * ex;
      double ny = -2 * g22 * fy + 2 * g23 * (ey + fy) - 2 * g33 * ey;
      double nn = 2 * energy.opposite(t, k);
      double w = 0.5 * perEnergy * energy.area(t) / (det * det);
      double r = 1 / det;
      gx += w * (nx - 2 * n * detX * r) + 0.5 * perArea * detX;
      gy += w * (ny - 2 * n * detY * r) + 0.5 * perArea * detY;
      hxx += w * (nn - 4 * nx * detX * r + 6 * n * detX * detX * r * r);
      hyy += w * (nn - 4 * ny * detY * r + 6 * n * detY * detY * r * r);
      hxy += w * (-2 * (nx * detY + ny * detX) * r + 6 * n * detX * detY * r * r);
      sum += w * n + 0.5 * perArea * det;
    }
    return sum;
  }
}
