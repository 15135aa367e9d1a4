package dev.sinew.simplify.collapse;

import org.jspecify.annotations.Nullable;

/** What it costs to remove influences from points, on the same scale as collapses. */
public interface RemovalPrice {
  /** Returns the least cost of removing one influence of a point; infinite if none can go. */
  double price(int point);

  /**
   * Removes the cheapest influence of a point.
   *
   * @return null, with nothing changed, if that would flip a triangle
   */
  @Nullable Removal commit(CollapseView mesh, int point);

  /** Returns the queue position of a collapse that was just priced. */
  double rank(double cost, Price.Pricer pricer);
}
