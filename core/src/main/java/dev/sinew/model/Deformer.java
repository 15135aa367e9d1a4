package dev.sinew.model;

/**
 * A skinning model applied to a fixed list of points: given a pose, it computes their positions
 * and, if asked, their normals. Comparison, measuring, rendering, crowds and correctives consume
 * any deformer. Bounds and collapse prices need a linear one: see {@link LinearSkin}.
 *
 * <p>Posing has two steps, so that crowds and threads can share the work. {@link Posed#set}
 * prepares a pose in time proportional to the number of joints. {@link Posed#fill} computes any
 * range of points; several threads may fill disjoint ranges at once. Neither allocates memory.
 */
public interface Deformer {
  /** Returns the number of points. */
  int pointCount();

  /** Returns true if {@link Posed#fill} can compute normals. */
  boolean hasNormals();

  /** Returns new working memory for one pose at a time. */
  Posed newPosed();

  /** The working memory of a deformer, holding one prepared pose. */
  interface Posed {
    /** Prepares a pose whose global transforms are up to date. */
    void set(Pose pose);

    /**
     * Computes the points {@code from} to {@code to} (exclusive) of the prepared pose. Writes these
     * points of the buffer and nothing else.
     *
     * @throws IllegalArgumentException if the range exceeds the points, the buffer is too small, or
     *     it has normals and the deformer has none
     */
    void fill(int from, int to, PointBuffer out);
  }
}
