package dev.sinew.pose;

import dev.sinew.math.Quaternion;
import dev.sinew.math.Similarity;
import dev.sinew.model.Box;
import dev.sinew.run.NumberRange;

/**
 * The range of a joint's motion relative to its parent: a set of local transforms v → t + R S v,
 * with S the scales along the joint's axes. The joints move within their ranges independently of
 * each other.
 */
public sealed interface JointRange {
  /**
   * Returns the range in a model that is moved: translations move, mean rotations turn, scales
   * stay. Below the roots a motion of the model is a scale alone.
   */
  default JointRange moved(Similarity motion) {
    return switch (this) {
      case Fixed fixed -> fixed;
      case Cone cone -> {
        double[] mean = {cone.x, cone.y, cone.z, cone.w};
        motion.turnRotation(mean, 0);
        Quaternion.normalize(mean, 0);
        yield new Cone(
            mean[0],
            mean[1],
            mean[2],
            mean[3],
            cone.angle,
            cone.translation.moved(motion),
            cone.scale);
      }
      case Any any -> new Any(any.translation.moved(motion), any.scale);
    };
  }

  /** The joint keeps its rest matrix exactly. */
  record Fixed() implements JointRange {}

  /**
   * All rotations within an angle of a mean rotation.
   *
   * @param x first component of the mean rotation, a quaternion of unit length within 1e-6
   * @param y its second component
   * @param z its third component
   * @param w its real part
   * @param angle radians, 0 to π
   * @param translation the set of the joint's origins in its parent's space
   * @param scale the range of the scales per axis
   */
  record Cone(
      double x, double y, double z, double w, double angle, DilatedHull translation, Box scale)
      implements JointRange {
    /** Checks the quaternion, the angle and the scales. */
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
   * All linear parts of norm up to {@code scale}: all rotations and reflections, and all scales and
   * shears up to that.
   *
   * @param translation the set of the joint's origins in its parent's space
   * @param scale the largest factor a vector's length grows by, at least 0
   */
  record Any(DilatedHull translation, double scale) implements JointRange {
    /** Checks the scale. */
    public Any {
      NumberRange.requireAtLeast("scale", scale, 0);
    }
  }

  private static void requireFull(String what, Box box) {
    if (box.isEmpty() || !Double.isFinite(box.diagonal())) {
      throw new IllegalArgumentException(what + ": expected a finite box, got " + box);
    }
  }
}
