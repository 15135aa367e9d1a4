package dev.sinew.simplify.collapse;

/** A price that points may lose influences beside. */
public interface InfluencePrice extends Price {
  /**
   * What it costs to move a point, on the scale of collapses.
   *
   * @param squares the squared length of its way in the mean over all poses
   */
  double weigh(int point, double squares);

  /**
   * Takes note that a point's influences have changed.
   *
   * @return false, with nothing noted, when that would turn a triangle round
   */
  boolean follow(CollapseView mesh, int point);
}
