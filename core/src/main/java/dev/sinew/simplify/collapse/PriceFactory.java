package dev.sinew.simplify.collapse;

/**
 * Makes a price for one simplification. To add a price, implement {@link Price} and name its
 * factory in {@code SimplifyMethod}.
 */
@FunctionalInterface
public interface PriceFactory {
  /**
   * Makes a price.
   *
   * @param input the mesh before the first collapse and the motion of its points
   */
  Price create(PriceInput input);
}
