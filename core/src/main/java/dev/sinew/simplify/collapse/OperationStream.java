package dev.sinew.simplify.collapse;

import java.util.Arrays;
import java.util.List;

/**
 * A progressive mesh (Hoppe, "Progressive Meshes", 1996): the collapses that lead from a mesh to
 * its coarsest form, in order, each with what it costs; among them, where points lose influences as
 * well, the removals of these. The first so many of them lead to a level; which ones, {@link
 * #lengthFor} tells.
 */
public final class OperationStream {
  private final int firstTriangles;
  private final int pointCount;
  private final long fingerprint;
  private final List<Operation> operations;
  private final int[] trianglesAfter;

  /**
   * @param pointCount points of the mesh it belongs to
   * @param fingerprint what tells that mesh and its seams from others
   * @param firstTriangles triangles before the first operation
   * @param operations in order; copied
   * @param trianglesAfter triangles left after each; copied
   */
  public OperationStream(
      int pointCount,
      long fingerprint,
      int firstTriangles,
      List<? extends Operation> operations,
      int[] trianglesAfter) {
    if (trianglesAfter.length != operations.size()) {
      throw new IllegalArgumentException(
          "trianglesAfter: expected " + operations.size() + ", got " + trianglesAfter.length);
    }
    int before = firstTriangles;
    for (int after : trianglesAfter) {
      if (after < 0 || after > before) {
        throw new IllegalArgumentException(
            "trianglesAfter: expected 0 to " + before + ", got " + after);
      }
      before = after;
    }
    for (Operation one : operations) {
      switch (one) {
        case Collapse collapse -> {
          checkPoint(collapse.from(), pointCount);
          checkPoint(collapse.into(), pointCount);
        }
        case Removal removal -> checkPoint(removal.point(), pointCount);
      }
    }
    this.pointCount = pointCount;
    this.fingerprint = fingerprint;
    this.firstTriangles = firstTriangles;
    this.operations = List.copyOf(operations);
    this.trianglesAfter = trianglesAfter.clone();
  }

  private static void checkPoint(int point, int count) {
    if (point < 0 || point >= count) {
      throw new IllegalArgumentException(
          "operation: expected points 0 to " + (count - 1) + ", got " + point);
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
  public void requireFor(CollapseMesh mesh) {
    if (mesh.pointCount() != pointCount || mesh.fingerprint() != fingerprint) {
      throw new IllegalArgumentException(
          "stream: expected one of this mesh with "
              + mesh.pointCount()
              + " points and its seams, got one of another with "
              + pointCount);
    }
  }

  /** How many operations there are. */
  public int length() {
    return operations.size();
  }

  public Operation operation(int i) {
    return operations.get(i);
  }

  public List<Operation> operations() {
    return operations;
  }

  /** An operation that is known to be a collapse. */
  public Collapse collapse(int i) {
    if (!(operations.get(i) instanceof Collapse collapse)) {
      throw new IllegalArgumentException("operation " + i + ": expected a collapse, got a removal");
    }
    return collapse;
  }

  /** The collapses among the operations, in order. */
  public List<Collapse> collapses() {
    return operations.stream()
        .filter(Collapse.class::isInstance)
        .map(Collapse.class::cast)
        .toList();
  }

  /** Whether points lose influences, which only animation coordinates can follow. */
  public boolean hasRemovals() {
    return operations.stream().anyMatch(Removal.class::isInstance);
  }

  /** Triangles left after the first {@code length} operations. */
  public int trianglesAt(int length) {
    return length == 0 ? firstTriangles : trianglesAfter[length - 1];
  }

  /** The fewest triangles it leads to. */
  public int fewestTriangles() {
    return trianglesAt(length());
  }

  /** How many operations leave at most so many triangles; all when even they leave more. */
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
        && o.operations.equals(operations)
        && Arrays.equals(o.trianglesAfter, trianglesAfter);
  }

  @Override
  public int hashCode() {
    return operations.hashCode();
  }
}
