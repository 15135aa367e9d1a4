package dev.sinew.distance;

/**
 * The errors of a candidate relative to a reference over all vertices of all poses. Distances are
 * in units of the reference's longest box side at rest, angles in degrees.
 *
 * @param mean mean distance
 * @param rms root of the mean squared distance
 * @param max largest distance
 * @param meanNormalDegrees mean angle between normals
 * @param maxNormalDegrees largest angle between normals
 * @param worst pose and vertex of the largest distance
 */
public record ErrorSummary(
    double mean,
    double rms,
    double max,
    double meanNormalDegrees,
    double maxNormalDegrees,
    Worst worst) {

  /**
   * A vertex in a pose.
   *
   * @param pose the name of the pose
   * @param vertex the reference's vertex; -1 if nothing was compared
   */
  public record Worst(String pose, int vertex) {}
}
