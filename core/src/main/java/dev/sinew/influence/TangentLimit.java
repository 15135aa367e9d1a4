package dev.sinew.influence;

import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.run.ArrayChecks;
import dev.sinew.run.RunContext;

/**
 * Removes influences from the tangent planes of points that have lost influences (Merry's thesis
 * "Animation Space", section 6.3): a plane loses the joints that its position no longer has, each
 * at the least cost over all poses, and the two vectors are then made orthonormal again by the
 * Gram–Schmidt process in the metric.
 *
 * <p>Tangent maps use it, for models with fewer influences than the one they were made from.
 */
public final class TangentLimit {
  private final ExpectationMatrix expectation;

  /**
   * @param expectation E[GᵀG] over the joints of the skin
   */
  public TangentLimit(ExpectationMatrix expectation) {
    this.expectation = expectation;
  }

  /**
   * Two vectors per point that span its tangent plane.
   *
   * @param first one row per point
   * @param second one row per point
   */
  public record Planes(AnimationCoords first, AnimationCoords second) {
    /** Checks that both have as many rows. */
    public Planes {
      if (first.rowCount() != second.rowCount()) {
        throw new IllegalArgumentException(
            "tangents: expected " + first.rowCount() + " of both, got " + second.rowCount());
      }
    }
  }

  /**
   * Removes from every plane the joints that its position does not have.
   *
   * @param planes one per position
   * @param positions the points after their influences were removed
   */
  public Planes apply(Planes planes, AnimationCoords positions, RunContext context) {
    ArrayChecks.size("tangents", planes.first.rowCount(), positions.rowCount());
    InfluenceRemoval removal = new InfluenceRemoval(expectation);
    ExpectationMetric metric = new ExpectationMetric(expectation);
    AnimationCoords.Builder first = AnimationCoords.builder();
    AnimationCoords.Builder second = AnimationCoords.builder();
    for (int row = 0; row < positions.rowCount(); row++) {
      context.checkCancelled();
      AnimationVector a = limited(planes.first, positions, row, removal);
      AnimationVector b = limited(planes.second, positions, row, removal);
      orthonormalise(a, b, metric);
      append(a, first);
      append(b, second);
    }
    return new Planes(first.buildVectors(), second.buildVectors());
  }

  /** Returns the nearest vector that has no joints other than those of a position. */
  private static AnimationVector limited(
      AnimationCoords vectors, AnimationCoords positions, int row, InfluenceRemoval removal) {
    AnimationVector vector = withJointsOf(vectors, positions, row);
    for (int entry = vector.count() - 1; entry >= 0; entry--) {
      if (!hasJoint(positions, row, vector.joint(entry))) {
        AnimationVector without = new AnimationVector();
        removal.remove(vector, entry, without);
        vector = without;
      }
    }
    return vector;
  }

  /** Returns a row with an entry for every joint of the position too, so that all can change. */
  private static AnimationVector withJointsOf(
      AnimationCoords vectors, AnimationCoords positions, int row) {
    AnimationCoords.Builder both = AnimationCoords.builder();
    both.add(vectors, row, 1).add(positions, row, 0).endRow();
    return new AnimationVector().set(both.buildVectors(), 0);
  }

  private static boolean hasJoint(AnimationCoords coords, int row, int joint) {
    for (int i = 0; i < coords.count(row); i++) {
      if (coords.joint(row, i) == joint) {
        return true;
      }
    }
    return false;
  }

  /** Both vectors have the same joints. Vectors of length 0 stay so. */
  private static void orthonormalise(
      AnimationVector a, AnimationVector b, ExpectationMetric metric) {
    scale(a, metric);
    b.addScaled(-metric.inner(a, b), a);
    scale(b, metric);
  }

  private static void scale(AnimationVector vector, ExpectationMetric metric) {
    double length = Math.sqrt(metric.squaredNorm(vector));
    if (length > 0) {
      vector.addScaled(1 / length - 1, vector);
    }
  }

  private static void append(AnimationVector vector, AnimationCoords.Builder out) {
    for (int i = 0; i < vector.count(); i++) {
      out.add(
          vector.joint(i),
          vector.value(i, 0),
          vector.value(i, 1),
          vector.value(i, 2),
          vector.value(i, 3));
    }
    out.endRow();
  }
}
