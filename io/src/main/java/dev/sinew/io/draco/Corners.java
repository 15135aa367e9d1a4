package dev.sinew.io.draco;

/**
 * The corners of triangles: three in a row per triangle, each with a vertex and the corner opposite
 * to its edge, if there is one. Opposite corners are so in both directions, so that corners around
 * a vertex form a ring or a row.
 */
interface Corners {
  int NONE = -1;

  static int next(int corner) {
    return corner < 0 ? NONE : corner % 3 == 2 ? corner - 2 : corner + 1;
  }

  static int previous(int corner) {
    return corner < 0 ? NONE : corner % 3 == 0 ? corner + 2 : corner - 1;
  }

  int vertexCount();

  /** Returns the vertex of a corner; throws if there is none. */
  int vertex(int corner);

  /** Returns the opposite corner, or none. */
  int opposite(int corner);

  boolean isOnBoundary(int vertex);

  default int right(int corner) {
    return opposite(next(corner));
  }

  default int left(int corner) {
    return opposite(previous(corner));
  }

  default int swingRight(int corner) {
    return previous(opposite(previous(corner)));
  }

  default int swingLeft(int corner) {
    return next(opposite(next(corner)));
  }
}
