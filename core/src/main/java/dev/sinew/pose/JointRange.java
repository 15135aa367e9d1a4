package dev.sinew.pose;

import dev.sinew.model.Box;

/**
 * How a joint may move against its parent: a set of local transforms v → t + R S v, S being the
 * scales along the joint's axes. Bounds over poses take every joint anywhere in its own set,
 * whatever the others do.
 */
public sealed interface JointRange {
  /** The joint stays as at rest, its matrix taken exactly. */
  record Fixed() implements JointRange {}

  /**
   * Every rotation that differs from a mean one by at most an angle.
   *
   * @param x the mean rotation's quaternion, of unit length within 1e-6
   * @param y its second component
   * @param z its third component
   * @param w its real part
   * @param angle radians, 0 to π
   * @param translation where the joint's origin may lie in its parent's space
   * @param scale the scales it may have, axis by axis
   */
  record Cone(double x, double y, double z, double w, double angle, Hull translation, Box scale)
      implements JointRange {
    public Cone {
      double length = Math.sqrt(x * x + y * y + z * z + w * w);
      if (!(Math.abs(length - 1) <= 1e-6)) {
        throw new IllegalArgumentException("mean rotation: expected length 1, got " + length);
      }
      if (!(angle >= 0 && angle <= Math.PI)) {
        throw new IllegalArgumentException("angle: expected 0 to π, got " + angle);
      }
      requireFull("scale", scale);
    }
  }

  /**
   * Every linear part that makes no vector more than {@code scale} times as long: all rotations and
   * mirrorings, and all scales and shears up to that.
   *
   * @param translation where the joint's origin may lie in its parent's space
   * @param scale the most a vector may grow, at least 0
   */
  record Any(Hull translation, double scale) implements JointRange {
    public Any {
      if (!(scale >= 0) || Double.isInfinite(scale)) {
        throw new IllegalArgumentException("scale: expected 0 or more, got " + scale);
      }
    }
  }

  private static void requireFull(String what, Box box) {
    if (box.isEmpty() || !Double.isFinite(box.diagonal())) {
      throw new IllegalArgumentException(what + ": expected a finite box, got " + box);
    }
  }
}
