package dev.sinew.runtime;

import dev.sinew.run.ArrayChecks;
import dev.sinew.simplify.SwitchDistance;
import java.util.List;

/**
 * Chooses a level of detail, with fractions for smooth changes, from the errors of the levels
 * (Merry's thesis, section 7.3). Immutable.
 */
public final class PixelLevels {
  /**
   * How many times faster than the allowed error grows a vertex may move. Where a camera moves away
   * by 5 % of the distance per frame, vertices then move by less than the tolerance.
   */
  private static final double MAX_SPEED = 15;

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
  public PixelLevels(List<Double> errors) {
    this(errors, errors.stream().map(error -> 0.0).toList());
  }

  /**
   * A choice whose changes are slow enough not to be seen: where vertices move far between two
   * levels of almost the same error, the coarser one is used later than its error allows.
   *
   * @param travels the longest way of a vertex to each level from the one before ({@link
   *     LevelMorph#travel}), in the unit of the errors
   */
  public PixelLevels(List<Double> errors, List<Double> travels) {
    ArrayChecks.size("travels", travels.size(), errors.size());
    this.errors = new double[errors.size() + 1];
    for (int i = 0; i < errors.size(); i++) {
      double error = checked("errors", i, errors.get(i));
      double travel = checked("travels", i, travels.get(i));
      // A coarser level may happen to be better. It is then as good as the finer one.
      this.errors[i + 1] = Math.max(error, this.errors[i] + travel / MAX_SPEED);
    }
  }

  /**
   * Returns the choice that agrees with the distances of measured levels, which differ there by a
   * pixel. Its errors are in scene units.
   *
   * @param distances fine to coarse, such as {@code SimplifyResult.Measured.shownFrom}
   */
  public static PixelLevels of(List<SwitchDistance> distances) {
    return new PixelLevels(distances.stream().map(SwitchDistance::pixel).toList());
  }

  private static double checked(String what, int i, double value) {
    if (!(value >= 0)) {
      throw new IllegalArgumentException(what + "[" + i + "]: expected 0 or more, got " + value);
    }
    return value;
  }

  /** Returns the number of levels, with the original. */
  public int levelCount() {
    return errors.length;
  }

  /** Returns the allowed error from which a level is used alone; 0 for the original. */
  public double startOf(int level) {
    return errors[level];
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
