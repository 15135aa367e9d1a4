package dev.sinew.simplify;

import dev.sinew.run.RequestException;
import dev.sinew.simplify.collapse.PriceFactory;
import dev.sinew.simplify.price.AppearancePrice;
import dev.sinew.simplify.price.PoseQuadrics;
import java.util.Locale;

/** The built-in collapse prices. A new price adds one line here. */
public enum SimplifyMethod {
  /** The sum of quadrics over sample poses. */
  QUADRIC(PoseQuadrics::of),
  /**
   * The deviation of the surface under its texture in the L2,2 norm of the expectation matrix, over
   * all poses; needs texture coordinates.
   */
  APS(AppearancePrice::memoryless),
  /** The same over sample poses. */
  APS_SAMPLED(AppearancePrice::sampled),
  /** As APS, from the original instead of from the previous step: a bound, by boxes. */
  APS_STANDARD(AppearancePrice::standard),
  /** The sum of the squared quadrics of all shapes; for meshes in correspondence only. */
  ADSD(
      input -> {
        throw new RequestException(
            "method adsd: for meshes in correspondence, not for a character");
      });

  @SuppressWarnings("ImmutableEnumChecker") // The factories have no state.
  private final PriceFactory price;

  SimplifyMethod(PriceFactory price) {
    this.price = price;
  }

  /** Returns the factory of the price. */
  public PriceFactory price() {
    return price;
  }

  /** Returns true if the method needs texture coordinates. */
  public boolean needsTexture() {
    return this == APS || this == APS_SAMPLED || this == APS_STANDARD;
  }

  /** Returns true if sample poses are priced; otherwise they only show triangles that flip. */
  boolean pricesSamplePoses() {
    return this == QUADRIC || this == APS_SAMPLED;
  }

  /** Returns true if the price is a proven bound where joint ranges are the source of the poses. */
  boolean canBound() {
    return this == APS || this == APS_STANDARD;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
