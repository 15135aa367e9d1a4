package dev.sinew.unwrap.flat;

/** The vertices of a chart that are not fixed, numbered as the unknowns of a linear system. */
final class FreeVertices {
  private final int[] row;
  private final int count;

  FreeVertices(boolean[] fixed) {
    row = new int[fixed.length];
    int free = 0;
    for (int v = 0; v < fixed.length; v++) {
      row[v] = fixed[v] ? -1 : free++;
    }
    count = free;
  }

  int count() {
    return count;
  }

  /** Returns true unless a vertex is fixed. */
  boolean contains(int vertex) {
    return row[vertex] >= 0;
  }

  /** Returns the number of a free vertex among them. */
  int row(int vertex) {
    return row[vertex];
  }
}
