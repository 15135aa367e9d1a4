package dev.sinew.simplify.polish;

import dev.sinew.linalg.ConjugateGradient;
import dev.sinew.linalg.SmallCholesky;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * The normal equations of a Gauss-Newton step: blocks of {@link LevelPoints#UNKNOWNS} unknowns per
 * point, coupled along the edges of triangles. Solved by conjugate gradients with the inverses of
 * the diagonal blocks as preconditioner.
 */
final class LevelSystem {
  private static final int U = LevelPoints.UNKNOWNS;
  private static final int BLOCK = U * U;
  private static final ConjugateGradient SOLVER = new ConjugateGradient(60, 1e-3);

  private final int points;
  private final int[] rowStart;
  private final int[] column;

  /** The block of each pair of corners, 9 per triangle. */
  private final int[] blockOf;

  private final double[] blocks;
  private final double[] right;
  private final double[] damping;

  /**
   * @param triangles 3 points per triangle
   */
  LevelSystem(int points, int[] triangles) {
    this.points = points;
    int[][] neighbours = neighbours(points, triangles);
    rowStart = new int[points + 1];
    for (int p = 0; p < points; p++) {
      rowStart[p + 1] = rowStart[p] + neighbours[p].length;
    }
    column = new int[rowStart[points]];
    for (int p = 0; p < points; p++) {
      System.arraycopy(neighbours[p], 0, column, rowStart[p], neighbours[p].length);
    }
    blockOf = new int[3 * triangles.length];
    for (int t = 0; t < triangles.length / 3; t++) {
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          blockOf[9 * t + 3 * a + b] = find(triangles[3 * t + a], triangles[3 * t + b]);
        }
      }
    }
    blocks = new double[BLOCK * column.length];
    right = new double[U * points];
    damping = new double[U * points];
  }

  /** Returns for each point itself and its neighbours, in ascending order. */
  private static int[][] neighbours(int points, int[] triangles) {
    int[] count = new int[points];
    for (int v : triangles) {
      count[v] += 2;
    }
    int[][] out = new int[points][];
    for (int p = 0; p < points; p++) {
      out[p] = new int[count[p] + 1];
      out[p][0] = p;
      count[p] = 1;
    }
    for (int c = 0; c < triangles.length; c++) {
      int first = c - c % 3;
      int v = triangles[c];
      out[v][count[v]++] = triangles[first + (c + 1) % 3];
      out[v][count[v]++] = triangles[first + (c + 2) % 3];
    }
    for (int p = 0; p < points; p++) {
      out[p] = Arrays.stream(out[p]).sorted().distinct().toArray();
    }
    return out;
  }

  private int find(int row, int of) {
    return Arrays.binarySearch(column, rowStart[row], rowStart[row + 1], of);
  }

  void clear() {
    Arrays.fill(blocks, 0);
    Arrays.fill(right, 0);
    Arrays.fill(damping, 0);
  }

  /**
   * Adds the equations of a triangle.
   *
   * @param matrix symmetric, {@code 3 U} rows of {@code 3 U}
   * @param values the right side
   * @param damped added to the diagonal times the damping
   */
  void add(int t, int[] triangles, double[] matrix, double[] values, double[] damped) {
    for (int a = 0; a < 3; a++) {
      int p = triangles[3 * t + a];
      for (int i = 0; i < U; i++) {
        right[U * p + i] += values[U * a + i];
        damping[U * p + i] += damped[U * a + i];
      }
      for (int b = 0; b < 3; b++) {
        int at = BLOCK * blockOf[9 * t + 3 * a + b];
        for (int i = 0; i < U; i++) {
          for (int j = 0; j < U; j++) {
            blocks[at + U * i + j] += matrix[3 * U * (U * a + i) + U * b + j];
          }
        }
      }
    }
  }

  /**
   * Returns the solution, {@link LevelPoints#UNKNOWNS} values per point.
   *
   * @param damp the factor of the damping
   */
  double[] solve(double damp, RunContext context) {
    int n = U * points;
    double[][] factors = new double[points][];
    context.runRanges(
        points,
        (from, to) -> {
          for (int p = from; p < to; p++) {
            factors[p] = factorOfDiagonal(p, damp);
          }
        });
    double[] x = new double[n];
    SOLVER.solve(
        (d, q) -> multiply(d, q, damp, context),
        (r, z) -> precondition(factors, r, z, context),
        right,
        x);
    return x;
  }

  /** Returns the Cholesky factor of a damped diagonal block. */
  private double[] factorOfDiagonal(int p, double damp) {
    double[] a = Arrays.copyOfRange(blocks, BLOCK * find(p, p), BLOCK * (find(p, p) + 1));
    for (int i = 0; i < U; i++) {
      a[U * i + i] += damp * damping[U * p + i];
      // Unknowns that the point does not have.
      if (!(a[U * i + i] > 0)) {
        a[U * i + i] = 1;
      }
    }
    double trace = 0;
    for (int i = 0; i < U; i++) {
      trace += a[U * i + i];
    }
    SmallCholesky.factor(U, a, 1e-12 * trace);
    return a;
  }

  private void precondition(double[][] factors, double[] r, double[] z, RunContext context) {
    context.runRanges(
        points,
        (from, to) -> {
          System.arraycopy(r, U * from, z, U * from, U * (to - from));
          for (int p = from; p < to; p++) {
            SmallCholesky.solve(U, factors[p], z, U * p, 1);
          }
        });
  }

  private void multiply(double[] d, double[] q, double damp, RunContext context) {
    context.runRanges(
        points,
        (from, to) -> {
          for (int p = from; p < to; p++) {
            for (int i = 0; i < U; i++) {
              q[U * p + i] = damp * damping[U * p + i] * d[U * p + i];
            }
            for (int e = rowStart[p]; e < rowStart[p + 1]; e++) {
              int o = U * column[e];
              for (int i = 0, at = BLOCK * e; i < U; i++, at += U) {
                double sum = 0;
                for (int j = 0; j < U; j++) {
                  sum += blocks[at + j] * d[o + j];
                }
                q[U * p + i] += sum;
              }
            }
          }
        });
  }
}
