package dev.sinew.gpu;

import dev.sinew.bounds.Sphere;
import dev.sinew.runtime.PerspectiveView;

/** A camera in the rows of the kernel that chooses levels (see {@code View} in crowd.cu). */
final class ViewRows {
  private static final int PLANES = 6;

  private ViewRows() {}

  /** Returns six planes, the plane of depths, the sphere, the least depth, the error per depth. */
  static float[] of(PerspectiveView view, Sphere sphere, double pixels) {
    float[] out = new float[4 * (PLANES + 2) + 2];
    for (int p = 0; p < PLANES; p++) {
      double[] plane = view.frustum().plane(p);
      for (int k = 0; k < 4; k++) {
        out[4 * p + k] = (float) plane[k];
      }
    }
    double origin = view.depth(0, 0, 0);
    int at = 4 * PLANES;
    out[at] = (float) (view.depth(1, 0, 0) - origin);
    out[at + 1] = (float) (view.depth(0, 1, 0) - origin);
    out[at + 2] = (float) (view.depth(0, 0, 1) - origin);
    out[at + 3] = (float) origin;
    out[at + 4] = (float) sphere.x();
    out[at + 5] = (float) sphere.y();
    out[at + 6] = (float) sphere.z();
    out[at + 7] = (float) sphere.radius();
    Sphere nothing = new Sphere(0, 0, 0, Double.POSITIVE_INFINITY);
    double nearest = view.minDepth(nothing);
    out[at + 8] = (float) nearest;
    out[at + 9] = (float) (view.allowedError(nothing, pixels) / nearest);
    return out;
  }
}
