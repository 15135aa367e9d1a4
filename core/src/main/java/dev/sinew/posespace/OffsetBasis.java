package dev.sinew.posespace;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Offsets of K poses as combinations of fewer: D ≈ U B with orthonormal columns U, the principal
 * components of the poses (EigenSkin: Kry, James and Pai 2002). Taken one by one, largest first,
 * until no offset is wrong by more than a tolerance.
 *
 * @param rank the number of components
 * @param coefficients U, a row of {@code rank} numbers per pose
 * @param sizes the singular values
 * @param rows B, per component the x, y, z of every vertex
 */
public record OffsetBasis(int rank, double[] coefficients, double[] sizes, float[] rows) {
  /** Components below this fraction of the largest are rounding errors. */
  private static final double NOISE = 1e-7;

  /**
   * @param offsets x, y, z per vertex, per pose; destroyed
   * @param tolerance the largest error of an offset
   */
  public static OffsetBasis of(double[][] offsets, double tolerance, int maxRank) {
    int poses = offsets.length;
    int length = offsets[0].length;
    if (length == 0) {
      return new OffsetBasis(0, new double[0], new double[0], new float[0]);
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = eigen(offsets);
    Integer[] order = new Integer[Math.min(poses, length)];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (a, b) ->
            Double.compare(eigen.getEigenvalue(b).getReal(), eigen.getEigenvalue(a).getReal()));
    double largest = size(eigen, order[0]);
    int limit = Math.min(maxRank, Math.min(poses, length));
    double[][] u = new double[limit][];
    double[] sizes = new double[limit];
    float[][] rows = new float[limit][];
    int rank = 0;
    while (rank < limit && largestOffset(offsets) > tolerance) {
      double size = size(eigen, order[rank]);
      if (size <= NOISE * largest) {
        break;
      }
      sizes[rank] = size;
      double[] vector = eigen.getEigenVector(order[rank]).data;
      u[rank] = poses <= length ? vector.clone() : overPoses(offsets, vector);
      rows[rank] = split(offsets, u[rank]);
      rank++;
    }
    double[] coefficients = new double[poses * rank];
    float[] basis = new float[Math.multiplyExact(rank, length)];
    for (int r = 0; r < rank; r++) {
      System.arraycopy(rows[r], 0, basis, r * length, length);
      for (int k = 0; k < poses; k++) {
        coefficients[rank * k + r] = u[r][k];
      }
    }
    return new OffsetBasis(rank, coefficients, Arrays.copyOf(sizes, rank), basis);
  }

  /**
   * Returns the eigenvectors of D Dᵀ, over poses, or of the smaller Dᵀ D, over coordinates, which
   * has the same eigenvalues: many blocks have a few vertices.
   */
  private static EigenDecomposition_F64<DMatrixRMaj> eigen(double[][] offsets) {
    double[][] rows = offsets.length <= offsets[0].length ? offsets : transposed(offsets);
    DMatrixRMaj gram = new DMatrixRMaj(rows.length, rows.length);
    for (int a = 0; a < rows.length; a++) {
      for (int b = 0; b <= a; b++) {
        double sum = 0;
        for (int i = 0; i < rows[a].length; i++) {
          sum += rows[a][i] * rows[b][i];
        }
        gram.set(a, b, sum);
        gram.set(b, a, sum);
      }
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen =
        DecompositionFactory_DDRM.eig(rows.length, true, true);
    if (!eigen.decompose(gram)) {
      throw new IllegalArgumentException("offsets: expected finite numbers");
    }
    return eigen;
  }

  private static double size(EigenDecomposition_F64<DMatrixRMaj> eigen, int i) {
    return Math.sqrt(Math.max(0, eigen.getEigenvalue(i).getReal()));
  }

  private static double[][] transposed(double[][] rows) {
    double[][] out = new double[rows[0].length][rows.length];
    for (int i = 0; i < out.length; i++) {
      for (int k = 0; k < rows.length; k++) {
        out[i][k] = rows[k][i];
      }
    }
    return out;
  }

  /**
   * Returns D v with length 1: the component over poses of one over coordinates. What was split off
   * D before is orthogonal to v.
   */
  private static double[] overPoses(double[][] offsets, double[] vector) {
    double[] out = new double[offsets.length];
    double square = 0;
    for (int k = 0; k < out.length; k++) {
      for (int i = 0; i < vector.length; i++) {
        out[k] += offsets[k][i] * vector[i];
      }
      square += out[k] * out[k];
    }
    for (int k = 0; k < out.length && square > 0; k++) {
      out[k] /= Math.sqrt(square);
    }
    return out;
  }

  private static double largestOffset(double[][] offsets) {
    double largest = 0;
    for (double[] pose : offsets) {
      for (int i = 0; i < pose.length; i += 3) {
        double square = pose[i] * pose[i] + pose[i + 1] * pose[i + 1] + pose[i + 2] * pose[i + 2];
        largest = Math.max(largest, square);
      }
    }
    return Math.sqrt(largest);
  }

  /** Returns uᵀ D and subtracts u uᵀ D from D, with the row as it is stored. */
  private static float[] split(double[][] offsets, double[] u) {
    int length = offsets[0].length;
    double[] row = new double[length];
    for (int k = 0; k < u.length; k++) {
      for (int i = 0; i < length; i++) {
        row[i] += u[k] * offsets[k][i];
      }
    }
    float[] out = new float[length];
    for (int i = 0; i < length; i++) {
      out[i] = (float) row[i];
    }
    for (int k = 0; k < u.length; k++) {
      for (int i = 0; i < length; i++) {
        offsets[k][i] -= u[k] * out[i];
      }
    }
    return out;
  }

  /** Returns the coefficients times the singular values: their distances are those of offsets. */
  double[] scaledCoefficients() {
    double[] out = coefficients.clone();
    for (int i = 0; i < out.length; i++) {
      out[i] *= sizes[i % rank];
    }
    return out;
  }
}
