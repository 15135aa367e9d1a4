package dev.sinew.unwrap.flat;

import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseSymmetric;
import dev.sinew.unwrap.chart.ChartMesh;

/**
 * Maps a disc into a given boundary with every inner vertex at the mean of its neighbours (Tutte,
 * 1963). Inside a strictly convex boundary no triangle flips, whatever the mesh.
 */
final class ConvexMap {
  private ConvexMap() {}

  /** Maps a disc with its boundary on a circle of the chart's area, spaced by length. */
  static double[] circle(ChartMesh chart) {
    double[] uv = new double[2 * chart.vertexCount()];
    boolean[] fixed = new boolean[chart.vertexCount()];
    int[] boundary = chart.boundary();
    double total = chart.boundaryLength();
    double radius = Math.sqrt(chart.area() / Math.PI);
    double done = 0;
    // Blended with even spacing: very short edges must not vanish.
    for (int i = 0; i < boundary.length; i++) {
      double angle = Math.PI * (done / total + (double) i / boundary.length);
      int v = chart.start(boundary[i]);
      uv[2 * v] = radius * Math.cos(angle);
      uv[2 * v + 1] = radius * Math.sin(angle);
      fixed[v] = true;
      done += chart.length(boundary[i]);
    }
    solve(chart, fixed, uv);
    return uv;
  }

  /** Places every vertex that is not fixed at the mean of its neighbours. */
  static void solve(ChartMesh chart, boolean[] fixed, double[] uv) {
    FreeVertices free = new FreeVertices(fixed);
    if (free.count() == 0) {
      return;
    }
    SparseSymmetric.Builder matrix = SparseSymmetric.builder(free.count());
    double[] u = new double[free.count()];
    double[] w = new double[free.count()];
    for (int t = 0; t < chart.triangleCount(); t++) {
      for (int k = 0; k < 3; k++) {
        int a = chart.vertex(t, k);
        int b = chart.vertex(t, (k + 1) % 3);
        // Every inner edge is visited from both sides, with half its weight.
        if (free.contains(a)) {
          matrix.add(free.row(a), free.row(a), 0.5);
        }
        if (free.contains(b)) {
          matrix.add(free.row(b), free.row(b), 0.5);
        }
        if (free.contains(a) && free.contains(b)) {
          matrix.add(free.row(a), free.row(b), -0.5);
        } else if (free.contains(a)) {
          u[free.row(a)] += 0.5 * uv[2 * b];
          w[free.row(a)] += 0.5 * uv[2 * b + 1];
        } else if (free.contains(b)) {
          u[free.row(b)] += 0.5 * uv[2 * a];
          w[free.row(b)] += 0.5 * uv[2 * a + 1];
        }
      }
    }
    SparseCholesky factor = SparseCholesky.of(matrix.build());
    double[] solvedU = factor.solve(u);
    double[] solvedV = factor.solve(w);
    for (int v = 0; v < fixed.length; v++) {
      if (free.contains(v)) {
        uv[2 * v] = solvedU[free.row(v)];
        uv[2 * v + 1] = solvedV[free.row(v)];
      }
    }
  }
}
