package dev.sinew.unwrap.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Triangles with lengths in some metric, their neighbours across edges, and their places in a few
 * poses. Half-edge 3t + k goes from corner k of triangle t to the next one. Half-edges are
 * neighbours where exactly two triangles with the same orientation meet; all other edges are
 * boundaries, so every set of triangles is a manifold.
 *
 * <p>A triangle's shape is its isometric image in the plane with corners (0, 0), (x2, 0) and (x3,
 * y3) (Merry, Marais and Gain, 2006, appendix B).
 */
public final class MetricSurface {
  /** The least height of a triangle's shape, in lengths of its longest edge. */
  private static final double MIN_HEIGHT = 1e-3;

  private final int[] vertices;
  private final int[] twins;
  private final double[] shapes;
  private final List<double[]> positions;
  private final List<double[]> areaVectors = new ArrayList<>();
  private final double[] poseWeights;

  /**
   * Creates a surface.
   *
   * @param vertices three different vertices per triangle
   * @param squaredEdges the squared lengths of edges 01, 12 and 20 of every triangle
   * @param positions per pose, x, y, z of every vertex
   * @param poseWeights the weights of these poses, of sum 1
   */
  public MetricSurface(
      int[] vertices, double[] squaredEdges, List<double[]> positions, double[] poseWeights) {
    this.vertices = vertices;
    this.positions = List.copyOf(positions);
    positions.forEach(pose -> areaVectors.add(areaVectors(vertices, pose)));
    this.poseWeights = poseWeights;
    twins = twins(vertices);
    shapes = shapes(squaredEdges);
  }

  /** Returns a normal as long as the area of every triangle in a pose. */
  private static double[] areaVectors(int[] vertices, double[] at) {
    double[] out = new double[vertices.length];
    for (int t = 0; t < vertices.length; t += 3) {
      int a = 3 * vertices[t], b = 3 * vertices[t + 1], c = 3 * vertices[t + 2];
      double ux = at[b] - at[a], uy = at[b + 1] - at[a + 1], uz = at[b + 2] - at[a + 2];
      double vx = at[c] - at[a], vy = at[c + 1] - at[a + 1], vz = at[c + 2] - at[a + 2];
      out[t] = 0.5 * (uy * vz - uz * vy);
      out[t + 1] = 0.5 * (uz * vx - ux * vz);
      out[t + 2] = 0.5 * (ux * vy - uy * vx);
    }
    return out;
  }

  /** Returns a coordinate of a corner of a triangle in a pose. */
  double position(int pose, int triangle, int corner, int axis) {
    return positions.get(pose)[3 * vertices[3 * triangle + corner] + axis];
  }

  private static int[] twins(int[] vertices) {
    int n = vertices.length;
    long[] keys = new long[n];
    for (int h = 0; h < n; h++) {
      int a = vertices[h];
      int b = vertices[next(h)];
      keys[h] = (long) Math.min(a, b) << 32 | Math.max(a, b);
    }
    int[] order = sortedByKey(keys);
    int[] twins = new int[n];
    Arrays.fill(twins, -1);
    for (int i = 0; i < n; ) {
      int end = i + 1;
      while (end < n && keys[order[end]] == keys[order[i]]) {
        end++;
      }
      if (end == i + 2 && vertices[order[i]] != vertices[order[i + 1]]) {
        twins[order[i]] = order[i + 1];
        twins[order[i + 1]] = order[i];
      }
      i = end;
    }
    return twins;
  }

  /** Returns the indices of keys in ascending order of the keys, equal ones by index. */
  private static int[] sortedByKey(long[] keys) {
    int[] order = new int[keys.length];
    Arrays.setAll(order, i -> i);
    int[] from = order;
    int[] to = new int[keys.length];
    int[] count = new int[(1 << 16) + 1];
    for (int shift = 0; shift < 64; shift += 16) {
      Arrays.fill(count, 0);
      for (long key : keys) {
        count[(int) (key >>> shift & 0xFFFF) + 1]++;
      }
      for (int d = 0; d < 1 << 16; d++) {
        count[d + 1] += count[d];
      }
      for (int i : from) {
        to[count[(int) (keys[i] >>> shift & 0xFFFF)]++] = i;
      }
      int[] swap = from;
      from = to;
      to = swap;
    }
    return from;
  }

  private static double[] shapes(double[] squared) {
    double[] out = new double[squared.length];
    double total = 0;
    for (double s : squared) {
      total += s;
    }
    double least = Math.sqrt(total / Math.max(1, squared.length)) * 1e-6;
    for (int t = 0; t < squared.length / 3; t++) {
      double a = Math.max(Math.sqrt(Math.max(0, squared[3 * t])), least);
      double c = Math.max(0, squared[3 * t + 2]);
      double b = Math.max(0, squared[3 * t + 1]);
      double x = (a * a + c - b) / (2 * a);
      double longest = Math.max(a, Math.sqrt(Math.max(b, c)));
      x = Math.clamp(x, -longest, a + longest);
      out[3 * t] = a;
      out[3 * t + 1] = x;
      out[3 * t + 2] = Math.max(Math.sqrt(Math.max(0, c - x * x)), MIN_HEIGHT * longest);
    }
    return out;
  }

  /** Returns the half-edge after another in its triangle. */
  public static int next(int h) {
    return h % 3 == 2 ? h - 2 : h + 1;
  }

  /** Separates the two triangles at a half-edge, as by a seam. */
  public void cut(int h) {
    if (twins[h] >= 0) {
      twins[twins[h]] = -1;
      twins[h] = -1;
    }
  }

  public int triangleCount() {
    return vertices.length / 3;
  }

  /** Returns the half-edge on the other side, or -1 at a boundary. */
  public int twin(int h) {
    return twins[h];
  }

  /** Returns the length of a triangle's first edge. */
  public double x2(int t) {
    return shapes[3 * t];
  }

  /** Returns the first coordinate of a triangle's third corner. */
  public double x3(int t) {
    return shapes[3 * t + 1];
  }

  /** Returns the second coordinate of a triangle's third corner; positive. */
  public double y3(int t) {
    return shapes[3 * t + 2];
  }

  /** Returns the area of a triangle in the metric; positive. */
  public double area(int t) {
    return 0.5 * shapes[3 * t] * shapes[3 * t + 2];
  }

  /** Returns the length of a half-edge in the metric. */
  public double length(int h) {
    int t = h / 3;
    return switch (h % 3) {
      case 0 -> x2(t);
      case 1 -> Math.hypot(x3(t) - x2(t), y3(t));
      default -> Math.hypot(x3(t), y3(t));
    };
  }

  /** Returns the number of poses with area vectors. */
  public int poseCount() {
    return poseWeights.length;
  }

  public double poseWeight(int pose) {
    return poseWeights[pose];
  }

  /** Returns a component of a triangle's area vector in a pose. */
  public double areaVector(int pose, int t, int axis) {
    return areaVectors.get(pose)[3 * t + axis];
  }

  /** Returns the angle between the two sides of an edge in the first pose; 0 at a boundary. */
  public double bend(int h) {
    if (twins[h] < 0) {
      return 0;
    }
    double[] n = areaVectors.getFirst();
    int a = 3 * (h / 3);
    int b = 3 * (twins[h] / 3);
    double dot = n[a] * n[b] + n[a + 1] * n[b + 1] + n[a + 2] * n[b + 2];
    double size = Math.sqrt(squaredLength(n, a) * squaredLength(n, b));
    return size > 0 ? Math.acos(Math.clamp(dot / size, -1, 1)) : 0;
  }

  private static double squaredLength(double[] n, int at) {
    return n[at] * n[at] + n[at + 1] * n[at + 1] + n[at + 2] * n[at + 2];
  }
}
