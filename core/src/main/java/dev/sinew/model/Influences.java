package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import dev.sinew.run.NumberRange;
import java.util.Arrays;

/**
 * The joints that move each vertex and their weights: one sparse row per vertex, of any length. A
 * row has at least one joint and no joint twice. Weights are positive, sorted heaviest first, and
 * sum to 1 within 1e-6.
 */
public final class Influences extends EntryRows {
  /** The number of joints per vertex that all viewers show; many ignore further ones. */
  public static final int VIEWER_LIMIT = 4;

  private static final double SUM_TOLERANCE = 1e-6;

  private final int jointsNeeded;

  /**
   * @param rowStart the index of each vertex's first entry, and the end of the last; copied
   * @param joints indices into the skin's joint list; copied
   * @param weights sorted and normalised as described above; copied
   */
  public Influences(int[] rowStart, int[] joints, double[] weights) {
    super(rowStart.clone(), joints.clone(), weights.clone());
    ArrayChecks.size("weights", weights.length, joints.length);
    if (rowStart.length == 0 || rowStart[0] != 0) {
      throw new IllegalArgumentException("rowStart: expected to begin with 0");
    }
    ArrayChecks.size("rowStart's end", rowStart[rowStart.length - 1], joints.length);
    for (int v = 0; v + 1 < rowStart.length; v++) {
      checkRow(v, rowStart[v], rowStart[v + 1], joints, weights);
    }
    jointsNeeded = countJoints(joints);
  }

  /** Keeps the arrays, without checks. */
  private Influences(int[] rowStart, int[] joints, double[] weights, int jointsNeeded) {
    super(rowStart, joints, weights);
    this.jointsNeeded = jointsNeeded;
  }

  private static int countJoints(int[] joints) {
    return Arrays.stream(joints).max().orElse(-1) + 1;
  }

  private static void checkRow(int v, int from, int to, int[] joints, double[] weights) {
    if (to > joints.length) {
      throw new IllegalArgumentException(
          "rowStart[" + (v + 1) + "]: expected " + joints.length + " or less, got " + to);
    }
    if (to <= from) {
      throw new IllegalArgumentException(
          "influences of vertex " + v + ": expected 1 or more, got 0");
    }
    double sum = 0;
    for (int i = from; i < to; i++) {
      if (!(weights[i] > 0) || (i > from && weights[i] > weights[i - 1])) {
        throw new IllegalArgumentException(
            "weights of vertex "
                + v
                + ": expected positive, falling values, got "
                + Arrays.toString(Arrays.copyOfRange(weights, from, to)));
      }
      for (int k = from; k < i; k++) {
        if (joints[k] == joints[i]) {
          throw new IllegalArgumentException("joint " + joints[i] + " twice at vertex " + v);
        }
      }
      ArrayChecks.index("joints", i, joints[i], Integer.MAX_VALUE);
      sum += weights[i];
    }
    if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      throw new IllegalArgumentException(
          "weights of vertex " + v + ": expected the sum 1, got " + sum);
    }
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return rowStart.length - 1;
  }

  /** Returns the weight of joint i of a vertex. */
  public double weight(int vertex, int i) {
    return values[rowStart[vertex] + i];
  }

  @Override
  public int jointsNeeded() {
    return jointsNeeded;
  }

  /** Returns the rows of a list of vertices, for example one row per wedge; repeats are allowed. */
  public Influences rows(int[] vertices) {
    int[] start = new int[vertices.length + 1];
    for (int r = 0; r < vertices.length; r++) {
      start[r + 1] = start[r] + count(vertices[r]);
    }
    int[] j = new int[start[vertices.length]];
    double[] w = new double[j.length];
    for (int r = 0; r < vertices.length; r++) {
      System.arraycopy(joints, rowStart[vertices[r]], j, start[r], count(vertices[r]));
      System.arraycopy(values, rowStart[vertices[r]], w, start[r], count(vertices[r]));
    }
    return new Influences(start, j, w, countJoints(j));
  }

  /**
   * Returns the rows with only the {@code max} heaviest joints each, 1 or more, scaled to sum 1.
   */
  public Influences heaviest(int max) {
    Builder rows = builder();
    for (int v = 0; v < vertexCount(); v++) {
      for (int i = 0; i < Math.min(max, count(v)); i++) {
        rows.add(joint(v, i), weight(v, i));
      }
      rows.endRow();
    }
    return rows.build();
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects rows in vertex order and brings each into the form the class requires. */
  public static final class Builder {
    private final SparseRowBuilder rows = new SparseRowBuilder(1, 0);

    private Builder() {}

    /** Adds a weight to the open row. Zero weights are dropped, weights of one joint are summed. */
    public Builder add(int joint, double weight) {
      NumberRange.requireAtLeast("weight", weight, 0);
      NumberRange.requireAtLeast("joint", joint, 0);
      if (weight > 0) {
        int entry = rows.entry(joint);
        rows.values[entry] = Math.min(rows.values[entry] + weight, Double.MAX_VALUE);
      }
      return this;
    }

    /**
     * Ends the row: sorts it heaviest first and scales it to the sum 1. An empty row gets joint 0.
     *
     * @return the sum before scaling
     */
    public double endRow() {
      int from = rows.openRow();
      double sum = 0;
      for (int i = from; i < rows.size; i++) {
        sum += rows.values[i];
      }
      if (rows.size == from) {
        add(0, 1);
      }
      sort(from);
      scaleToOne(from);
      rows.closeRow();
      return sum;
    }

    /**
     * Scales a sorted row to the sum 1. Divides by the largest weight first, so that neither huge
     * nor tiny weights overflow or underflow; weights that become 0 are dropped.
     */
    private void scaleToOne(int from) {
      double[] weights = rows.values;
      double largest = weights[from];
      double sum = 0;
      for (int i = from; i < rows.size; i++) {
        weights[i] /= largest;
        sum += weights[i];
      }
      for (int i = from; i < rows.size; i++) {
        weights[i] /= sum;
      }
      while (weights[rows.size - 1] == 0) {
        rows.size--;
      }
    }

    /** Insertion sort by falling weight, then rising joint: rows are short. */
    private void sort(int from) {
      int[] joints = rows.columns;
      double[] weights = rows.values;
      for (int i = from + 1; i < rows.size; i++) {
        int j = joints[i];
        double w = weights[i];
        int k = i;
        while (k > from && (weights[k - 1] < w || (weights[k - 1] == w && joints[k - 1] > j))) {
          joints[k] = joints[k - 1];
          weights[k] = weights[k - 1];
          k--;
        }
        joints[k] = j;
        weights[k] = w;
      }
    }

    /** Returns the rows ended so far. */
    public Influences build() {
      int[] joints = rows.columns();
      return new Influences(rows.rowStarts(), joints, rows.values(), countJoints(joints));
    }
  }
}
