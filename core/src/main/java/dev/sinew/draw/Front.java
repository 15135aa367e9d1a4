package dev.sinew.draw;

import dev.sinew.math.Affine;
import dev.sinew.math.Vec3;
import dev.sinew.model.Pose;
import dev.sinew.model.human.HumanBone;
import dev.sinew.model.human.Humanoid;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The direction in which a human body faces at rest: its left × up. So it does not depend on the
 * way in which a file format or a motion of the character turns it.
 */
final class Front {
  /** Pairs of joints, left and right at rest; the first pair that a character has counts. */
  private static final List<List<HumanBone>> PAIRS =
      List.of(
          List.of(HumanBone.LEFT_UPPER_LEG, HumanBone.RIGHT_UPPER_LEG),
          List.of(HumanBone.LEFT_UPPER_ARM, HumanBone.RIGHT_UPPER_ARM));

  /** The sine of the angle below which two directions are one line. */
  private static final double ONE_LINE = 1e-3;

  private Front() {}

  /**
   * Returns the direction, x, y, z in the scene, of length 1; empty if not enough bones are known,
   * or if they are in one line.
   */
  static Optional<double[]> of(Pose rest) {
    Humanoid body = rest.skeleton().humanoid();
    for (List<HumanBone> pair : PAIRS) {
      Optional<double[]> left = between(body, rest, pair.get(1), pair.get(0));
      Optional<double[]> up = between(body, rest, HumanBone.HIPS, HumanBone.HEAD);
      if (left.isPresent() && up.isPresent()) {
        return across(left.get(), up.get());
      }
    }
    return Optional.empty();
  }

  private static Optional<double[]> across(double[] left, double[] up) {
    double[] out = Vec3.cross(left, up);
    double length = Vec3.length(out);
    boolean isLong =
        length > ONE_LINE * Vec3.length(left) * Vec3.length(up)
            && length < Double.POSITIVE_INFINITY;
    return isLong
        ? Optional.of(Arrays.stream(out).map(x -> x / length).toArray())
        : Optional.empty();
  }

  private static Optional<double[]> between(
      Humanoid body, Pose rest, HumanBone from, HumanBone to) {
    return body.joint(from)
        .flatMap(
            first ->
                body.joint(to)
                    .map(
                        second -> {
                          double[] a = new double[Affine.SIZE];
                          double[] b = new double[Affine.SIZE];
                          rest.copyGlobal(first, a, 0);
                          rest.copyGlobal(second, b, 0);
                          return new double[] {b[3] - a[3], b[7] - a[7], b[11] - a[11]};
                        }));
  }
}
