package dev.sinew.bounds;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Svd3;
import dev.sinew.model.Box;
import dev.sinew.model.Skeleton;
import dev.sinew.pose.Hull;
import dev.sinew.pose.JointRange;

/**
 * A joint's freedom as numbers to reckon with. Its linear part is a product Q P: P symmetric, with
 * eigenvalues between {@code low} and {@code high}, Q a rotation or mirroring at most {@code angle}
 * from {@code mean}. So a vector grows by {@code low} to {@code high} times, and what comes before
 * Q is off its direction by at most {@code skew}: the angle between x and P x has the sine (high −
 * low) / (high + low) or less.
 */
final class JointBounds {
  /** The linear part when it is fixed, row by row; otherwise nothing. */
  final double[] fixed;

  /** Row by row. */
  final double[] mean = new double[9];

  final double angle;
  final double low;
  final double high;
  final double skew;

  /** Middles and half widths of the scales, signs included; of use for cones only. */
  final double[] scale = new double[3];

  final double[] scaleHalf = new double[3];

  /** The translations. */
  final Hull places;

  /** The middle and half widths of the box of translations. */
  final double[] shift = new double[3];

  final double[] shiftHalf = new double[3];

  private JointBounds(double[] fixed, double angle, double low, double high, Hull places) {
    this.fixed = fixed;
    this.places = places;
    setShift(places.box());
    this.low = low;
    this.high = high;
    this.angle = low > 0 || fixed.length > 0 ? angle : Math.PI;
    skew = high > 0 ? Math.asin(Math.min(1, (high - low) / (high + low))) : 0;
  }

  static JointBounds of(Skeleton skeleton, int joint, JointRange freedom) {
    return switch (freedom) {
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
        new JointBounds(linear, 0, Math.abs(last), work[Svd3.VALUES], Hull.of(place));
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
    double[] least = {s.minX(), s.minY(), s.minZ()};
    double[] most = {s.maxX(), s.maxY(), s.maxZ()};
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (int c = 0; c < 3; c++) {
      double near = Math.min(Math.abs(least[c]), Math.abs(most[c]));
      // An axis that may vanish or turn over leaves the direction open.
      low = Math.min(low, least[c] <= 0 && most[c] >= 0 ? 0 : near);
      high = Math.max(high, Math.max(Math.abs(least[c]), Math.abs(most[c])));
    }
    JointBounds made = new JointBounds(new double[0], cone.angle(), low, high, cone.translation());
    double[] unit = {cone.x(), cone.y(), cone.z(), cone.w()};
    double[] turned = new double[Affine.SIZE];
    Quaternion.normalize(unit, 0);
    Affine.fromTrs(new double[3], 0, unit, 0, new double[] {1, 1, 1}, 0, turned, 0);
    for (int i = 0; i < 9; i++) {
      made.mean[i] = turned[4 * (i / 3) + i % 3] * (most[i % 3] < 0 ? -1 : 1);
    }
    for (int c = 0; c < 3; c++) {
      double sign = most[c] < 0 ? -1 : 1;
      made.scale[c] = sign * (least[c] + most[c]) / 2;
      made.scaleHalf[c] = (most[c] - least[c]) / 2;
    }
    return made;
  }

  private void setShift(Box box) {
    double[] least = {box.minX(), box.minY(), box.minZ()};
    double[] most = {box.maxX(), box.maxY(), box.maxZ()};
    for (int c = 0; c < 3; c++) {
      shift[c] = (least[c] + most[c]) / 2;
      shiftHalf[c] = (most[c] - least[c]) / 2;
    }
  }

  /** The furthest the joint's origin lies from its parent's. */
  double shiftLength() {
    return length(shift) + length(shiftHalf);
  }

  static double length(double[] v) {
    return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }
}
