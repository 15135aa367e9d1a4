package dev.sinew.unwrap.flat;

import java.util.Arrays;

/** The area of the convex hull of points in the plane (Andrew's monotone chain). */
final class Hull {
  private Hull() {}

  /**
   * Returns the area of the hull of some points.
   *
   * @param uv u, v per point
   * @param points the indices of the points
   */
  static double area(double[] uv, int[] points) {
    Integer[] order = Arrays.stream(points).boxed().toArray(Integer[]::new);
    Arrays.sort(
        order,
        (a, b) -> {
          int x = Double.compare(uv[2 * a], uv[2 * b]);
          return x != 0 ? x : Double.compare(uv[2 * a + 1], uv[2 * b + 1]);
        });
    int n = order.length;
    int[] hull = new int[2 * n];
    int count = 0;
    for (int pass = 0; pass < 2; pass++) {
      int least = count + 1;
      for (int i = 0; i < n; i++) {
        int p = order[pass == 0 ? i : n - 1 - i];
        while (count > least && turn(uv, hull[count - 2], hull[count - 1], p) <= 0) {
          count--;
        }
        hull[count++] = p;
      }
      count--;
    }
    double twice = 0;
    for (int i = 0; i < count; i++) {
      int a = 2 * hull[i];
      int b = 2 * hull[(i + 1) % count];
      twice += uv[a] * uv[b + 1] - uv[b] * uv[a + 1];
    }
    return 0.5 * twice;
  }

  private static double turn(double[] uv, int a, int b, int c) {
    return (uv[2 * b] - uv[2 * a]) * (uv[2 * c + 1] - uv[2 * a + 1])
        - (uv[2 * b + 1] - uv[2 * a + 1]) * (uv[2 * c] - uv[2 * a]);
  }
}
