package dev.sinew.model;

import dev.sinew.run.NumberRange;
import org.jspecify.annotations.Nullable;

/**
 * The output arrays of a {@link Deformer}: x, y, z per point, point i of the deformer at index
 * {@code first + i}. So several instances of a crowd can share one array.
 */
public final class PointBuffer {
  private final float[] positions;
  private final float @Nullable [] normals;
  private final int first;

  /**
   * @param positions receives positions; kept, not copied
   * @param normals receives unit normals, or null for none; kept, not copied
   * @param first the index of point 0
   */
  public PointBuffer(float[] positions, float @Nullable [] normals, int first) {
    NumberRange.requireAtLeast("first", first, 0);
    this.positions = positions;
    this.normals = normals;
    this.first = first;
  }

  /** Returns a buffer with new arrays for a number of points. */
  public static PointBuffer allocate(int points, boolean withNormals) {
    return new PointBuffer(new float[3 * points], withNormals ? new float[3 * points] : null, 0);
  }

  /** Returns the array of positions. */
  public float[] positions() {
    return positions;
  }

  /** Returns the array of normals, or null. */
  public float @Nullable [] normals() {
    return normals;
  }

  /** Returns the index of point 0. */
  public int first() {
    return first;
  }

  /** Throws unless points {@code from} to {@code to} exist in a deformer and fit in the arrays. */
  public void check(int from, int to, int pointCount, boolean hasNormals) {
    if (from < 0 || to < from || to > pointCount) {
      throw new IllegalArgumentException(
          "range: expected within 0 to " + pointCount + ", got " + from + " to " + to);
    }
    long needed = 3L * (first + (long) to);
    if (positions.length < needed) {
      throw new IllegalArgumentException(
          "positions: expected " + needed + " values or more, got " + positions.length);
    }
    if (normals != null && !hasNormals) {
      throw new IllegalArgumentException("normals: the deformer has none");
    }
    if (normals != null && normals.length < needed) {
      throw new IllegalArgumentException(
          "normals: expected " + needed + " values or more, got " + normals.length);
    }
  }
}
