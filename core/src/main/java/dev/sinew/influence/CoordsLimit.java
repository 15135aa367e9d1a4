package dev.sinew.influence;

import dev.sinew.metric.AnimationVector;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Animation coordinates on at most so many joints a point, nearest to given ones over all poses.
 * Two ways lead down: joints taken away one by one, always the cheapest, and straight to the joints
 * of a linear blend that was found to be good; the one that ends nearer is taken, so the result is
 * no worse than a blend of joints that the point has. Where the sets of joints that may stay are
 * not too many, all are looked at, and the result is the best there is.
 */
public final class CoordsLimit {
  /** As many sets of joints are all looked at. */
  private static final int MOST_SETS = 1000;

  private final ExpectationMatrix expectation;
  private final int most;

  /**
   * @param expectation what counts over the poses
   * @param most joints a point may keep, 1 or more
   */
  public CoordsLimit(ExpectationMatrix expectation, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("joints: expected 1 or more, got " + most);
    }
    this.expectation = expectation;
    this.most = most;
  }

  /**
   * Limits all rows.
   *
   * @param given points
   * @param blend a linear blend of few enough joints near each point, as {@link InfluenceLimit}
   *     finds it
   * @param context share the rows; the result does not depend on how many there are
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
    private final List<AnimationVector> onTheWay = new ArrayList<>();
    private AnimationVector best = new AnimationVector();
    private AnimationVector straight = new AnimationVector();
    private AnimationVector work = new AnimationVector();
    private double least;

    void limit(AnimationCoords given, int r, Influences blend, AnimationCoords.Builder out) {
      point.set(given, r);
      least = removal.limit(point, most, best, work);
      double direct = takeJointsOf(blend, given, r);
      if (direct < least) {
        least = direct;
        AnimationVector swapped = best;
        best = straight;
        straight = swapped;
      }
      if (point.count() > most && setsOf(point.count()) <= MOST_SETS) {
        search(point, 0, 0, 0);
      }
      for (int i = 0; i < best.count(); i++) {
        out.add(
            best.joint(i), best.value(i, 0), best.value(i, 1), best.value(i, 2), best.value(i, 3));
      }
      out.endRow();
    }

    /**
     * Looks for better among all sets of joints. Costs add up whatever the order, so joints go in
     * theirs, and a way that costs more than the best so far is left.
     *
     * @param from what is left on this way
     * @param start its first entry that may still go
     */
    private void search(AnimationVector from, int start, double cost, int depth) {
      if (depth == onTheWay.size()) {
        onTheWay.add(new AnimationVector());
      }
      for (int e = start; e <= most; e++) {
        double sum = cost + removal.price(from, e);
        if (sum < least) {
          AnimationVector left = onTheWay.get(depth);
          removal.remove(from, e, left);
          if (left.count() > most) {
            search(left, e, sum, depth + 1);
          } else {
            least = sum;
            onTheWay.set(depth, best);
            best = left;
          }
        }
      }
    }

    /** Takes away all joints that the blend does without; infinite where that would be all. */
    private double takeJointsOf(Influences blend, AnimationCoords given, int r) {
      straight.set(given, r);
      double cost = 0;
      int kept = 0;
      while (kept < straight.count()) {
        if (uses(blend, r, straight.joint(kept))) {
          kept++;
        } else if (straight.count() == 1) {
          return Double.POSITIVE_INFINITY;
        } else {
          cost += removal.remove(straight, kept, work);
          AnimationVector swapped = straight;
          straight = work;
          work = swapped;
        }
      }
      return cost;
    }

    /** In how many ways so many joints can be brought down to as many as may stay. */
    private double setsOf(int count) {
      double sets = 1;
      for (int i = 1; i <= most; i++) {
        sets *= (double) (count - most + i) / i;
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
