package dev.sinew.runtime;

import dev.sinew.bounds.Sphere;
import java.util.Arrays;

/**
 * The part of the scene that a camera sees, between six planes (Merry's thesis, section 7.2).
 * Immutable.
 */
public final class Frustum {
  private static final int PLANES = 6;

  /** Per plane a unit normal that points inwards, and the distance of the origin. */
  private final double[] planes = new double[4 * PLANES];

  /**
   * Makes the planes of a projection: the points whose x, y and z are from −w to w (Gribb and
   * Hartmann, "Fast Extraction of Viewing Frustum Planes from the World-View-Projection Matrix",
   * 2001).
   *
   * @param projection from the scene to homogeneous coordinates, 16 values, row by row
   */
  public Frustum(double[] projection) {
    if (projection.length != 16) {
      throw new IllegalArgumentException("projection: expected 16, got " + projection.length);
    }
    for (int p = 0; p < PLANES; p++) {
      double sign = p % 2 == 0 ? 1 : -1;
      double[] plane = new double[4];
      for (int c = 0; c < 4; c++) {
        plane[c] = projection[12 + c] + sign * projection[4 * (p / 2) + c];
      }
      double length = Math.sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
      if (!(length > 0) || Double.isInfinite(length)) {
        throw new IllegalArgumentException("projection: expected six planes, got a degenerate one");
      }
      for (int c = 0; c < 4; c++) {
        planes[4 * p + c] = plane[c] / length;
      }
    }
  }

  /**
   * Returns one of the six planes: a unit normal that points inwards and the distance of the
   * origin.
   */
  public double[] plane(int p) {
    return Arrays.copyOfRange(planes, 4 * p, 4 * p + 4);
  }

  /** Returns true if a point is inside or on a plane. */
  public boolean contains(double x, double y, double z) {
    return mayShow(new Sphere(x, y, z, 0));
  }

  /**
   * Returns false only if no point of a sphere is in view. A sphere near an edge of the frustum may
   * intersect several planes without intersecting the frustum.
   */
  public boolean mayShow(Sphere sphere) {
    for (int p = 0; p < planes.length; p += 4) {
      double distance =
          planes[p] * sphere.x()
              + planes[p + 1] * sphere.y()
              + planes[p + 2] * sphere.z()
              + planes[p + 3];
      if (distance < -sphere.radius()) {
        return false;
      }
    }
    return true;
  }
}
