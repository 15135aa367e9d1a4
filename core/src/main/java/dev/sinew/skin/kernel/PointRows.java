package dev.sinew.skin.kernel;

import java.util.Arrays;

/**
 * Sparse rows in the layout of the kernels. The points are divided into runs with the same number
 * of joints per point, 1 to 4, so that the inner loop is unrolled and its branches are predictable.
 * Where the number of joints varies, rows are padded with entries of weight zero if that is cheaper
 * than a change of the loop. Longer rows keep their length, in runs of width {@link #ANY}.
 */
public final class PointRows {
  /** The width of a run whose rows differ in length. */
  static final int ANY = 0;

  private static final int MAX_WIDTH = 4;

  // Costs in quarters of an entry: an entry, the loop over a row of variable length, and the
  // mispredicted branches between two runs.
  private static final int ENTRY_COST = 4;
  private static final int LOOP_COST = 6;
  private static final int CHANGE_COST = 24;

  /** The first entry of each point, and the end of the last. */
  public final int[] rowStart;

  /** The index of each entry's matrix in {@link JointMatrices#columns}. */
  final int[] matrixStart;

  private final int[] runEnd;
  private final byte[] runWidth;

  private PointRows(int[] rowStart, int[] matrixStart, int[] runEnd, byte[] runWidth) {
    this.rowStart = rowStart;
    this.matrixStart = matrixStart;
    this.runEnd = runEnd;
    this.runWidth = runWidth;
  }

  /**
   * Computes the layout of rows.
   *
   * @param start the first entry of each point, and the end of the last
   * @param joints the joint of each entry; an empty row gets joint 0 with zeros
   */
  public static PointRows of(int[] start, int[] joints) {
    int points = start.length - 1;
    byte[] widths = chooseWidths(start);
    int[] rowStart = new int[points + 1];
    for (int v = 0; v < points; v++) {
      rowStart[v + 1] = Math.addExact(rowStart[v], entries(start[v + 1] - start[v], widths[v]));
    }
    int[] matrixStart = new int[rowStart[points]];
    for (int v = 0; v < points; v++) {
      int own = start[v + 1] - start[v];
      for (int i = 0; i < rowStart[v + 1] - rowStart[v]; i++) {
        // Padded with a joint of the row, so that a non-finite matrix of another joint has no
        // effect.
        int joint = own == 0 ? 0 : joints[start[v] + Math.min(i, own - 1)];
        matrixStart[rowStart[v] + i] = JointMatrices.SIZE * joint;
      }
    }
    return withRuns(rowStart, matrixStart, widths);
  }

  private static int entries(int own, int width) {
    return width == ANY ? Math.max(1, own) : width;
  }

  private static PointRows withRuns(int[] rowStart, int[] matrixStart, byte[] widths) {
    int[] ends = new int[widths.length];
    byte[] runWidths = new byte[widths.length];
    int runs = 0;
    for (int v = 0; v < widths.length; v++) {
      if (v + 1 == widths.length || widths[v + 1] != widths[v]) {
        ends[runs] = v + 1;
        runWidths[runs++] = widths[v];
      }
    }
    return new PointRows(
        rowStart, matrixStart, Arrays.copyOf(ends, runs), Arrays.copyOf(runWidths, runs));
  }

  /**
   * Chooses the widths of least total cost: a shortest path over points and widths, solved from the
   * end.
   */
  private static byte[] chooseWidths(int[] start) {
    int points = start.length - 1;
    int states = MAX_WIDTH + 1;
    byte[] next = new byte[Math.multiplyExact(points, states)];
    long[] cost = new long[states];
    byte cheapest = 0;
    for (int v = points - 1; v >= 0; v--) {
      int own = start[v + 1] - start[v];
      long change = cost[cheapest] + CHANGE_COST;
      for (byte width = 0; width < states; width++) {
        boolean stay = cost[width] <= change;
        next[states * v + width] = stay ? width : cheapest;
        cost[width] = (stay ? cost[width] : change) + pointCost(own, width);
      }
      cheapest = 0;
      for (byte width = 1; width < states; width++) {
        cheapest = cost[width] < cost[cheapest] ? width : cheapest;
      }
    }
    byte[] widths = new byte[points];
    byte width = cheapest;
    for (int v = 0; v < points; v++) {
      widths[v] = width;
      width = next[states * v + width];
    }
    return widths;
  }

  private static long pointCost(int own, int width) {
    if (width == ANY) {
      return (long) ENTRY_COST * Math.max(1, own) + LOOP_COST;
    }
    return width >= own ? (long) ENTRY_COST * width : Integer.MAX_VALUE;
  }

  public int pointCount() {
    return rowStart.length - 1;
  }

  public int runOf(int point) {
    int found = Arrays.binarySearch(runEnd, point + 1);
    return found >= 0 ? found : -found - 1;
  }

  /** Returns the end of a run: the point after its last. */
  public int runEnd(int run) {
    return runEnd[run];
  }

  /** Returns the number of entries per row of a run, or {@link #ANY}. */
  public int runWidth(int run) {
    return runWidth[run];
  }

  /**
   * Copies values per entry into the layout, with zeros for padding.
   *
   * @param start the rows as given to {@link #of}
   * @param values {@code width} values per entry
   * @param extra the number of zeros to append, for loads wider than an entry
   */
  public float[] layOut(int[] start, double[] values, int width, int extra) {
    float[] out = new float[Math.addExact(Math.multiplyExact(width, matrixStart.length), extra)];
    for (int v = 0; v < pointCount(); v++) {
      for (int i = 0; i < width * (start[v + 1] - start[v]); i++) {
        out[width * rowStart[v] + i] = (float) values[width * start[v] + i];
      }
    }
    return out;
  }
}
