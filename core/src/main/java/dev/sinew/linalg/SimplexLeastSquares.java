package dev.sinew.linalg;

import java.util.Arrays;

/**
 * Small dense least squares over the simplex: minimises wᵀA w subject to w ≥ 0 and Σ w = 1. This is
 * the blend Σ w<sub>i</sub> x<sub>i</sub> nearest to a target y, with a<sub>ij</sub> =
 * (x<sub>i</sub> − y)·(x<sub>j</sub> − y). Because Σ w = 1, no linear term is needed.
 *
 * <p>An active-set method after Lawson and Hanson, "Solving Least Squares Problems", 1974, chapter
 * 23: unknowns are freed one after another, steepest first, and a free unknown that would become
 * negative is bound to zero again. Steps are taken in differences to one free unknown, which keeps
 * the sum. The result is exact up to rounding. {@link #solve} starts at the best corner of the
 * simplex; {@link #improve} starts at given weights and keeps them where A does not determine them.
 *
 * <p>A may be singular. Each step is a Newton step from the current w. The ridge on its matrix
 * changes the path and not the minimum.
 *
 * <p>For two unknowns {@link #secondWeight} and {@link #valueOfPair} are the closed form. They take
 * scalars and need no instance, for loops over very many pairs.
 *
 * <p>An instance holds all scratch for problems up to its capacity, so a solve allocates nothing.
 * Not thread-safe.
 */
public final class SimplexLeastSquares {
  /** Added to the diagonal of a step's matrix, relative to its largest entry. */
  private static final double RIDGE = 1e-13;

  /** Slopes below this, relative to the size of their terms, count as zero. */
  private static final double FLAT = 1e-13;

  /** Newton steps per set of free unknowns: more than one is needed only where A is singular. */
  private static final int REFINEMENTS = 3;

  /** Steps end when no unknown changes by more than this, relative to its value. */
  private static final double SETTLED = 1e-10;

  private static final int NONE = -1;

  private final int capacity;
  private final double[] slope;
  private final double[] factor;
  private final double[] step;
  private final int[] free;
  private final boolean[] isFree;
  private final boolean[] barred;

  private int n;
  private double[] a = {};
  private double[] w = {};
  private int freeCount;
  private double flat;

  /**
   * Creates a solver.
   *
   * @param capacity the maximum number of unknowns
   */
  public SimplexLeastSquares(int capacity) {
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
   * Minimises wᵀA w. The sum of w is 1 up to rounding.
   *
   * @param n the number of unknowns, 1 to the capacity
   * @param a n × n, row by row, symmetric and positive semidefinite; may be longer; not modified
   * @param w receives the n unknowns; its previous values are ignored; may be longer
   * @return wᵀA w
   */
  public double solve(int n, double[] a, double[] w) {
    load(n, a, w);
    Arrays.fill(w, 0, n, 0);
    int best = 0;
    for (int i = 1; i < n; i++) {
      if (a[n * i + i] < a[n * best + best]) {
        best = i;
      }
    }
    release(best);
    w[best] = 1;
    return minimise();
  }

  /**
   * Minimises wᵀA w from given weights. Of several minima, finds one near the given weights;
   * weights that are a minimum stay as they are.
   *
   * @param n the number of unknowns, 1 to the capacity
   * @param a n × n, row by row, symmetric and positive semidefinite; may be longer; not modified
   * @param w the n unknowns, not negative, with the sum 1 up to rounding; overwritten; may be
   *     longer
   * @return wᵀA w
   */
  public double improve(int n, double[] a, double[] w) {
    load(n, a, w);
    double sum = 0;
    for (int i = 0; i < n; i++) {
      if (!(w[i] >= 0)) {
        throw new IllegalArgumentException("w: expected 0 or more, got " + w[i]);
      }
      sum += w[i];
      if (w[i] > 0) {
        release(i);
      }
    }
    if (!(Math.abs(sum - 1) <= 1e-9)) {
      throw new IllegalArgumentException("w: expected the sum 1, got " + sum);
    }
    if (!isLevel(computeSlopes())) {
      descend(NONE);
    }
    return minimise();
  }

  /**
   * Returns the weight of the second of two points u and v in their blend nearest to the origin:
   * the t from 0 to 1 that minimises |(1 − t) u + t v|². Where all t are equally good, returns 1.
   *
   * @param uu ⟨u, u⟩
   * @param uv ⟨u, v⟩
   * @param vv ⟨v, v⟩
   */
  public static double secondWeight(double uu, double uv, double vv) {
    double curvature = uu - 2 * uv + vv;
    return curvature > 0 ? Math.clamp((uu - uv) / curvature, 0, 1) : 1;
  }

  /** Returns |(1 − t) u + t v|². */
  public static double valueOfPair(double uu, double uv, double vv, double t) {
    return (1 - t) * (1 - t) * uu + 2 * t * (1 - t) * uv + t * t * vv;
  }

  /** Checks the arguments and binds all unknowns. */
  private void load(int n, double[] a, double[] w) {
    if (n < 1 || n > capacity) {
      throw new IllegalArgumentException("unknowns: expected 1 to " + capacity + ", got " + n);
    }
    if (a.length < n * n || w.length < n) {
      throw new IllegalArgumentException(
          "a, w: expected room for " + n + " unknowns, got " + a.length + " and " + w.length);
    }
    for (int i = 0; i < n * n; i++) {
      if (!Double.isFinite(a[i])) {
        throw new IllegalArgumentException("a: expected finite numbers, got " + a[i]);
      }
    }
    this.n = n;
    this.a = a;
    this.w = w;
    Arrays.fill(isFree, 0, n, false);
    Arrays.fill(barred, 0, n, false);
    freeCount = 0;
  }

  private double minimise() {
    // Each round lowers the value, so no set of free unknowns recurs. The limit guards against
    // rounding only.
    for (int round = 0; round < 8 * n + 16; round++) {
      double multiplier = computeSlopes();
      int steepest = steepestBound(multiplier);
      if (steepest < 0) {
        break;
      }
      release(steepest);
      if (!descend(steepest)) {
        // The slope was rounding error.
        bind(steepest);
        barred[steepest] = true;
      } else {
        Arrays.fill(barred, 0, n, false);
      }
    }
    return value();
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

  /**
   * Computes the slopes A w and their rounding error. Returns the multiplier of the sum: the mean
   * slope of the free unknowns.
   */
  private double computeSlopes() {
    flat = 0;
    for (int i = 0; i < n; i++) {
      double sum = 0;
      double size = 0;
      for (int f = 0; f < freeCount; f++) {
        double term = a[n * i + free[f]] * w[free[f]];
        sum += term;
        size += Math.abs(term);
      }
      slope[i] = sum;
      flat = Math.max(flat, FLAT * size);
    }
    double mean = 0;
    for (int f = 0; f < freeCount; f++) {
      mean += w[free[f]] * slope[free[f]];
    }
    return mean;
  }

  /** Returns true if the slopes of all free unknowns are equal up to rounding. */
  private boolean isLevel(double multiplier) {
    for (int f = 0; f < freeCount; f++) {
      if (Math.abs(slope[free[f]] - multiplier) > flat) {
        return false;
      }
    }
    return true;
  }

  private int steepestBound(double multiplier) {
    int steepest = NONE;
    double least = -flat;
    for (int i = 0; i < n; i++) {
      if (!isFree[i] && !barred[i] && slope[i] - multiplier < least) {
        steepest = i;
        least = slope[i] - multiplier;
      }
    }
    return steepest;
  }

  /**
   * Moves to the minimum over the free unknowns and binds those that reach zero on the way.
   *
   * @param freed the unknown that was just freed, or {@link #NONE}
   * @return false if the freed unknown does not leave zero; then nothing has changed
   */
  private boolean descend(int freed) {
    boolean started = freed == NONE;
    int refinements = 0;
    while (refinements < REFINEMENTS) {
      computeSlopes();
      newtonStep();
      if (!started && !(step[indexInFree(freed)] > 0)) {
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
      normalise();
    }
    return true;
  }

  private int indexInFree(int unknown) {
    int index = 0;
    while (free[index] != unknown) {
      index++;
    }
    return index;
  }

  /** Returns the index of the free unknown that a full step makes negative first, or −1. */
  private int firstToReachZero() {
    int first = NONE;
    for (int f = 0; f < freeCount; f++) {
      if (w[free[f]] + step[f] < 0
          && (first < 0 || w[free[f]] * step[first] > w[free[first]] * step[f])) {
        first = f;
      }
    }
    return first;
  }

  /** Removes rounding error from the sum. */
  private void normalise() {
    double sum = 0;
    for (int f = 0; f < freeCount; f++) {
      sum += w[free[f]];
    }
    for (int f = 0; f < freeCount; f++) {
      w[free[f]] /= sum;
    }
  }

  /**
   * Computes the step to the minimum over the free unknowns, in their order, from differences to
   * the largest unknown r: the matrix entries are a_ij − a_ir − a_rj + a_rr.
   */
  private void newtonStep() {
    int r = 0;
    for (int f = 1; f < freeCount; f++) {
      r = w[free[f]] > w[free[r]] ? f : r;
    }
    // The reference is moved to the end, where the loops below leave it out.
    int m = freeCount - 1;
    int reference = free[r];
    free[r] = free[m];
    free[m] = reference;
    double largest = 0;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j <= i; j++) {
        factor[m * i + j] =
            a[n * free[i] + free[j]]
                + (a[n * reference + reference]
                    - a[n * free[i] + reference]
                    - a[n * reference + free[j]]);
      }
      largest = Math.max(largest, factor[m * i + i]);
      step[i] = slope[reference] - slope[free[i]];
    }
    SmallCholesky.factor(m, factor, RIDGE * largest + Double.MIN_NORMAL);
    SmallCholesky.solve(m, factor, step);
    double sum = 0;
    for (int i = 0; i < m; i++) {
      sum += step[i];
    }
    step[m] = -sum;
  }

  private double value() {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double row = 0;
      for (int j = 0; j < n; j++) {
        row += a[n * i + j] * w[j];
      }
      sum += w[i] * row;
    }
    return sum;
  }
}
