package dev.sinew.simplify;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A naive version of the static algorithm of Garland and Heckbert: every step prices all edges of a
 * closed mesh again with 4×4 matrices and collapses the cheapest valid one. The reference of the
 * fast implementation.
 */
final class NaiveQuadricSimplifier {
  private final List<double[]> points = new ArrayList<>();
  private final List<double[][]> quadrics = new ArrayList<>();
  private final List<int[]> triangles = new ArrayList<>();

  NaiveQuadricSimplifier(double[] positions, int[] corners, double spread) {
    for (int p = 0; p < positions.length / 3; p++) {
      points.add(new double[] {positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]});
      quadrics.add(new double[4][4]);
    }
    for (int t = 0; t < corners.length; t += 3) {
      int[] triangle = {corners[t], corners[t + 1], corners[t + 2]};
      triangles.add(triangle);
      double[] n = normal(triangle, -1, new double[3]);
      double length = Math.sqrt(dot(n, n));
      double area = length / 2;
      double[] plane = {n[0] / length, n[1] / length, n[2] / length, 0};
      plane[3] = -dot(plane, at(triangle[0]));
      for (int p : triangle) {
        double[][] q = quadrics.get(p);
        double[] x = at(p);
        for (int i = 0; i < 4; i++) {
          for (int j = 0; j < 4; j++) {
            q[i][j] += area * plane[i] * plane[j];
          }
        }
        for (int i = 0; i < 3; i++) {
          q[i][i] += area * spread;
          q[i][3] -= area * spread * x[i];
          q[3][i] -= area * spread * x[i];
          q[3][3] += area * spread * x[i] * x[i];
        }
      }
    }
  }

  int triangleCount() {
    return triangles.size();
  }

  double[] at(int p) {
    return points.get(p);
  }

  /** Applies the cheapest collapse; returns from and into, or an empty array if there is none. */
  int[] step() {
    double best = Double.POSITIVE_INFINITY;
    int[] edge = {};
    double[] position = {};
    for (int[] e : edges()) {
      double[][] q = sum(quadrics.get(e[0]), quadrics.get(e[1]));
      double[] x = solve(q);
      double cost = value(q, x);
      if (cost < best && isAllowed(e[0], e[1], x)) {
        best = cost;
        edge = e;
        position = x;
      }
    }
    if (edge.length == 0) {
      return edge;
    }
    int into = edge[0];
    int from = edge[1];
    quadrics.set(into, sum(quadrics.get(into), quadrics.get(from)));
    points.set(into, position);
    triangles.removeIf(t -> has(t, from) && has(t, into));
    for (int[] t : triangles) {
      for (int i = 0; i < 3; i++) {
        t[i] = t[i] == from ? into : t[i];
      }
    }
    return new int[] {from, into};
  }

  private Set<List<Integer>> seenEdges() {
    Set<List<Integer>> seen = new HashSet<>();
    for (int[] t : triangles) {
      for (int i = 0; i < 3; i++) {
        int a = t[i];
        int b = t[(i + 1) % 3];
        seen.add(List.of(Math.min(a, b), Math.max(a, b)));
      }
    }
    return seen;
  }

  private List<int[]> edges() {
    return seenEdges().stream().map(e -> new int[] {e.get(0), e.get(1)}).toList();
  }

  /** Returns true if the ends have two common neighbours and no triangle rotates too far. */
  private boolean isAllowed(int a, int b, double[] x) {
    Set<Integer> common = neighbours(a);
    common.retainAll(neighbours(b));
    if (common.size() != 2) {
      return false;
    }
    for (int[] t : triangles) {
      if (has(t, a) == has(t, b)) {
        continue;
      }
      double[] before = normal(t, -1, x);
      double[] after = normal(t, has(t, a) ? a : b, x);
      double cosine = dot(before, after) / Math.sqrt(dot(before, before) * dot(after, after));
      if (!(cosine >= 0.2)) {
        return false;
      }
    }
    return true;
  }

  private Set<Integer> neighbours(int p) {
    Set<Integer> out = new HashSet<>();
    for (int[] t : triangles) {
      if (has(t, p)) {
        for (int q : t) {
          out.add(q);
        }
      }
    }
    out.remove(p);
    return out;
  }

  private static boolean has(int[] t, int p) {
    return t[0] == p || t[1] == p || t[2] == p;
  }

  /** Returns the normal of a triangle with one of its points moved. */
  private double[] normal(int[] t, int moved, double[] x) {
    double[] a = t[0] == moved ? x : at(t[0]);
    double[] b = t[1] == moved ? x : at(t[1]);
    double[] c = t[2] == moved ? x : at(t[2]);
    double[] u = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    double[] v = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    return new double[] {
      u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    };
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  private static double[][] sum(double[][] a, double[][] b) {
    double[][] out = new double[4][4];
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        out[i][j] = a[i][j] + b[i][j];
      }
    }
    return out;
  }

  private static double value(double[][] q, double[] x) {
    double[] h = {x[0], x[1], x[2], 1};
    double sum = 0;
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        sum += h[i] * q[i][j] * h[j];
      }
    }
    return sum;
  }

  /** Solves by Cramer's rule. */
  private static double[] solve(double[][] q) {
    double[] x = new double[3];
    double whole = determinant(q, -1);
    for (int i = 0; i < 3; i++) {
      x[i] = determinant(q, i) / whole;
    }
    return x;
  }

  private static double determinant(double[][] q, int replaced) {
    double[][] m = new double[3][3];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        m[r][c] = c == replaced ? -q[r][3] : q[r][c];
      }
    }
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  }
}
