package dev.sinew.model;

import java.util.Arrays;

/**
 * Which joints move which vertices, and how much: sparse rows, any number of joints a vertex. Every
 * row holds at least one joint, no joint twice, weights positive, heaviest first, summing to 1
 * within 1e-6.
 */
public final class Influences {
  private static final double SUM_TOLERANCE = 1e-6;

  private final int[] rowStart;
  private final int[] joints;
  private final double[] weights;
  private final int jointsNeeded;

  /**
   * @param rowStart where each vertex's entries begin, one more entry than vertices; copied
   * @param joints places in the skin's joint list; copied
   * @param weights as the class comment demands; copied
   */
  public Influences(int[] rowStart, int[] joints, double[] weights) {
    Checks.size("weights", weights.length, joints.length);
    if (rowStart.length == 0 || rowStart[0] != 0) {
      throw new IllegalArgumentException("rowStart: expected to begin with 0");
    }
    Checks.size("rowStart's end", rowStart[rowStart.length - 1], joints.length);
    for (int v = 0; v + 1 < rowStart.length; v++) {
      checkRow(v, rowStart[v], rowStart[v + 1], joints, weights);
    }
    this.rowStart = rowStart.clone();
    this.joints = joints.clone();
    this.weights = weights.clone();
    jointsNeeded = Arrays.stream(joints).max().orElse(-1) + 1;
  }

  /** Takes arrays that are known to be right and are nobody else's. */
  private Influences(int[] rowStart, int[] joints, double[] weights, int jointsNeeded) {
    this.rowStart = rowStart;
    this.joints = joints;
    this.weights = weights;
    this.jointsNeeded = jointsNeeded;
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
                + ": expected positive, falling numbers, got "
                + Arrays.toString(Arrays.copyOfRange(weights, from, to)));
      }
      for (int k = from; k < i; k++) {
        if (joints[k] == joints[i]) {
          throw new IllegalArgumentException("joint " + joints[i] + " twice at vertex " + v);
        }
      }
      Checks.index("joints", i, joints[i], Integer.MAX_VALUE);
      sum += weights[i];
    }
    if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      throw new IllegalArgumentException(
          "weights of vertex " + v + ": expected the sum 1, got " + sum);
    }
  }

  public int vertexCount() {
    return rowStart.length - 1;
  }

  /** All entries of all vertices. */
  public int totalCount() {
    return joints.length;
  }

  /** How many joints move a vertex. */
  public int count(int vertex) {
    return rowStart[vertex + 1] - rowStart[vertex];
  }

  /** The most joints any vertex has; 0 without vertices. */
  public int maxCount() {
    int most = 0;
    for (int v = 0; v < vertexCount(); v++) {
      most = Math.max(most, count(v));
    }
    return most;
  }

  /** Joint number i of a vertex: a place in the skin's joint list. */
  public int joint(int vertex, int i) {
    return joints[rowStart[vertex] + i];
  }

  public double weight(int vertex, int i) {
    return weights[rowStart[vertex] + i];
  }

  /** One more than the largest joint in use. */
  public int jointsNeeded() {
    return jointsNeeded;
  }

  /** The rows of a list of vertices, repeats allowed: for instance one row per wedge. */
  public Influences rows(int[] vertices) {
    int[] start = new int[vertices.length + 1];
    for (int r = 0; r < vertices.length; r++) {
      start[r + 1] = start[r] + count(vertices[r]);
    }
    int[] j = new int[start[vertices.length]];
    double[] w = new double[j.length];
    for (int r = 0; r < vertices.length; r++) {
      System.arraycopy(joints, rowStart[vertices[r]], j, start[r], count(vertices[r]));
      System.arraycopy(weights, rowStart[vertices[r]], w, start[r], count(vertices[r]));
    }
    return new Influences(start, j, w, Arrays.stream(j).max().orElse(-1) + 1);
  }

  /**
   * The same rows with at most so many joints, 1 or more: the lightest dropped, the rest scaled.
   */
  public Influences heaviest(int most) {
    Builder rows = builder();
    for (int v = 0; v < vertexCount(); v++) {
      for (int i = 0; i < Math.min(most, count(v)); i++) {
        rows.add(joint(v, i), weight(v, i));
      }
      rows.endRow();
    }
    return rows.build();
  }

  /** Starts collecting rows in vertex order. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects rows in vertex order and brings each into the strict form. */
  public static final class Builder {
    private int[] rowStart = new int[16];
    private int[] joints = new int[64];
    private double[] weights = new double[64];
    private int rows;
    private int size;

    private Builder() {}

    /**
     * Adds an entry to the row being collected; zero weights are dropped, repeated joints added up.
     */
    public Builder add(int joint, double weight) {
      if (!(weight >= 0) || weight == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException("weight: expected 0 or more, got " + weight);
      }
      if (joint < 0) {
        throw new IllegalArgumentException("joint: expected 0 or more, got " + joint);
      }
      if (weight == 0) {
        return this;
      }
      for (int i = rowStart[rows]; i < size; i++) {
        if (joints[i] == joint) {
          weights[i] = Math.min(weights[i] + weight, Double.MAX_VALUE);
          return this;
        }
      }
      if (size == joints.length) {
        joints = Arrays.copyOf(joints, 2 * size);
        weights = Arrays.copyOf(weights, 2 * size);
      }
      joints[size] = joint;
      weights[size++] = weight;
      return this;
    }

    /**
     * Ends the row: sorts it heaviest first and scales it to the sum 1. An empty row follows joint
     * 0.
     *
     * @return the sum before scaling
     */
    public double endRow() {
      int from = rowStart[rows];
      double sum = 0;
      for (int i = from; i < size; i++) {
        sum += weights[i];
      }
      if (size == from) {
        add(0, 1);
      }
      sort(from);
      scaleToOne(from);
      rows++;
      if (rows == rowStart.length) {
        rowStart = Arrays.copyOf(rowStart, 2 * rows);
      }
      rowStart[rows] = size;
      return sum;
    }

    /**
     * Scales a sorted row to the sum 1. In two steps, by the largest first, so that neither huge
     * nor tiny weights leave the range of numbers; those lost against the largest are dropped.
     */
    private void scaleToOne(int from) {
      double largest = weights[from];
      double sum = 0;
      for (int i = from; i < size; i++) {
        weights[i] /= largest;
        sum += weights[i];
      }
      for (int i = from; i < size; i++) {
        weights[i] /= sum;
      }
      while (weights[size - 1] == 0) {
        size--;
      }
    }

    /** Insertion sort by falling weight, then rising joint: rows are short. */
    private void sort(int from) {
      for (int i = from + 1; i < size; i++) {
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

    public Influences build() {
      int[] own = Arrays.copyOf(joints, size);
      return new Influences(
          Arrays.copyOf(rowStart, rows + 1),
          own,
          Arrays.copyOf(weights, size),
          Arrays.stream(own).max().orElse(-1) + 1);
    }
  }
}
