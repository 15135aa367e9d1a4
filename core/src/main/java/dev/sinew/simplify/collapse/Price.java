package dev.sinew.simplify.collapse;

/**
 * What collapses cost, and where the points go that edges collapse to. Holds what it needs to know
 * of every point and brings it up to date with every collapse.
 *
 * <p>Unless {@link #mayFall} says otherwise, the cost of an edge does not fall when one of its ends
 * takes in other points: the queue looks at an edge again only when its last known cost is the
 * least.
 */
public interface Price {
  /** New scratch; several threads may price at once, each with its own. */
  Pricer newPricer();

  /**
   * Whether the cost of an edge may fall after all when something changes around it. The queue then
   * prices the edges around every new point at once.
   */
  default boolean mayFall() {
    return false;
  }

  /**
   * Whether {@link Pricer#guess} is much quicker than {@link Pricer#price}. Edges then wait in the
   * queue by their guesses, and are priced when they come to the front.
   */
  default boolean guesses() {
    return false;
  }

  /** Works out one collapse at a time. */
  interface Pricer {
    /**
     * Finds the cheapest way to collapse an edge.
     *
     * @param a one end
     * @param b the other end
     * @param placement where the new point may go
     * @return the cost, 0 or more; infinite when there is no way
     */
    double price(int a, int b, Placement placement);

    /**
     * Says about what an edge would cost; no way is found.
     *
     * @return rather too little than too much; infinite when there is no way
     */
    default double guess(int a, int b, Placement placement) {
      return price(a, b, placement);
    }

    /** Whether the way found last turns no triangle round, in none of the poses looked at. */
    boolean keepsSides(CollapseView mesh);

    /** How many influences the way found last takes away; 0 where points have none to count. */
    default int influencesRemoved() {
      return 0;
    }

    /** Takes the way found last. No other pricer may be at work. */
    Collapse commit();
  }
}
