package dev.sinew.distance;

/**
 * How far a candidate is from a reference, over all vertices of all poses. Distances are in units
 * of the reference's longest box side at rest, angles in degrees.
 *
 * @param mean mean distance
 * @param rms root of the mean squared distance
 * @param max largest distance
 * @param meanNormalDegrees mean angle between normals
 * @param maxNormalDegrees largest angle between normals
 * @param worst where the largest distance is
 */
public record ErrorSummary(
    double mean,
    double rms,
    double max,
    double meanNormalDegrees,
    double maxNormalDegrees,
    Worst worst) {

  /**
   * A place.
   *
   * @param pose what the pose is called
   * @param vertex the reference's vertex; -1 when nothing was compared
   */
  public record Worst(String pose, int vertex) {}
}
