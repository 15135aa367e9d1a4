package dev.sinew.fit.system;

import java.util.Arrays;

/**
 * Solves a {@link VertexSystem} by block Cholesky decomposition, bone by bone. The squared error
 * that a bone would remove is known before it is added, from its Schur complement: rᵀ S⁻¹ r. So a
 * greedy search for an influence set costs only one decomposition.
 *
 * <p>Not thread-safe.
 */
public final class BlockElimination {
  /** Lower bound of pivots: bones with equal motions differ by rounding only. */
  private static final double MIN_PIVOT = 1e-14;

  private final VertexSystem system;
  private final int[] order;
  private final double[] gains;
  private final boolean[] added;

  /** Lower triangle L of the pivot block of each added bone; y = L⁻¹ r is in {@link #ys}. */
  private final double[] pivots;

  private final double[] ys;

  /** W = A_ji L⁻ᵀ of each added bone i and later bone j. */
  private final double[] columns;

  private final double[] x;
  private final double[] free;
  private final double[] trial = new double[16];
  private final double[] trialY = new double[4];
  private final int capacity;
  private int count;

  public BlockElimination(VertexSystem system, int capacity) {
    this.system = system;
    this.capacity = capacity;
    order = new int[capacity];
    gains = new double[capacity];
    added = new boolean[capacity];
    pivots = new double[16 * capacity];
    ys = new double[4 * capacity];
    columns = new double[16 * capacity * capacity];
    x = new double[4 * capacity];
    free = new double[capacity];
  }

  /** Adds bones as {@link #grow(int, double[])}, at no cost. */
  public void grow(int max) {
    grow(max, free);
  }

  /**
   * Adds the base and then repeatedly the bone that removes most error beyond its cost, while any
   * does.
   *
   * @param max the maximum number of bones
   * @param cost the error that each bone of the list has to remove
   */
  public void grow(int max, double[] cost) {
    start();
    add(0);
    while (count < Math.min(max, system.boneCount())) {
      int best = -1;
      double largest = 0;
      for (int i = 1; i < system.boneCount(); i++) {
        double gain = added[i] ? 0 : factor(i, trial, 0, trialY, 0) - cost[i];
        if (gain > largest) {
          largest = gain;
          best = i;
        }
      }
      if (best < 0) {
        return;
      }
      add(best);
    }
  }

  /** Adds all bones in the order of the list. */
  public void addAll() {
    start();
    for (int i = 0; i < system.boneCount(); i++) {
      add(i);
    }
  }

  private void start() {
    Arrays.fill(added, 0, system.boneCount(), false);
    count = 0;
  }

  /** Returns the number of added bones. */
  public int count() {
    return count;
  }

  /** Returns the bone that was added at index n. */
  public int bone(int n) {
    return system.bone(order[n]);
  }

  /** Returns the index in the list of the bone that was added at index n. */
  public int index(int n) {
    return order[n];
  }

  /** Returns the squared error that the bone at index n removed. */
  public double gain(int n) {
    return gains[n];
  }

  /** Returns the remaining squared error with all added bones, ridge terms included. */
  public double error() {
    double left = system.startError();
    for (int n = 0; n < count; n++) {
      left -= gains[n];
    }
    return Math.max(0, left);
  }

  /** Returns the number of unknowns of a bone: 3 for the base, 4 for others. */
  private static int size(int index) {
    return index == 0 ? 3 : 4;
  }

  private void add(int i) {
    gains[count] = factor(i, pivots, 16 * count, ys, 4 * count);
    order[count] = i;
    added[i] = true;
    for (int j = 0; j < system.boneCount(); j++) {
      if (!added[j]) {
        eliminate(i, j);
      }
    }
    for (int j = 0; j < system.boneCount(); j++) {
      if (!added[j]) {
        update(j);
      }
    }
    count++;
  }

  /** Factors the current block of bone i and substitutes forward; returns |y|². */
  private double factor(int i, double[] l, int lo, double[] y, int yo) {
    int at = VertexSystem.unknown(i);
    int n = size(i);
    double sum = 0;
    for (int r = 0; r < n; r++) {
      int row = system.width * (at + r) + at;
      double right = system.b[at + r];
      for (int c = 0; c < r; c++) {
        double value = system.a[row + c];
        for (int q = 0; q < c; q++) {
          value -= l[lo + 4 * r + q] * l[lo + 4 * c + q];
        }
        value /= l[lo + 5 * c];
        l[lo + 4 * r + c] = value;
        right -= value * y[yo + c];
      }
      double pivot = system.a[row + r];
      for (int q = 0; q < r; q++) {
        pivot -= l[lo + 4 * r + q] * l[lo + 4 * r + q];
      }
      pivot = Math.sqrt(Math.max(pivot, MIN_PIVOT));
      l[lo + 5 * r] = pivot;
      y[yo + r] = right / pivot;
      sum += y[yo + r] * y[yo + r];
    }
    return sum;
  }

  /** Computes W of bone j under the pivot of bone i. */
  private void eliminate(int i, int j) {
    int column = VertexSystem.unknown(i);
    int row = VertexSystem.unknown(j);
    int l = 16 * count;
    int w = 16 * (count * capacity + j);
    for (int r = 0; r < size(j); r++) {
      for (int c = 0; c < size(i); c++) {
        double value = system.a[system.width * (row + r) + column + c];
        for (int q = 0; q < c; q++) {
          value -= columns[w + 4 * r + q] * pivots[l + 4 * c + q];
        }
        columns[w + 4 * r + c] = value / pivots[l + 5 * c];
      }
    }
  }

  /** Subtracts W_j W_kᵀ from the rows of bone j, and W_j y from its right side. */
  private void update(int j) {
    int row = VertexSystem.unknown(j);
    int wj = 16 * (count * capacity + j);
    int depth = size(order[count]);
    for (int r = 0; r < size(j); r++) {
      for (int k = 0; k < system.boneCount(); k++) {
        if (!added[k]) {
          int wk = 16 * (count * capacity + k);
          int at = system.width * (row + r) + VertexSystem.unknown(k);
          for (int c = 0; c < size(k); c++) {
            double sum = 0;
            for (int q = 0; q < depth; q++) {
              sum += columns[wj + 4 * r + q] * columns[wk + 4 * c + q];
            }
            system.a[at + c] -= sum;
          }
        }
      }
      double sum = 0;
      for (int q = 0; q < depth; q++) {
        sum += columns[wj + 4 * r + q] * ys[4 * count + q];
      }
      system.b[row + r] -= sum;
    }
  }

  /**
   * Solves for the first added bones and writes them as a row of a skin.
   *
   * @param n the number of bones, at least 1
   */
  public void write(int n, SkinRows rows, int vertex) {
    for (int s = n - 1; s >= 0; s--) {
      int size = size(order[s]);
      for (int c = size - 1; c >= 0; c--) {
        double value = ys[4 * s + c];
        for (int later = s + 1; later < n; later++) {
          int w = 16 * (s * capacity + order[later]);
          for (int r = 0; r < size(order[later]); r++) {
            value -= columns[w + 4 * r + c] * x[4 * later + r];
          }
        }
        for (int q = c + 1; q < size; q++) {
          value -= pivots[16 * s + 4 * q + c] * x[4 * s + q];
        }
        x[4 * s + c] = value / pivots[16 * s + 5 * c];
      }
    }
    double baseWeight = 1;
    for (int s = 1; s < n; s++) {
      baseWeight -= x[4 * s + 3];
    }
    x[3] = baseWeight;
    rows.count[vertex] = n;
    for (int s = 0; s < n; s++) {
      rows.bone[rows.at(vertex, s)] = bone(s);
      System.arraycopy(x, 4 * s, rows.c, 4 * rows.at(vertex, s), 4);
    }
  }
}
