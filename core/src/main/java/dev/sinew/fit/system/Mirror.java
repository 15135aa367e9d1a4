package dev.sinew.fit.system;

import org.jspecify.annotations.Nullable;

/**
 * A plane about which a shape is nearly symmetric: normal to an axis, in the middle of the box. The
 * vertices need not be symmetric themselves; the image of a vertex is the nearest one.
 */
public final class Mirror {
  /** The number of vertices to test the symmetry with. */
  private static final int TESTED = 300;

  /** The largest mean distance between images and vertices, in units of the box. */
  private static final double SYMMETRIC = 0.01;

  private final double[] rest;
  private final int axis;
  private final double middle;

  private Mirror(double[] rest, int axis) {
    this.rest = rest;
    this.axis = axis;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = axis; i < rest.length; i += 3) {
      low = Math.min(low, rest[i]);
      high = Math.max(high, rest[i]);
    }
    middle = (low + high) / 2;
  }

  /**
   * Finds the plane of the best symmetry. Cost: some hundred times the number of vertices.
   *
   * @param rest x, y, z of each vertex in units of the box
   * @return null if there is none
   */
  public static @Nullable Mirror find(double[] rest) {
    Mirror best = null;
    double least = SYMMETRIC;
    for (int axis = 0; axis < 3; axis++) {
      Mirror mirror = new Mirror(rest, axis);
      double distance = mirror.meanDistance();
      if (distance < least) {
        least = distance;
        best = mirror;
      }
    }
    return best;
  }

  private double meanDistance() {
    int vertices = rest.length / 3;
    int step = Math.max(1, vertices / TESTED);
    double sum = 0;
    int count = 0;
    for (int v = 0; v < vertices; v += step) {
      sum += Math.sqrt(squaredDistance(v, image(v)));
      count++;
    }
    return sum / count;
  }

  /** Returns the vertex nearest to the mirror image of a vertex. */
  public int image(int vertex) {
    int nearest = vertex;
    double least = Double.POSITIVE_INFINITY;
    for (int v = 0; v < rest.length / 3; v++) {
      double d = squaredDistance(vertex, v);
      if (d < least) {
        least = d;
        nearest = v;
      }
    }
    return nearest;
  }

  /** Returns the squared distance between the mirror image of a vertex and another vertex. */
  private double squaredDistance(int vertex, int other) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double x = rest[3 * vertex + i];
      double d = (i == axis ? 2 * middle - x : x) - rest[3 * other + i];
      sum += d * d;
    }
    return sum;
  }
}
