package dev.sinew.sample;

/**
 * A piece of flesh fixed to a joint: the hull of two balls, given at rest. With a driver it is a
 * muscle, thicker the further its driver joint is bent.
 *
 * @param joint what it moves with
 * @param x0 centre of the first ball
 * @param y0 centre of the first ball
 * @param z0 centre of the first ball
 * @param r0 radius of the first ball
 * @param x1 centre of the second ball
 * @param y1 centre of the second ball
 * @param z1 centre of the second ball
 * @param r1 radius of the second ball
 * @param driver the joint whose bend makes it swell, or {@link #NO_DRIVER}
 * @param swell by what part of its radii it swells when the driver is bent to a right angle
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
