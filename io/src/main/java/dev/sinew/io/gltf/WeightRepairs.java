package dev.sinew.io.gltf;

import dev.sinew.model.Issue;
import java.util.List;

/** Counts what is wrong with the weights of a primitive and was put right while reading. */
final class WeightRepairs {
  /** Sums further from 1 than this are worth a word. */
  private static final double SUM_TOLERANCE = 1e-3;

  private final String where;
  int negative;
  private int zero;
  private int off;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;

  WeightRepairs(String where) {
    this.where = where;
  }

  /** Takes note of the sum of a vertex's weights. */
  void sum(double sum) {
    if (sum == 0) {
      zero++;
    } else if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      off++;
      least = Math.min(least, sum);
      most = Math.max(most, sum);
    }
  }

  void report(List<Issue> issues) {
    if (negative > 0) {
      issues.add(Issue.warning(where, negative + " weights are negative; taken as 0"));
    }
    if (zero > 0) {
      issues.add(
          Issue.warning(where, zero + " vertices have no weight at all; they follow joint 0"));
    }
    if (off > 0) {
      issues.add(
          Issue.warning(
              where,
              String.format(
                  java.util.Locale.ROOT,
                  "weights of %d vertices sum to %.4g up to %.4g instead of 1; scaled to 1",
                  off,
                  least,
                  most)));
    }
  }
}
