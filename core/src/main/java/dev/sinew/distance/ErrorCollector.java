package dev.sinew.distance;

import dev.sinew.distance.ErrorSummary.Worst;
import java.util.ArrayList;
import java.util.List;

/** Accumulates distances and angles over poses. */
public final class ErrorCollector {
  private final double unit;
  private long count;
  private double sum;
  private double squares;
  private double max;
  private double angles;
  private double maxAngle;
  private Worst worst = new Worst("", -1);
  private final List<PoseError> perPose = new ArrayList<>();

  /**
   * Creates an empty collector.
   *
   * @param unit the unit of the resulting lengths; 0 for the meshes' own
   */
  public ErrorCollector(double unit) {
    this.unit = unit > 0 ? unit : 1;
  }

  /** Adds the distance and the angle in radians of a vertex in a pose. */
  public void add(String pose, int vertex, double distance, double angle) {
    double d = distance / unit;
    count++;
    sum += d;
    squares += d * d;
    angles += angle;
    maxAngle = Math.max(maxAngle, angle);
    if (d > max || worst.vertex() < 0) {
      max = d;
      worst = new Worst(pose, vertex);
    }
  }

  /** Adds the distances and angles of all vertices in a pose. */
  public void addAll(String pose, double[] distances, double[] angles) {
    double poseSquares = 0;
    double poseMax = 0;
    for (int v = 0; v < distances.length; v++) {
      add(pose, v, distances[v], angles[v]);
      poseSquares += distances[v] * distances[v];
      poseMax = Math.max(poseMax, distances[v]);
    }
    double rms = Math.sqrt(poseSquares / Math.max(1, distances.length));
    perPose.add(new PoseError(pose, rms / unit, poseMax / unit));
  }

  /** Returns the error of every pose that was added as a whole. */
  public List<PoseError> perPose() {
    return List.copyOf(perPose);
  }

  /** Returns the errors added so far; zeros if there are none. */
  public ErrorSummary summary() {
    double n = Math.max(1, count);
    return new ErrorSummary(
        sum / n,
        Math.sqrt(squares / n),
        max,
        Math.toDegrees(angles / n),
        Math.toDegrees(maxAngle),
        worst);
  }
}
