package dev.sinew.simplify.collapse;

import dev.sinew.run.ArrayChecks;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RequestException;
import java.util.Arrays;
import java.util.List;

/**
 * A progressive mesh (Hoppe, "Progressive Meshes", 1996): the operations that lead from a mesh to
 * its coarsest level, in order, each with its cost. Operations are collapses and, optionally,
 * removals of influences. A level is the result of the first n operations; {@link #lengthFor}
 * returns n for a number of triangles.
 */
public final class OperationStream {
  /** The subject of requests with a stream that does not fit. */
  public static final String SUBJECT = "stream";

  /**
   * Coordinates in a stream are at most this many times as large as those of its mesh: larger ones
   * come from a damaged file.
   */
  private static final double MAX_GROWTH = 1e6;

  private final int firstTriangles;
  private final int pointCount;
  private final long fingerprint;
  private final List<Operation> operations;
  private final int[] trianglesAfter;

  /**
   * @param pointCount the number of points of the mesh
   * @param fingerprint the hash of the mesh and its seams
   * @param firstTriangles the number of triangles before the first operation
   * @param operations in order; copied
   * @param trianglesAfter the number of triangles after each operation; copied
   */
  public OperationStream(
      int pointCount,
      long fingerprint,
      int firstTriangles,
      List<? extends Operation> operations,
      int[] trianglesAfter) {
    ArrayChecks.size("trianglesAfter", trianglesAfter.length, operations.size());
    int before = firstTriangles;
    for (int after : trianglesAfter) {
      NumberRange.require("trianglesAfter", after, 0, before);
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

  /** Returns the number of points of the mesh. */
  public int pointCount() {
    return pointCount;
  }

  /** Returns the hash of the mesh and its seams. */
  public long fingerprint() {
    return fingerprint;
  }

  /**
   * Checks that this stream was made for a mesh.
   *
   * @throws RequestException about {@link #SUBJECT} if not
   */
  public void requireFor(CollapseMesh mesh) {
    if (mesh.pointCount() != pointCount || mesh.fingerprint() != fingerprint) {
      throw new RequestException(
          SUBJECT,
          "expected a stream made for this mesh of "
              + mesh.pointCount()
              + " points and its seams, got one for another mesh of "
              + pointCount
              + " points");
    }
    double largest = MAX_GROWTH * Math.max(1, mesh.largestCoordinate());
    for (int i = 0; i < operations.size(); i++) {
      if (!(largestValue(operations.get(i)) <= largest)) {
        throw new RequestException(
            SUBJECT, "operation " + i + " has a coordinate far outside the mesh");
      }
    }
  }

  private static double largestValue(Operation operation) {
    return switch (operation) {
      case Collapse one ->
          Math.max(Math.abs(one.x()), Math.max(Math.abs(one.y()), Math.abs(one.z())));
      case Removal one -> Arrays.stream(one.row()).map(Math::abs).max().orElse(0);
    };
  }

  /** Returns the number of operations. */
  public int length() {
    return operations.size();
  }

  /** Returns an operation. */
  public Operation operation(int i) {
    return operations.get(i);
  }

  /** Returns all operations. */
  public List<Operation> operations() {
    return operations;
  }

  /**
   * Returns an operation that must be a collapse.
   *
   * @throws IllegalArgumentException if it is a removal
   */
  public Collapse collapse(int i) {
    if (!(operations.get(i) instanceof Collapse collapse)) {
      throw new RequestException("operation " + i + ": expected a collapse, got a removal");
    }
    return collapse;
  }

  /** Returns the collapses among the operations, in order. */
  public List<Collapse> collapses() {
    return operations.stream()
        .filter(Collapse.class::isInstance)
        .map(Collapse.class::cast)
        .toList();
  }

  /** Returns true if the stream removes influences; replaying it needs animation coordinates. */
  public boolean hasRemovals() {
    return operations.stream().anyMatch(Removal.class::isInstance);
  }

  /** Returns the number of triangles after the first {@code length} operations. */
  public int trianglesAt(int length) {
    return length == 0 ? firstTriangles : trianglesAfter[length - 1];
  }

  /** Returns the number of triangles after the last operation. */
  public int fewestTriangles() {
    return trianglesAt(length());
  }

  /**
   * Returns the least number of operations that leaves at most this number of triangles; all of
   * them if none does.
   */
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

  /**
   * Returns the point that every point is merged into by some of the operations: itself if it is
   * not removed.
   *
   * @param from the index of the first operation
   * @param to the index after the last, not less
   */
  public int[] mergedPoints(int from, int to) {
    if (from < 0 || from > to || to > length()) {
      throw new IllegalArgumentException(
          "operations: expected ascending from 0 to " + length() + ", got " + from + " to " + to);
    }
    int[] end = new int[pointCount];
    Arrays.setAll(end, p -> p);
    // In reverse order the final point of `into` is known before it is needed for `from`.
    for (int i = to - 1; i >= from; i--) {
      if (operations.get(i) instanceof Collapse one) {
        end[one.from()] = end[one.into()];
      }
    }
    return end;
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
