package dev.sinew.simplify.collapse;

/**
 * A cost of a collapse in addition to its price: errors that depend on the triangles around an edge
 * and not only on its ends, such as a surface that comes through another one. It takes longer to
 * compute than a price, so it is computed only for a collapse that would be next.
 */
public interface Surcharge {
  /** Collapses cost nothing besides. */
  Surcharge NONE =
      new Surcharge() {
        @Override
        public double of(CollapseView mesh, int from, int into, double[] moved) {
          return 0;
        }

        @Override
        public void commit() {}
      };

  /**
   * Returns the additional cost of a collapse, 0 or more, and remembers the collapse.
   *
   * @param mesh before the collapse
   * @param moved the position of the merged point in all sample poses
   */
  double of(CollapseView mesh, int from, int into, double[] moved);

  /** Notes that the last priced collapse takes place. */
  void commit();
}
