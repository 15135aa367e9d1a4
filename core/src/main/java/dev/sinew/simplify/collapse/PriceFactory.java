package dev.sinew.simplify.collapse;

/**
 * Makes a price for one simplification. This is how a new price joins in: implement {@link Price}
 * and name its factory in {@code SimplifyMethod}.
 */
@FunctionalInterface
public interface PriceFactory {
  /**
   * Makes a price.
   *
   * @param input the mesh before the first collapse and how its points move
   */
  Price create(PriceInput input);
}
