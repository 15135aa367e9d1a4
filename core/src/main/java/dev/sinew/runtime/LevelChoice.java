package dev.sinew.runtime;

import java.util.List;

/**
 * Chooses a level of detail, with fractions for smooth changes, from the errors of the levels
 * (Merry's thesis, section 7.3). Immutable.
 */
public final class LevelChoice {
  private final double[] errors;

  /**
   * A level between two levels.
   *
   * @param fine the index of the finer one; 0 is the original
   * @param share of the next coarser level, 0 to less than 1
   */
  public record Choice(int fine, double share) {
    /** Returns the level as one number. */
    public double level() {
      return fine + share;
    }
  }

  /**
   * @param errors the largest distance of each level from the original, fine to coarse, without the
   *     original; in the unit of {@link PerspectiveView#allowedError}
   */
  public LevelChoice(List<Double> errors) {
    this.errors = new double[errors.size() + 1];
    for (int i = 0; i < errors.size(); i++) {
      double error = errors.get(i);
      if (!(error >= 0)) {
        throw new IllegalArgumentException("errors[" + i + "]: expected 0 or more, got " + error);
      }
      // A coarser level may happen to be better. It is then as good as the finer one.
      this.errors[i + 1] = Math.max(this.errors[i], error);
    }
  }

  /** Returns the number of levels, with the original. */
  public int levelCount() {
    return errors.length;
  }

  /**
   * Returns the coarsest level whose error is allowed, by linear interpolation between the levels
   * that bracket it. Continuous where no two levels have the same error.
   */
  public Choice within(double allowed) {
    if (!(allowed >= 0)) {
      throw new IllegalArgumentException("allowed error: expected 0 or more, got " + allowed);
    }
    int fine = errors.length - 1;
    while (errors[fine] > allowed) {
      fine--;
    }
    return fine == errors.length - 1
        ? new Choice(fine, 0)
        : new Choice(fine, (allowed - errors[fine]) / (errors[fine + 1] - errors[fine]));
  }
}
