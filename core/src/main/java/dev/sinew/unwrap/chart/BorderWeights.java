package dev.sinew.unwrap.chart;

/**
 * Lengths of edges as borders of charts. An edge at which the surface bends counts less: a seam
 * there is little visible, and the charts become flatter. So does an edge that is little seen.
 */
public record BorderWeights(MetricSurface surface) {
  /** The share of its length that an edge counts for if it bends by a right angle or more. */
  private static final double BENT = 0.5;

  /** The share of its length that an edge counts for if it is never seen. */
  private static final double HIDDEN = 0.6;

  /**
   * Returns the weighted length of every half-edge; the same on both sides.
   *
   * @param seen how much every triangle is seen, 0 to 1
   */
  public double[] lengths(double[] seen) {
    double[] out = new double[3 * surface.triangleCount()];
    for (int h = 0; h < out.length; h++) {
      int twin = surface.twin(h);
      if (twin >= 0 && twin < h) {
        out[h] = out[twin];
        continue;
      }
      double bend = Math.min(1, surface.bend(h) / (0.5 * Math.PI));
      double exposure = twin < 0 ? 1 : 0.5 * (seen[h / 3] + seen[twin / 3]);
      out[h] = surface.length(h) * (1 - (1 - BENT) * bend) * (HIDDEN + (1 - HIDDEN) * exposure);
    }
    return out;
  }
}
