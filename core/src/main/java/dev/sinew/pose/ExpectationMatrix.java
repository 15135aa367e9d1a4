package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.math.Similarity;
import dev.sinew.model.Skin;
import dev.sinew.run.ArrayChecks;
import dev.sinew.run.NumberRange;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The matrix P = E[GᵀG] over the joints of a skin, where G = (G_1 … G_b) are the 3×4 global
 * transforms side by side: symmetric, 4b×4b (Merry, Marais and Gain, 2006, equation 13). Also holds
 * E[G], needed to transform a model (section 3.4 of Merry's thesis, 2007). Immutable.
 *
 * <p>The paper's G has a fourth row 0 0 0 1, this one does not. The two inner products differ by
 * the product of the weights, which is zero for vectors of weight 0.
 */
public final class ExpectationMatrix {
  /** Rows and columns per joint. */
  private static final int SIDE = 4;

  private static final int BLOCK = SIDE * SIDE;

  /** Tolerance of orthonormality. */
  private static final double RIGID = 1e-9;

  private final int joints;

  /**
   * Block (i, j) at 16 (i b + j), row by row, so that the data of a pair of joints is contiguous.
   */
  private final double[] blocks;

  private final double[] means;

  /** Keeps the arrays without copying: the blocks, and E[G] per joint. */
  ExpectationMatrix(int joints, double[] blocks, double[] means) {
    this.joints = joints;
    this.blocks = blocks;
    this.means = means;
  }

  /** Returns the matrix given as 4b rows of 4b values. */
  static ExpectationMatrix ofRows(int joints, double[] rows, double[] means) {
    double[] blocks = new double[rows.length];
    int side = SIDE * joints;
    for (int row = 0; row < side; row++) {
      for (int col = 0; col < side; col++) {
        blocks[index(joints, row, col)] = rows[row * side + col];
      }
    }
    return new ExpectationMatrix(joints, blocks, means);
  }

  private static int index(int joints, int row, int col) {
    return BLOCK * (row / SIDE * joints + col / SIDE) + SIDE * (row % SIDE) + col % SIDE;
  }

  /** Returns the number of joints b. */
  public int jointCount() {
    return joints;
  }

  /** Returns an entry. Rows and columns run from 0 to 4b − 1, four per joint: x, y, z, weight. */
  public double get(int row, int col) {
    return blocks[index(joints, row, col)];
  }

  /** Copies E[G] of a joint, 12 values. */
  public void copyMean(int joint, double[] out, int offset) {
    System.arraycopy(means, Affine.SIZE * joint, out, offset, Affine.SIZE);
  }

  /** Returns the internal blocks, not a copy; must not be modified. */
  public double[] blocks() {
    return blocks;
  }

  /**
   * Returns the matrix of the model scaled about the origin (equation 3.31 of the thesis without
   * its fourth row). Translations are scaled, linear parts are not; animation coordinates scale in
   * their first three components only.
   */
  public ExpectationMatrix scaled(double scale) {
    double[] out = blocks.clone();
    for (int i = 0; i < out.length; i++) {
      int row = i % BLOCK / SIDE;
      int col = i % SIDE;
      out[i] *= (row == 3 ? scale : 1) * (col == 3 ? scale : 1);
    }
    double[] outMeans = means.clone();
    for (int i = 3; i < outMeans.length; i += 4) {
      outMeans[i] *= scale;
    }
    return new ExpectationMatrix(joints, out, outMeans);
  }

  /**
   * Returns the matrix of the model moved rigidly: every G_j becomes M G_j (section 3.4.2 of the
   * thesis).
   *
   * @param rigid M, 12 values: a rotation or reflection, and a translation
   */
  public ExpectationMatrix moved(double[] rigid) {
    checkRigid(rigid);
    double[] shift = {rigid[3], rigid[7], rigid[11]};
    double square = shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2];
    // e_j = mᵀ M̄ E[G_j], 4 values per joint.
    double[] cross = new double[SIDE * joints];
    for (int i = 0; i < cross.length; i++) {
      int g = Affine.SIZE * (i / SIDE) + i % SIDE;
      for (int r = 0; r < 3; r++) {
        for (int k = 0; k < 3; k++) {
          cross[i] += shift[r] * rigid[4 * r + k] * means[g + 4 * k];
        }
      }
    }
    double[] out = blocks.clone();
    for (int i = 0; i < joints; i++) {
      for (int j = 0; j < joints; j++) {
        int at = BLOCK * (i * joints + j);
        for (int c = 0; c < SIDE; c++) {
          out[at + SIDE * c + 3] += cross[SIDE * i + c];
          out[at + SIDE * 3 + c] += cross[SIDE * j + c];
        }
        out[at + 15] += square;
      }
    }
    double[] outMeans = new double[means.length];
    for (int j = 0; j < joints; j++) {
      Affine.multiply(rigid, 0, means, Affine.SIZE * j, outMeans, Affine.SIZE * j);
    }
    return new ExpectationMatrix(joints, out, outMeans);
  }

  /**
   * Returns the matrix of the model after a motion: scaled, then moved rigidly. A change of the
   * rest pose alone changes nothing here, because G are the transforms of the joints; {@link
   * #boundBy} uses the inverse bind matrices.
   */
  public ExpectationMatrix moved(Similarity motion) {
    return scaled(motion.scale()).moved(motion.rigid());
  }

  private static void checkRigid(double[] m) {
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        double dot = m[a] * m[b] + m[4 + a] * m[4 + b] + m[8 + a] * m[8 + b];
        if (!(Math.abs(dot - (a == b ? 1 : 0)) <= RIGID)) {
          throw new IllegalArgumentException(
              "rigid motion: expected orthonormal columns, got a product of " + dot);
        }
      }
    }
  }

  /**
   * Returns the matrix for points in mesh space: every G_j becomes G_j B_j.
   *
   * @param skin gives the inverse bind matrices B; must have as many joints as this
   */
  public ExpectationMatrix boundBy(Skin skin) {
    ArrayChecks.size("joints", skin.jointCount(), joints);
    double[] binds = new double[BLOCK * joints];
    double[] outMeans = new double[means.length];
    for (int j = 0; j < joints; j++) {
      skin.copyInverseBind(j, binds, BLOCK * j);
      binds[BLOCK * j + BLOCK - 1] = 1;
      Affine.multiply(means, Affine.SIZE * j, binds, BLOCK * j, outMeans, Affine.SIZE * j);
    }
    double[] out = new double[blocks.length];
    double[] half = new double[BLOCK];
    for (int i = 0; i < joints; i++) {
      for (int j = 0; j < joints; j++) {
        int at = BLOCK * (i * joints + j);
        for (int r = 0; r < SIDE; r++) {
          for (int c = 0; c < SIDE; c++) {
            half[SIDE * r + c] = 0;
            for (int k = 0; k < SIDE; k++) {
              half[SIDE * r + c] += blocks[at + SIDE * r + k] * binds[BLOCK * j + SIDE * k + c];
            }
          }
        }
        for (int r = 0; r < SIDE; r++) {
          for (int c = 0; c < SIDE; c++) {
            for (int k = 0; k < SIDE; k++) {
              out[at + SIDE * r + c] += binds[BLOCK * i + SIDE * k + r] * half[SIDE * k + c];
            }
          }
        }
      }
    }
    return new ExpectationMatrix(joints, out, outMeans);
  }

  /**
   * Returns the matrix of a mixture: poses are drawn from the other distribution with a given
   * probability, else from this one.
   *
   * @param share the probability of the other distribution, 0 to 1
   */
  public ExpectationMatrix mixedWith(ExpectationMatrix other, double share) {
    ArrayChecks.size("joints", other.joints, joints);
    NumberRange.require("share", share, 0, 1);
    return new ExpectationMatrix(
        joints, mix(blocks, other.blocks, share), mix(means, other.means, share));
  }

  private static double[] mix(double[] a, double[] b, double share) {
    double[] out = new double[a.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (1 - share) * a[i] + share * b[i];
    }
    return out;
  }

  /**
   * Returns the regularised matrix. It is positive definite, so that every vector other than zero
   * has a positive norm. An isotropic noise N_j of mean zero in each joint's space changes only
   * E[(G_j + G_j N_j)ᵀ(G_j + G_j N_j)], by E[N_jᵀ G_jᵀG_j N_j], which is diagonal.
   */
  public ExpectationMatrix regularised(Regularisation by) {
    double spread = by.length() > 0 ? 0 : squaredSpread();
    double length = by.length() > 0 ? by.length() : 1;
    double[] out = blocks.clone();
    for (int j = 0; j < joints; j++) {
      int at = BLOCK * (j * joints + j);
      double size = (blocks[at] + blocks[at + 5] + blocks[at + 10]) / 3;
      double variance = by.strength() * size;
      out[at] += variance;
      out[at + 5] += variance;
      out[at + 10] += variance;
      // Joints may have different scales: their origins are in the scene, where lengths compare.
      out[at + 15] += 3 * (spread > 0 ? by.strength() * spread : variance * length * length);
    }
    return new ExpectationMatrix(joints, out, means);
  }

  /**
   * Returns the mean squared distance of the joint origins from their common centre over all poses;
   * 0 if all origins coincide.
   */
  private double squaredSpread() {
    double own = 0;
    double pairs = 0;
    for (int i = 0; i < joints; i++) {
      own += blocks[BLOCK * (i * joints + i) + 15];
      for (int j = 0; j < joints; j++) {
        pairs += blocks[BLOCK * (i * joints + j) + 15];
      }
    }
    double square = (own - pairs / joints) / joints;
    return square > 1e-20 * own / joints ? square : 0;
  }

  /**
   * Returns the rows of a matrix C with CᵀC = P: the eigenvectors of P times the root of their
   * eigenvalue, the largest first. C maps coordinates to normalised animation space as P^½ does,
   * along other axes and perhaps with fewer of them.
   *
   * @param lengths a typical length of the model in the space of every joint, in which positions
   *     are compared with weights
   * @param smallest rows whose eigenvalue is at most this share of the largest are left out
   */
  public double[][] axes(double[] lengths, double smallest) {
    int side = SIDE * joints;
    double[] scales = new double[side];
    Arrays.setAll(scales, i -> i % SIDE == SIDE - 1 ? 1 : lengths[i / SIDE]);
    EigenDecomposition_F64<DMatrixRMaj> eigen = decompose(scales);
    double[] values = new double[side];
    for (int k = 0; k < side; k++) {
      values[k] = eigen.getEigenvalue(k).getReal();
    }
    double largest = Arrays.stream(values).max().orElse(0);
    return IntStream.range(0, side)
        .boxed()
        .filter(k -> values[k] > smallest * largest)
        .sorted(Comparator.comparingDouble(k -> -values[k]))
        .map(k -> row(Math.sqrt(values[k]), eigen.getEigenVector(k).data, scales))
        .toArray(double[][]::new);
  }

  private static double[] row(double root, double[] vector, double[] scales) {
    double[] out = new double[vector.length];
    Arrays.setAll(out, i -> root * vector[i] / scales[i]);
    return out;
  }

  /** Decomposes S P S, where S multiplies every coordinate by a scale. */
  private EigenDecomposition_F64<DMatrixRMaj> decompose(double[] scales) {
    int side = scales.length;
    DMatrixRMaj whole = new DMatrixRMaj(side, side);
    for (int row = 0; row < side; row++) {
      for (int col = 0; col < side; col++) {
        whole.set(row, col, scales[row] * scales[col] * get(row, col));
      }
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(side, true, true);
    if (!eigen.decompose(whole)) {
      throw new IllegalStateException("eigenvalues: no convergence, " + side + " rows");
    }
    return eigen;
  }
}
