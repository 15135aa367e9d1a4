package dev.sinew.fit;

import dev.sinew.distance.ErrorCollector;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.PoseError;
import java.util.List;

/**
 * Distances over all vertices and shapes in units of the reference's longest box side, angles in
 * degrees.
 *
 * @param mean mean distance
 * @param rms root mean square distance
 * @param max largest distance
 * @param meanNormalDegrees mean angle between normals
 * @param maxNormalDegrees largest angle between normals
 * @param eRms 1000 · |A − A′| / √(3 · vertices · shapes) · 2 / box diagonal, as in the literature
 * @param maxStretch the largest length of an edge relative to its length in the shape
 * @param worst the location of the largest distance
 * @param perPose the error of every shape
 */
public record FitErrors(
    double mean,
    double rms,
    double max,
    double meanNormalDegrees,
    double maxNormalDegrees,
    double eRms,
    double maxStretch,
    ErrorSummary.Worst worst,
    List<PoseError> perPose) {
  /** Copies the list. */
  public FitErrors {
    perPose = List.copyOf(perPose);
  }

  /** Converts collected errors. */
  static FitErrors of(ErrorCollector errors, double maxStretch, Examples examples) {
    ErrorSummary error = errors.summary();
    double diagonal = examples.reference().bounds().diagonal() / examples.box().side();
    return new FitErrors(
        error.mean(),
        error.rms(),
        error.max(),
        error.meanNormalDegrees(),
        error.maxNormalDegrees(),
        diagonal > 0 ? 1000 * error.rms() / Math.sqrt(3) * 2 / diagonal : 0,
        maxStretch,
        error.worst(),
        errors.perPose());
  }

  /** Returns true if all figures are finite. */
  public boolean isFinite() {
    return Double.isFinite(rms + meanNormalDegrees);
  }
}
