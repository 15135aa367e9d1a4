package dev.sinew.posespace.interpolate;

/**
 * Interpolates values given at K poses. The value at a pose x is Σ_k φ_k(x) m_k: φ from {@link
 * #activate}, m from {@link InterpolatorFit}. Only distances between poses enter, so the same
 * interpolator works in any pose space. Pose 0 is the origin, the rest pose.
 */
public sealed interface Interpolator permits Shepard, KernelSum, Fading {
  /**
   * Computes the activations of all poses.
   *
   * @param squares the squared distance of x from each pose; not modified
   * @param out receives φ; another array
   * @param count K
   */
  void activate(double[] squares, double[] out, int count);
}
