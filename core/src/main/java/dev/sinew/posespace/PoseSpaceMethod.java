package dev.sinew.posespace;

import dev.sinew.posespace.interpolate.InterpolatorFamily;
import java.util.Locale;

/** The interpolators of pose-space correctives. */
public enum PoseSpaceMethod {
  /** Shepard's method over the whole pose. */
  SHEPARD(InterpolatorFamily.SHEPARD),
  /** Gaussian radial basis functions over the whole pose (Lewis and others 2000). */
  RBF(InterpolatorFamily.GAUSSIAN),
  /** Thin plate splines over the whole pose. */
  THIN_PLATE(InterpolatorFamily.THIN_PLATE),
  /** Multiquadrics over the whole pose. */
  MULTIQUADRIC(InterpolatorFamily.MULTIQUADRIC),
  /** A linear map plus Gaussians over the whole pose (Sloan and others 2001). */
  LINEAR_RBF(InterpolatorFamily.LINEAR_GAUSSIAN),
  /** Gaussians over the joints of each vertex, by skin weight (Kurihara and Miyata 2004). */
  WEIGHTED(InterpolatorFamily.GAUSSIAN),
  /** Gaussians over three joints, blended between the regions of the joints. */
  LOCAL(InterpolatorFamily.GAUSSIAN),
  /** As local, with a few principal offsets per region (Kry, James and Pai 2002). */
  EIGENSKIN(InterpolatorFamily.GAUSSIAN);

  private final InterpolatorFamily family;

  PoseSpaceMethod(InterpolatorFamily family) {
    this.family = family;
  }

  InterpolatorFamily family() {
    return family;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
