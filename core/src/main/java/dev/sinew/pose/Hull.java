package dev.sinew.pose;

import dev.sinew.model.Box;
import java.util.Arrays;

/**
 * A convex set of places: the hull of a few points, grown by a slack in all directions, as far as a
 * box. Of many given points it keeps those that are furthest along some direction; the others lie
 * in the hull of these but for a small distance, and the largest such distance is the slack. So the
 * set holds all points given, and whatever lies between them. Immutable.
 */
public final class Hull {
  private static final Directions DIRECTIONS = Directions.split(2);

  /** How near to a hull a point is brought, as a part of the hull's size. */
  private static final double NEAR = 1e-4;

  private static final int MAX_STEPS = 100;

  private final double[] points;
  private final double slack;
  private final Box box;

  private Hull(double[] points, double slack, Box box) {
    this.points = points;
    this.slack = slack;
    this.box = box;
  }

  /** A box exactly: its corners. */
  public static Hull of(Box box) {
    if (box.isEmpty() || !Double.isFinite(box.diagonal())) {
      throw new IllegalArgumentException("hull: expected a finite box, got " + box);
    }
    double[] x = {box.minX(), box.maxX()};
    double[] y = {box.minY(), box.maxY()};
    double[] z = {box.minZ(), box.maxZ()};
    double[] corners = new double[24];
    int count = 0;
    for (int i = 0; i < 8; i++) {
      boolean again = (i & 1) > 0 && x[0] == x[1];
      again |= (i & 2) > 0 && y[0] == y[1];
      again |= (i & 4) > 0 && z[0] == z[1];
      if (!again) {
        corners[3 * count] = x[i & 1];
        corners[3 * count + 1] = y[i >> 1 & 1];
        corners[3 * count++ + 2] = z[i >> 2];
      }
    }
    return new Hull(Arrays.copyOf(corners, 3 * count), 0, box);
  }

  /**
   * A set that holds points.
   *
   * @param places x, y, z each, at least one point, all finite; not kept
   */
  public static Hull around(double[] places) {
    Box box = Box.of(places);
    if (box.isEmpty() || !Double.isFinite(box.diagonal())) {
      throw new IllegalArgumentException("hull: expected finite points, got " + box);
    }
    Hull kept = new Hull(extremes(places), 0, box);
    double near = NEAR * box.diagonal();
    double slack = 0;
    for (int p = 0; p < places.length; p += 3) {
      slack = Math.max(slack, kept.distance(places, p, Math.max(near, slack)));
    }
    return new Hull(kept.points, slack, box);
  }

  /** Those of the points that no other exceeds along some direction, each once. */
  private static double[] extremes(double[] places) {
    boolean[] taken = new boolean[places.length / 3];
    int count = 0;
    for (int k = 0; k < DIRECTIONS.count(); k++) {
      int best = 0;
      double most = Double.NEGATIVE_INFINITY;
      for (int p = 0; p < taken.length; p++) {
        double h = DIRECTIONS.dot(k, places[3 * p], places[3 * p + 1], places[3 * p + 2]);
        if (h > most) {
          most = h;
          best = p;
        }
      }
      count += taken[best] ? 0 : 1;
      taken[best] = true;
    }
    double[] out = new double[3 * count];
    for (int p = taken.length - 1; p >= 0; p--) {
      if (taken[p]) {
        System.arraycopy(places, 3 * p, out, 3 * --count, 3);
      }
    }
    return out;
  }

  /**
   * A bound on a place's distance from the points' hull: its distance from a point of the hull that
   * goes towards it step by step (Frank and Wolfe 1956), until that is as near as asked.
   */
  private double distance(double[] places, int p, double enough) {
    double x = points[0], y = points[1], z = points[2];
    double distance = Double.POSITIVE_INFINITY;
    for (int step = 0; step < MAX_STEPS; step++) {
      double dx = places[p] - x, dy = places[p + 1] - y, dz = places[p + 2] - z;
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
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < points.length; i += 3) {
      double h = points[i] * dx + points[i + 1] * dy + points[i + 2] * dz;
      if (h > most) {
        most = h;
        best = i;
      }
    }
    return best;
  }

  /** How many points span it. */
  public int count() {
    return points.length / 3;
  }

  /** A coordinate, 0 to 2, of a point. */
  public double value(int point, int c) {
    return points[3 * point + c];
  }

  /** How far the set reaches beyond the hull of its points. */
  public double slack() {
    return slack;
  }

  /** The box that the set ends at. */
  public Box box() {
    return box;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Hull hull
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
