package dev.sinew.transform;

import dev.sinew.math.Affine;
import dev.sinew.math.Similarity;

/**
 * How stored numbers change when a model moves by a scale S and then a rigid motion W (Merry's
 * thesis, section 3.4). Meshes and files are moved by these changes alone.
 *
 * @param kind what the numbers of an element are
 * @param motion W S of what the element belongs to; S alone below the roots
 * @param cubic true for keys of a cubic spline, which have a tangent, a value and a tangent each
 */
public record ElementChange(Kind kind, Similarity motion, boolean cubic) {
  /** What the numbers of an element are. */
  public enum Kind {
    /** A position, or the translation of a joint. */
    POINT(3),
    /** A difference of positions. */
    VECTOR(3),
    /** A unit direction, or a difference of such; further components stay. */
    DIRECTION(3),
    /** The rotation of a joint, a quaternion. */
    ROTATION(4),
    /** Animation coordinates: the scale applies to x, y, z (equation 3.29). */
    COORDINATES(4),
    /** An inverse bind matrix B, which becomes S B S⁻¹ W⁻¹. */
    BIND(Affine.SIZE);

    private final int size;

    Kind(int size) {
      this.size = size;
    }

    /** Returns the number of values that change. */
    public int size() {
      return size;
    }
  }

  /** A change of elements that are not keys of a cubic spline. */
  public ElementChange(Kind kind, Similarity motion) {
    this(kind, motion, false);
  }

  /** Returns true if an element of zeros does not change. */
  public boolean keepsZero() {
    return kind != Kind.POINT || motion.isScaling();
  }

  /** Returns true if no element changes. */
  public boolean isNone() {
    return switch (kind) {
      case POINT, VECTOR, BIND -> motion.isIdentity();
      case DIRECTION, ROTATION -> motion.isScaling();
      case COORDINATES -> motion.scale() == 1;
    };
  }

  /**
   * Changes an element in place.
   *
   * @param values contains the element from {@code at} on
   * @param index the index of the element among all, which tells the tangents of a spline
   */
  public void apply(double[] values, int at, int index) {
    switch (kind) {
      case POINT -> {
        if (cubic && index % 3 != 1) {
          motion.moveVector(values, at);
        } else {
          motion.movePoint(values, at);
        }
      }
      case VECTOR -> motion.moveVector(values, at);
      case DIRECTION -> motion.turn(values, at);
      case ROTATION -> motion.turnRotation(values, at);
      case COORDINATES -> {
        for (int k = 0; k < 3; k++) {
          values[at + k] *= motion.scale();
        }
      }
      case BIND -> {
        double[] inverse = new double[Affine.SIZE];
        Affine.invert(motion.rigid(), 0, inverse, 0);
        for (int r = 0; r < 3; r++) {
          values[at + 4 * r + 3] *= motion.scale();
        }
        Affine.multiply(values, at, inverse, 0, values, at);
      }
    }
  }

  /** Changes all elements of an array in place; returns the array. */
  double[] applyToAll(double[] values) {
    for (int i = 0; i < values.length; i += kind.size) {
      apply(values, i, i / kind.size);
    }
    return values;
  }

  /** Changes all elements of an array, of some components each, in place; returns the array. */
  float[] applyToAll(float[] values, int components) {
    double[] element = new double[components];
    for (int i = 0; i < values.length; i += components) {
      for (int k = 0; k < components; k++) {
        element[k] = values[i + k];
      }
      apply(element, 0, i / components);
      for (int k = 0; k < components; k++) {
        values[i + k] = (float) element[k];
      }
    }
    return values;
  }
}
