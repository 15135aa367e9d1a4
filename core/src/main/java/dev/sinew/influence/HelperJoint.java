package dev.sinew.influence;

import dev.sinew.math.Affine;
import dev.sinew.math.Procrustes;
import dev.sinew.model.Skin;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An added joint of a skin that follows some vertices as a rigid body in the frame of its parent
 * joint. Vertex v with rest position x̂ = (x, y, z, 1) has weight t on this joint and (1 − t) b_j
 * on the skin's own joints:
 *
 * <pre>  Σ_v |t H x̂ − Σ_j (w_j − (1 − t) b_j) M_j x̂|² → min,  M_j = G_j B_j</pre>
 *
 * <p>Only T = Σ_j M_j S_j with S_j = Σ_v t (w_j − (1 − t) b_j) x̂x̂ᵀ and C = Σ_v t² x̂x̂ᵀ are
 * needed ({@link Procrustes}). So a helper stores a few values per joint and follows any pose.
 */
public final class HelperJoint {
  private static final int BLOCK = 16;

  private final int parent;
  private final double[] bind = new double[Affine.SIZE];

  /** The joints with nonzero S; {@link #sums} has S of each. */
  private final int[] joints;

  private final double[] sums;
  private final double[] moments = new double[BLOCK];

  /** The maximum distance that the centre of its vertices may move in the parent's frame. */
  private final double reach;

  /** Scratch. */
  private final Procrustes procrustes = new Procrustes(false);

  private final double[] target = new double[BLOCK];
  private final double[] inFrame = new double[BLOCK];
  private final double[] inverse = new double[Affine.SIZE];
  private final double[] local = new double[Affine.SIZE];

  /**
   * @param skin the skin of the vertices
   * @param parent the index of the parent joint in the skin's list
   * @param allSums S, 16 values per joint of the skin; not modified
   * @param moments C, 16 values
   * @param reach the maximum distance that it may move, in units of the mesh. Without a limit, a
   *     parent with a scale near zero would move it very far between two keys
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

  /**
   * Returns the index of the parent joint in the skin's list. The helper has the same inverse bind
   * matrix.
   */
  public int parent() {
    return parent;
  }

  /**
   * Computes its transform in a pose: a rotation and a translation relative to the parent.
   *
   * @param motions M_j of the skin in that pose, 12 values each; not modified
   * @param out receives 12 values; the identity if the motion is not determined
   */
  public void follow(double[] motions, double[] out) {
    Affine.identity(out, 0);
    // G⁻¹ = B M⁻¹ transforms targets into the parent's frame.
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

  /**
   * Returns true if the computed motion moves the centre of the vertices within reach; NaN is not.
   */
  private boolean isWithinReach() {
    double squares = 0;
    double[] centre = {
      moments[3] / moments[15], moments[7] / moments[15], moments[11] / moments[15]
    };
    for (int r = 0; r < 3; r++) {
      double distance = local[4 * r + 3] - centre[r];
      for (int c = 0; c < 3; c++) {
        distance += local[4 * r + c] * centre[c];
      }
      squares += distance * distance;
    }
    return squares <= reach * reach;
  }

  /** Adds the product of an affine and a 4×4 matrix. */
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

  /** Multiplies a 4×4 matrix by the transpose of an affine one. */
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
