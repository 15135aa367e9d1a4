package dev.sinew.distance;

import dev.sinew.math.Vec3;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * How much every triangle of a surface is seen from outside: the share of the directions in front
 * of it from which its centre is not hidden. Depth buffers along the axes and diagonals of a cube
 * decide.
 */
public final class Exposure {
  /** The side of a depth buffer in pixels. */
  private static final int SIZE = 192;

  private static final double[][] DIRECTIONS = directions();

  private final double[] positions;
  private final int[] vertices;
  private final Seen how;

  private Exposure(double[] positions, int[] vertices, Seen how) {
    this.positions = positions;
    this.vertices = vertices;
    this.how = how;
  }

  /**
   * What is seen of triangles.
   *
   * @param tolerance a centre may be this far behind the nearest surface, in sides of the view
   * @param isTwoSided whether a triangle is seen from behind too
   * @param isClear whether a triangle hides nothing
   */
  public record Seen(double tolerance, IntPredicate isTwoSided, IntPredicate isClear) {
    /** Opaque triangles that are seen from the front. */
    public static final Seen FRONT = new Seen(0.01, t -> false, t -> false);
  }

  /**
   * Returns a value from 0 to 1 per triangle.
   *
   * @param positions x, y, z per vertex
   * @param vertices three per triangle
   */
  public static double[] of(double[] positions, int[] vertices, Seen how, RunContext context) {
    Exposure exposure = new Exposure(positions, vertices, how);
    int count = vertices.length / 3;
    boolean[][] seen = new boolean[DIRECTIONS.length][];
    boolean[][] facing = new boolean[DIRECTIONS.length][];
    context.run(
        DIRECTIONS.length,
        d -> {
          seen[d] = new boolean[count];
          facing[d] = new boolean[count];
          exposure.look(DIRECTIONS[d], seen[d], facing[d]);
        });
    double[] out = new double[count];
    for (int t = 0; t < count; t++) {
      int before = 0;
      int visible = 0;
      for (int d = 0; d < DIRECTIONS.length; d++) {
        before += facing[d][t] ? 1 : 0;
        visible += seen[d][t] ? 1 : 0;
      }
      out[t] = before == 0 ? 1 : (double) visible / before;
    }
    return out;
  }

  private static double[][] directions() {
    double[][] out = new double[14][];
    int count = 0;
    for (int axis = 0; axis < 3; axis++) {
      for (int sign = -1; sign <= 1; sign += 2) {
        double[] d = new double[3];
        d[axis] = sign;
        out[count++] = d;
      }
    }
    double s = 1 / Math.sqrt(3);
    for (int corner = 0; corner < 8; corner++) {
      out[count++] =
          new double[] {
            (corner & 1) == 0 ? s : -s, (corner & 2) == 0 ? s : -s, (corner & 4) == 0 ? s : -s
          };
    }
    return out;
  }

  private void look(double[] d, boolean[] seen, boolean[] facing) {
    double[] u = Math.abs(d[0]) < 0.9 ? new double[] {1, 0, 0} : new double[] {0, 1, 0};
    double along = Vec3.dot(u, d);
    for (int k = 0; k < 3; k++) {
      u[k] -= along * d[k];
    }
    Vec3.normalise(u);
    double[] v = Vec3.cross(d, u);
    double[] p = project(u, v, d);
    float[] depth = new float[SIZE * SIZE];
    Arrays.fill(depth, Float.NEGATIVE_INFINITY);
    for (int t = 0; t < facing.length; t++) {
      double area = area(p, t);
      facing[t] = area > 0 || (area < 0 && how.isTwoSided.test(t));
      if (!how.isClear.test(t)) {
        cover(p, t, depth);
      }
    }
    for (int t = 0; t < facing.length; t++) {
      int a = 3 * vertices[3 * t], b = 3 * vertices[3 * t + 1], c = 3 * vertices[3 * t + 2];
      int x = pixel((p[a] + p[b] + p[c]) / 3);
      int y = pixel((p[a + 1] + p[b + 1] + p[c + 1]) / 3);
      double z = (p[a + 2] + p[b + 2] + p[c + 2]) / 3;
      seen[t] = facing[t] && z >= depth[y * SIZE + x] - how.tolerance * SIZE;
    }
  }

  private static int pixel(double at) {
    return Math.clamp((int) at, 0, SIZE - 1);
  }

  /** Returns positions in pixels, with the depth towards the viewer. */
  private double[] project(double[] u, double[] v, double[] d) {
    double[] out = new double[positions.length];
    double[] low = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    double[] high = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
    double[][] axes = {u, v, d};
    for (int i : vertices) {
      for (int k = 0; k < 3; k++) {
        double[] axis = axes[k];
        double at =
            positions[3 * i] * axis[0]
                + positions[3 * i + 1] * axis[1]
                + positions[3 * i + 2] * axis[2];
        out[3 * i + k] = at;
        low[k] = Math.min(low[k], at);
        high[k] = Math.max(high[k], at);
      }
    }
    double size = Math.max(high[0] - low[0], high[1] - low[1]);
    double scale = size > 0 ? (SIZE - 1) / size : 0;
    for (int i = 0; i < out.length; i++) {
      out[i] = (out[i] - low[i % 3]) * scale;
    }
    return out;
  }

  private double area(double[] p, int t) {
    int a = 3 * vertices[3 * t], b = 3 * vertices[3 * t + 1], c = 3 * vertices[3 * t + 2];
    return (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a]);
  }

  private void cover(double[] p, int t, float[] depth) {
    int a = 3 * vertices[3 * t], b = 3 * vertices[3 * t + 1], c = 3 * vertices[3 * t + 2];
    double area = area(p, t);
    if (area == 0) {
      return;
    }
    int left = pixel(Math.ceil(Math.min(p[a], Math.min(p[b], p[c])) - 0.5));
    int right = pixel(Math.floor(Math.max(p[a], Math.max(p[b], p[c])) - 0.5));
    int low = pixel(Math.ceil(Math.min(p[a + 1], Math.min(p[b + 1], p[c + 1])) - 0.5));
    int high = pixel(Math.floor(Math.max(p[a + 1], Math.max(p[b + 1], p[c + 1])) - 0.5));
    for (int j = low; j <= high; j++) {
      for (int i = left; i <= right; i++) {
        double x = i + 0.5, y = j + 0.5;
        double wa = ((p[b] - x) * (p[c + 1] - y) - (p[b + 1] - y) * (p[c] - x)) / area;
        double wb = ((p[c] - x) * (p[a + 1] - y) - (p[c + 1] - y) * (p[a] - x)) / area;
        double wc = 1 - wa - wb;
        if (wa >= 0 && wb >= 0 && wc >= 0) {
          float z = (float) (wa * p[a + 2] + wb * p[b + 2] + wc * p[c + 2]);
          depth[j * SIZE + i] = Math.max(depth[j * SIZE + i], z);
        }
      }
    }
  }
}
