package dev.sinew.influence;

import dev.sinew.math.Affine;
import dev.sinew.math.Procrustes;
import dev.sinew.model.Skin;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A joint beside those of a skin that goes, as a rigid body in the frame of the joint it hangs on,
 * where some vertices go. Vertex v, at x̂ = (x, y, z, 1) at rest, counts by its share t of this
 * joint, and the rest of its motion is b_j of the skin's own joints:
 *
 * <pre>  Σ_v |t H x̂ − Σ_j (w_j − (1 − t) b_j) M_j x̂|² → min,  M_j = G_j B_j</pre>
 *
 * <p>Only T = Σ_j M_j S_j with S_j = Σ_v t (w_j − (1 − t) b_j) x̂x̂ᵀ and C = Σ_v t² x̂x̂ᵀ matter
 * ({@link Procrustes}). So a helper is a few numbers a joint, and knows where to go in any pose.
 */
public final class HelperJoint {
  private static final int BLOCK = 16;

  private final int parent;
  private final double[] bind = new double[Affine.SIZE];

  /** The joints that S is not zero for, and S of each. */
  private final int[] joints;

  private final double[] sums;
  private final double[] moments = new double[BLOCK];

  /** Further than this from its vertices' place at rest, in its parent's frame, it does not go. */
  private final double reach;

  /** Scratch, one use at a time. */
  private final Procrustes procrustes = new Procrustes(false);

  private final double[] target = new double[BLOCK];
  private final double[] inFrame = new double[BLOCK];
  private final double[] inverse = new double[Affine.SIZE];
  private final double[] local = new double[Affine.SIZE];

  /**
   * @param skin whose vertices it follows
   * @param parent the place in the skin's list of the joint it hangs on
   * @param allSums S, sixteen numbers for every joint of the skin; not modified
   * @param moments C, sixteen numbers
   * @param reach how far it may go; in the lengths of the mesh. A parent that shrinks to next to
   *     nothing would otherwise throw it out of sight between two keys
   */
  HelperJoint(Skin skin, int parent, double[] allSums, double[] moments, double reach) {
    this.parent = parent;
    joints =
        IntStream.range(0, skin.jointCount())
            .filter(j -> IntStream.range(BLOCK * j, BLOCK * (j + 1)).anyMatch(i -> allSums[i] != 0))
            .toArray();
    sums = new double[BLOCK * joints.length];
    for (int i = 0; i < joints.length; i++) {
      System.arraycopy(allSums, BLOCK * joints[i], sums, BLOCK * i, BLOCK);
    }
    skin.copyInverseBind(parent, bind, 0);
    this.reach = reach * Math.cbrt(Math.abs(Affine.determinant(bind, 0)));
    // C in the parent's frame: B C Bᵀ.
    double[] half = new double[BLOCK];
    multiply(bind, moments, half);
    multiplyTransposed(half, bind, this.moments);
  }

  /** The place in the skin's list of the joint it hangs on; it shares that joint's inverse bind. */
  public int parent() {
    return parent;
  }

  /**
   * Finds where it is in a pose: a turn and a way from its parent.
   *
   * @param motions the skin's M_j in that pose, twelve numbers each; not modified
   * @param out receives twelve numbers; where nothing tells, it stays with its parent
   */
  public void follow(double[] motions, double[] out) {
    Affine.identity(out, 0);
    // G⁻¹ = B M⁻¹ takes targets into the parent's frame.
    if (!Affine.invert(motions, Affine.SIZE * parent, inverse, 0)) {
      return;
    }
    Affine.multiply(bind, 0, inverse, 0, inverse, 0);
    Arrays.fill(target, 0);
    for (int i = 0; i < joints.length; i++) {
      addProduct(motions, Affine.SIZE * joints[i], sums, BLOCK * i, target);
    }
    multiply(inverse, target, inFrame);
    multiplyTransposed(inFrame, bind, target);
    if (procrustes.solve(target, moments, 0, local, 0) && isWithinReach()) {
      System.arraycopy(local, 0, out, 0, Affine.SIZE);
    }
  }

  /** How far the motion found takes the centre of the vertices; not a number is beyond, too. */
  private boolean isWithinReach() {
    double squares = 0;
    double[] centre = {
      moments[3] / moments[15], moments[7] / moments[15], moments[11] / moments[15]
    };
    for (int r = 0; r < 3; r++) {
      double way = local[4 * r + 3] - centre[r];
      for (int c = 0; c < 3; c++) {
        way += local[4 * r + c] * centre[c];
      }
      squares += way * way;
    }
    return squares <= reach * reach;
  }

  /** Adds an affine matrix times a 4×4 one. */
  private static void addProduct(double[] a, int ao, double[] b, int bo, double[] out) {
    for (int c = 0; c < 4; c++) {
      double b0 = b[bo + c], b1 = b[bo + 4 + c], b2 = b[bo + 8 + c], b3 = b[bo + 12 + c];
      for (int r = 0; r < 3; r++) {
        int m = ao + 4 * r;
        out[4 * r + c] += a[m] * b0 + a[m + 1] * b1 + a[m + 2] * b2 + a[m + 3] * b3;
      }
      out[12 + c] += b3;
    }
  }

  private static void multiply(double[] affine, double[] b, double[] out) {
    Arrays.fill(out, 0);
    addProduct(affine, 0, b, 0, out);
  }

  /** A 4×4 matrix times the transpose of an affine one. */
  private static void multiplyTransposed(double[] a, double[] affine, double[] out) {
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < 4; c++) {
        double sum = c == 3 ? a[4 * r + 3] : 0;
        for (int k = 0; k < 4 && c < 3; k++) {
          sum += a[4 * r + k] * affine[4 * c + k];
        }
        out[4 * r + c] = sum;
      }
    }
  }
}
