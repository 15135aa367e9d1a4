package dev.sinew.distance;

/** A ray, or its whole line, prepared for many boxes and triangles. */
final class RayBoxes {
  /** Stands for 0 in directions: its inverse is finite, and larger than any distance. */
  private static final double NO_DIRECTION = 1e-300;

  private final Ray ray;
  private final boolean bothWays;
  private final double x;
  private final double y;
  private final double z;
  private final double perX;
  private final double perY;
  private final double perZ;

  /**
   * @param bothWays true for the line, on which distances count behind the start as in front of it
   */
  RayBoxes(Ray ray, boolean bothWays) {
    this.ray = ray;
    this.bothWays = bothWays;
    x = ray.x();
    y = ray.y();
    z = ray.z();
    perX = inverse(ray.dx());
    perY = inverse(ray.dy());
    perZ = inverse(ray.dz());
  }

  private static double inverse(double d) {
    return 1 / (Math.abs(d) > NO_DIRECTION ? d : NO_DIRECTION);
  }

  /**
   * Returns a lower bound of the distance at which a box is met; infinite if it is not met within a
   * distance.
   *
   * @param boxes centres and half sides
   * @param b the index of the box's centre
   */
  double distance(float[] boxes, int b, double reach) {
    double mx = (boxes[b] - x) * perX;
    double my = (boxes[b + 1] - y) * perY;
    double mz = (boxes[b + 2] - z) * perZ;
    double sx = boxes[b + 3] * Math.abs(perX);
    double sy = boxes[b + 4] * Math.abs(perY);
    double sz = boxes[b + 5] * Math.abs(perZ);
    double from = Math.max(Math.max(mx - sx, my - sy), Math.max(mz - sz, bothWays ? -reach : 0));
    double to = Math.min(Math.min(mx + sx, my + sy), Math.min(mz + sz, reach));
    if (!(from <= to)) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.max(0, Math.max(from, -to));
  }

  /**
   * Returns the distance at which a triangle is met; NaN or negative if it is not met.
   *
   * @param positions x, y, z per point
   * @param a the index of the first corner's x; b and c likewise
   * @param weights receives the barycentric coordinates
   */
  double distance(float[] positions, int a, int b, int c, double[] weights) {
    double at = ray.meet(positions, a, b, c, weights);
    return bothWays ? Math.abs(at) : at;
  }
}
