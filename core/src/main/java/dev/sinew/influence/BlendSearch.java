package dev.sinew.influence;

import dev.sinew.linalg.SimplexLeastSquares;
import java.util.Arrays;

/**
 * Finds, among n candidates, at most so many and weights w ≥ 0, Σ w = 1 for them such that wᵀA w is
 * least. All choices are tried where they are few. Otherwise candidates are taken away one by one,
 * always the one whose loss costs least once the others are solved anew, and then exchanged as long
 * as that helps; last, choices are gone through in order, leaving out all that cannot be better
 * because even all their candidates together are not ("leaps and bounds", Furnival and Wilson
 * 1974). That ends with the best of all, or after so many steps. One thread at a time; allocates
 * nothing once made.
 */
final class BlendSearch {
  /** How many choices are few enough to try all. */
  private static final int FEW_CHOICES = 128;

  /** An exchange must gain this share of the error: less is rounding. */
  private static final double WORTHWHILE = 1e-9;

  private static final int MOST_EXCHANGES = 64;

  /** Sets looked at in the last part of a search. */
  private static final int MOST_SETS = 600;

  private final SimplexLeastSquares solver;
  private final double[] part;
  private final double[] weights;
  private final int[] trial;
  private final int[] best;
  private final int[] pool;
  private final double[] bestWeights;
  private int n;
  private int most;
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

  /** How many candidates were chosen. */
  int count() {
    return bestCount;
  }

  /** The i-th chosen candidate. */
  int chosen(int i) {
    return best[i];
  }

  /** Its weight. */
  double weight(int i) {
    return bestWeights[i];
  }

  /** wᵀA w. */
  double error() {
    return Math.max(0, bestValue);
  }

  /**
   * Searches.
   *
   * @param n candidates, at least 1
   * @param a n × n, row by row; read only
   * @param most how many may be chosen, at least 1
   */
  void run(int n, double[] a, int most) {
    this.n = n;
    this.a = a;
    this.most = Math.min(n, most);
    bestValue = Double.POSITIVE_INFINITY;
    if (choices() <= FEW_CHOICES) {
      tryAll(0, 0);
    } else {
      takeAway();
      exchange();
      sets = 0;
      for (int i = 0; i < n; i++) {
        pool[i] = i;
      }
      narrow(0, n, 0);
    }
  }

  /**
   * Goes through the choices within a pool of candidates.
   *
   * @param at where the pool begins; what lies before belongs to wider pools
   * @param size how many it has
   * @param from those before this place of the pool stay
   */
  private void narrow(int at, int size, int from) {
    if (sets++ >= MOST_SETS) {
      return;
    }
    System.arraycopy(pool, at, trial, 0, size);
    if (!(solve(size) < bestValue * (1 - WORTHWHILE))) {
      return;
    }
    int used = 0;
    for (int i = 0; i < size; i++) {
      if (weights[i] > 0) {
        trial[used] = trial[i];
        weights[used++] = weights[i];
      }
    }
    if (used <= most) {
      bestValue = solve(used);
      keep(used);
      return;
    }
    int next = at + size;
    for (int out = from; out < size && size > most; out++) {
      System.arraycopy(pool, at, pool, next, out);
      System.arraycopy(pool, at + out + 1, pool, next + out, size - 1 - out);
      narrow(next, size - 1, out);
    }
  }

  private long choices() {
    long count = 1;
    for (int i = 0; i < most && count <= FEW_CHOICES; i++) {
      count = count * (n - i) / (i + 1);
    }
    return count;
  }

  private void tryAll(int chosen, int from) {
    if (chosen == most) {
      consider(most);
      return;
    }
    for (int i = from; i <= n - (most - chosen); i++) {
      trial[chosen] = i;
      tryAll(chosen + 1, i + 1);
    }
  }

  /** Solves for the candidates on trial. */
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

  private void takeAway() {
    for (int i = 0; i < n; i++) {
      trial[i] = i;
    }
    bestValue = solve(n);
    keep(n);
    dropUnused();
    while (bestCount > most) {
      int cheapest = 0;
      double least = Double.POSITIVE_INFINITY;
      for (int out = 0; out < bestCount; out++) {
        takeWithout(out);
        double value = solve(bestCount - 1);
        if (value < least) {
          least = value;
          cheapest = out;
        }
      }
      takeWithout(cheapest);
      bestValue = solve(bestCount - 1);
      keep(bestCount - 1);
      dropUnused();
    }
  }

  private void takeWithout(int out) {
    System.arraycopy(best, 0, trial, 0, out);
    System.arraycopy(best, out + 1, trial, out, bestCount - 1 - out);
  }

  /** Without weight a candidate is of no use, and as others go it seldom becomes so. */
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

  /** Puts candidates in for others, or in addition where there is room, while it helps. */
  private void exchange() {
    boolean better = true;
    for (int round = 0; round < MOST_EXCHANGES && better && bestValue > 0; round++) {
      better = false;
      int count = bestCount;
      int[] set = trial;
      for (int in = 0; in < n && !better; in++) {
        if (!isChosen(in)) {
          for (int at = count < most ? count : count - 1; at >= 0 && !better; at--) {
            System.arraycopy(best, 0, set, 0, count);
            set[at] = in;
            int size = Math.max(count, at + 1);
            if (solve(size) < bestValue * (1 - WORTHWHILE)) {
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
