package dev.sinew.simplify.collapse;

/**
 * The cost of collapses and the position of the merged points. A price stores what it needs per
 * point and updates it with every collapse.
 *
 * <p>Unless {@link #costsMayDecrease} returns true, the cost of an edge must not decrease when
 * other points are merged into its ends: the queue prices an edge again only when its last known
 * cost is the lowest.
 */
public interface Price {
  /** Returns a new pricer. Several threads may price at the same time, each with its own. */
  Pricer newPricer();

  /**
   * Returns true if the cost of an edge may decrease when its surroundings change. The queue then
   * prices the edges around every merged point at once.
   */
  default boolean costsMayDecrease() {
    return false;
  }

  /**
   * Returns true if {@link Pricer#estimate} is much faster than {@link Pricer#price}. Changed edges
   * are then queued by their estimates and priced when they reach the front.
   */
  default boolean hasEstimates() {
    return false;
  }

  /** Prices one collapse at a time. */
  interface Pricer {
    /**
     * Finds the cheapest collapse of an edge and remembers it for the methods below.
     *
     * @param a one end
     * @param b the other end
     * @param placement where the merged point may be
     * @return the cost, 0 or more; infinite if the edge must not collapse
     */
    double price(int a, int b, Placement placement);

    /** Returns a cheap lower estimate of the cost; infinite if the edge must not collapse. */
    default double estimate(int a, int b, Placement placement) {
      return price(a, b, placement);
    }

    /** Returns true if the last priced collapse flips no triangle in any sample pose. */
    boolean flipsNoTriangle(CollapseView mesh);

    /** Returns what the last priced collapse costs besides, after the test for flips. */
    default double surcharge(CollapseView mesh) {
      return 0;
    }

    /**
     * Returns the number of influences the last priced or estimated collapse removes; 0 if
     * influences are not counted.
     */
    default int influencesRemoved() {
      return 0;
    }

    /** Updates the price for the last priced collapse. No other pricer may run meanwhile. */
    Collapse commit();
  }
}
