package dev.sinew.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class LsqrTest {
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Dense(int rows, int columns, double[] a) implements Lsqr.Operator {
    @Override
    public void multiply(double[] x, double[] out) {
      for (int r = 0; r < rows; r++) {
        out[r] = 0;
        for (int c = 0; c < columns; c++) {
          out[r] += a[columns * r + c] * x[c];
        }
      }
    }

    @Override
    public void multiplyTransposed(double[] y, double[] out) {
      for (int c = 0; c < columns; c++) {
        out[c] = 0;
        for (int r = 0; r < rows; r++) {
          out[c] += a[columns * r + c] * y[r];
        }
      }
    }
  }

  @RepeatedTest(6)
  void solvesLikeDenseQr(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    Random random = new Random(seed);
    int columns = 1 + random.nextInt(12);
    int rows = columns + random.nextInt(20);
    double[] a = random.doubles((long) rows * columns, -1, 1).toArray();
    double[] b = random.doubles(rows, -1, 1).toArray();
    Lsqr.Result result =
        new Lsqr(10 * columns, 1e-13).solve(new Dense(rows, columns, a), columns, b);
    LinearSolverDense<DMatrixRMaj> qr = LinearSolverFactory_DDRM.qr(rows, columns);
    DMatrixRMaj x = new DMatrixRMaj(columns, 1);
    assertThat(qr.setA(new DMatrixRMaj(rows, columns, true, a.clone()))).isTrue();
    qr.solve(new DMatrixRMaj(rows, 1, true, b.clone()), x);
    assertThat(result.x()).as("seed %d", seed).containsExactly(x.data, within(1e-7));
    double[] image = new double[rows];
    new Dense(rows, columns, a).multiply(result.x(), image);
    double sum = 0;
    for (int r = 0; r < rows; r++) {
      sum += (image[r] - b[r]) * (image[r] - b[r]);
    }
    assertThat(result.residual()).isCloseTo(Math.sqrt(sum), within(1e-7));
  }

  @Test
  void openSystemsGetTheSolutionOfMinimumNorm() {
    Lsqr.Result result =
        new Lsqr(20, 1e-12).solve(new Dense(1, 2, new double[] {3, 4}), 2, new double[] {50});
    assertThat(result.x()).containsExactly(new double[] {6, 8}, within(1e-9));
    assertThat(result.converged()).isTrue();
  }

  @Test
  void zeroNeedsNoSteps() {
    Lsqr lsqr = new Lsqr(5, 0);
    assertThat(lsqr.solve(new Dense(2, 1, new double[] {1, 2}), 1, new double[2]).iterations())
        .isZero();
    assertThatThrownBy(() -> new Lsqr(-1, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
