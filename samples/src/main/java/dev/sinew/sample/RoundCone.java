package dev.sinew.sample;

/**
 * A piece of flesh that moves with a joint: the convex hull of two balls, given at rest. With a
 * driver it is a muscle, whose radii grow as the driver joint bends.
 *
 * @param joint the joint it moves with
 * @param start the first ball
 * @param end the second ball
 * @param driver the joint whose bend makes it swell, or {@link #NO_DRIVER}
 * @param swell the relative growth of its radii when the driver is bent by 90°
 */
record RoundCone(int joint, Ball start, Ball end, int driver, double swell) {
  static final int NO_DRIVER = -1;

  /** A ball with its centre and radius. */
  record Ball(double x, double y, double z, double r) {
    /** Returns its image in the plane x = 0. */
    Ball mirrored() {
      return new Ball(-x, y, z, r);
    }
  }

  static Ball ball(double x, double y, double z, double r) {
    return new Ball(x, y, z, r);
  }
}
