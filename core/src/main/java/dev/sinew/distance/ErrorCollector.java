package dev.sinew.distance;

import dev.sinew.distance.ErrorSummary.Worst;

/** Gathers distances and angles, pose after pose. */
public final class ErrorCollector {
  private final double unit;
  private long count;
  private double sum;
  private double squares;
  private double max;
  private double angles;
  private double maxAngle;
  private Worst worst = new Worst("", -1);

  /**
   * Starts with nothing gathered.
   *
   * @param unit the length that counts as 1; 0 leaves lengths as they are
   */
  public ErrorCollector(double unit) {
    this.unit = unit > 0 ? unit : 1;
  }

  /** Takes the distance and the angle in radians found at a vertex in a pose. */
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

  /** Takes the distances and angles found at all vertices in a pose. */
  public void addAll(String pose, double[] distances, double[] angles) {
    for (int v = 0; v < distances.length; v++) {
      add(pose, v, distances[v], angles[v]);
    }
  }

  /** What was gathered so far; zeros when nothing was. */
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
