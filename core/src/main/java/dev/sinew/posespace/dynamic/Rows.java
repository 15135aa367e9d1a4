package dev.sinew.posespace.dynamic;

/** Argument checks of the models; messages name the expected and the actual value. */
final class Rows {
  private Rows() {}

  /** Throws unless the vertices rise within a mesh. */
  static void check(int vertexCount, int[] vertices) {
    int last = -1;
    for (int v : vertices) {
      if (v <= last || v >= vertexCount) {
        throw new IllegalArgumentException(
            "vertices: expected rising indices below " + vertexCount + ", got " + v);
      }
      last = v;
    }
  }

  /** Throws unless a time step is finite and above 0. */
  static void step(double seconds) {
    if (!(seconds > 0) || Double.isInfinite(seconds)) {
      throw new IllegalArgumentException("seconds: expected above 0, got " + seconds);
    }
  }
}
