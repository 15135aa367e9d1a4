package dev.sinew.sample;

/**
 * A piece of flesh that moves with a joint: the convex hull of two balls, given at rest. With a
 * driver it is a muscle, whose radii grow as the driver joint bends.
 *
 * @param joint the joint it moves with
 * @param x0 centre of the first ball
 * @param y0 centre of the first ball
 * @param z0 centre of the first ball
 * @param r0 radius of the first ball
 * @param x1 centre of the second ball
 * @param y1 centre of the second ball
 * @param z1 centre of the second ball
 * @param r1 radius of the second ball
 * @param driver the joint whose bend makes it swell, or {@link #NO_DRIVER}
 * @param swell the relative growth of its radii when the driver is bent by 90°
 */
record RoundCone(
    int joint,
    double x0,
    double y0,
    double z0,
    double r0,
    double x1,
    double y1,
    double z1,
    double r1,
    int driver,
    double swell) {
  static final int NO_DRIVER = -1;
}
