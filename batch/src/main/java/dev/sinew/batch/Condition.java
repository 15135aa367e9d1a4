package dev.sinew.batch;

import dev.sinew.batch.child.PathPattern;
import java.util.List;
import java.util.Map;

/**
 * When a step is done: all parts must hold.
 *
 * @param numbers the limits of counts of the model, by name
 * @param is properties of the model, by name
 * @param files patterns of which the file matches one; empty for all files
 */
record Condition(Map<String, Range> numbers, Map<String, Boolean> is, List<PathPattern> files) {
  static final Condition ALWAYS = new Condition(Map.of(), Map.of(), List.of());

  /**
   * Limits of a count, both excluded.
   *
   * @param over the count is over this
   * @param under the count is under this
   */
  record Range(double over, double under) {}

  Condition {
    numbers = Map.copyOf(numbers);
    is = Map.copyOf(is);
    files = List.copyOf(files);
  }

  boolean holdsFor(String file) {
    return files.isEmpty() || files.stream().anyMatch(pattern -> pattern.matches(file));
  }

  /** Returns true if the model must be looked into. */
  boolean needsFacts() {
    return !numbers.isEmpty() || !is.isEmpty();
  }

  boolean holdsFor(Facts facts) {
    boolean counts =
        numbers.entrySet().stream()
            .allMatch(
                limit -> {
                  double value = facts.numbers().getOrDefault(limit.getKey(), 0.0);
                  return value > limit.getValue().over && value < limit.getValue().under;
                });
    return counts
        && is.entrySet().stream()
            .allMatch(one -> one.getValue().equals(facts.is().get(one.getKey())));
  }
}
