package dev.sinew.simplify.collapse;

/**
 * The mesh being collapsed, as a {@link Price} sees it. Points and triangles keep their indices;
 * removed ones are no longer reachable from the others. A triangle t has the corners 3t, 3t + 1 and
 * 3t + 2.
 */
public interface CollapseView {
  /** Stands for no corner. */
  int NONE = -1;

  /** Returns the number of points before the first collapse. */
  int pointCount();

  /** Returns the number of wedges before the first collapse. */
  int wedgeCount();

  /** Returns the number of triangles left. */
  int triangleCount();

  /** Returns the number of triangles before the first collapse. */
  int firstTriangleCount();

  /** Returns true if a triangle was removed. */
  boolean isDead(int triangle);

  /** Returns the group of a triangle: one per primitive of a glTF mesh. */
  int group(int triangle);

  /** Returns the wedge at a corner. */
  int wedge(int corner);

  /** Returns the chart at a corner: an index shared by all wedges of its point on that chart. */
  int chart(int corner);

  /** Returns the point at a corner. */
  int point(int corner);

  /** Returns the first corner at a point, or {@link #NONE}. */
  int firstCorner(int point);

  /** Returns the next corner at the same point, or {@link #NONE}. */
  int nextCorner(int corner);

  /** Returns true if a point is in use, not locked and on no feature. */
  boolean isFree(int point);

  /** Returns where features and locks allow the merged point of an edge to be. */
  Placement placement(int a, int b);

  /** Visits every edge once, the smaller index first, in ascending order. */
  void forEachEdge(EdgeConsumer consumer);

  /** Visits every triangle side that lies on a feature: a boundary, seam or group border. */
  void forEachFeature(FeatureConsumer consumer);

  /** Returns the next corner of the same triangle. */
  static int after(int corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
  }

  /** Receives edges. */
  @FunctionalInterface
  interface EdgeConsumer {
    /** Called once per edge. */
    void accept(int a, int b);
  }

  /** Receives triangle sides on features. */
  @FunctionalInterface
  interface FeatureConsumer {
    /** Called once per triangle side; {@code boundary} is true if no other triangle has it. */
    void accept(int triangle, int a, int b, boolean boundary);
  }
}
