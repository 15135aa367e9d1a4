package dev.sinew.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the sphere of {@link MeshSuite#icosphere}. */
final class Icosphere {
  private Icosphere() {}

  /** Returns a unit sphere: an icosahedron whose triangles are split into four, repeatedly. */
  static RawMesh of(int level) {
    double g = (1 + Math.sqrt(5)) / 2;
    List<double[]> points = new ArrayList<>();
    for (int axis = 0; axis < 3; axis++) {
      for (int sign = 0; sign < 4; sign++) {
        double[] p = new double[3];
        p[axis] = (sign & 1) == 0 ? 1 : -1;
        p[(axis + 1) % 3] = (sign & 2) == 0 ? g : -g;
        points.add(unit(p));
      }
    }
    List<int[]> faces = convexFaces(points);
    for (int l = 0; l < level; l++) {
      faces = splitInFour(points, faces);
    }
    double[] positions = new double[3 * points.size()];
    for (int v = 0; v < points.size(); v++) {
      System.arraycopy(points.get(v), 0, positions, 3 * v, 3);
    }
    int[] triangles = new int[3 * faces.size()];
    for (int t = 0; t < faces.size(); t++) {
      System.arraycopy(faces.get(t), 0, triangles, 3 * t, 3);
    }
    return new RawMesh("icosphere " + level, positions, triangles);
  }

  /** Returns the triangles of the convex hull, facing outwards: those with all points behind. */
  private static List<int[]> convexFaces(List<double[]> points) {
    List<int[]> faces = new ArrayList<>();
    int n = points.size();
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++) {
        for (int c = a + 1; c < n; c++) {
          if (b != c && allBehind(points, a, b, c)) {
            faces.add(new int[] {a, b, c});
          }
        }
      }
    }
    return faces;
  }

  private static boolean allBehind(List<double[]> points, int a, int b, int c) {
    double[] o = points.get(a);
    double[] u = minus(points.get(b), o);
    double[] v = minus(points.get(c), o);
    double[] normal = {
      u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    };
    for (double[] p : points) {
      double[] d = minus(p, o);
      if (d[0] * normal[0] + d[1] * normal[1] + d[2] * normal[2] > 1e-9) {
        return false;
      }
    }
    return true;
  }

  private static List<int[]> splitInFour(List<double[]> points, List<int[]> faces) {
    Map<Long, Integer> middles = new HashMap<>();
    List<int[]> out = new ArrayList<>();
    for (int[] f : faces) {
      int ab = middle(points, middles, f[0], f[1]);
      int bc = middle(points, middles, f[1], f[2]);
      int ca = middle(points, middles, f[2], f[0]);
      out.add(new int[] {f[0], ab, ca});
      out.add(new int[] {f[1], bc, ab});
      out.add(new int[] {f[2], ca, bc});
      out.add(new int[] {ab, bc, ca});
    }
    return out;
  }

  private static int middle(List<double[]> points, Map<Long, Integer> middles, int a, int b) {
    long key = (long) Math.min(a, b) << 32 | Math.max(a, b);
    Integer known = middles.get(key);
    if (known != null) {
      return known;
    }
    double[] p = points.get(a);
    double[] q = points.get(b);
    points.add(unit(new double[] {p[0] + q[0], p[1] + q[1], p[2] + q[2]}));
    middles.put(key, points.size() - 1);
    return points.size() - 1;
  }

  private static double[] minus(double[] p, double[] q) {
    return new double[] {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
  }

  private static double[] unit(double[] p) {
    double length = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    return new double[] {p[0] / length, p[1] / length, p[2] / length};
  }
}
