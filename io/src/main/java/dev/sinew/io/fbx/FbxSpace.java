package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Affine;

/**
 * The change from the units and axes of a file to metres, Y up and Z to the front. It is applied to
 * all data, so that no node is needed for it: points and translations are moved, transforms M
 * become C M C⁻¹.
 *
 * @param scale metres per unit
 * @param axis the axis of the file that becomes each axis of glTF
 * @param sign its sign
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record FbxSpace(double scale, int[] axis, int[] sign) {
  private static final double CENTIMETRES_PER_METRE = 100;

  /** Reads the settings of a file: centimetres and Y up by default. */
  static FbxSpace of(FbxObject settings) throws MalformedAssetException {
    int[] axis = {
      axis(settings, "CoordAxis", 0), axis(settings, "UpAxis", 1), axis(settings, "FrontAxis", 2)
    };
    int[] sign = {
      sign(settings, "CoordAxisSign"), sign(settings, "UpAxisSign"), sign(settings, "FrontAxisSign")
    };
    if ((1 << axis[0] | 1 << axis[1] | 1 << axis[2]) != 7) {
      throw settings
          .node()
          .error(
              "expected three different axes as CoordAxis, UpAxis and FrontAxis, got "
                  + axis[0]
                  + ", "
                  + axis[1]
                  + ", "
                  + axis[2]);
    }
    double unit = settings.number("UnitScaleFactor", 1);
    if (!(unit > 0)) {
      throw settings.node().error("UnitScaleFactor: expected more than 0, got " + unit);
    }
    return new FbxSpace(unit / CENTIMETRES_PER_METRE, axis, sign);
  }

  private static int axis(FbxObject settings, String name, int defaultValue)
      throws MalformedAssetException {
    long axis = settings.integer(name, defaultValue);
    if (axis < 0 || axis > 2) {
      throw settings.node().error(name + ": expected 0, 1 or 2, got " + axis);
    }
    return (int) axis;
  }

  private static int sign(FbxObject settings, String name) throws MalformedAssetException {
    return settings.number(name, 1) < 0 ? -1 : 1;
  }

  /** Returns true if the axes of the file are left-handed, so that triangles change their order. */
  boolean mirrors() {
    boolean even = (axis[1] - axis[0] + 3) % 3 == 1;
    return sign[0] * sign[1] * sign[2] < 0 == even;
  }

  /** Turns a direction in place. */
  void turn(double[] v, int at) {
    double[] old = {v[at], v[at + 1], v[at + 2]};
    for (int i = 0; i < 3; i++) {
      v[at + i] = sign[i] * old[axis[i]];
    }
  }

  /** Turns and scales a point or a translation in place. */
  void move(double[] v, int at) {
    turn(v, at);
    for (int i = 0; i < 3; i++) {
      v[at + i] *= scale;
    }
  }

  /** Changes a unit quaternion in place. */
  void turnRotation(double[] q, int at) {
    turn(q, at);
    if (mirrors()) {
      for (int i = 0; i < 3; i++) {
        q[at + i] = -q[at + i];
      }
    }
  }

  /** Changes scales along the axes in place. */
  void turnScale(double[] s, int at) {
    double[] old = {s[at], s[at + 1], s[at + 2]};
    for (int i = 0; i < 3; i++) {
      s[at + i] = old[axis[i]];
    }
  }

  /** Changes an affine transform in place. */
  void change(double[] m) {
    double[] old = m.clone();
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        m[4 * r + c] = sign[r] * sign[c] * old[4 * axis[r] + axis[c]];
      }
      m[4 * r + 3] = scale * sign[r] * old[4 * axis[r] + 3];
    }
  }

  /** Returns the identity transform. */
  static double[] identity() {
    double[] out = new double[Affine.SIZE];
    Affine.identity(out, 0);
    return out;
  }
}
