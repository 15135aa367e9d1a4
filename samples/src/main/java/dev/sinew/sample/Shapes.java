package dev.sinew.sample;

/**
 * Signed distances of points (u, v) of a plane from shapes around the origin or between given
 * points, negative inside; what {@link Texel#cover} takes.
 */
final class Shapes {
  private static final int CURVE_PIECES = 10;

  private Shapes() {}

  /** Returns the distance from a disc. */
  static double disc(double u, double v, double radius) {
    return Math.sqrt(u * u + v * v) - radius;
  }

  /** Returns the distance from a ball. */
  static double ball(double x, double y, double z, double radius) {
    return Math.sqrt(x * x + y * y + z * z) - radius;
  }

  /** Returns about the distance from an ellipse; exact to first order near its edge. */
  static double ellipse(double u, double v, double radiusU, double radiusV) {
    double a = u / radiusU;
    double b = v / radiusV;
    double value = Math.sqrt(a * a + b * b);
    double slope = Math.sqrt(a * a / (radiusU * radiusU) + b * b / (radiusV * radiusV));
    return slope == 0 ? -Math.min(radiusU, radiusV) : value * (value - 1) / slope;
  }

  /** Returns the distance from a rectangle with round corners, half sides given. */
  static double box(double u, double v, double halfU, double halfV, double corner) {
    double a = Math.abs(u) - halfU + corner;
    double b = Math.abs(v) - halfV + corner;
    double outside = Math.hypot(Math.max(a, 0), Math.max(b, 0));
    return outside + Math.min(0, Math.max(a, b)) - corner;
  }

  /** Returns the distance from the strip between two values of a coordinate. */
  static double band(double t, double from, double to) {
    return Math.max(from - t, t - to);
  }

  /** Returns the distance from a straight stroke. */
  static double stroke(
      double u, double v, double u0, double v0, double u1, double v1, double halfWidth) {
    double du = u1 - u0;
    double dv = v1 - v0;
    double squared = du * du + dv * dv;
    double t = squared > 0 ? Math.clamp(((u - u0) * du + (v - v0) * dv) / squared, 0, 1) : 0;
    double a = u - u0 - t * du;
    double b = v - v0 - t * dv;
    return Math.sqrt(a * a + b * b) - halfWidth;
  }

  /** A parabola from p0 to p2 with the control point p1. */
  record Parabola(double u0, double v0, double u1, double v1, double u2, double v2) {
    private double u(double t) {
      return at(u0, u1, u2, t);
    }

    private double v(double t) {
      return at(v0, v1, v2, t);
    }

    private static double at(double p0, double p1, double p2, double t) {
      double s = 1 - t;
      return s * s * p0 + 2 * s * t * p1 + t * t * p2;
    }
  }

  /** Returns the distance from a stroke along a parabola. */
  static double curve(double u, double v, Parabola line, double halfWidth) {
    double least = Double.POSITIVE_INFINITY;
    double lastU = line.u0;
    double lastV = line.v0;
    for (int i = 1; i <= CURVE_PIECES; i++) {
      double t = (double) i / CURVE_PIECES;
      double nextU = line.u(t);
      double nextV = line.v(t);
      least = Math.min(least, stroke(u, v, lastU, lastV, nextU, nextV, halfWidth));
      lastU = nextU;
      lastV = nextV;
    }
    return least;
  }

  /** Returns the distance from a star of six strokes with side branches. */
  static double snowflake(double u, double v, double radius, double halfWidth) {
    // Folded into the sector of one arm, 0 to 30 degrees.
    double angle = Math.abs(Math.IEEEremainder(Math.atan2(v, u), Math.PI / 3));
    double r = Math.sqrt(u * u + v * v);
    double a = r * Math.cos(angle);
    double b = r * Math.sin(angle);
    double arm = stroke(a, b, 0, 0, radius, 0, halfWidth);
    double branch = stroke(a, b, 0.55 * radius, 0, 0.8 * radius, 0.25 * radius, halfWidth);
    return Math.min(arm, branch);
  }

  /** Returns a value that rises smoothly from 0 at {@code from} to 1 at {@code to}. */
  static double rise(double t, double from, double to) {
    double s = Math.clamp((t - from) / (to - from), 0, 1);
    return s * s * (3 - 2 * s);
  }
}
