package dev.sinew.extract;

import dev.sinew.math.Vec3;

/** Points and segments in arrays x, y, z. */
final class Points {
  private Points() {}

  static double distance(double[] a, double[] b) {
    double squared = 0;
    for (int axis = 0; axis < 3; axis++) {
      squared += (a[axis] - b[axis]) * (a[axis] - b[axis]);
    }
    return Math.sqrt(squared);
  }

  /** Returns a − b. */
  static double[] difference(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  /** Returns the point at t between a (t = 0) and b (t = 1). */
  static double[] between(double[] a, double[] b, double t) {
    double[] out = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      out[axis] = (1 - t) * a[axis] + t * b[axis];
    }
    return out;
  }

  /** Returns the place t, 0 to 1, of the point of a segment that is nearest to a point. */
  static double nearestPlace(double[] p, double[] a, double[] b) {
    double along = 0;
    double length = 0;
    for (int axis = 0; axis < 3; axis++) {
      double d = b[axis] - a[axis];
      along += d * (p[axis] - a[axis]);
      length += d * d;
    }
    return length > 0 ? Math.clamp(along / length, 0, 1) : 0;
  }

  static double distanceToSegment(double[] p, double[] a, double[] b) {
    return distance(p, between(a, b, nearestPlace(p, a, b)));
  }

  /** Returns the angle between two vectors, in radians; 0 if one has no length. */
  static double angle(double[] a, double[] b) {
    double lengths = Vec3.length(a) * Vec3.length(b);
    return lengths > 0 ? Math.acos(Math.clamp(Vec3.dot(a, b) / lengths, -1, 1)) : 0;
  }
}
