package dev.sinew.bounds;

import dev.sinew.model.Box;
import dev.sinew.pose.Directions;
import java.util.Arrays;

/**
 * The reach of a set of points along many directions: h_k ≥ d_k · v for every point v. The maximum
 * of two is the support of the union. It gives a box (six of the directions are the axes) and a
 * sphere about any centre X: |v − X| ≤ max_k (h_k − d_k · X) / cos δ if every direction in space is
 * within an angle δ of some d_k.
 */
final class Support {
  static final Directions DIRECTIONS = Directions.split(3);

  private static final int CENTRE_STEPS = 600;

  private final double[] reach = new double[DIRECTIONS.count()];

  /** Creates the support of the empty set. */
  public Support() {
    Arrays.fill(reach, Double.NEGATIVE_INFINITY);
  }

  /** Includes a reach along direction k. */
  void include(int k, double h) {
    reach[k] = Math.max(reach[k], h);
  }

  /** Includes another set. */
  public void include(Support other) {
    for (int k = 0; k < reach.length; k++) {
      include(k, other.reach[k]);
    }
  }

  /** Returns the axis-aligned box of the set. */
  public Box box() {
    return new Box(-reach[3], -reach[4], -reach[5], reach[0], reach[1], reach[2]);
  }

  /** Returns a sphere about a given centre that contains the set. */
  public Sphere sphereAbout(double x, double y, double z) {
    double max = 0;
    for (int k = 0; k < reach.length; k++) {
      max = Math.max(max, reach[k] - DIRECTIONS.dot(k, x, y, z));
    }
    return new Sphere(x, y, z, max / DIRECTIONS.coverCosine());
  }

  /**
   * Returns a small sphere that contains the set. Its centre starts at the centre of the box and
   * moves in ever smaller steps along the direction of the furthest reach; the best centre is kept.
   */
  public Sphere sphere() {
    Box box = box();
    double x = (box.minX() + box.maxX()) / 2;
    double y = (box.minY() + box.maxY()) / 2;
    double z = (box.minZ() + box.maxZ()) / 2;
    Sphere best = sphereAbout(x, y, z);
    double step = best.radius() / 4;
    for (int i = 0; i < CENTRE_STEPS; i++) {
      int furthest = 0;
      double max = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < reach.length; k++) {
        double h = reach[k] - DIRECTIONS.dot(k, x, y, z);
        if (h > max) {
          max = h;
          furthest = k;
        }
      }
      if (max / DIRECTIONS.coverCosine() < best.radius()) {
        best = new Sphere(x, y, z, Math.max(0, max) / DIRECTIONS.coverCosine());
      }
      x += step * DIRECTIONS.x(furthest);
      y += step * DIRECTIONS.y(furthest);
      z += step * DIRECTIONS.z(furthest);
      step *= 0.985;
    }
    return best;
  }
}
