package dev.sinew.bounds;

import dev.sinew.math.Similarity;

/**
 * A sphere and its inside.
 *
 * @param x first coordinate of the centre
 * @param y second coordinate of the centre
 * @param z third coordinate of the centre
 * @param radius the radius
 */
public record Sphere(double x, double y, double z, double radius) {
  /** Returns the distance of a point from the centre. */
  public double distance(double px, double py, double pz) {
    return Math.sqrt((px - x) * (px - x) + (py - y) * (py - y) + (pz - z) * (pz - z));
  }

  /** Returns a sphere of the same centre with a larger radius. */
  public Sphere grown(double by) {
    return new Sphere(x, y, z, radius + by);
  }

  /** Returns the sphere after a motion. */
  public Sphere moved(Similarity motion) {
    double[] centre = {x, y, z};
    motion.movePoint(centre, 0);
    return new Sphere(centre[0], centre[1], centre[2], motion.scale() * radius);
  }
}
