package dev.sinew.influence;

import dev.sinew.metric.AnimationVector;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Limits animation coordinates to a maximum number of joints per point, nearest to the given ones
 * over all poses. Two candidates are computed: joints removed one by one, each time the cheapest,
 * and only the joints of a given linear blend kept. The nearer one is used, so the result is no
 * worse than a blend of the point's own joints. If the number of possible joint sets is small, all
 * are searched and the result is optimal.
 */
public final class CoordsLimit {
  /** The maximum number of joint sets to search all. */
  private static final int MAX_SETS = 1000;

  private final ExpectationMatrix expectation;
  private final int maxJoints;

  /**
   * @param expectation the expectation matrix of the poses
   * @param maxJoints the maximum number of joints per point, 1 or more
   */
  public CoordsLimit(ExpectationMatrix expectation, int maxJoints) {
    NumberRange.requireAtLeast("joints", maxJoints, 1);
    this.expectation = expectation;
    this.maxJoints = maxJoints;
  }

  /**
   * Limits all rows.
   *
   * @param given points
   * @param blend a linear blend near each point, within the limit, from {@link InfluenceLimit}
   * @param context the result does not depend on its number of threads
   */
  public AnimationCoords apply(AnimationCoords given, Influences blend, RunContext context) {
    int rows = given.rowCount();
    if (blend.vertexCount() != rows) {
      throw new IllegalArgumentException(
          "blend: expected " + rows + " rows, got " + blend.vertexCount());
    }
    int pieces = context.threads();
    AnimationCoords.Builder[] parts = new AnimationCoords.Builder[pieces];
    context.run(
        pieces,
        piece -> {
          parts[piece] = AnimationCoords.builder();
          Row row = new Row();
          int to = (int) ((long) rows * (piece + 1) / pieces);
          for (int r = (int) ((long) rows * piece / pieces); r < to; r++) {
            row.limit(given, r, blend, parts[piece]);
          }
        });
    AnimationCoords.Builder all = AnimationCoords.builder();
    for (AnimationCoords.Builder part : parts) {
      AnimationCoords own = part.buildVectors();
      for (int r = 0; r < own.rowCount(); r++) {
        all.add(own, r, 1).endRow();
      }
    }
    return all.buildPoints();
  }

  private final class Row {
    private final InfluenceRemoval removal = new InfluenceRemoval(expectation);
    private final AnimationVector point = new AnimationVector();
    private final List<AnimationVector> levels = new ArrayList<>();
    private AnimationVector best = new AnimationVector();
    private AnimationVector direct = new AnimationVector();
    private AnimationVector work = new AnimationVector();
    private double least;

    void limit(AnimationCoords given, int r, Influences blend, AnimationCoords.Builder out) {
      point.set(given, r);
      least = removal.limit(point, maxJoints, best, work);
      double directCost = keepJointsOf(blend, given, r);
      if (directCost < least) {
        least = directCost;
        AnimationVector swapped = best;
        best = direct;
        direct = swapped;
      }
      if (point.count() > maxJoints && setsOf(point.count()) <= MAX_SETS) {
        search(point, 0, 0, 0);
      }
      for (int i = 0; i < best.count(); i++) {
        out.add(
            best.joint(i), best.value(i, 0), best.value(i, 1), best.value(i, 2), best.value(i, 3));
      }
      out.endRow();
    }

    /**
     * Searches all sets of joints for a better one. Costs of removals add up in any order, so
     * joints are removed in ascending order, and a branch ends if it costs more than the best so
     * far.
     *
     * @param from the point after the removals so far
     * @param start its first entry that may be removed
     */
    private void search(AnimationVector from, int start, double cost, int depth) {
      if (depth == levels.size()) {
        levels.add(new AnimationVector());
      }
      for (int e = start; e <= maxJoints; e++) {
        double sum = cost + removal.price(from, e);
        if (sum < least) {
          AnimationVector left = levels.get(depth);
          removal.remove(from, e, left);
          if (left.count() > maxJoints) {
            search(left, e, sum, depth + 1);
          } else {
            least = sum;
            levels.set(depth, best);
            best = left;
          }
        }
      }
    }

    /**
     * Removes all joints that the blend does not use. Returns the cost, infinite if none would
     * remain.
     */
    private double keepJointsOf(Influences blend, AnimationCoords given, int r) {
      direct.set(given, r);
      double cost = 0;
      int kept = 0;
      while (kept < direct.count()) {
        if (uses(blend, r, direct.joint(kept))) {
          kept++;
        } else if (direct.count() == 1) {
          return Double.POSITIVE_INFINITY;
        } else {
          cost += removal.remove(direct, kept, work);
          AnimationVector swapped = direct;
          direct = work;
          work = swapped;
        }
      }
      return cost;
    }

    /** Returns the number of joint sets of the maximum size out of {@code count} joints. */
    private double setsOf(int count) {
      double sets = 1;
      for (int i = 1; i <= maxJoints; i++) {
        sets *= (double) (count - maxJoints + i) / i;
      }
      return sets;
    }

    private static boolean uses(Influences blend, int r, int joint) {
      for (int i = 0; i < blend.count(r); i++) {
        if (blend.joint(r, i) == joint) {
          return true;
        }
      }
      return false;
    }
  }
}
