package dev.sinew.bounds;

/**
 * A ball of points.
 *
 * @param x its centre
 * @param y its centre's second coordinate
 * @param z its centre's third coordinate
 * @param radius how far its points lie from there, at most
 */
public record Sphere(double x, double y, double z, double radius) {
  /** How far a point lies from the centre. */
  public double distance(double px, double py, double pz) {
    return Math.sqrt((px - x) * (px - x) + (py - y) * (py - y) + (pz - z) * (pz - z));
  }

  /** The same centre with more radius. */
  public Sphere grown(double by) {
    return new Sphere(x, y, z, radius + by);
  }
}
