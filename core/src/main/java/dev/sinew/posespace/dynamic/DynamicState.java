package dev.sinew.posespace.dynamic;

import dev.sinew.model.Pose;

/**
 * The displacement of vertices during a motion. It depends on the poses before, so it is advanced
 * pose by pose. Equal poses and times from a reset on give equal bits. Steps do not allocate.
 */
public interface DynamicState {
  /** Forgets all motion. The next step only sets the pose to start from. */
  void reset();

  /**
   * Advances to a pose.
   *
   * @param pose a pose whose global transforms are up to date
   * @param seconds the time since the last pose, above 0; ignored by the first step after a reset
   */
  void step(Pose pose, double seconds);

  /**
   * Adds the displacement to x, y, z per vertex in rest space, that is, before skinning.
   *
   * @param positions three values per vertex of the mesh
   */
  void addTo(float[] positions);
}
