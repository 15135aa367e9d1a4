package dev.sinew.distance;

/**
 * A ray.
 *
 * @param x where it starts; y and z likewise
 * @param dx its direction, a unit vector; dy and dz likewise
 */
public record Ray(double x, double y, double z, double dx, double dy, double dz) {
  /** Returns the same ray in the opposite direction. */
  public Ray back() {
    return new Ray(x, y, z, -dx, -dy, -dz);
  }

  /**
   * Returns the distance at which the ray meets a triangle, negative behind its start and NaN where
   * it misses it (Möller and Trumbore, "Fast, Minimum Storage Ray-Triangle Intersection", 1997).
   *
   * @param positions x, y, z per point
   * @param a the index of the first corner's x; b and c likewise
   * @param weights receives the barycentric coordinates
   */
  double meet(float[] positions, int a, int b, int c, double[] weights) {
    double ux = positions[b] - positions[a];
    double uy = positions[b + 1] - positions[a + 1];
    double uz = positions[b + 2] - positions[a + 2];
    double vx = positions[c] - positions[a];
    double vy = positions[c + 1] - positions[a + 1];
    double vz = positions[c + 2] - positions[a + 2];
    double px = dy * vz - dz * vy, py = dz * vx - dx * vz, pz = dx * vy - dy * vx;
    double det = ux * px + uy * py + uz * pz;
    double ox = x - positions[a], oy = y - positions[a + 1], oz = z - positions[a + 2];
    double qx = oy * uz - oz * uy, qy = oz * ux - ox * uz, qz = ox * uy - oy * ux;
    double v = (ox * px + oy * py + oz * pz) / det;
    double w = (dx * qx + dy * qy + dz * qz) / det;
    // False if the determinant is 0.
    if (!(v >= 0 && w >= 0 && v + w <= 1)) {
      return Double.NaN;
    }
    weights[0] = 1 - v - w;
    weights[1] = v;
    weights[2] = w;
    return (vx * qx + vy * qy + vz * qz) / det;
  }
}
