package dev.sinew.distance;

import java.util.BitSet;

/**
 * The distances of a character from its reference at samples of the latter that are drawn per
 * triangle with equal chance, over poses. Most samples are where the reference's maker put the
 * triangles, so that small features count.
 */
public final class DetailDistances {
  /** Smaller triangles, in units of the longest box side squared, show nothing and do not count. */
  private static final double SMALLEST = 1e-10;

  private final int[] triangles;
  private final double[] areas;
  private final double[] edges;
  private final double[] squares;
  private final double[] largest;

  /**
   * @param samples on the reference
   * @param rest the reference at rest: x, y, z per vertex; not kept
   * @param corners 3 vertices per triangle; not kept
   * @param poses the distance per sample, for every pose; not kept
   * @param unit the longest box side at rest
   */
  DetailDistances(
      SurfaceSamples samples, float[] rest, int[] corners, float[][] poses, double unit) {
    int count = samples.count();
    triangles = new int[count];
    areas = new double[count];
    edges = new double[count];
    squares = new double[count];
    largest = new double[count];
    double scale = unit > 0 ? 1 / unit : 0;
    for (int i = 0; i < count; i++) {
      triangles[i] = samples.triangle(i);
      areas[i] = scale * scale * SurfaceSamples.area(rest, corners, triangles[i]);
      edges[i] = scale * meanEdge(rest, corners, triangles[i]);
      for (float[] pose : poses) {
        double d = scale * pose[i];
        squares[i] += d * d / poses.length;
        largest[i] = Math.max(largest[i], d);
      }
    }
  }

  private static double meanEdge(float[] rest, int[] corners, int triangle) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      int a = 3 * corners[3 * triangle + c];
      int b = 3 * corners[3 * triangle + (c + 1) % 3];
      double x = rest[b] - (double) rest[a];
      double y = rest[b + 1] - (double) rest[a + 1];
      double z = rest[b + 2] - (double) rest[a + 2];
      sum += Math.sqrt(x * x + y * y + z * z) / 3;
    }
    return sum;
  }

  /**
   * Returns the root mean square over all samples of the distance in units of the mean edge of the
   * sample's triangle.
   */
  public double relativeRms() {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < triangles.length; i++) {
      if (areas[i] > SMALLEST) {
        sum += squares[i] / (edges[i] * edges[i]);
        count++;
      }
    }
    return count == 0 ? 0 : Math.sqrt(sum / count);
  }

  /**
   * Returns the root mean square over the area of some triangles, in units of the longest box side.
   */
  public double rms(BitSet some) {
    double sum = 0;
    double area = 0;
    for (int i = 0; i < triangles.length; i++) {
      if (some.get(triangles[i])) {
        sum += areas[i] * squares[i];
        area += areas[i];
      }
    }
    return area > 0 ? Math.sqrt(sum / area) : 0;
  }

  /** Returns the largest distance of a sample on some triangles, in the same units. */
  public double largest(BitSet some) {
    double max = 0;
    for (int i = 0; i < triangles.length; i++) {
      max = some.get(triangles[i]) ? Math.max(max, largest[i]) : max;
    }
    return max;
  }
}
