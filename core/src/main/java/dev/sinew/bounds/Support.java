package dev.sinew.bounds;

import dev.sinew.model.Box;
import dev.sinew.pose.Directions;
import java.util.Arrays;

/**
 * How far a set of points reaches along many directions: h_k ≥ d_k · v for every point v of it. The
 * largest of two is that of both sets together. From it follow a box (six of the directions are the
 * axes) and spheres about any centre X, since |v − X| ≤ max_k (h_k − d_k · X) / cos δ where no
 * direction in space is further than δ from a d_k.
 */
public final class Support {
  static final Directions DIRECTIONS = Directions.split(3);

  private static final int CENTRE_STEPS = 600;

  private final double[] reach = new double[DIRECTIONS.count()];

  /** Of no points. */
  public Support() {
    Arrays.fill(reach, Double.NEGATIVE_INFINITY);
  }

  /** Takes in a reach along direction k. */
  void include(int k, double h) {
    reach[k] = Math.max(reach[k], h);
  }

  /** Takes in another set. */
  public void include(Support other) {
    for (int k = 0; k < reach.length; k++) {
      include(k, other.reach[k]);
    }
  }

  public boolean isEmpty() {
    return reach[0] == Double.NEGATIVE_INFINITY;
  }

  /** The smallest box along the axes known to hold the set. */
  public Box box() {
    return new Box(-reach[3], -reach[4], -reach[5], reach[0], reach[1], reach[2]);
  }

  /** A sphere about a given centre that holds the set. */
  public Sphere sphereAbout(double x, double y, double z) {
    double most = 0;
    for (int k = 0; k < reach.length; k++) {
      most = Math.max(most, reach[k] - DIRECTIONS.dot(k, x, y, z));
    }
    return new Sphere(x, y, z, most / DIRECTIONS.coverCosine());
  }

  /**
   * A sphere that holds the set, its centre chosen to make it small: from the box's centre, steps
   * that shrink towards whichever direction reaches furthest, the best centre met kept.
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
      double most = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < reach.length; k++) {
        double h = reach[k] - DIRECTIONS.dot(k, x, y, z);
        if (h > most) {
          most = h;
          furthest = k;
        }
      }
      if (most / DIRECTIONS.coverCosine() < best.radius()) {
        best = new Sphere(x, y, z, Math.max(0, most) / DIRECTIONS.coverCosine());
      }
      x += step * DIRECTIONS.x(furthest);
      y += step * DIRECTIONS.y(furthest);
      z += step * DIRECTIONS.z(furthest);
      step *= 0.985;
    }
    return best;
  }
}
