package dev.sinew.skin.kernel;

import java.util.Arrays;

/**
 * Sparse rows laid out for kernels. Points stand in runs that are worked off with one number of
 * joints each, 1 to 4, so that the inner loop is unrolled and its branches are predictable; where
 * the numbers vary from point to point a row is filled up with entries of weight zero, as far as
 * that is cheaper than a change of loop. Rows beyond 4 joints keep their own lengths in runs of
 * {@link #ANY}.
 */
public final class PointRows {
  /** The width of a run whose rows have lengths of their own. */
  static final int ANY = 0;

  private static final int WIDEST = 4;

  // Prices in quarters of an entry: an entry, the looping over a row of unforeseen length, and the
  // mispredicted branches where one run ends and another begins.
  private static final int ENTRY_COST = 4;
  private static final int LOOP_COST = 6;
  private static final int CHANGE_COST = 24;

  /** Where each point's entries begin, and the end of the last. */
  public final int[] rowStart;

  /** Where each entry's joint begins in {@link JointMatrices#columns}. */
  final int[] matrices;

  private final int[] runEnd;
  private final byte[] runWidth;

  private PointRows(int[] rowStart, int[] matrices, int[] runEnd, byte[] runWidth) {
    this.rowStart = rowStart;
    this.matrices = matrices;
    this.runEnd = runEnd;
    this.runWidth = runWidth;
  }

  /**
   * Lays rows out.
   *
   * @param start where each point's entries begin, and the end of the last
   * @param joints every entry's joint; a row without any is given joint 0 with zeros
   */
  public static PointRows of(int[] start, int[] joints) {
    int points = start.length - 1;
    byte[] widths = chooseWidths(start);
    int[] rowStart = new int[points + 1];
    for (int v = 0; v < points; v++) {
      rowStart[v + 1] = Math.addExact(rowStart[v], entries(start[v + 1] - start[v], widths[v]));
    }
    int[] matrices = new int[rowStart[points]];
    for (int v = 0; v < points; v++) {
      int own = start[v + 1] - start[v];
      for (int i = 0; i < rowStart[v + 1] - rowStart[v]; i++) {
        // Filled up with a joint of its own, so that no other joint can reach the point.
        int joint = own == 0 ? 0 : joints[start[v] + Math.min(i, own - 1)];
        matrices[rowStart[v] + i] = JointMatrices.SIZE * joint;
      }
    }
    return withRuns(rowStart, matrices, widths);
  }

  private static int entries(int own, int width) {
    return width == ANY ? Math.max(1, own) : width;
  }

  private static PointRows withRuns(int[] rowStart, int[] matrices, byte[] widths) {
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
        rowStart, matrices, Arrays.copyOf(ends, runs), Arrays.copyOf(runWidths, runs));
  }

  /**
   * The widths of least total price: a shortest path over points and widths, found from the end.
   */
  private static byte[] chooseWidths(int[] start) {
    int points = start.length - 1;
    int states = WIDEST + 1;
    byte[] next = new byte[Math.multiplyExact(points, states)];
    long[] price = new long[states];
    byte cheapest = 0;
    for (int v = points - 1; v >= 0; v--) {
      int own = start[v + 1] - start[v];
      long change = price[cheapest] + CHANGE_COST;
      for (byte width = 0; width < states; width++) {
        boolean stay = price[width] <= change;
        next[states * v + width] = stay ? width : cheapest;
        price[width] = (stay ? price[width] : change) + pointCost(own, width);
      }
      cheapest = 0;
      for (byte width = 1; width < states; width++) {
        cheapest = price[width] < price[cheapest] ? width : cheapest;
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

  /** The run a point belongs to. */
  public int runOf(int point) {
    int found = Arrays.binarySearch(runEnd, point + 1);
    return found >= 0 ? found : -found - 1;
  }

  /** The point after a run's last. */
  public int runEnd(int run) {
    return runEnd[run];
  }

  /** How many entries the rows of a run have, or {@link #ANY}. */
  public int runWidth(int run) {
    return runWidth[run];
  }

  /**
   * Lays out numbers that belong to entries, zeros where rows were filled up.
   *
   * @param start the rows as given to {@link #of}
   * @param values {@code width} numbers an entry
   * @param spare zeros to have behind the last, for loads wider than an entry
   */
  public float[] spread(int[] start, double[] values, int width, int spare) {
    float[] out = new float[Math.addExact(Math.multiplyExact(width, matrices.length), spare)];
    for (int v = 0; v < pointCount(); v++) {
      for (int i = 0; i < width * (start[v + 1] - start[v]); i++) {
        out[width * rowStart[v] + i] = (float) values[width * start[v] + i];
      }
    }
    return out;
  }
}
