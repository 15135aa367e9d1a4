package dev.sinew.model;

import dev.sinew.math.Affine;
import dev.sinew.math.Similarity;

/**
 * An axis-aligned box. An empty box has minima larger than its maxima.
 *
 * @param minX smallest x
 * @param minY smallest y
 * @param minZ smallest z
 * @param maxX largest x
 * @param maxY largest y
 * @param maxZ largest z
 */
public record Box(double minX, double minY, double minZ, double maxX, double maxY, double maxZ) {
  /** The box of no points: the neutral element of {@link #union}. */
  public static final Box EMPTY =
      new Box(
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.NEGATIVE_INFINITY);

  /** Returns the box around points stored x, y, z. */
  public static Box of(double[] points) {
    double[] b = {EMPTY.minX, EMPTY.minX, EMPTY.minX, EMPTY.maxX, EMPTY.maxX, EMPTY.maxX};
    for (int i = 0; i < points.length; i++) {
      int axis = i % 3;
      b[axis] = Math.min(b[axis], points[i]);
      b[3 + axis] = Math.max(b[3 + axis], points[i]);
    }
    return new Box(b[0], b[1], b[2], b[3], b[4], b[5]);
  }

  /** Returns the box around points stored x, y, z. */
  public static Box of(float[] points) {
    double[] wide = new double[points.length];
    for (int i = 0; i < points.length; i++) {
      wide[i] = points[i];
    }
    return of(wide);
  }

  /** Returns the smallest box around both. */
  public Box union(Box other) {
    return new Box(
        Math.min(minX, other.minX),
        Math.min(minY, other.minY),
        Math.min(minZ, other.minZ),
        Math.max(maxX, other.maxX),
        Math.max(maxY, other.maxY),
        Math.max(maxZ, other.maxZ));
  }

  /** Returns the smallest box around this one after a motion; the same size after quarter turns. */
  public Box moved(Similarity motion) {
    if (isEmpty()) {
      return this;
    }
    double[] corners = corners();
    for (int i = 0; i < corners.length; i += 3) {
      motion.movePoint(corners, i);
    }
    return of(corners);
  }

  private double[] corners() {
    double[] corners = new double[24];
    for (int i = 0; i < 8; i++) {
      corners[3 * i] = (i & 1) == 0 ? minX : maxX;
      corners[3 * i + 1] = (i & 2) == 0 ? minY : maxY;
      corners[3 * i + 2] = (i & 4) == 0 ? minZ : maxZ;
    }
    return corners;
  }

  /**
   * Returns true if two affine transforms move this box to the same place. The units before and
   * after have no influence; entries of the matrices themselves cannot be compared.
   *
   * @param a contains the first transform, 12 values from {@code ao} on
   * @param b contains the second transform, 12 values from {@code bo} on
   * @param tolerance the largest distance, relative to the diagonal of the moved box
   */
  public boolean isMovedAlike(double[] a, int ao, double[] b, int bo, double tolerance) {
    if (isEmpty()) {
      return true;
    }
    double[] first = corners();
    double[] second = corners();
    for (int i = 0; i < first.length; i += 3) {
      Affine.transformPoint(a, ao, first, i, first, i);
      Affine.transformPoint(b, bo, second, i, second, i);
    }
    double allowed = tolerance * of(first).diagonal();
    for (int i = 0; i < first.length; i++) {
      if (!(Math.abs(first[i] - second[i]) <= allowed)) {
        return false;
      }
    }
    return true;
  }

  /** Returns true if the box contains no point. */
  public boolean isEmpty() {
    return minX > maxX;
  }

  /** Returns the length of the longest side, 0 if empty: the unit of errors. */
  public double longestSide() {
    return isEmpty() ? 0 : Math.max(maxX - minX, Math.max(maxY - minY, maxZ - minZ));
  }

  /** Returns the length of the diagonal, 0 if empty. */
  public double diagonal() {
    return isEmpty()
        ? 0
        : Math.sqrt(
            (maxX - minX) * (maxX - minX)
                + (maxY - minY) * (maxY - minY)
                + (maxZ - minZ) * (maxZ - minZ));
  }
}
