package dev.sinew.math;

import java.util.Arrays;

/**
 * A uniform scale followed by a rigid motion: x → s R x + t with s &gt; 0 and R a rotation.
 * Immutable.
 *
 * <p>The entries of R that are within rounding of 0 or ±1 are exactly that, so quarter turns about
 * the axes only exchange coordinates.
 */
public final class Similarity {
  /** The motion that changes nothing. */
  public static final Similarity IDENTITY =
      new Similarity(1, new double[] {0, 0, 0, 1}, new double[3]);

  private static final double EXACT = 1e-15;

  private final double scale;
  private final double[] rotation;

  /** R and t, 12 values. */
  private final double[] rigid = new double[Affine.SIZE];

  private Similarity(double scale, double[] rotation, double[] translation) {
    this.scale = scale;
    this.rotation = rotation;
    Affine.fromTrs(translation, 0, rotation, 0, new double[] {1, 1, 1}, 0, rigid, 0);
    for (int i = 0; i < Affine.SIZE; i++) {
      double whole = Math.rint(rigid[i]);
      if (i % 4 < 3 && Math.abs(rigid[i] - whole) < EXACT) {
        rigid[i] = whole + 0.0; // Not a negative zero.
      }
    }
  }

  /**
   * Returns a scale about the origin.
   *
   * @param factor positive and finite, as is its inverse
   */
  public static Similarity scaling(double factor) {
    if (!(factor > 0) || Double.isInfinite(factor) || Double.isInfinite(1 / factor)) {
      throw new IllegalArgumentException(
          "scale: expected a positive, finite number, got " + factor);
    }
    return new Similarity(factor, IDENTITY.rotation.clone(), new double[3]);
  }

  /** Returns a translation. */
  public static Similarity translation(double x, double y, double z) {
    if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
      throw new IllegalArgumentException(
          "translation: expected finite numbers, got " + x + ", " + y + ", " + z);
    }
    return new Similarity(1, IDENTITY.rotation.clone(), new double[] {x, y, z});
  }

  /** Returns the rotation by an angle in radians about an axis of any length except 0. */
  public static Similarity rotation(double x, double y, double z, double angle) {
    double length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0) || Double.isInfinite(length)) {
      throw new IllegalArgumentException(
          "rotation axis: expected a finite direction, got " + x + ", " + y + ", " + z);
    }
    if (!Double.isFinite(angle)) {
      throw new IllegalArgumentException("rotation angle: expected a finite number, got " + angle);
    }
    double[] q = new double[Quaternion.SIZE];
    Quaternion.fromAxisAngle(x / length, y / length, z / length, angle, q, 0);
    return new Similarity(1, q, new double[3]);
  }

  /** Returns this motion followed by another. */
  public Similarity then(Similarity next) {
    double[] q = new double[Quaternion.SIZE];
    Quaternion.multiply(next.rotation, 0, rotation, 0, q, 0);
    Quaternion.normalize(q, 0);
    double[] t = {rigid[3], rigid[7], rigid[11]};
    next.movePoint(t, 0);
    return new Similarity(scale * next.scale, q, t);
  }

  /** Returns the scale s. */
  public double scale() {
    return scale;
  }

  /** Returns true if this has a scale only, no rotation and no translation. */
  public boolean isScaling() {
    double[] identity = new double[Affine.SIZE];
    Affine.identity(identity, 0);
    return Arrays.equals(rigid, identity);
  }

  /** Returns true if this changes nothing. */
  public boolean isIdentity() {
    return scale == 1 && isScaling();
  }

  /** Returns the rigid motion without the scale, x → R x + t, 12 values in a new array. */
  public double[] rigid() {
    return rigid.clone();
  }

  /** Returns x → s R x + t, 12 values in a new array. */
  public double[] affine() {
    double[] out = rigid.clone();
    for (int i = 0; i < Affine.SIZE; i++) {
      out[i] *= i % 4 < 3 ? scale : 1;
    }
    return out;
  }

  /** Moves a point in place. */
  public void movePoint(double[] p, int o) {
    for (int i = 0; i < 3; i++) {
      p[o + i] *= scale;
    }
    Affine.transformPoint(rigid, 0, p, o, p, o);
  }

  /** Scales and turns a difference of points in place. */
  public void moveVector(double[] v, int o) {
    for (int i = 0; i < 3; i++) {
      v[o + i] *= scale;
    }
    Affine.transformVector(rigid, 0, v, o, v, o);
  }

  /** Turns a direction in place, without the scale. */
  public void turn(double[] v, int o) {
    Affine.transformVector(rigid, 0, v, o, v, o);
  }

  /** Turns a rotation in place: q becomes the rotation by q followed by R. */
  public void turnRotation(double[] q, int o) {
    Quaternion.multiply(rotation, 0, q, o, q, o);
  }
}
