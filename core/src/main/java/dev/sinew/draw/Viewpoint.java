package dev.sinew.draw;

import dev.sinew.run.NumberRange;

/**
 * A place of the camera in the coordinates of the items: the same view for pictures of several
 * models, poses and programs.
 *
 * @param eye x, y, z of the camera
 * @param target x, y, z of the point in the middle of the picture
 */
public record Viewpoint(Place eye, Place target) {
  private static final double MAX_COORDINATE = 1e12;

  /** A point. */
  public record Place(double x, double y, double z) {
    /** Checks the coordinates. */
    public Place {
      NumberRange.require("x", x, -MAX_COORDINATE, MAX_COORDINATE);
      NumberRange.require("y", y, -MAX_COORDINATE, MAX_COORDINATE);
      NumberRange.require("z", z, -MAX_COORDINATE, MAX_COORDINATE);
    }
  }

  /** Checks that there is a direction. */
  public Viewpoint {
    if (eye.equals(target)) {
      throw new IllegalArgumentException("eye: expected another point than the target, got " + eye);
    }
  }

  /** Returns the distance between both points. */
  double distance() {
    return Math.sqrt(
        square(eye.x - target.x) + square(eye.y - target.y) + square(eye.z - target.z));
  }

  /** Returns the camera's angle about the up axis in degrees, as {@link DrawOptions} counts it. */
  double azimuth(DrawOptions.UpAxis up) {
    double front = up == DrawOptions.UpAxis.Y ? eye.z - target.z : target.y - eye.y;
    return StrictMath.toDegrees(StrictMath.atan2(eye.x - target.x, front));
  }

  /** Returns the camera's angle above the horizon in degrees. */
  double elevation(DrawOptions.UpAxis up) {
    double above = up == DrawOptions.UpAxis.Y ? eye.y - target.y : eye.z - target.z;
    return StrictMath.toDegrees(StrictMath.asin(Math.clamp(above / distance(), -1.0, 1.0)));
  }

  private static double square(double v) {
    return v * v;
  }
}
