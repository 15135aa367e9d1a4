package dev.sinew.transform;

import dev.sinew.math.Affine;
import dev.sinew.math.Similarity;
import dev.sinew.model.MultiWeights;
import java.util.Optional;

/**
 * Moves multi-weights. Row r of an entry weighs row r of a skinning matrix, so it belongs to an
 * axis of the scene. A scale, a translation, and a rotation that takes axes to axes change the
 * weights without loss; no weights give the same skin after any other rotation.
 */
public final class MovedMultiWeights {
  /** Tolerance of a rotation that takes axes to axes: rounding of the sine of 90°. */
  private static final double AXIS = 1e-9;

  private MovedMultiWeights() {}

  /**
   * Returns the weights that give the old points, moved; empty if there are none.
   *
   * @param motion the motion of the character
   * @param own the part of it that the skin takes part in at rest
   */
  public static Optional<MultiWeights> of(MultiWeights weights, Similarity motion, Similarity own) {
    int[] source = new int[3];
    double[] rigid = motion.rigid();
    for (int r = 0; r < 3; r++) {
      source[r] = axis(rigid, r);
      if (source[r] < 0) {
        return Optional.empty();
      }
    }
    double[] old = weights.values();
    double[] values = new double[old.length];
    double[] affine = own.affine();
    for (int e = 0; e < old.length; e += MultiWeights.SIZE) {
      for (int r = 0; r < 3; r++) {
        moveRow(affine, old, e + 4 * source[r], values, e + 4 * r);
      }
    }
    return Optional.of(new MultiWeights(weights.rowStarts(), weights.joints(), values));
  }

  /** Returns the axis that a rotation takes to another; -1 if it is none. */
  private static int axis(double[] rigid, int row) {
    for (int c = 0; c < 3; c++) {
      if (Math.abs(Math.abs(rigid[4 * row + c]) - 1) < AXIS) {
        return c;
      }
    }
    return -1;
  }

  /** Moves (a, w) as w times the point a / w. */
  private static void moveRow(double[] affine, double[] old, int from, double[] out, int o) {
    double w = old[from + 3];
    Affine.transformVector(affine, 0, old, from, out, o);
    for (int axis = 0; axis < 3; axis++) {
      out[o + axis] += w * affine[4 * axis + 3];
    }
    out[o + 3] = w;
  }
}
