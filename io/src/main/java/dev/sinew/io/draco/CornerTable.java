package dev.sinew.io.draco;

import java.util.Arrays;

/** The corners of a mesh whose triangles are found one by one. */
final class CornerTable implements Corners {
  private final int[] vertexOf;
  private final int[] oppositeOf;
  private final int[] leftmost;
  private int vertices;

  CornerTable(int faces, int maxVertices, Memory memory) {
    memory.use(24L * faces + 4L * maxVertices);
    vertexOf = new int[3 * faces];
    oppositeOf = new int[3 * faces];
    leftmost = new int[maxVertices];
    Arrays.fill(vertexOf, NONE);
    Arrays.fill(oppositeOf, NONE);
    Arrays.fill(leftmost, NONE);
  }

  int cornerCount() {
    return vertexOf.length;
  }

  @Override
  public int vertexCount() {
    return vertices;
  }

  @Override
  public int vertex(int corner) {
    if (corner < 0 || vertexOf[corner] < 0) {
      throw inconsistent();
    }
    return vertexOf[corner];
  }

  static DracoException inconsistent() {
    return new DracoException("its triangles do not fit together");
  }

  @Override
  public int opposite(int corner) {
    return corner < 0 ? NONE : oppositeOf[corner];
  }

  /** Returns the first corner of a vertex from the left, or none if it has no corners. */
  int leftmost(int vertex) {
    return leftmost[vertex];
  }

  @Override
  public boolean isOnBoundary(int vertex) {
    return swingLeft(leftmost[vertex]) < 0;
  }

  int addVertex() {
    if (vertices == leftmost.length) {
      throw inconsistent();
    }
    return vertices++;
  }

  void setVertex(int corner, int vertex) {
    vertexOf[corner] = vertex;
  }

  void setLeftmost(int vertex, int corner) {
    leftmost[vertex] = corner;
  }

  /** Makes two corners opposite, which must have no opposite corner yet. */
  void join(int a, int b) {
    if (a < 0 || b < 0 || a == b || oppositeOf[a] >= 0 || oppositeOf[b] >= 0) {
      throw inconsistent();
    }
    oppositeOf[a] = b;
    oppositeOf[b] = a;
  }
}
