package dev.sinew.bounds;

import dev.sinew.model.Skeleton;
import dev.sinew.run.RequestException;
import java.util.Arrays;

/**
 * Points grouped by joint space for the supports of {@link ReachBounds}: per point the vectors e_j
 * of the joints from its top joint, the lowest common ancestor of its influences, downwards. The
 * terms above the top joint are the same for all points of that joint and are computed once per
 * joint.
 */
final class ReachRows {
  /** Limit against hostile files: the number of entries may be the depth times the vertices. */
  private static final int MAX_ENTRIES = 60_000_000;

  /** Values per entry: e, the half widths of its box, its slack. */
  private static final int SIZE = 7;

  private final ReachBounds bounds;
  private final int[] start;
  private final int[] top;
  private final double[] topWeight;
  private int[] node = new int[64];
  private double[] values = new double[SIZE * 64];
  private int size;

  ReachRows(ReachBounds bounds, MovingPoints points) {
    this.bounds = bounds;
    start = new int[points.count() + 1];
    top = new int[points.count()];
    topWeight = new double[points.count()];
    new Gathering(points).run();
  }

  /** Builds the rows one by one with scratch space per joint. */
  private final class Gathering {
    private final Skeleton skeleton = bounds.skeleton();
    private final MovingPoints points;
    private final int[] indexOf = new int[skeleton.jointCount()];
    private final double[] weight = new double[skeleton.jointCount()];
    private int entry;

    Gathering(MovingPoints points) {
      this.points = points;
      Arrays.fill(indexOf, -1);
    }

    void run() {
      for (int r = 0; r < points.count(); r++) {
        int first = size;
        top[r] = commonAncestor(r);
        for (int i = 0; i < points.coords.count(r); i++, entry++) {
          addPath(r, i);
        }
        gatherUpwards(r, first);
        start[r + 1] = size;
      }
    }

    /** Returns the lowest common ancestor of a row's joints, or -1 for the scene. */
    private int commonAncestor(int r) {
      int found = points.coords.count(r) == 0 ? -1 : points.node(r, 0);
      for (int i = 1; i < points.coords.count(r); i++) {
        int other = points.node(r, i);
        while (found != other) {
          if (found > other) {
            found = skeleton.parent(found);
          } else {
            other = skeleton.parent(other);
          }
        }
      }
      return found;
    }

    private void addPath(int r, int i) {
      int j = points.node(r, i);
      for (int at = j; at != top[r]; at = skeleton.parent(at)) {
        if (indexOf[at] >= 0) {
          break;
        }
        append(at);
      }
      if (top[r] >= 0 && indexOf[top[r]] < 0) {
        append(top[r]);
      }
      int v = SIZE * indexOf[j];
      for (int c = 0; c < 3; c++) {
        values[v + c] += points.coords.value(r, i, c);
      }
      values[v + 6] += points.slack[entry];
      weight[j] += points.coords.value(r, i, 3);
    }

    private void append(int j) {
      if (size == node.length) {
        if (size >= MAX_ENTRIES) {
          throw new RequestException(
              "joints: the hierarchy is too deep for the number of vertices, more than "
                  + MAX_ENTRIES
                  + " entries");
        }
        node = Arrays.copyOf(node, 2 * size);
        values = Arrays.copyOf(values, 2 * SIZE * size);
      }
      Arrays.fill(values, SIZE * size, SIZE * (size + 1), 0);
      node[size] = j;
      indexOf[j] = size++;
    }

    /** Adds the weight and translation of each joint to its parent, the highest index first. */
    private void gatherUpwards(int r, int first) {
      int[] sorted = Arrays.copyOfRange(node, first, size);
      Arrays.sort(sorted);
      topWeight[r] = 0;
      double[] sceneShift = new double[SIZE];
      for (int k = sorted.length - 1; k >= 0; k--) {
        int j = sorted[k];
        if (j == top[r]) {
          topWeight[r] = weight[j];
        } else {
          int parent = skeleton.parent(j);
          if (parent >= 0) {
            addShift(bounds.joint(j), weight[j], values, SIZE * indexOf[parent]);
            weight[parent] += weight[j];
          } else {
            addShift(bounds.joint(j), weight[j], sceneShift, 0);
          }
        }
      }
      for (int j : sorted) {
        indexOf[j] = -1;
        weight[j] = 0;
      }
      if (top[r] < 0) {
        // Several roots: their sum in scene space is an entry of its own.
        appendScene(sceneShift);
      }
    }

    private void appendScene(double[] shift) {
      if (size == node.length) {
        node = Arrays.copyOf(node, 2 * size);
        values = Arrays.copyOf(values, 2 * SIZE * size);
      }
      node[size] = -1;
      System.arraycopy(shift, 0, values, SIZE * size, SIZE);
      size++;
    }
  }

  private static void addShift(JointBounds joint, double weight, double[] values, int v) {
    for (int c = 0; c < 3; c++) {
      values[v + c] += weight * joint.shift[c];
      values[v + 3 + c] += Math.abs(weight) * joint.shiftHalf[c];
    }
  }

  /** Returns a bound on d · v for a row, with d the direction of the table. */
  double reach(int r, DirectionTable table) {
    double sum = 0;
    if (top[r] >= 0) {
      double w = topWeight[r];
      sum = w >= 0 ? w * table.above(top[r]) : -w * bounds.originReach[top[r]];
    }
    for (int i = start[r]; i < start[r + 1]; i++) {
      sum += table.term(node[i], values, SIZE * i);
    }
    return sum;
  }
}
