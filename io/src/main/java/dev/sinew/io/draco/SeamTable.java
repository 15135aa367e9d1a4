package dev.sinew.io.draco;

import java.util.Arrays;

/** The corners of a mesh as an attribute sees them: cut open along its seams. */
final class SeamTable implements Corners {
  private final CornerTable base;
  private final boolean[] seamEdge;
  private final boolean[] seamVertex;
  private final int[] vertexOf;
  private int[] leftmost = {};
  private int vertices;

  SeamTable(CornerTable base, Memory memory) {
    this.base = base;
    memory.use(9L * base.cornerCount() + base.vertexCount());
    seamEdge = new boolean[base.cornerCount()];
    seamVertex = new boolean[base.vertexCount()];
    vertexOf = new int[base.cornerCount()];
    Arrays.fill(vertexOf, NONE);
  }

  /** Makes the edge opposite to a corner a seam. */
  void addSeam(int corner) {
    markSeam(corner);
    int other = base.opposite(corner);
    if (other >= 0) {
      markSeam(other);
    }
  }

  private void markSeam(int corner) {
    seamEdge[corner] = true;
    seamVertex[base.vertex(Corners.next(corner))] = true;
    seamVertex[base.vertex(Corners.previous(corner))] = true;
  }

  /** Splits the vertices on seams, after the last seam. */
  void findVertices() {
    leftmost = new int[base.cornerCount()];
    for (int v = 0; v < base.vertexCount(); v++) {
      int start = base.leftmost(v);
      if (start < 0) {
        continue;
      }
      int first = start;
      if (seamVertex[v]) {
        int at = swingLeft(first);
        while (at >= 0 && at != start) {
          first = at;
          at = swingLeft(at);
        }
      }
      addVertex(first);
      int at = base.swingRight(first);
      while (at >= 0 && at != first) {
        if (seamEdge[Corners.next(at)]) {
          addVertex(at);
        }
        vertexOf[at] = vertices - 1;
        at = base.swingRight(at);
      }
    }
  }

  private void addVertex(int corner) {
    if (vertices == leftmost.length) {
      throw CornerTable.inconsistent();
    }
    leftmost[vertices] = corner;
    vertexOf[corner] = vertices++;
  }

  @Override
  public int vertexCount() {
    return vertices;
  }

  @Override
  public int vertex(int corner) {
    if (corner < 0 || vertexOf[corner] < 0) {
      throw CornerTable.inconsistent();
    }
    return vertexOf[corner];
  }

  @Override
  public int opposite(int corner) {
    return corner < 0 || seamEdge[corner] ? NONE : base.opposite(corner);
  }

  /** Returns true if a seam ends at the vertex of a corner. */
  boolean isOnSeam(int corner) {
    return seamVertex[base.vertex(corner)];
  }

  @Override
  public boolean isOnBoundary(int vertex) {
    return isOnSeam(leftmost[vertex]);
  }
}
