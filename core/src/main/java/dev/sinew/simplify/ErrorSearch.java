package dev.sinew.simplify;

import dev.sinew.run.RunContext;

/**
 * Searches the coarsest level of a stream whose largest distance from the original is within a
 * goal: first without polish, which is quick to make, then among coarser levels with it. Distances
 * need not grow from level to level, so a coarser level within the goal may be missed.
 */
final class ErrorSearch {
  private static final int STEPS = 10;

  private static final int POLISHED_STEPS = 4;

  /** The smallest and the largest share of the triangles that a step to a coarser level keeps. */
  private static final double LARGEST_STEP = 0.5;

  private static final double SMALLEST_STEP = 0.9;

  /** The levels by the number of their operations. */
  interface Levels {
    /** Returns the number of operations of the coarsest level. */
    int coarsest();

    int trianglesAt(int length);

    /** Returns the least number of operations that leaves at most this number of triangles. */
    int lengthFor(int triangles);

    /** Returns the largest distance of a level without polish, or any above the goal. */
    double error(int length);

    /** Returns the largest distance of a polished level, or any above the goal. */
    double polishedError(int length);
  }

  /**
   * A level.
   *
   * @param length the number of its operations
   * @param isPolished whether it is polished
   * @param error its largest distance: more than the goal only if no level is within it
   */
  record Found(int length, boolean isPolished, double error) {}

  private final Levels levels;
  private final double goal;
  private final RunContext context;

  ErrorSearch(Levels levels, double goal, RunContext context) {
    this.levels = levels;
    this.goal = goal;
    this.context = context;
  }

  /** Returns the coarsest level found within the goal without polish; else the original. */
  Found collapsed() {
    Found best = new Found(0, false, levels.error(0));
    int coarse = levels.coarsest();
    for (int step = 0; step < STEPS && best.length < coarse; step++) {
      int middle = step == 0 ? coarse : between(best.length, coarse);
      double error = levels.error(middle);
      if (error <= goal) {
        best = new Found(middle, false, error);
      } else {
        coarse = middle - 1;
      }
      context.report("searching a level", step + 1, STEPS);
    }
    return best;
  }

  /**
   * Returns the coarsest level found within the goal with polish. That mostly reduces the largest
   * distance too, by a ratio that tells how many more triangles may go.
   *
   * @param collapsed a level within the goal; returned if its polish does not keep the goal
   */
  Found polished(Found collapsed) {
    double first = collapsed.length == 0 ? collapsed.error : levels.polishedError(collapsed.length);
    if (first > goal) {
      return collapsed;
    }
    Found best = new Found(collapsed.length, collapsed.length > 0, first);
    int coarse = levels.coarsest();
    boolean isTooCoarse = false; // Nothing is known of the coarsest level yet.
    for (int step = 0; step < POLISHED_STEPS && best.length < coarse; step++) {
      int middle = isTooCoarse ? between(best.length, coarse) : coarser(best, coarse);
      double error = levels.polishedError(middle);
      if (error <= goal) {
        best = new Found(middle, true, error);
      } else {
        coarse = middle - 1;
        isTooCoarse = true;
      }
      context.report("searching a polished level", step + 1, POLISHED_STEPS);
    }
    return best;
  }

  private int coarser(Found best, int coarse) {
    double share = Math.clamp(best.error / goal, LARGEST_STEP, SMALLEST_STEP);
    int wanted = levels.lengthFor((int) (share * levels.trianglesAt(best.length)));
    return Math.clamp(wanted, best.length + 1, coarse);
  }

  /** Bisects the logarithm of the triangle count, since errors grow with powers of it. */
  private int between(int fine, int coarse) {
    int finer = levels.trianglesAt(fine);
    int coarser = levels.trianglesAt(coarse);
    int middle =
        finer == coarser
            ? (fine + coarse) >>> 1 // Only removals of influences remain.
            : levels.lengthFor((int) Math.sqrt((double) finer * coarser));
    return Math.clamp(middle, fine + 1, coarse);
  }
}
