package dev.sinew.linalg;

import java.util.Arrays;

/**
 * Small dense least squares with non-negative unknowns, given by normal equations: the w that
 * minimises ½ wᵀA w − bᵀw with w ≥ 0, and on demand Σ w = 1. An active-set method in the manner of
 * Lawson and Hanson ("Solving Least Squares Problems", 1974, chapter 23): unknowns are freed one
 * after another, steepest first, and a free one that would turn negative is bound to zero again.
 * The sum is kept by stepping in differences to one free unknown.
 *
 * <p>A may be singular. Steps are Newton steps from the w at hand with a matrix that is larger than
 * A by a trace of its diagonal, so the little that is added changes the way and not the goal.
 *
 * <p>One instance holds all scratch for problems up to a size: a solve allocates nothing. One
 * thread at a time.
 */
public final class NonNegativeLeastSquares {
  /** What is added to the diagonal of a step's matrix, in units of its largest entry. */
  private static final double RIDGE = 1e-13;

  /** Slopes below so many times the size of the terms they are made of count as none. */
  private static final double FLAT = 1e-13;

  /** Newton steps on one set of free unknowns: more than one only where A is singular. */
  private static final int REFINEMENTS = 3;

  /** A step that changes no unknown by more than this share of it was the last. */
  private static final double SETTLED = 1e-10;

  private final int capacity;
  private final double[] slope;
  private final double[] factor;
  private final double[] step;
  private final int[] free;
  private final boolean[] isFree;
  private final boolean[] barred;

  private int n;
  private double[] a = {};
  private double[] b = {};
  private double[] w = {};
  private boolean sumIsOne;
  private int freeCount;
  private double flat;

  /**
   * Makes room.
   *
   * @param capacity the most unknowns a problem may have
   */
  public NonNegativeLeastSquares(int capacity) {
    if (capacity < 0 || capacity > 10_000) {
      throw new IllegalArgumentException("capacity: expected 0 to 10000, got " + capacity);
    }
    this.capacity = capacity;
    slope = new double[capacity];
    factor = new double[capacity * capacity];
    step = new double[capacity];
    free = new int[capacity];
    isFree = new boolean[capacity];
    barred = new boolean[capacity];
  }

  /**
   * Minimises with w ≥ 0.
   *
   * @param n how many unknowns, at most the capacity
   * @param a n × n, row by row, symmetric and positive semidefinite; may be longer; not modified
   * @param b n numbers, in the range of A as normal equations have it; may be longer; not modified
   * @param w receives the n unknowns; what it held does not matter; may be longer
   * @return ½ wᵀA w − bᵀw
   */
  public double solve(int n, double[] a, double[] b, double[] w) {
    return minimise(n, a, b, w, false);
  }

  /**
   * Minimises with w ≥ 0 and Σ w = 1, so that w blends points or transforms. The sum holds to
   * rounding. Accuracy is best when the numbers are measured from the point aimed at: with
   * a<sub>ij</sub> = (x<sub>i</sub> − y)·(x<sub>j</sub> − y) and b = 0.
   *
   * @param n how many unknowns, 1 or more, at most the capacity
   * @param a n × n, row by row, symmetric and positive semidefinite; may be longer; not modified
   * @param b n numbers; may be longer; not modified
   * @param w receives the n unknowns; what it held does not matter; may be longer
   * @return ½ wᵀA w − bᵀw
   */
  public double solveOnSimplex(int n, double[] a, double[] b, double[] w) {
    if (n < 1) {
      throw new IllegalArgumentException("unknowns: expected 1 or more, got " + n);
    }
    return minimise(n, a, b, w, true);
  }

  private double minimise(int n, double[] a, double[] b, double[] w, boolean sumIsOne) {
    checkSizes(n, a, b, w);
    this.n = n;
    this.a = a;
    this.b = b;
    this.w = w;
    this.sumIsOne = sumIsOne;
    start();
    // Every round ends with less error than the one before, so sets do not come back. The limit is
    // for rounding alone.
    for (int round = 0; round < 8 * n + 16; round++) {
      double multiplier = computeSlopes();
      int steepest = steepestBound(multiplier);
      if (steepest < 0) {
        break;
      }
      release(steepest);
      if (!descend(steepest)) {
        // The slope was rounding after all: nothing moves there.
        bind(steepest);
        barred[steepest] = true;
      } else {
        Arrays.fill(barred, 0, n, false);
      }
    }
    return value();
  }

  private void checkSizes(int n, double[] a, double[] b, double[] w) {
    if (n < 0 || n > capacity) {
      throw new IllegalArgumentException("unknowns: expected at most " + capacity + ", got " + n);
    }
    if (a.length < n * n || b.length < n || w.length < n) {
      throw new IllegalArgumentException(
          "a, b, w: expected room for "
              + n
              + " unknowns, got "
              + a.length
              + ", "
              + b.length
              + " and "
              + w.length);
    }
    for (int i = 0; i < n * n; i++) {
      if (!Double.isFinite(a[i])) {
        throw new IllegalArgumentException("a: expected finite numbers, got " + a[i]);
      }
    }
    for (int i = 0; i < n; i++) {
      if (!Double.isFinite(b[i])) {
        throw new IllegalArgumentException("b: expected finite numbers, got " + b[i]);
      }
    }
  }

  /** At the origin, or at the best corner of the simplex. */
  private void start() {
    Arrays.fill(w, 0, n, 0);
    Arrays.fill(isFree, 0, n, false);
    Arrays.fill(barred, 0, n, false);
    freeCount = 0;
    if (sumIsOne) {
      int best = 0;
      for (int i = 1; i < n; i++) {
        if (a[n * i + i] / 2 - b[i] < a[n * best + best] / 2 - b[best]) {
          best = i;
        }
      }
      release(best);
      w[best] = 1;
    }
  }

  private void release(int i) {
    isFree[i] = true;
    free[freeCount++] = i;
  }

  private void bind(int i) {
    isFree[i] = false;
    w[i] = 0;
    int kept = 0;
    for (int f = 0; f < freeCount; f++) {
      if (free[f] != i) {
        free[kept++] = free[f];
      }
    }
    freeCount = kept;
  }

  /** Slopes A w − b, their rounding, and the multiplier of the sum: the mean slope of the free. */
  private double computeSlopes() {
    flat = 0;
    for (int i = 0; i < n; i++) {
      double sum = -b[i];
      double size = Math.abs(b[i]);
      for (int f = 0; f < freeCount; f++) {
        double term = a[n * i + free[f]] * w[free[f]];
        sum += term;
        size += Math.abs(term);
      }
      slope[i] = sum;
      flat = Math.max(flat, FLAT * size);
    }
    if (!sumIsOne) {
      return 0;
    }
    double mean = 0;
    for (int f = 0; f < freeCount; f++) {
      mean += w[free[f]] * slope[free[f]];
    }
    return mean;
  }

  private int steepestBound(double multiplier) {
    int steepest = -1;
    double most = -flat;
    for (int i = 0; i < n; i++) {
      if (!isFree[i] && !barred[i] && slope[i] - multiplier < most) {
        steepest = i;
        most = slope[i] - multiplier;
      }
    }
    return steepest;
  }

  /**
   * Goes to the least value over the free unknowns, binding those that reach zero on the way.
   *
   * @return whether the one just freed got away from zero; if not, nothing has changed
   */
  private boolean descend(int freed) {
    boolean started = false;
    int refinements = 0;
    while (refinements < REFINEMENTS) {
      computeSlopes();
      newtonStep();
      if (!started && !(step[placeOf(freed)] > 0)) {
        return false;
      }
      started = true;
      int first = firstToReachZero();
      double fraction = first < 0 ? 1 : -w[free[first]] / step[first];
      double moved = 0;
      for (int f = 0; f < freeCount; f++) {
        int i = free[f];
        moved = Math.max(moved, Math.abs(step[f]) / (w[i] + Double.MIN_NORMAL));
        w[i] = Math.max(0, w[i] + fraction * step[f]);
      }
      if (first >= 0) {
        bind(free[first]);
      } else if (moved < SETTLED) {
        refinements = REFINEMENTS;
      } else {
        refinements++;
      }
      keepSum();
    }
    return true;
  }

  private int placeOf(int unknown) {
    int place = 0;
    while (free[place] != unknown) {
      place++;
    }
    return place;
  }

  /** The place of the free unknown that a full step would make negative first, or −1. */
  private int firstToReachZero() {
    int first = -1;
    for (int f = 0; f < freeCount; f++) {
      if (w[free[f]] + step[f] < 0
          && (first < 0 || w[free[f]] * step[first] > w[free[first]] * step[f])) {
        first = f;
      }
    }
    return first;
  }

  /** Takes away what rounding added to the sum. */
  private void keepSum() {
    if (sumIsOne) {
      double sum = 0;
      for (int f = 0; f < freeCount; f++) {
        sum += w[free[f]];
      }
      for (int f = 0; f < freeCount; f++) {
        w[free[f]] /= sum;
      }
    }
  }

  /**
   * The step to the least value over the free unknowns, theirs in order. With the sum kept it is
   * solved in differences to the largest: entries a_ij − a_ir − a_rj + a_rr.
   */
  private void newtonStep() {
    int r = -1;
    if (sumIsOne) {
      for (int f = 0; f < freeCount; f++) {
        r = r < 0 || w[free[f]] > w[free[r]] ? f : r;
      }
      // The reference goes last, where the loops below leave it out.
      int last = free[freeCount - 1];
      free[freeCount - 1] = free[r];
      free[r] = last;
    }
    int m = sumIsOne ? freeCount - 1 : freeCount;
    int reference = sumIsOne ? free[m] : -1;
    double largest = 0;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j <= i; j++) {
        double entry = a[n * free[i] + free[j]];
        if (sumIsOne) {
          entry +=
              a[n * reference + reference]
                  - a[n * free[i] + reference]
                  - a[n * reference + free[j]];
        }
        factor[m * i + j] = entry;
      }
      largest = Math.max(largest, factor[m * i + i]);
      step[i] = (sumIsOne ? slope[reference] : 0) - slope[free[i]];
    }
    SmallCholesky.factor(m, factor, RIDGE * largest + Double.MIN_NORMAL);
    SmallCholesky.solve(m, factor, step);
    if (sumIsOne) {
      double sum = 0;
      for (int i = 0; i < m; i++) {
        sum += step[i];
      }
      step[m] = -sum;
    }
  }

  private double value() {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double row = -b[i];
      for (int j = 0; j < n; j++) {
        row += a[n * i + j] * w[j] / 2;
      }
      sum += w[i] * row;
    }
    return sum;
  }
}
