package dev.sinew.influence;

import dev.sinew.linalg.SimplexLeastSquares;
import java.util.Arrays;

/**
 * Chooses a limited number of n candidates, with weights w ≥ 0, Σ w = 1, that minimise wᵀA w. If
 * there are few subsets, all are tested. Otherwise candidates are removed one by one, each time the
 * one whose removal costs least after the others are solved again. Then candidates are exchanged
 * while that reduces the error. Last, a branch and bound search over subsets ("leaps and bounds",
 * Furnival and Wilson 1974) skips those that cannot be better because even their superset is not.
 * It ends with the global minimum or at a limit of steps. A search allocates nothing. Not
 * thread-safe.
 */
final class BlendSearch {
  /** The maximum number of subsets to test all. */
  private static final int MAX_EXHAUSTIVE = 128;

  /** The minimum relative gain of an exchange; less is rounding. */
  private static final double MIN_GAIN = 1e-9;

  private static final int MAX_EXCHANGES = 64;

  /** The maximum number of subsets tested by branch and bound. */
  private static final int MAX_SETS = 600;

  private final SimplexLeastSquares solver;
  private final double[] part;
  private final double[] weights;
  private final int[] trial;
  private final int[] best;
  private final int[] pool;
  private final double[] bestWeights;
  private int n;
  private int max;
  private double[] a = {};
  private int bestCount;
  private double bestValue;
  private int sets;

  BlendSearch(int capacity) {
    solver = new SimplexLeastSquares(capacity);
    part = new double[capacity * capacity];
    weights = new double[capacity];
    trial = new int[capacity];
    best = new int[capacity];
    pool = new int[capacity * (capacity + 1) / 2];
    bestWeights = new double[capacity];
  }

  /** Returns the number of chosen candidates. */
  int count() {
    return bestCount;
  }

  /** Returns the i-th chosen candidate. */
  int chosen(int i) {
    return best[i];
  }

  /** Returns the weight of the i-th chosen candidate. */
  double weight(int i) {
    return bestWeights[i];
  }

  /** Returns wᵀA w. */
  double error() {
    return Math.max(0, bestValue);
  }

  /**
   * Searches.
   *
   * @param n the number of candidates, at least 1
   * @param a n × n, row by row; not modified
   * @param max the maximum number of chosen candidates, at least 1
   */
  void run(int n, double[] a, int max) {
    this.n = n;
    this.a = a;
    this.max = Math.min(n, max);
    bestValue = Double.POSITIVE_INFINITY;
    if (subsetCount() <= MAX_EXHAUSTIVE) {
      tryAll(0, 0);
    } else {
      removeGreedily();
      exchange();
      sets = 0;
      for (int i = 0; i < n; i++) {
        pool[i] = i;
      }
      branch(0, n, 0);
    }
  }

  /**
   * Searches the subsets of a pool of candidates.
   *
   * @param at the index of the pool's first candidate; larger pools are stored before it
   * @param size the number of candidates in the pool
   * @param from candidates before this index of the pool stay
   */
  private void branch(int at, int size, int from) {
    if (sets++ >= MAX_SETS) {
      return;
    }
    System.arraycopy(pool, at, trial, 0, size);
    if (!(solve(size) < bestValue * (1 - MIN_GAIN))) {
      return;
    }
    int used = 0;
    for (int i = 0; i < size; i++) {
      if (weights[i] > 0) {
        trial[used] = trial[i];
        weights[used++] = weights[i];
      }
    }
    if (used <= max) {
      bestValue = solve(used);
      keep(used);
      return;
    }
    int next = at + size;
    for (int out = from; out < size && size > max; out++) {
      System.arraycopy(pool, at, pool, next, out);
      System.arraycopy(pool, at + out + 1, pool, next + out, size - 1 - out);
      branch(next, size - 1, out);
    }
  }

  private long subsetCount() {
    long count = 1;
    for (int i = 0; i < max && count <= MAX_EXHAUSTIVE; i++) {
      count = count * (n - i) / (i + 1);
    }
    return count;
  }

  private void tryAll(int chosen, int from) {
    if (chosen == max) {
      consider(max);
      return;
    }
    for (int i = from; i <= n - (max - chosen); i++) {
      trial[chosen] = i;
      tryAll(chosen + 1, i + 1);
    }
  }

  /** Solves for the trial candidates. */
  private double solve(int count) {
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
        part[count * i + j] = a[n * trial[i] + trial[j]];
      }
    }
    return solver.solve(count, part, weights);
  }

  private boolean consider(int count) {
    double value = solve(count);
    if (!(value < bestValue)) {
      return false;
    }
    bestValue = value;
    keep(count);
    return true;
  }

  private void keep(int count) {
    bestCount = count;
    System.arraycopy(trial, 0, best, 0, count);
    System.arraycopy(weights, 0, bestWeights, 0, count);
  }

  private void removeGreedily() {
    for (int i = 0; i < n; i++) {
      trial[i] = i;
    }
    bestValue = solve(n);
    keep(n);
    dropUnused();
    while (bestCount > max) {
      int cheapest = 0;
      double least = Double.POSITIVE_INFINITY;
      for (int out = 0; out < bestCount; out++) {
        tryWithout(out);
        double value = solve(bestCount - 1);
        if (value < least) {
          least = value;
          cheapest = out;
        }
      }
      tryWithout(cheapest);
      bestValue = solve(bestCount - 1);
      keep(bestCount - 1);
      dropUnused();
    }
  }

  private void tryWithout(int out) {
    System.arraycopy(best, 0, trial, 0, out);
    System.arraycopy(best, out + 1, trial, out, bestCount - 1 - out);
  }

  /** Drops candidates without weight: they seldom become useful when others are removed. */
  private void dropUnused() {
    int kept = 0;
    for (int i = 0; i < bestCount; i++) {
      if (bestWeights[i] > 0) {
        best[kept] = best[i];
        bestWeights[kept++] = bestWeights[i];
      }
    }
    bestCount = kept;
  }

  /**
   * Exchanges candidates, or adds them while there are fewer than the limit, while that reduces the
   * error.
   */
  private void exchange() {
    boolean better = true;
    for (int round = 0; round < MAX_EXCHANGES && better && bestValue > 0; round++) {
      better = false;
      int count = bestCount;
      int[] set = trial;
      for (int in = 0; in < n && !better; in++) {
        if (!isChosen(in)) {
          for (int at = count < max ? count : count - 1; at >= 0 && !better; at--) {
            System.arraycopy(best, 0, set, 0, count);
            set[at] = in;
            int size = Math.max(count, at + 1);
            if (solve(size) < bestValue * (1 - MIN_GAIN)) {
              better = consider(size);
            }
          }
        }
      }
    }
  }

  private boolean isChosen(int candidate) {
    return Arrays.stream(best, 0, bestCount).anyMatch(c -> c == candidate);
  }
}
