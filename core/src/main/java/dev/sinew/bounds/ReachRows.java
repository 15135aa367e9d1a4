package dev.sinew.bounds;

import dev.sinew.model.Skeleton;
import java.util.Arrays;

/**
 * Points gathered for the supports of {@link ReachBounds}: for every point the vectors e_j in the
 * spaces of the joints from the lowest joint above all of its influences downwards. What lies above
 * is the same for all points under that joint and comes from one sum per joint.
 */
final class ReachRows {
  /** The most vectors kept: a hostile tree could ask for its depth times its vertices. */
  private static final int MAX_ENTRIES = 60_000_000;

  /** Numbers an entry takes: e, the half widths of its box, its slack. */
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

  /** Collects one row after the other with scratch space per joint. */
  private final class Gathering {
    private final Skeleton skeleton = bounds.skeleton();
    private final MovingPoints points;
    private final int[] place = new int[skeleton.jointCount()];
    private final double[] weight = new double[skeleton.jointCount()];
    private int entry;

    Gathering(MovingPoints points) {
      this.points = points;
      Arrays.fill(place, -1);
    }

    void run() {
      for (int r = 0; r < points.count(); r++) {
        int first = size;
        top[r] = lowestAbove(r);
        for (int i = 0; i < points.coords.count(r); i++, entry++) {
          addPath(r, i);
        }
        gatherUpwards(r, first);
        start[r + 1] = size;
      }
    }

    /** The lowest joint that is above or is every joint of a row, or -1 for the scene. */
    private int lowestAbove(int r) {
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
        if (place[at] >= 0) {
          break;
        }
        append(at);
      }
      if (top[r] >= 0 && place[top[r]] < 0) {
        append(top[r]);
      }
      int v = SIZE * place[j];
      for (int c = 0; c < 3; c++) {
        values[v + c] += points.coords.value(r, i, c);
      }
      values[v + 6] += points.slack[entry];
      weight[j] += points.coords.value(r, i, 3);
    }

    private void append(int j) {
      if (size == node.length) {
        if (size >= MAX_ENTRIES) {
          throw new IllegalArgumentException(
              "joints: the tree is too deep for bounds of so many vertices, more than "
                  + MAX_ENTRIES
                  + " steps between joints");
        }
        node = Arrays.copyOf(node, 2 * size);
        values = Arrays.copyOf(values, 2 * SIZE * size);
      }
      Arrays.fill(values, SIZE * size, SIZE * (size + 1), 0);
      node[size] = j;
      place[j] = size++;
    }

    /** Hands weights and translations from each joint to its parent, the highest numbers first. */
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
            addShift(bounds.joint(j), weight[j], values, SIZE * place[parent]);
            weight[parent] += weight[j];
          } else {
            addShift(bounds.joint(j), weight[j], sceneShift, 0);
          }
        }
      }
      for (int j : sorted) {
        place[j] = -1;
        weight[j] = 0;
      }
      if (top[r] < 0) {
        // Several roots: what they hand to the scene is an entry of its own.
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

  /** A bound on d · v for a row, d being the direction of the table. */
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
