package dev.sinew.simplify.collapse;

/** A price that supports the removal of influences between collapses. */
public interface InfluencePrice extends Price {
  /**
   * Returns the cost of moving a point, on the scale of collapse costs.
   *
   * @param meanSquare the mean over all poses of its squared displacement
   */
  double moveCost(int point, double meanSquare);

  /**
   * Updates a point whose influences have changed.
   *
   * @return false, with nothing updated, if a triangle would flip
   */
  boolean update(CollapseView mesh, int point);
}
