package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;

/**
 * The transform of a model:
 *
 * <pre>T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹</pre>
 *
 * Only translations stand right of the rotation beside the scale, so it is always a translation, a
 * rotation and a scale, as a node of glTF has.
 */
final class FbxModel {
  static final String TRANSLATION = "Lcl Translation";
  static final String ROTATION = "Lcl Rotation";
  static final String SCALING = "Lcl Scaling";

  /** The scale of the parent is not inherited. */
  private static final int INHERIT_RRS = 2;

  /** The order of axes of each rotation order; 6 is spheric and read as the first. */
  private static final int[][] ORDERS = {
    {0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}, {0, 1, 2}
  };

  private final FbxObject object;
  private final int[] order;
  private final double[] before = new double[Quaternion.SIZE];
  private final double[] after = new double[Quaternion.SIZE];
  private final double[] rotationPivot;
  private final double[] rotationOffset;
  private final double[] scalingPivot;
  private final double[] scalingOffset;
  private final boolean dropsParentScale;

  FbxModel(FbxObject object) throws MalformedAssetException {
    this.object = object;
    rotationPivot = object.vector("RotationPivot", 0, 0, 0);
    rotationOffset = object.vector("RotationOffset", 0, 0, 0);
    scalingPivot = object.vector("ScalingPivot", 0, 0, 0);
    scalingOffset = object.vector("ScalingOffset", 0, 0, 0);
    dropsParentScale = object.integer("InheritType", 1) == INHERIT_RRS;
    // Without RotationActive the order and the rotations around the animated one have no effect.
    boolean active = object.integer("RotationActive", 0) != 0;
    int named = active ? (int) object.integer("RotationOrder", 0) : 0;
    order = ORDERS[named >= 0 && named < ORDERS.length ? named : 0];
    Quaternion.identity(before, 0);
    Quaternion.identity(after, 0);
    if (active) {
      rotation(object.vector("PreRotation", 0, 0, 0), ORDERS[0], before);
      rotation(object.vector("PostRotation", 0, 0, 0), ORDERS[0], after);
      Quaternion.conjugate(after, 0, after, 0);
    }
  }

  FbxObject object() {
    return object;
  }

  /** Returns the value of a transform property without clips. */
  double[] rest(String property) throws MalformedAssetException {
    double one = property.equals(SCALING) ? 1 : 0;
    return object.vector(property, one, one, one);
  }

  /** Returns true if the scale of the parent changes this model's scale. */
  boolean dropsParentScale() {
    return dropsParentScale;
  }

  /** Returns true if rotation and scale move the model, too. */
  boolean hasPivots() {
    return !isZero(rotationPivot) || !isZero(scalingPivot) || !isZero(scalingOffset);
  }

  private static boolean isZero(double[] v) {
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
  }

  /** Writes the rotation by angles in degrees about the axes, one after the other. */
  static void rotation(double[] degrees, int[] order, double[] out) {
    Quaternion.identity(out, 0);
    double[] turn = new double[Quaternion.SIZE];
    for (int axis : order) {
      double half = Math.toRadians(degrees[axis] % 720) / 2;
      turn[0] = turn[1] = turn[2] = 0;
      turn[axis] = Math.sin(half);
      turn[3] = Math.cos(half);
      Quaternion.multiply(turn, 0, out, 0, out, 0);
    }
  }

  /**
   * Computes translation, rotation and scale, ten values.
   *
   * @param t the animated translation, of three values
   * @param r the animated angles in degrees
   * @param s the animated scale
   * @param parentScale the animated scale of the parent
   */
  void compute(double[] t, double[] r, double[] s, double[] parentScale, double[] out) {
    double[] q = new double[Quaternion.SIZE];
    rotation(r, order, q);
    Quaternion.multiply(before, 0, q, 0, q, 0);
    Quaternion.multiply(q, 0, after, 0, q, 0);
    double[] m = new double[Affine.SIZE];
    Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, m, 0);
    double[] arm = new double[3];
    for (int i = 0; i < 3; i++) {
      arm[i] = scalingPivot[i] + scalingOffset[i] - rotationPivot[i] - s[i] * scalingPivot[i];
    }
    Affine.transformVector(m, 0, arm, 0, arm, 0);
    for (int i = 0; i < 3; i++) {
      out[i] = t[i] + rotationOffset[i] + rotationPivot[i] + arm[i];
      out[3 + i] = q[i];
      out[7 + i] = s[i];
    }
    out[6] = q[3];
    if (dropsParentScale && !isOne(parentScale)) {
      removeParentScale(parentScale, out);
    }
  }

  private static boolean isOne(double[] s) {
    return s[0] == 1 && s[1] == 1 && s[2] == 1;
  }

  /** Returns true if a scale is the same along all axes, so that it can be removed exactly. */
  static boolean isUniform(double[] s) {
    return s[0] == s[1] && s[1] == s[2];
  }

  private static void removeParentScale(double[] parentScale, double[] trs) {
    if (parentScale[0] == 0 || parentScale[1] == 0 || parentScale[2] == 0) {
      return; // What is below a scale of 0 cannot be seen.
    }
    if (isUniform(parentScale)) {
      for (int i = 7; i < 10; i++) {
        trs[i] /= parentScale[0];
      }
      return;
    }
    double[] m = new double[Affine.SIZE];
    Affine.fromTrs(trs, 0, trs, 3, trs, 7, m, 0);
    for (int row = 0; row < 3; row++) {
      for (int c = 0; c < 3; c++) {
        m[4 * row + c] /= parentScale[row];
      }
    }
    Affine.toTrs(m, 0, trs, 0, trs, 3, trs, 7);
  }

  /** Returns the transform of what is shown, which the models below do not inherit. */
  double[] geometric() throws MalformedAssetException {
    double[] q = new double[Quaternion.SIZE];
    rotation(object.vector("GeometricRotation", 0, 0, 0), ORDERS[0], q);
    double[] out = new double[Affine.SIZE];
    Affine.fromTrs(
        object.vector("GeometricTranslation", 0, 0, 0),
        0,
        q,
        0,
        object.vector("GeometricScaling", 1, 1, 1),
        0,
        out,
        0);
    return out;
  }
}
