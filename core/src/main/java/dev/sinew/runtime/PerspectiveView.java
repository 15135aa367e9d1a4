package dev.sinew.runtime;

import dev.sinew.bounds.Sphere;
import dev.sinew.math.Affine;

/**
 * A perspective camera and its viewport. The camera looks along its −z axis, y is up, as in glTF.
 * Immutable.
 */
public final class PerspectiveView {
  private final double[] toCamera = new double[Affine.SIZE];
  private final double halfAngle;
  private final double width;
  private final double height;
  private final double near;
  private final double far;

  /**
   * @param camera the rigid motion from the camera to the scene, 12 values; copied
   * @param fieldOfView the horizontal angle of view in radians, more than 0 and less than π
   * @param width of the viewport in pixels
   * @param height of the viewport in pixels
   * @param near the depth of the nearest point in view, more than 0
   * @param far the depth of the furthest point in view, more than near
   */
  public PerspectiveView(
      double[] camera, double fieldOfView, double width, double height, double near, double far) {
    if (camera.length != Affine.SIZE || !Affine.invert(camera, 0, toCamera, 0)) {
      throw new IllegalArgumentException("camera: expected a rigid motion of 12 values");
    }
    require("field of view", fieldOfView, 0, Math.PI);
    require("width", width, 0, Double.POSITIVE_INFINITY);
    require("height", height, 0, Double.POSITIVE_INFINITY);
    require("near", near, 0, Double.POSITIVE_INFINITY);
    require("far", far, near, Double.POSITIVE_INFINITY);
    halfAngle = fieldOfView / 2;
    this.width = width;
    this.height = height;
    this.near = near;
    this.far = far;
  }

  private static void require(String what, double value, double above, double below) {
    if (!(value > above && value < below)) {
      throw new IllegalArgumentException(
          what + ": expected more than " + above + " and less than " + below + ", got " + value);
    }
  }

  /** Returns the projection from the scene to homogeneous coordinates: 16 values, row by row. */
  public double[] projection() {
    double cot = 1 / Math.tan(halfAngle);
    double[] frustum = {
      cot,
      0,
      0,
      0,
      0,
      cot * width / height,
      0,
      0,
      0,
      0,
      (near + far) / (near - far),
      2 * near * far / (near - far),
      0,
      0,
      -1,
      0
    };
    double[] out = new double[16];
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < 4; c++) {
        for (int k = 0; k < 3; k++) {
          out[4 * r + c] += frustum[4 * r + k] * toCamera[4 * k + c];
        }
        out[4 * r + c] += c == 3 ? frustum[4 * r + 3] : 0;
      }
    }
    return out;
  }

  /** Returns what the camera sees. */
  public Frustum frustum() {
    return new Frustum(projection());
  }

  /** Returns the depth of a point: its distance from the camera along the view direction. */
  public double depth(double x, double y, double z) {
    return -(toCamera[8] * x + toCamera[9] * y + toCamera[10] * z + toCamera[11]);
  }

  /** Returns the least depth of a point of a sphere that can be in view. */
  public double minDepth(Sphere sphere) {
    return Math.max(near, depth(sphere.x(), sphere.y(), sphere.z()) - sphere.radius());
  }

  /**
   * Returns an error in the scene that no point of a sphere shows as more than a number of pixels,
   * anywhere in the viewport: ε = p d / (f s + p), with d the least depth, f the pixels per tangent
   * of an angle from the view direction, and s the secant of the angle of a corner. A point at
   * tangents t from the view direction and at depth z that moves by e in the plane of the picture
   * and by g along the view direction is drawn f |e − t g| / (z + g) ≤ f ε √(1 + |t|²) / (d − ε)
   * pixels away, and |t| is largest in the corners. Equation 7.2 of Merry's thesis, ε = 2 p d sin θ
   * / w, is the same to first order for points on the horizontal axis, θ half the angle of view.
   *
   * @param sphere contains what is drawn, in any pose
   * @param pixels the tolerance on the screen
   */
  public double allowedError(Sphere sphere, double pixels) {
    if (!(pixels >= 0)) {
      throw new IllegalArgumentException("pixels: expected 0 or more, got " + pixels);
    }
    double tangent = Math.tan(halfAngle);
    double perTangent = width / 2 / tangent;
    double secant = Math.hypot(1, tangent * Math.hypot(1, height / width));
    return pixels * minDepth(sphere) / (perTangent * secant + pixels);
  }
}
