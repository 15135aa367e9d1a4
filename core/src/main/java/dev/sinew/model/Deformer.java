package dev.sinew.model;

/**
 * A skin: given a pose, it fills positions, and normals where asked, of a fixed row of points.
 * Every skinning model is one, correctives wrap one, and comparison, bounds, simplification and
 * playback consume one without knowing which.
 *
 * <p>Work comes in two parts, so that crowds and threads can share it: {@link Posed#set} prepares a
 * pose in time proportional to the joints, {@link Posed#fill} then computes any range of points,
 * and several threads may fill disjoint ranges at once. Neither allocates.
 */
public interface Deformer {
  /** How many points it deforms. */
  int pointCount();

  /** Whether {@link Posed#fill} can produce normals. */
  boolean hasNormals();

  /** New scratch for one pose at a time; its owner decides how long it lives. */
  Posed newPosed();

  /** The deformer's scratch, holding one prepared pose. */
  interface Posed {
    /** Prepares a pose whose global transforms are up to date. */
    void set(Pose pose);

    /**
     * Computes the points {@code from} to {@code to} (exclusive) of the prepared pose. Writes
     * exactly their places in the buffer and nothing beside them.
     *
     * @throws IllegalArgumentException when the range is not within the points, the buffer is too
     *     small, or normals are asked of a deformer without
     */
    void fill(int from, int to, PointBuffer out);
  }
}
