package dev.sinew.io.gltf.weld;

import dev.sinew.model.Issue;
import java.util.List;

/** Counts repaired weights of a primitive. */
public final class WeightRepairs {
  /** Sums further from 1 than this are reported. */
  private static final double SUM_TOLERANCE = 1e-3;

  private final String where;

  private int negative;
  private int zero;
  private int off;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  /** Starts at zero for a place in a file. */
  public WeightRepairs(String where) {
    this.where = where;
  }

  /** Counts a negative weight. */
  public void negative() {
    negative++;
  }

  /** Counts the sum of the weights of a vertex. */
  public void sum(double sum) {
    if (sum == 0) {
      zero++;
    } else if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      off++;
      min = Math.min(min, sum);
      max = Math.max(max, sum);
    }
  }

  /** Adds a warning for each type of repair. */
  public void report(List<Issue> issues) {
    if (negative > 0) {
      issues.add(Issue.warning(where, negative + " weights are negative; replaced by 0"));
    }
    if (zero > 0) {
      issues.add(Issue.warning(where, zero + " vertices have no weights; they follow joint 0"));
    }
    if (off > 0) {
      issues.add(
          Issue.warning(
              where,
              String.format(
                  java.util.Locale.ROOT,
                  "weights of %d vertices sum to %.4g to %.4g instead of 1; normalised",
                  off,
                  min,
                  max)));
    }
  }
}
