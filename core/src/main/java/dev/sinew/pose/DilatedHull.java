package dev.sinew.pose;

import dev.sinew.math.Similarity;
import dev.sinew.model.Box;
import java.util.Arrays;

/**
 * A convex set that contains given points: the hull of a few of them, dilated by a slack and
 * clipped to a box. It keeps the points that are furthest along some direction; all others are
 * within a small distance of the hull of these, and the largest such distance is the slack.
 * Immutable.
 */
public final class DilatedHull {
  private static final Directions DIRECTIONS = Directions.split(2);

  /** Accuracy of the distance from the hull, relative to the hull's size. */
  private static final double ACCURACY = 1e-4;

  private static final int MAX_STEPS = 100;

  private final double[] points;
  private final double slack;
  private final Box box;

  private DilatedHull(double[] points, double slack, Box box) {
    this.points = points;
    this.slack = slack;
    this.box = box;
  }

  /** Returns a box exactly, by its corners. */
  public static DilatedHull of(Box box) {
    if (box.isEmpty() || !Double.isFinite(box.diagonal())) {
      throw new IllegalArgumentException("hull: expected a finite box, got " + box);
    }
    double[] x = {box.minX(), box.maxX()};
    double[] y = {box.minY(), box.maxY()};
    double[] z = {box.minZ(), box.maxZ()};
    double[] corners = new double[24];
    int count = 0;
    for (int i = 0; i < 8; i++) {
      boolean duplicate = (i & 1) > 0 && x[0] == x[1];
      duplicate |= (i & 2) > 0 && y[0] == y[1];
      duplicate |= (i & 4) > 0 && z[0] == z[1];
      if (!duplicate) {
        corners[3 * count] = x[i & 1];
        corners[3 * count + 1] = y[i >> 1 & 1];
        corners[3 * count++ + 2] = z[i >> 2];
      }
    }
    return new DilatedHull(Arrays.copyOf(corners, 3 * count), 0, box);
  }

  /**
   * Returns a set that contains points.
   *
   * @param given x, y, z per point, at least one point, all finite; not kept
   */
  public static DilatedHull around(double[] given) {
    Box box = Box.of(given);
    if (box.isEmpty() || !Double.isFinite(box.diagonal())) {
      throw new IllegalArgumentException("hull: expected finite points, got " + box);
    }
    DilatedHull hull = new DilatedHull(extremes(given), 0, box);
    double accuracy = ACCURACY * box.diagonal();
    double slack = 0;
    for (int p = 0; p < given.length; p += 3) {
      slack = Math.max(slack, hull.distance(given, p, Math.max(accuracy, slack)));
    }
    return new DilatedHull(hull.points, slack, box);
  }

  /** Returns the points that are furthest along some direction, each once. */
  private static double[] extremes(double[] given) {
    boolean[] kept = new boolean[given.length / 3];
    int count = 0;
    for (int k = 0; k < DIRECTIONS.count(); k++) {
      int best = 0;
      double max = Double.NEGATIVE_INFINITY;
      for (int p = 0; p < kept.length; p++) {
        double h = DIRECTIONS.dot(k, given[3 * p], given[3 * p + 1], given[3 * p + 2]);
        if (h > max) {
          max = h;
          best = p;
        }
      }
      count += kept[best] ? 0 : 1;
      kept[best] = true;
    }
    double[] out = new double[3 * count];
    for (int p = kept.length - 1; p >= 0; p--) {
      if (kept[p]) {
        System.arraycopy(given, 3 * p, out, 3 * --count, 3);
      }
    }
    return out;
  }

  /**
   * Returns an upper bound on the distance of a point from the hull: its distance from a point of
   * the hull that is moved towards it step by step (Frank and Wolfe 1956), until the distance is at
   * most {@code enough}.
   */
  private double distance(double[] given, int p, double enough) {
    double x = points[0], y = points[1], z = points[2];
    double distance = Double.POSITIVE_INFINITY;
    for (int step = 0; step < MAX_STEPS; step++) {
      double dx = given[p] - x, dy = given[p + 1] - y, dz = given[p + 2] - z;
      distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (distance <= enough) {
        return distance;
      }
      int best = furthest(dx, dy, dz);
      double vx = points[best] - x, vy = points[best + 1] - y, vz = points[best + 2] - z;
      double towards = vx * dx + vy * dy + vz * dz;
      double length = vx * vx + vy * vy + vz * vz;
      if (!(towards > 0) || length == 0) {
        return distance;
      }
      double share = Math.min(1, towards / length);
      x += share * vx;
      y += share * vy;
      z += share * vz;
    }
    return distance;
  }

  private int furthest(double dx, double dy, double dz) {
    int best = 0;
    double max = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < points.length; i += 3) {
      double h = points[i] * dx + points[i + 1] * dy + points[i + 2] * dz;
      if (h > max) {
        max = h;
        best = i;
      }
    }
    return best;
  }

  /** Returns the number of points that span the hull. */
  public int count() {
    return points.length / 3;
  }

  /** Returns coordinate c, 0 to 2, of a point. */
  public double value(int point, int c) {
    return points[3 * point + c];
  }

  /** Returns the distance by which the set extends beyond the hull of its points. */
  public double slack() {
    return slack;
  }

  /** Returns the box that the set is clipped to. */
  public Box box() {
    return box;
  }

  /** Returns a set that contains this one after a motion; exactly it unless the box turns. */
  public DilatedHull moved(Similarity motion) {
    double[] out = points.clone();
    for (int p = 0; p < out.length; p += 3) {
      motion.movePoint(out, p);
    }
    return new DilatedHull(out, motion.scale() * slack, box.moved(motion));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DilatedHull hull
        && Arrays.equals(points, hull.points)
        && slack == hull.slack
        && box.equals(hull.box);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(points) + box.hashCode();
  }

  @Override
  public String toString() {
    return count() + " points in " + box;
  }
}
