package dev.sinew.simplify;

import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMatrix;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.skin.Workers;

/**
 * Animation coordinates on at most so many joints a point, nearest to given ones over all poses.
 * Two ways lead down: joints taken away one by one, always the cheapest, and straight to the joints
 * of a linear blend that was found to be good; the one that ends nearer is taken, so the result is
 * never worse than that blend.
 */
public final class CoordsLimit {
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
   * @param workers share the rows; the result does not depend on how many there are
   */
  public AnimationCoords apply(AnimationCoords given, Influences blend, Workers workers) {
    int rows = given.rowCount();
    if (blend.vertexCount() != rows) {
      throw new IllegalArgumentException(
          "blend: expected " + rows + " rows, got " + blend.vertexCount());
    }
    int pieces = workers.threads();
    AnimationCoords.Builder[] parts = new AnimationCoords.Builder[pieces];
    workers.run(
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
    private final AnimationVector greedy = new AnimationVector();
    private AnimationVector straight = new AnimationVector();
    private AnimationVector work = new AnimationVector();

    void limit(AnimationCoords given, int r, Influences blend, AnimationCoords.Builder out) {
      point.set(given, r);
      double step = removal.limit(point, most, greedy, work);
      boolean direct = takeJointsOf(blend, given, r) < step;
      AnimationVector best = direct ? straight : greedy;
      for (int i = 0; i < best.count(); i++) {
        out.add(
            best.joint(i), best.value(i, 0), best.value(i, 1), best.value(i, 2), best.value(i, 3));
      }
      out.endRow();
    }

    /** Takes away all joints that the blend does without; infinite if it has others. */
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
