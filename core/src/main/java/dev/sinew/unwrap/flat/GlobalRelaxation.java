package dev.sinew.unwrap.flat;

import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseSymmetric;
import dev.sinew.unwrap.chart.ChartMesh;
import dev.sinew.unwrap.chart.MetricSurface;
import java.util.Arrays;

/**
 * Lowers the stretch of a whole chart at once. A conformal map can be far too large in one place
 * and too small in another, which moves of single vertices mend only slowly. Every step aims at the
 * map that is as rigid as possible (Liu, Zhang, Xu, Gotsman and Gortler, "A Local/Global Approach
 * to Mesh Parameterization", 2008), and goes as far towards it as no triangle flips (Smith and
 * Schaefer, 2015) and the stretch falls. The matrix is factored once.
 */
final class GlobalRelaxation {
  /** The share of the way to the first flip that a step may go. */
  private static final double STEP_SHARE = 0.8;

  private static final int MAX_HALVINGS = 8;

  /** Steps end when one lowers the squared stretch by less than this share. */
  private static final double MIN_GAIN = 1e-4;

  private final ChartMesh chart;
  private final StretchEnergy energy;
  private final SparseCholesky factor;
  private final double[] cotangents;
  private final int n;

  GlobalRelaxation(ChartMesh chart, StretchEnergy energy) {
    this.chart = chart;
    this.energy = energy;
    n = chart.vertexCount();
    cotangents = new double[3 * chart.triangleCount()];
    // Vertex n - 1 is fixed at its place.
    SparseSymmetric.Builder matrix = SparseSymmetric.builder(n - 1);
    for (int t = 0; t < chart.triangleCount(); t++) {
      System.arraycopy(Cotangents.of(chart, t), 0, cotangents, 3 * t, 3);
      for (int k = 0; k < 3; k++) {
        int a = chart.vertex(t, k);
        int b = chart.vertex(t, (k + 1) % 3);
        double w = cotangents[3 * t + k];
        if (a < n - 1) {
          matrix.add(a, a, w);
        }
        if (b < n - 1) {
          matrix.add(b, b, w);
        }
        if (a < n - 1 && b < n - 1) {
          matrix.add(a, b, -w);
        }
      }
    }
    int[] row = new int[n];
    Arrays.setAll(row, v -> v < n - 1 ? v : -1);
    factor = SparseCholesky.of(matrix.build());
  }

  /**
   * Improves a map without flips.
   *
   * @param uv u, v per vertex; scaled to the chart's area and changed
   * @return the squared stretch
   */
  double relax(double[] uv, int steps) {
    StretchEnergy.Sums sums = energy.sums(uv);
    scale(uv, Math.sqrt(chart.area() / sums.area()));
    double best = energy.squared(uv);
    double[] trial = new double[uv.length];
    for (int step = 0; step < steps; step++) {
      double[] aim = rigidAim(uv);
      for (int i = 0; i < aim.length; i++) {
        aim[i] -= uv[i];
      }
      double length = Math.min(1, STEP_SHARE * firstFlip(uv, aim));
      double before = best;
      for (int halving = 0; halving < MAX_HALVINGS; halving++, length *= 0.5) {
        for (int i = 0; i < uv.length; i++) {
          trial[i] = uv[i] + length * aim[i];
        }
        double now = energy.squared(trial);
        if (now < best) {
          best = now;
          System.arraycopy(trial, 0, uv, 0, uv.length);
          break;
        }
      }
      if (!(best < before * (1 - MIN_GAIN))) {
        break;
      }
    }
    return best;
  }

  private static void scale(double[] uv, double by) {
    for (int i = 0; i < uv.length; i++) {
      uv[i] *= by;
    }
  }

  /** Returns the map nearest to all triangles turned as they are in a map. */
  private double[] rigidAim(double[] uv) {
    double[] u = new double[n - 1];
    double[] v = new double[n - 1];
    double lastU = uv[2 * n - 2];
    double lastV = uv[2 * n - 1];
    MetricSurface surface = chart.surface();
    double[] x = new double[6];
    for (int t = 0; t < chart.triangleCount(); t++) {
      int s = chart.triangle(t);
      x[2] = surface.x2(s);
      x[4] = surface.x3(s);
      x[5] = surface.y3(s);
      double c = 0;
      double d = 0;
      for (int k = 0; k < 3; k++) {
        int a = k;
        int b = (k + 1) % 3;
        double w = cotangents[3 * t + k];
        double dx = x[2 * a] - x[2 * b], dy = x[2 * a + 1] - x[2 * b + 1];
        int p = 2 * chart.vertex(t, a), q = 2 * chart.vertex(t, b);
        double ex = uv[p] - uv[q], ey = uv[p + 1] - uv[q + 1];
        c += w * (ex * dx + ey * dy);
        d += w * (ey * dx - ex * dy);
      }
      double size = Math.hypot(c, d);
      if (size > 0) {
        c /= size;
        d /= size;
      } else {
        c = 1;
      }
      for (int k = 0; k < 3; k++) {
        int a = chart.vertex(t, k);
        int b = chart.vertex(t, (k + 1) % 3);
        double w = cotangents[3 * t + k];
        double dx = x[2 * k] - x[2 * ((k + 1) % 3)];
        double dy = x[2 * k + 1] - x[2 * ((k + 1) % 3) + 1];
        double rx = w * (c * dx - d * dy);
        double ry = w * (d * dx + c * dy);
        if (a < n - 1) {
          u[a] += rx + (b == n - 1 ? w * lastU : 0);
          v[a] += ry + (b == n - 1 ? w * lastV : 0);
        }
        if (b < n - 1) {
          u[b] += -rx + (a == n - 1 ? w * lastU : 0);
          v[b] += -ry + (a == n - 1 ? w * lastV : 0);
        }
      }
    }
    double[] solvedU = factor.solve(u);
    double[] solvedV = factor.solve(v);
    double[] out = new double[uv.length];
    for (int i = 0; i < n - 1; i++) {
      out[2 * i] = solvedU[i];
      out[2 * i + 1] = solvedV[i];
    }
    out[2 * n - 2] = lastU;
    out[2 * n - 1] = lastV;
    return out;
  }

  /** Returns how far along a direction the first triangle loses its area. */
  private double firstFlip(double[] uv, double[] way) {
    double first = Double.POSITIVE_INFINITY;
    for (int t = 0; t < chart.triangleCount(); t++) {
      int a = 2 * chart.vertex(t, 0), b = 2 * chart.vertex(t, 1), c = 2 * chart.vertex(t, 2);
      double ex = uv[b] - uv[a], ey = uv[b + 1] - uv[a + 1];
      double fx = uv[c] - uv[a], fy = uv[c + 1] - uv[a + 1];
      double gx = way[b] - way[a], gy = way[b + 1] - way[a + 1];
      double hx = way[c] - way[a], hy = way[c + 1] - way[a + 1];
      first =
          Math.min(
              first,
              firstRoot(
                  gx * hy - gy * hx, ex * hy - ey * hx + gx * fy - gy * fx, ex * fy - ey * fx));
    }
    return first;
  }

  /** Returns the least positive root of a t² + b t + c with c above 0; infinite without one. */
  private static double firstRoot(double a, double b, double c) {
    double discriminant = b * b - 4 * a * c;
    if (discriminant < 0) {
      return Double.POSITIVE_INFINITY;
    }
    double q = -0.5 * (b + Math.copySign(Math.sqrt(discriminant), b));
    double r = q == 0 ? Double.POSITIVE_INFINITY : c / q;
    double s = a == 0 ? Double.POSITIVE_INFINITY : q / a;
    r = r > 0 ? r : Double.POSITIVE_INFINITY;
    s = s > 0 ? s : Double.POSITIVE_INFINITY;
    return Math.min(r, s);
  }
}
