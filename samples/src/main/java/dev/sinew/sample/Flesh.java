package dev.sinew.sample;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body as an implicit surface in one pose: every cone moves rigidly with its joint, and the
 * cones are blended by {@code F = −k log Σ λᵢ exp(−fᵢ / k)}, where fᵢ is the exact distance to cone
 * i. F is negative inside. The λᵢ, 1 by default, let a vertex ignore cones of other limbs that come
 * near it in some pose.
 *
 * <p>Has scratch arrays: not for several threads at once.
 */
final class Flesh {
  /** Cones this many blending widths further than the nearest do not change the sum. */
  private static final double NEGLIGIBLE = 40;

  /** Start, unit axis, length, tangent of the half opening angle, first radius, radius slope. */
  private static final int STRIDE = 10;

  private final int count;
  private final double blend;
  private final double[] cones;
  private final int[] everyCone;
  private final double[] everyShare;
  private final double[] distance;
  private final double[] direction;

  /**
   * @param flesh the cones at rest
   * @param blend the blending width k
   * @param skin the skin; cones refer to its joints
   * @param pose a pose of rigid transforms; global transforms must be up to date
   */
  Flesh(List<RoundCone> flesh, double blend, Skin skin, Pose pose) {
    count = flesh.size();
    this.blend = blend;
    cones = new double[STRIDE * count];
    everyCone = new int[count];
    everyShare = new double[count];
    distance = new double[count];
    direction = new double[3 * count];
    double[] matrices = new double[Affine.SIZE * skin.jointCount()];
    skin.skinningMatrices(pose, matrices);
    double[] p = new double[3];
    double[] q = new double[3];
    for (int i = 0; i < count; i++) {
      RoundCone c = flesh.get(i);
      everyCone[i] = i;
      everyShare[i] = 1;
      int at = Affine.SIZE * c.joint();
      Affine.transformPoint(matrices, at, centre(c.start()), 0, p, 0);
      Affine.transformPoint(matrices, at, centre(c.end()), 0, q, 0);
      place(i, p, q, c, swelling(c, pose));
    }
  }

  private void place(int i, double[] p, double[] q, RoundCone c, double swelling) {
    double r0 = c.start().r() * swelling;
    double r1 = c.end().r() * swelling;
    double x = q[0] - p[0];
    double y = q[1] - p[1];
    double z = q[2] - p[2];
    double length = Math.sqrt(x * x + y * y + z * z);
    if (length <= Math.abs(r0 - r1)) {
      throw new IllegalArgumentException(
          "round cone: one ball contains the other, at distance " + length);
    }
    double slope = (r1 - r0) / length;
    int o = STRIDE * i;
    System.arraycopy(p, 0, cones, o, 3);
    cones[o + 3] = x / length;
    cones[o + 4] = y / length;
    cones[o + 5] = z / length;
    cones[o + 6] = length;
    cones[o + 7] = slope / Math.sqrt(1 - slope * slope);
    cones[o + 8] = r0;
    cones[o + 9] = slope;
  }

  /**
   * Returns the factor on the radii, 1 + swell (1 − cos θ), where θ is the driver's rotation from
   * rest.
   */
  private static double swelling(RoundCone c, Pose pose) {
    if (c.driver() == RoundCone.NO_DRIVER) {
      return 1;
    }
    Skeleton skeleton = pose.skeleton();
    double[] local = new double[Affine.SIZE];
    double[] rotated = new double[Quaternion.SIZE];
    double[] rest = new double[Quaternion.SIZE];
    pose.copyLocal(c.driver(), local, 0);
    Quaternion.fromMatrix(local, 0, rotated, 0);
    skeleton.copyRestRotation(c.driver(), rest, 0);
    double cosHalf = 0;
    for (int k = 0; k < Quaternion.SIZE; k++) {
      cosHalf += rotated[k] * rest[k];
    }
    double sinHalf2 = Math.max(0, 1 - cosHalf * cosHalf);
    return 1 + c.swell() * 2 * sinHalf2;
  }

  private static double[] centre(RoundCone.Ball ball) {
    return new double[] {ball.x(), ball.y(), ball.z()};
  }

  /** Returns F over all cones. */
  double value(double x, double y, double z) {
    return evaluate(x, y, z, everyCone, everyShare, 0, count, null);
  }

  /** Returns F over all cones and writes its gradient. */
  double value(double x, double y, double z, double[] gradient) {
    return evaluate(x, y, z, everyCone, everyShare, 0, count, gradient);
  }

  /** Returns the exact distance to one cone, negative inside. */
  double distance(int cone, double x, double y, double z) {
    measure(cone, x, y, z, cone);
    return distance[cone];
  }

  /**
   * Returns F over the cones {@code seen[from]} to {@code seen[to - 1]}.
   *
   * @param share the λ of each element of {@code seen}, positive
   * @param gradient receives the gradient, or null
   */
  double evaluate(
      double x,
      double y,
      double z,
      int[] seen,
      double[] share,
      int from,
      int to,
      double @Nullable [] gradient) {
    double nearest = Double.POSITIVE_INFINITY;
    for (int s = from; s < to; s++) {
      measure(seen[s], x, y, z, s - from);
      nearest = Math.min(nearest, distance[s - from]);
    }
    double sum = 0;
    double gx = 0;
    double gy = 0;
    double gz = 0;
    for (int s = from; s < to; s++) {
      double behind = (distance[s - from] - nearest) / blend;
      if (behind > NEGLIGIBLE) {
        continue;
      }
      double e = share[s] * Math.exp(-behind);
      int d = 3 * (s - from);
      sum += e;
      gx += e * direction[d];
      gy += e * direction[d + 1];
      gz += e * direction[d + 2];
    }
    if (gradient != null) {
      gradient[0] = gx / sum;
      gradient[1] = gy / sum;
      gradient[2] = gz / sum;
    }
    return nearest - blend * Math.log(sum);
  }

  /**
   * Writes the distance and its gradient to index {@code at} of the scratch arrays. The nearest
   * point of the cone's wall belongs to the ball whose centre is shifted along the axis according
   * to the opening angle; clamping that centre between the two ends covers the round ends, too.
   */
  private void measure(int cone, double x, double y, double z, int at) {
    int o = STRIDE * cone;
    double dx = x - cones[o];
    double dy = y - cones[o + 1];
    double dz = z - cones[o + 2];
    double ax = cones[o + 3];
    double ay = cones[o + 4];
    double az = cones[o + 5];
    double along = dx * ax + dy * ay + dz * az;
    double across = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along));
    double centre = Math.clamp(along + across * cones[o + 7], 0, cones[o + 6]);
    double ex = dx - centre * ax;
    double ey = dy - centre * ay;
    double ez = dz - centre * az;
    double length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    double inverse = length > 0 ? 1 / length : 0;
    distance[at] = length - (cones[o + 8] + centre * cones[o + 9]);
    direction[3 * at] = ex * inverse;
    direction[3 * at + 1] = ey * inverse;
    direction[3 * at + 2] = ez * inverse;
  }
}
