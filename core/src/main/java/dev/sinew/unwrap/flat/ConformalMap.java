package dev.sinew.unwrap.flat;

import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseSymmetric;
import dev.sinew.unwrap.chart.ChartMesh;

/**
 * Least squares conformal maps (Lévy, Petitjean, Ray and Maillot, 2002) of a chart with the shapes
 * of its triangles in any metric. The energy is the Dirichlet energy of u and v minus the area
 * (Desbrun, Meyer and Alliez, 2002, show that both are the same): a cotangent matrix per
 * coordinate, coupled along the boundary. Fixed vertices determine position, scale and rotation.
 */
final class ConformalMap {
  private ConformalMap() {}

  /**
   * Flattens a disc with two boundary vertices fixed, far apart.
   *
   * @return u, v per vertex
   */
  static double[] free(ChartMesh chart) {
    double[] uv = new double[2 * chart.vertexCount()];
    boolean[] fixed = new boolean[chart.vertexCount()];
    int[] boundary = chart.boundary();
    double total = chart.boundaryLength();
    int a = chart.start(boundary[0]);
    double done = 0;
    int i = 0;
    while (i < boundary.length - 1 && (i == 0 || done < 0.5 * total)) {
      done += chart.length(boundary[i++]);
    }
    int b = chart.start(boundary[i]);
    fixed[a] = true;
    fixed[b] = true;
    uv[2 * b] = 0.5 * total;
    solve(chart, fixed, uv);
    return uv;
  }

  /**
   * Solves for the vertices that are not fixed.
   *
   * @param uv u, v per vertex, those of fixed vertices given
   */
  static void solve(ChartMesh chart, boolean[] fixed, double[] uv) {
    FreeVertices free = new FreeVertices(fixed);
    if (free.count() == 0) {
      return;
    }
    double[] right = new double[2 * free.count()];
    Equations equations = new Equations(free, uv, SparseSymmetric.builder(2 * free.count()), right);
    for (int t = 0; t < chart.triangleCount(); t++) {
      double[] cot = Cotangents.of(chart, t);
      for (int k = 0; k < 3; k++) {
        int a = chart.vertex(t, k);
        int b = chart.vertex(t, (k + 1) % 3);
        double w = cot[k];
        for (int c = 0; c < 2; c++) {
          equations.couple(a, c, a, c, w);
          equations.couple(b, c, b, c, w);
          equations.couple(a, c, b, c, -w);
        }
      }
    }
    // Twice the area, Σ (u_a v_b − u_b v_a) along the boundary; every entry counts with its mirror.
    for (int[] loop : chart.loops()) {
      for (int h : loop) {
        int a = chart.start(h);
        int b = chart.end(h);
        equations.couple(a, 0, b, 1, -0.5);
        equations.couple(b, 0, a, 1, 0.5);
      }
    }
    double[] solved = SparseCholesky.of(equations.matrix.build()).solve(right);
    for (int v = 0; v < fixed.length; v++) {
      if (free.contains(v)) {
        uv[2 * v] = solved[2 * free.row(v)];
        uv[2 * v + 1] = solved[2 * free.row(v) + 1];
      }
    }
  }

  /**
   * The linear system for the free vertices.
   *
   * @param uv u, v per vertex, those of fixed vertices given
   */
  @SuppressWarnings("ArrayRecordComponent") // Filled in place, never compared.
  private record Equations(
      FreeVertices free, double[] uv, SparseSymmetric.Builder matrix, double[] right) {
    /**
     * Adds an entry between coordinate c of a and d of b; known coordinates go to the right side.
     */
    void couple(int a, int c, int b, int d, double value) {
      if (free.contains(a) && free.contains(b)) {
        matrix.add(2 * free.row(a) + c, 2 * free.row(b) + d, value);
      } else if (free.contains(a)) {
        right[2 * free.row(a) + c] -= value * uv[2 * b + d];
      } else if (free.contains(b)) {
        right[2 * free.row(b) + d] -= value * uv[2 * a + c];
      }
    }
  }
}
