package dev.sinew.shade;

import java.util.Arrays;

/**
 * Some rows of samples of a texture with the triangle that each shows. Samples just outside a
 * triangle get its closest point, since filtering reads them.
 */
final class TexelBand {
  /** Stands for a sample that shows no triangle. */
  static final int NOTHING = -1;

  private final int width;
  private final int firstRow;
  private final int rows;
  private final double margin;
  private final int[] triangle;
  private final float[] second;
  private final float[] third;
  private final float[] squaredDistance;
  private final double[] closest = new double[4];

  /**
   * @param width samples per row
   * @param margin how far outside a triangle samples still show it, in samples
   */
  TexelBand(int width, int firstRow, int rows, double margin) {
    this.width = width;
    this.firstRow = firstRow;
    this.rows = rows;
    this.margin = margin;
    triangle = new int[width * rows];
    second = new float[width * rows];
    third = new float[width * rows];
    squaredDistance = new float[width * rows];
    Arrays.fill(triangle, NOTHING);
    Arrays.fill(squaredDistance, (float) (margin * margin));
  }

  /** Returns the triangle that a sample shows, or {@link #NOTHING}. */
  int triangle(int column, int row) {
    return triangle[at(column, row)];
  }

  /** Returns true if a sample is inside its triangle. */
  boolean isInside(int column, int row) {
    return squaredDistance[at(column, row)] == 0;
  }

  /** Writes the barycentric coordinates of a sample in its triangle. */
  void copyWeights(int column, int row, double[] out) {
    int i = at(column, row);
    out[0] = 1.0 - second[i] - third[i];
    out[1] = second[i];
    out[2] = third[i];
  }

  private int at(int column, int row) {
    return (row - firstRow) * width + column;
  }

  /**
   * Adds a triangle; where several are inside or equally close, the first counts.
   *
   * @param xy coordinates of the corners in samples
   */
  void add(int t, double[] xy) {
    int left = clamp(Math.ceil(least(xy, 0) - margin), 0, width - 1);
    int right = clamp(Math.floor(most(xy, 0) + margin), 0, width - 1);
    int low = clamp(Math.ceil(least(xy, 1) - margin), firstRow, firstRow + rows - 1);
    int high = clamp(Math.floor(most(xy, 1) + margin), firstRow, firstRow + rows - 1);
    if (!(least(xy, 1) - margin <= high && most(xy, 1) + margin >= low)) {
      return;
    }
    for (int row = low; row <= high; row++) {
      for (int column = left; column <= right; column++) {
        int i = at(column, row);
        if (squaredDistance[i] > 0) {
          findClosest(xy, column, row);
          if (closest[3] < squaredDistance[i]) {
            triangle[i] = t;
            second[i] = (float) closest[1];
            third[i] = (float) closest[2];
            squaredDistance[i] = (float) closest[3];
          }
        }
      }
    }
  }

  private static double least(double[] xy, int axis) {
    return Math.min(xy[axis], Math.min(xy[2 + axis], xy[4 + axis]));
  }

  private static double most(double[] xy, int axis) {
    return Math.max(xy[axis], Math.max(xy[2 + axis], xy[4 + axis]));
  }

  private static int clamp(double value, int least, int most) {
    return (int) Math.clamp(value, least, most);
  }

  /** Finds the closest point of a triangle: its barycentric coordinates and squared distance. */
  private void findClosest(double[] xy, double x, double y) {
    double det = (xy[2] - xy[0]) * (xy[5] - xy[1]) - (xy[3] - xy[1]) * (xy[4] - xy[0]);
    double b = ((x - xy[0]) * (xy[5] - xy[1]) - (y - xy[1]) * (xy[4] - xy[0])) / det;
    double c = ((xy[2] - xy[0]) * (y - xy[1]) - (xy[3] - xy[1]) * (x - xy[0])) / det;
    if (b >= 0 && c >= 0 && b + c <= 1) {
      closest[0] = 1 - b - c;
      closest[1] = b;
      closest[2] = c;
      closest[3] = 0;
      return;
    }
    closest[3] = Double.POSITIVE_INFINITY;
    for (int k = 0; k < 3; k++) {
      int n = (k + 1) % 3;
      double dx = xy[2 * n] - xy[2 * k], dy = xy[2 * n + 1] - xy[2 * k + 1];
      double px = x - xy[2 * k], py = y - xy[2 * k + 1];
      double length = dx * dx + dy * dy;
      double s = length > 0 ? Math.clamp((px * dx + py * dy) / length, 0.0, 1.0) : 0;
      double ex = px - s * dx, ey = py - s * dy;
      double squared = ex * ex + ey * ey;
      if (squared < closest[3]) {
        Arrays.fill(closest, 0, 3, 0);
        closest[k] = 1 - s;
        closest[n] = s;
        // Only samples inside have the distance 0.
        closest[3] = Math.max(squared, Float.MIN_NORMAL);
      }
    }
  }
}
