package dev.sinew.model;

import org.jspecify.annotations.Nullable;

/**
 * Where a {@link Deformer} writes: the caller's arrays, x, y, z a point, point i of the deformer at
 * place {@code first + i}. Several instances of a crowd can so share one array.
 */
public final class PointBuffer {
  private final float[] positions;
  private final float @Nullable [] normals;
  private final int first;

  /**
   * @param positions receives positions; kept, not copied
   * @param normals receives unit normals, or null when none are wanted; kept, not copied
   * @param first the place of point 0
   */
  public PointBuffer(float[] positions, float @Nullable [] normals, int first) {
    if (first < 0) {
      throw new IllegalArgumentException("first: expected 0 or more, got " + first);
    }
    this.positions = positions;
    this.normals = normals;
    this.first = first;
  }

  /** A buffer of its own for so many points. */
  public static PointBuffer allocate(int points, boolean withNormals) {
    return new PointBuffer(new float[3 * points], withNormals ? new float[3 * points] : null, 0);
  }

  /** The array positions are written to. */
  public float[] positions() {
    return positions;
  }

  /** The array normals are written to, or null. */
  public float @Nullable [] normals() {
    return normals;
  }

  /** The place of point 0. */
  public int first() {
    return first;
  }

  /** Throws unless points {@code from} to {@code to} lie within a deformer's and fit in here. */
  public void check(int from, int to, int pointCount, boolean hasNormals) {
    if (from < 0 || to < from || to > pointCount) {
      throw new IllegalArgumentException(
          "range: expected within 0 to " + pointCount + ", got " + from + " to " + to);
    }
    long needed = 3L * (first + (long) to);
    if (positions.length < needed) {
      throw new IllegalArgumentException(
          "positions: expected " + needed + " numbers or more, got " + positions.length);
    }
    if (normals != null && !hasNormals) {
      throw new IllegalArgumentException("normals: asked of a deformer that has none");
    }
    if (normals != null && normals.length < needed) {
      throw new IllegalArgumentException(
          "normals: expected " + needed + " numbers or more, got " + normals.length);
    }
  }
}
