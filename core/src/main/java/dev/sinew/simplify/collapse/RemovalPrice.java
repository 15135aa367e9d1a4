package dev.sinew.simplify.collapse;

import org.jspecify.annotations.Nullable;

/** The cost of removing influences from points, on the scale of collapse costs. */
public interface RemovalPrice {
  /** Returns the lowest cost of removing one influence of a point; infinite if none can be. */
  double price(int point);

  /**
   * Removes the cheapest influence of a point.
   *
   * @return null, with nothing changed, if a triangle would flip
   */
  @Nullable Removal commit(CollapseView mesh, int point);

  /** Returns the queue key of the collapse that a pricer priced or estimated last. */
  double rank(double cost, Price.Pricer pricer);
}
