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
   * Returns true if the ray may meet a box within a distance.
   *
   * @param boxes centres and half sides
   * @param b the index of the box's centre
   */
  boolean meetsBox(float[] boxes, int b, double reach) {
    double from = 0;
    double to = reach;
    for (int k = 0; k < 3; k++) {
      double o = (k == 0 ? x : k == 1 ? y : z) - boxes[b + k];
      double d = k == 0 ? dx : k == 1 ? dy : dz;
      double half = boxes[b + 3 + k];
      if (d == 0) {
        if (Math.abs(o) > half) {
          return false;
        }
      } else {
        double middle = -o / d;
        double side = Math.abs(half / d);
        from = Math.max(from, middle - side);
        to = Math.min(to, middle + side);
      }
    }
    return from <= to;
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
