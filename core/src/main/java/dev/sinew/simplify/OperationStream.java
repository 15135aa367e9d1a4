package dev.sinew.simplify;

import java.util.Arrays;
import java.util.List;

/**
 * A progressive mesh (Hoppe, "Progressive Meshes", 1996): the collapses that lead from a mesh to
 * its coarsest form, in order, each with what it costs. The first so many of them lead to a level;
 * which ones, {@link #lengthFor} tells.
 */
public final class OperationStream {
  private final int firstTriangles;
  private final int pointCount;
  private final long fingerprint;
  private final List<Collapse> collapses;
  private final int[] trianglesAfter;

  /**
   * @param pointCount points of the mesh it belongs to
   * @param fingerprint what tells that mesh and its seams from others
   * @param firstTriangles triangles before the first collapse
   * @param collapses in order; copied
   * @param trianglesAfter triangles left after each; copied
   */
  public OperationStream(
      int pointCount,
      long fingerprint,
      int firstTriangles,
      List<Collapse> collapses,
      int[] trianglesAfter) {
    if (trianglesAfter.length != collapses.size()) {
      throw new IllegalArgumentException(
          "trianglesAfter: expected " + collapses.size() + ", got " + trianglesAfter.length);
    }
    int before = firstTriangles;
    for (int after : trianglesAfter) {
      if (after < 0 || after > before) {
        throw new IllegalArgumentException(
            "trianglesAfter: expected 0 to " + before + ", got " + after);
      }
      before = after;
    }
    for (Collapse one : collapses) {
      checkPoint(one.from(), pointCount);
      checkPoint(one.into(), pointCount);
    }
    this.pointCount = pointCount;
    this.fingerprint = fingerprint;
    this.firstTriangles = firstTriangles;
    this.collapses = List.copyOf(collapses);
    this.trianglesAfter = trianglesAfter.clone();
  }

  private static void checkPoint(int point, int count) {
    if (point < 0 || point >= count) {
      throw new IllegalArgumentException(
          "collapse: expected points 0 to " + (count - 1) + ", got " + point);
    }
  }

  public int pointCount() {
    return pointCount;
  }

  /** What tells the mesh it belongs to, with its seams, from others. */
  public long fingerprint() {
    return fingerprint;
  }

  /** Throws unless it belongs to a mesh. */
  void requireFor(CollapseMesh mesh) {
    if (mesh.pointCount() != pointCount || mesh.fingerprint() != fingerprint) {
      throw new IllegalArgumentException(
          "stream: expected one of this mesh with "
              + mesh.pointCount()
              + " points and its seams, got one of another with "
              + pointCount);
    }
  }

  /** How many collapses there are. */
  public int length() {
    return collapses.size();
  }

  public Collapse collapse(int i) {
    return collapses.get(i);
  }

  public List<Collapse> collapses() {
    return collapses;
  }

  /** Triangles left after the first {@code length} collapses. */
  public int trianglesAt(int length) {
    return length == 0 ? firstTriangles : trianglesAfter[length - 1];
  }

  /** The fewest triangles it leads to. */
  public int fewestTriangles() {
    return trianglesAt(length());
  }

  /** How many collapses leave at most so many triangles; all when even they leave more. */
  public int lengthFor(int triangles) {
    int low = 0;
    int high = length();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (trianglesAt(middle) <= triangles) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OperationStream o
        && o.pointCount == pointCount
        && o.fingerprint == fingerprint
        && o.firstTriangles == firstTriangles
        && o.collapses.equals(collapses)
        && Arrays.equals(o.trianglesAfter, trianglesAfter);
  }

  @Override
  public int hashCode() {
    return collapses.hashCode();
  }
}
