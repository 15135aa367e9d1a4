package dev.sinew.linalg;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Cholesky decomposition A = L Lᵀ of a symmetric matrix of square blocks of which few are nonzero:
 * one block row per node of a graph, one block per edge. Nodes are eliminated in the order of least
 * degree (Tinney and Walker 1967), so a tree gets no further blocks and a graph of a surface few.
 *
 * <p>It never fails: pivots below a floor are raised to it. The layout is computed once for any
 * number of matrices; each is one flat array.
 */
public final class BlockCholesky {
  private final int size;

  /** The position of each node in the order of elimination, and the node at each position. */
  private final int[] position;

  private final int[] node;

  /** The blocks of column p are start[p] to start[p + 1], the diagonal first. */
  private final int[] start;

  /** The position of each block's row. */
  private final int[] row;

  /** For all pairs of blocks below the diagonal of a column, the block that they change. */
  private final int[][] changed;

  /**
   * Creates the layout.
   *
   * @param neighbours for each node the nodes with which it shares a block, in any order; entries
   *     of one side suffice, and the node itself may be among them
   * @param size the number of rows of a block
   */
  public BlockCholesky(int[][] neighbours, int size) {
    this.size = size;
    int nodes = neighbours.length;
    position = new int[nodes];
    node = new int[nodes];
    start = new int[nodes + 1];
    int[][] columns = eliminate(graph(neighbours));
    for (int p = 0; p < nodes; p++) {
      start[p + 1] = start[p] + columns[p].length + 1;
    }
    row = new int[start[nodes]];
    for (int p = 0; p < nodes; p++) {
      row[start[p]] = p;
      for (int i = 0; i < columns[p].length; i++) {
        row[start[p] + 1 + i] = position[columns[p][i]];
      }
      Arrays.sort(row, start[p], start[p + 1]);
    }
    changed = findChanges();
  }

  private static BitSet[] graph(int[][] neighbours) {
    BitSet[] graph = new BitSet[neighbours.length];
    Arrays.setAll(graph, i -> new BitSet(neighbours.length));
    for (int i = 0; i < neighbours.length; i++) {
      for (int j : neighbours[i]) {
        if (i != j) {
          graph[i].set(j);
          graph[j].set(i);
        }
      }
    }
    return graph;
  }

  /** Orders the nodes; returns the nodes below the diagonal of each column. */
  private int[][] eliminate(BitSet[] graph) {
    int nodes = graph.length;
    int[][] columns = new int[nodes][];
    boolean[] done = new boolean[nodes];
    for (int p = 0; p < nodes; p++) {
      int least = leastDegree(graph, done);
      done[least] = true;
      position[least] = p;
      node[p] = least;
      BitSet around = graph[least];
      columns[p] = around.stream().toArray();
      for (int i : columns[p]) {
        graph[i].or(around);
        graph[i].clear(i);
        graph[i].clear(least);
      }
    }
    return columns;
  }

  private static int leastDegree(BitSet[] graph, boolean[] done) {
    int best = -1;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < done.length; i++) {
      int degree = done[i] ? Integer.MAX_VALUE : graph[i].cardinality();
      if (degree < least) {
        least = degree;
        best = i;
      }
    }
    return best;
  }

  private int[][] findChanges() {
    int[][] changes = new int[node.length][];
    for (int p = 0; p < node.length; p++) {
      int first = start[p] + 1;
      int count = start[p + 1] - first;
      changes[p] = new int[count * (count + 1) / 2];
      int next = 0;
      for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++) {
          changes[p][next++] = block(row[first + i], row[first + j]);
        }
      }
    }
    return changes;
  }

  private int block(int low, int column) {
    int found = Arrays.binarySearch(row, start[column], start[column + 1], low);
    if (found < 0) {
      throw new IllegalArgumentException(
          "nodes " + node[low] + " and " + node[column] + ": expected neighbours");
    }
    return found;
  }

  /** Returns the number of values of a matrix. */
  public int entryCount() {
    return row.length * size * size;
  }

  public int unknownCount() {
    return node.length * size;
  }

  /** Returns true if the block of two nodes is stored with the rows of the first. */
  public boolean hasRowsOf(int a, int b) {
    return position[a] >= position[b];
  }

  /** Returns the index of the first value of the block of two nodes, row by row. */
  public int at(int a, int b) {
    int low = Math.max(position[a], position[b]);
    return size * size * block(low, Math.min(position[a], position[b]));
  }

  /**
   * Factors a matrix in place.
   *
   * @param a the blocks; of those on the diagonal the lower triangle is read. Overwritten with L
   * @param floor the lower bound of pivots, above 0
   */
  public void factor(double[] a, double floor) {
    int area = size * size;
    for (int p = 0; p < node.length; p++) {
      int diagonal = area * start[p];
      factorDiagonal(a, diagonal, floor);
      int first = start[p] + 1;
      int next = 0;
      for (int i = first; i < start[p + 1]; i++) {
        divide(a, area * i, diagonal);
        for (int j = first; j <= i; j++) {
          subtractProduct(a, area * changed[p][next++], area * i, area * j);
        }
      }
    }
  }

  private void factorDiagonal(double[] a, int o, double floor) {
    for (int i = 0; i < size; i++) {
      int low = o + size * i;
      for (int j = 0; j <= i; j++) {
        int other = o + size * j;
        double sum = a[low + j];
        for (int k = 0; k < j; k++) {
          sum -= a[low + k] * a[other + k];
        }
        a[low + j] = i == j ? Math.sqrt(Math.max(sum, floor)) : sum / a[other + j];
      }
    }
  }

  /** Replaces a block B by B L⁻ᵀ for a factored diagonal block L. */
  private void divide(double[] a, int block, int diagonal) {
    for (int i = 0; i < size; i++) {
      int low = block + size * i;
      for (int j = 0; j < size; j++) {
        int other = diagonal + size * j;
        double sum = a[low + j];
        for (int k = 0; k < j; k++) {
          sum -= a[low + k] * a[other + k];
        }
        a[low + j] = sum / a[other + j];
      }
    }
  }

  /** Subtracts X Yᵀ of two blocks from a third. */
  private void subtractProduct(double[] a, int block, int x, int y) {
    for (int i = 0; i < size; i++) {
      int low = x + size * i;
      for (int j = 0; j < size; j++) {
        int other = y + size * j;
        double sum = 0;
        for (int k = 0; k < size; k++) {
          sum += a[low + k] * a[other + k];
        }
        a[block + size * i + j] -= sum;
      }
    }
  }

  /**
   * Solves A x = b.
   *
   * @param l the result of {@link #factor}
   * @param x holds b, overwritten with x; the values of node n are from n · size on
   */
  public void solve(double[] l, double[] x) {
    int area = size * size;
    for (int p = 0; p < node.length; p++) {
      int own = size * node[p];
      solveLower(l, area * start[p], x, own);
      for (int e = start[p] + 1; e < start[p + 1]; e++) {
        int other = size * node[row[e]];
        for (int i = 0; i < size; i++) {
          double sum = 0;
          for (int k = 0; k < size; k++) {
            sum += l[area * e + size * i + k] * x[own + k];
          }
          x[other + i] -= sum;
        }
      }
    }
    for (int p = node.length - 1; p >= 0; p--) {
      int own = size * node[p];
      for (int e = start[p] + 1; e < start[p + 1]; e++) {
        int other = size * node[row[e]];
        for (int i = 0; i < size; i++) {
          for (int k = 0; k < size; k++) {
            x[own + k] -= l[area * e + size * i + k] * x[other + i];
          }
        }
      }
      solveUpper(l, area * start[p], x, own);
    }
  }

  private void solveLower(double[] l, int o, double[] x, int at) {
    for (int i = 0; i < size; i++) {
      double sum = x[at + i];
      for (int k = 0; k < i; k++) {
        sum -= l[o + size * i + k] * x[at + k];
      }
      x[at + i] = sum / l[o + size * i + i];
    }
  }

  private void solveUpper(double[] l, int o, double[] x, int at) {
    for (int i = size - 1; i >= 0; i--) {
      x[at + i] /= l[o + size * i + i];
      for (int k = 0; k < i; k++) {
        x[at + k] -= l[o + size * i + k] * x[at + i];
      }
    }
  }
}
