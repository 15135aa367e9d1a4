package dev.sinew.simplify.price;

/**
 * How much the terms of a quadric count against each other.
 *
 * @param boundary of planes that hold open boundaries, per squared length, against 1 for the plane
 *     of a triangle per area
 * @param seam likewise of planes that hold seams and borders between groups
 * @param spread of the squared distance from a triangle's own corners: holds points where the
 *     surface is flat, and breaks ties
 */
public record QuadricWeights(double boundary, double seam, double spread) {
  /** What measurements on characters favour. */
  public static final QuadricWeights DEFAULTS = new QuadricWeights(1, 0.1, 1e-5);

  public QuadricWeights {
    if (!(boundary >= 0) || !(seam >= 0) || !(spread >= 0)) {
      throw new IllegalArgumentException(
          "weights: expected 0 or more, got " + boundary + ", " + seam + ", " + spread);
    }
  }
}
