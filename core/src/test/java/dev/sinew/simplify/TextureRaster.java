package dev.sinew.simplify;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The texels that the triangles of a mesh cover, by group, and the points of the surface that they
 * show at rest. A texel whose centre is within a fiftieth of a texel of an edge is uncertain:
 * covered, but not missed elsewhere.
 */
final class TextureRaster {
  private static final double EDGE = 0.02;

  private final int texels;

  /** The points by texel, x, y, z and 1 if its centre is well within a triangle. */
  private final Map<Long, List<double[]>> points = new HashMap<>();

  /** Rasterises a set of texture coordinates. */
  TextureRaster(TriMesh mesh, String set, int texels) {
    this.texels = texels;
    MeshAttribute uv = mesh.attribute(set).orElseThrow();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] x = new double[3];
      double[] y = new double[3];
      for (int c = 0; c < 3; c++) {
        x[c] = uv.value(mesh.wedge(t, c), 0) * texels - 0.5;
        y[c] = uv.value(mesh.wedge(t, c), 1) * texels - 0.5;
      }
      cover(mesh, t, x, y);
    }
  }

  private void cover(TriMesh mesh, int t, double[] x, double[] y) {
    double whole = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (whole == 0) {
      return;
    }
    int left = (int) Math.floor(Math.min(x[0], Math.min(x[1], x[2])));
    int right = (int) Math.ceil(Math.max(x[0], Math.max(x[1], x[2])));
    int low = (int) Math.floor(Math.min(y[0], Math.min(y[1], y[2])));
    int high = (int) Math.ceil(Math.max(y[0], Math.max(y[1], y[2])));
    for (int j = low; j <= high; j++) {
      for (int i = left; i <= right; i++) {
        double[] point = new double[4];
        double inside = Double.POSITIVE_INFINITY;
        for (int c = 0; c < 3; c++) {
          int d = (c + 1) % 3;
          int e = (c + 2) % 3;
          double area = (x[e] - x[d]) * (j - y[d]) - (y[e] - y[d]) * (i - x[d]);
          double distance = area * Math.signum(whole) / Math.hypot(x[e] - x[d], y[e] - y[d]);
          inside = Math.min(inside, distance);
          for (int axis = 0; axis < 3; axis++) {
            point[axis] += area / whole * mesh.position(mesh.vertex(t, c), axis);
          }
        }
        if (inside >= -EDGE) {
          point[3] = inside > EDGE ? 1 : 0;
          long key = ((long) mesh.group(t) * texels * 8 + j + texels) * texels * 8 + i + texels;
          points.computeIfAbsent(key, any -> new ArrayList<>()).add(point);
        }
      }
    }
  }

  private static boolean isCertain(List<double[]> texel) {
    return texel.stream().anyMatch(point -> point[3] == 1);
  }

  /** Returns the number of covered texels. */
  long covered() {
    return points.values().stream().filter(TextureRaster::isCertain).count();
  }

  /** Returns the number of texels that are covered here and not there. */
  long notIn(TextureRaster other) {
    return points.entrySet().stream()
        .filter(entry -> isCertain(entry.getValue()) && !other.points.containsKey(entry.getKey()))
        .count();
  }

  /** Returns the largest distance of what a texel shows here from what it shows there. */
  double farthestFrom(TextureRaster other) {
    double farthest = 0;
    for (Map.Entry<Long, List<double[]>> entry : points.entrySet()) {
      List<double[]> there = other.points.getOrDefault(entry.getKey(), List.of());
      for (double[] point : entry.getValue()) {
        farthest =
            Math.max(
                farthest, there.stream().mapToDouble(one -> distance(one, point)).min().orElse(0));
      }
    }
    return farthest;
  }

  private static double distance(double[] a, double[] b) {
    return Math.sqrt(
        Math.pow(a[0] - b[0], 2) + Math.pow(a[1] - b[1], 2) + Math.pow(a[2] - b[2], 2));
  }
}
