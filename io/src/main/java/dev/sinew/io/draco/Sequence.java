package dev.sinew.io.draco;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The order in which the values of attributes are stored.
 *
 * @param pointOfEntry the point of every value
 * @param entryOfPoint the value of every point
 * @param way how the triangles were walked; null if values are in the order of the points
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Sequence(int[] pointOfEntry, int[] entryOfPoint, @Nullable Way way) {

  /**
   * A way over all triangles.
   *
   * @param corners the triangles
   * @param cornerOfEntry the corner where every value was met first
   * @param entryOfVertex the value of every vertex
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Way(Corners corners, int[] cornerOfEntry, int[] entryOfVertex) {
    int entry(int corner) {
      return entryOfVertex[corners.vertex(corner)];
    }
  }

  int size() {
    return pointOfEntry.length;
  }

  /** Returns the order of the points. */
  static Sequence linear(int points, Memory memory) {
    memory.use(4L * points);
    int[] all = new int[points];
    Arrays.setAll(all, i -> i);
    return new Sequence(all, all, null);
  }

  /**
   * Walks over all triangles.
   *
   * @param byDegree whether vertices with more known neighbours come first
   */
  static Sequence walk(
      Corners corners, Edgebreaker.Points points, boolean byDegree, Memory memory) {
    Walk walk = new Walk(corners, points.ofCorner().length / 3, byDegree, memory);
    int[] cornerOfEntry = walk.run();
    memory.use(4L * (cornerOfEntry.length + points.count()));
    int[] pointOfEntry = new int[cornerOfEntry.length];
    Arrays.setAll(pointOfEntry, i -> points.ofCorner()[cornerOfEntry[i]]);
    int[] entryOfPoint = new int[points.count()];
    for (int c = 0; c < points.ofCorner().length; c++) {
      entryOfPoint[points.ofCorner()[c]] = walk.entryOfVertex[corners.vertex(c)];
    }
    return new Sequence(
        pointOfEntry, entryOfPoint, new Way(corners, cornerOfEntry, walk.entryOfVertex));
  }

  /** A walk over triangles, which numbers the vertices in the order in which it meets them. */
  private static final class Walk {
    private static final int PRIORITIES = 3;

    private final Corners corners;
    private final boolean[] doneFaces;
    private final boolean[] doneVertices;
    private final int[] entryOfVertex;
    private final int[] degrees;
    private final IntStack met = new IntStack();
    private final IntStack[] stacks = {new IntStack(), new IntStack(), new IntStack()};
    private int best;

    Walk(Corners corners, int faces, boolean byDegree, Memory memory) {
      this.corners = corners;
      memory.use(9L * faces + (byDegree ? 13L : 9L) * corners.vertexCount());
      doneFaces = new boolean[faces];
      doneVertices = new boolean[corners.vertexCount()];
      entryOfVertex = new int[corners.vertexCount()];
      degrees = new int[byDegree ? corners.vertexCount() : 0];
    }

    /** Returns the corners at which vertices were met. */
    int[] run() {
      for (int f = 0; f < doneFaces.length; f++) {
        if (!doneFaces[f]) {
          meet(Corners.next(3 * f));
          meet(Corners.previous(3 * f));
          if (degrees.length > 0) {
            meet(3 * f);
            byDegree(3 * f);
          } else {
            depthFirst(3 * f);
          }
        }
      }
      return met.toArray();
    }

    /** Numbers the vertex of a corner; returns false if it has its number. */
    private boolean meet(int corner) {
      int vertex = corners.vertex(corner);
      if (doneVertices[vertex]) {
        return false;
      }
      doneVertices[vertex] = true;
      entryOfVertex[vertex] = met.size();
      met.add(corner);
      return true;
    }

    private boolean isDone(int corner) {
      return corner < 0 || doneFaces[corner / 3];
    }

    private void depthFirst(int start) {
      IntStack stack = stacks[0];
      stack.add(start);
      while (!stack.isEmpty()) {
        int corner = stack.removeLast();
        while (!isDone(corner)) {
          corner = afterFace(corner, stack);
        }
      }
    }

    /** Goes on from a triangle; returns none if both sides are done or on the stack. */
    private int afterFace(int from, IntStack stack) {
      int corner = from;
      doneFaces[corner / 3] = true;
      while (meet(corner) && !corners.isOnBoundary(corners.vertex(corner))) {
        corner = corners.right(corner);
        if (corner < 0) {
          throw CornerTable.inconsistent();
        }
        doneFaces[corner / 3] = true;
      }
      int right = corners.right(corner);
      int left = corners.left(corner);
      if (!isDone(right) && !isDone(left)) {
        stack.add(left);
        stack.add(right);
        return Corners.NONE;
      }
      return isDone(right) ? left : right;
    }

    private void byDegree(int start) {
      stacks[0].add(start);
      best = 0;
      int corner = pop();
      while (corner >= 0) {
        while (!isDone(corner)) {
          corner = afterFaceByDegree(corner);
        }
        corner = pop();
      }
    }

    private int afterFaceByDegree(int corner) {
      doneFaces[corner / 3] = true;
      meet(corner);
      int right = corners.right(corner);
      int left = corners.left(corner);
      boolean rightDone = isDone(right);
      if (!isDone(left)) {
        int priority = priority(left);
        if (rightDone && priority <= best) {
          return left;
        }
        push(left, priority);
      }
      if (!rightDone) {
        int priority = priority(right);
        if (priority <= best) {
          return right;
        }
        push(right, priority);
      }
      return Corners.NONE;
    }

    private int priority(int corner) {
      int vertex = corners.vertex(corner);
      return doneVertices[vertex] ? 0 : ++degrees[vertex] > 1 ? 1 : 2;
    }

    private void push(int corner, int priority) {
      stacks[priority].add(corner);
      best = Math.min(best, priority);
    }

    private int pop() {
      for (int i = best; i < PRIORITIES; i++) {
        if (!stacks[i].isEmpty()) {
          best = i;
          return stacks[i].removeLast();
        }
      }
      return Corners.NONE;
    }
  }
}
