package dev.sinew.bounds;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Svd3;
import dev.sinew.model.Box;
import dev.sinew.model.Skeleton;
import dev.sinew.pose.DilatedHull;
import dev.sinew.pose.JointRange;

/**
 * The range of a joint in the form that bounds are computed from. Its linear part is a product Q P:
 * P symmetric with eigenvalues between {@code low} and {@code high}, Q a rotation or reflection
 * within {@code angle} of {@code mean}. So a vector's length grows by a factor of {@code low} to
 * {@code high}, and P changes its direction by at most {@code skew}: the angle between x and P x
 * has a sine of at most (high − low) / (high + low).
 */
final class JointBounds {
  /** The linear part of a fixed joint, row by row; otherwise empty. */
  final double[] fixed;

  /** The mean rotation, row by row. */
  final double[] mean = new double[9];

  final double angle;
  final double low;
  final double high;
  final double skew;

  /** Centre and half widths of the scales, signs included; for cones only. */
  final double[] scale = new double[3];

  final double[] scaleHalf = new double[3];

  final DilatedHull translations;

  /** Centre and half widths of the box of translations. */
  final double[] shift = new double[3];

  final double[] shiftHalf = new double[3];

  private JointBounds(
      double[] fixed, double angle, double low, double high, DilatedHull translations) {
    this.fixed = fixed;
    this.translations = translations;
    setShift(translations.box());
    this.low = low;
    this.high = high;
    this.angle = low > 0 || fixed.length > 0 ? angle : Math.PI;
    skew = high > 0 ? Math.asin(Math.min(1, (high - low) / (high + low))) : 0;
  }

  static JointBounds of(Skeleton skeleton, int joint, JointRange range) {
    return switch (range) {
      case JointRange.Fixed f -> fixed(skeleton, joint);
      case JointRange.Cone cone -> cone(cone);
      case JointRange.Any any -> {
        JointBounds made =
            new JointBounds(new double[0], Math.PI, 0, any.scale(), any.translation());
        made.mean[0] = made.mean[4] = made.mean[8] = 1;
        yield made;
      }
    };
  }

  private static JointBounds fixed(Skeleton skeleton, int joint) {
    double[] local = new double[Affine.SIZE];
    double[] work = new double[Svd3.WORK];
    skeleton.copyRestLocal(joint, local, 0);
    Svd3.decompose(local, 0, 4, work);
    double[] linear = new double[9];
    for (int i = 0; i < 9; i++) {
      linear[i] = local[4 * (i / 3) + i % 3];
    }
    double last = work[Svd3.VALUES + 2];
    Box place = new Box(local[3], local[7], local[11], local[3], local[7], local[11]);
    JointBounds made =
        new JointBounds(linear, 0, Math.abs(last), work[Svd3.VALUES], DilatedHull.of(place));
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 3; k++) {
          double sign = k == 2 && last < 0 ? -1 : 1;
          made.mean[3 * r + c] += sign * work[Svd3.U + 3 * r + k] * work[Svd3.V + 3 * c + k];
        }
      }
    }
    return made;
  }

  private static JointBounds cone(JointRange.Cone cone) {
    Box s = cone.scale();
    double[] min = {s.minX(), s.minY(), s.minZ()};
    double[] max = {s.maxX(), s.maxY(), s.maxZ()};
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (int c = 0; c < 3; c++) {
      double near = Math.min(Math.abs(min[c]), Math.abs(max[c]));
      // A scale that may be zero or change its sign leaves the direction open.
      low = Math.min(low, min[c] <= 0 && max[c] >= 0 ? 0 : near);
      high = Math.max(high, Math.max(Math.abs(min[c]), Math.abs(max[c])));
    }
    JointBounds made = new JointBounds(new double[0], cone.angle(), low, high, cone.translation());
    double[] unit = {cone.x(), cone.y(), cone.z(), cone.w()};
    double[] turned = new double[Affine.SIZE];
    Quaternion.normalize(unit, 0);
    Affine.fromTrs(new double[3], 0, unit, 0, new double[] {1, 1, 1}, 0, turned, 0);
    for (int i = 0; i < 9; i++) {
      made.mean[i] = turned[4 * (i / 3) + i % 3] * (max[i % 3] < 0 ? -1 : 1);
    }
    for (int c = 0; c < 3; c++) {
      double sign = max[c] < 0 ? -1 : 1;
      made.scale[c] = sign * (min[c] + max[c]) / 2;
      made.scaleHalf[c] = (max[c] - min[c]) / 2;
    }
    return made;
  }

  private void setShift(Box box) {
    double[] min = {box.minX(), box.minY(), box.minZ()};
    double[] max = {box.maxX(), box.maxY(), box.maxZ()};
    for (int c = 0; c < 3; c++) {
      shift[c] = (min[c] + max[c]) / 2;
      shiftHalf[c] = (max[c] - min[c]) / 2;
    }
  }

  /** Returns a bound on the distance of the joint's origin from its parent's. */
  double shiftLength() {
    return length(shift) + length(shiftHalf);
  }

  static double length(double[] v) {
    return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }
}
