package dev.sinew.simplify;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.simplify.collapse.Collapse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Applies collapses to plain lists and maps and counts flipped triangles over all poses. */
final class FlipOracle {
  private final List<double[]> matrices;
  private final List<int[]> triangles = new ArrayList<>();
  private final List<double[]> rest = new ArrayList<>();
  private final List<Map<Integer, Double>> weights = new ArrayList<>();

  FlipOracle(JoinedCharacter joined, List<double[]> matrices) {
    this.matrices = matrices;
    Influences influences = joined.influences();
    for (int p = 0; p < joined.mesh().vertexCount(); p++) {
      rest.add(
          new double[] {
            joined.mesh().position(p, 0), joined.mesh().position(p, 1), joined.mesh().position(p, 2)
          });
      Map<Integer, Double> row = new HashMap<>();
      for (int i = 0; i < influences.count(p); i++) {
        row.put(influences.joint(p, i), influences.weight(p, i));
      }
      weights.add(row);
    }
    int[] corners = joined.mesh().triangles();
    for (int t = 0; t < corners.length; t += 3) {
      triangles.add(new int[] {corners[t], corners[t + 1], corners[t + 2]});
    }
  }

  /** Applies a collapse; returns the number of triangles it rotates by 90 degrees or more. */
  int flipsIn(Collapse one) {
    List<int[]> moved = new ArrayList<>();
    for (int[] t : triangles) {
      boolean from = has(t, one.from());
      boolean into = has(t, one.into());
      if (from != into) {
        moved.add(t);
      }
    }
    List<List<double[]>> before = moved.stream().map(this::normals).toList();
    apply(one);
    int flips = 0;
    for (int i = 0; i < moved.size(); i++) {
      List<double[]> after = normals(moved.get(i));
      for (int k = 0; k < after.size(); k++) {
        double[] a = before.get(i).get(k);
        double[] b = after.get(k);
        flips += a[0] * b[0] + a[1] * b[1] + a[2] * b[2] <= 0 ? 1 : 0;
      }
    }
    return flips;
  }

  private void apply(Collapse one) {
    triangles.removeIf(t -> has(t, one.from()) && has(t, one.into()));
    for (int[] t : triangles) {
      for (int i = 0; i < 3; i++) {
        t[i] = t[i] == one.from() ? one.into() : t[i];
      }
    }
    Map<Integer, Double> blended = new HashMap<>();
    weights
        .get(one.into())
        .forEach((j, w) -> blended.merge(j, (1 - one.weightShare()) * w, Double::sum));
    weights.get(one.from()).forEach((j, w) -> blended.merge(j, one.weightShare() * w, Double::sum));
    weights.set(one.into(), blended);
    rest.set(one.into(), new double[] {one.x(), one.y(), one.z()});
  }

  private static boolean has(int[] t, int p) {
    return t[0] == p || t[1] == p || t[2] == p;
  }

  private List<double[]> normals(int[] t) {
    List<double[]> out = new ArrayList<>();
    for (double[] pose : matrices) {
      double[] a = at(t[0], pose);
      double[] b = at(t[1], pose);
      double[] c = at(t[2], pose);
      double[] u = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
      double[] v = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
      out.add(
          new double[] {
            u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
          });
    }
    return out;
  }

  private double[] at(int p, double[] pose) {
    double[] sum = new double[3];
    double[] one = new double[3];
    weights
        .get(p)
        .forEach(
            (j, w) -> {
              Affine.transformPoint(pose, Affine.SIZE * j, rest.get(p), 0, one, 0);
              for (int i = 0; i < 3; i++) {
                sum[i] += w * one[i];
              }
            });
    return sum;
  }
}
