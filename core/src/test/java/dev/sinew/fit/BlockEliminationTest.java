package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.fit.system.BlockElimination;
import dev.sinew.fit.system.BoneGram;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.fit.system.VertexSystem;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

/** Compares the elimination with dense least squares. */
class BlockEliminationTest {
  private static final long SEED = 20261102;
  private static final VertexSystem.Ridge RIDGE = new VertexSystem.Ridge(3e-3, 1e-3);

  private final Random random = new Random(SEED);
  private final Examples examples =
      FitSetups.examples(
          FitSetups.tube(4, 5),
          6,
          (k, x, y, z) ->
              k == 0
                  ? new double[] {x, y, z}
                  : new double[] {
                    x + random.nextGaussian(), y + random.nextGaussian(), z + random.nextGaussian()
                  });
  private final BoneMotions motions = FitSetups.motions(random, 5, 6);

  private VertexSystem system(RunContext context) {
    return new VertexSystem(
        examples.rest, examples.shapes(), motions, new BoneGram(motions, context), RIDGE, 5);
  }

  /**
   * Solves the stacked equations in all unknowns d_j, w_j except the weight of the base, including
   * ridge rows.
   */
  private double[] dense(int vertex, int[] bones, double[] errorOut) {
    int frames = examples.frameCount();
    int n = 4 * bones.length - 1;
    DMatrixRMaj a = new DMatrixRMaj(3 * frames + n, n);
    DMatrixRMaj b = new DMatrixRMaj(3 * frames + n, 1);
    double[] x = {
      examples.rest[3 * vertex], examples.rest[3 * vertex + 1], examples.rest[3 * vertex + 2], 1
    };
    for (int k = 0; k < frames; k++) {
      for (int r = 0; r < 3; r++) {
        int row = 3 * k + r;
        double base = moved(bones[0], k, r, x);
        b.set(row, 0, examples.shapes().position(k, vertex, r) - base);
        for (int i = 0; i < bones.length; i++) {
          int at = VertexSystem.unknown(i);
          for (int c = 0; c < 3; c++) {
            a.set(row, at + c, motions.value(motions.at(bones[i], k) + 4 * r + c));
          }
          if (i > 0) {
            a.set(row, at + 3, moved(bones[i], k, r, x) - base);
          }
        }
      }
    }
    for (int u = 0; u < n; u++) {
      boolean weight = u >= 3 && (u - 3) % 4 == 3;
      a.set(3 * frames + u, u, Math.sqrt(weight ? RIDGE.weight() : RIDGE.correction()));
    }
    DMatrixRMaj solved = new DMatrixRMaj(n, 1);
    CommonOps_DDRM.solve(a, b, solved);
    DMatrixRMaj left = new DMatrixRMaj(b.numRows, 1);
    CommonOps_DDRM.mult(a, solved, left);
    CommonOps_DDRM.subtractEquals(left, b);
    for (double e : left.data) {
      errorOut[0] += e * e;
    }
    return solved.data;
  }

  private double moved(int bone, int frame, int row, double[] x) {
    double sum = 0;
    for (int c = 0; c < 4; c++) {
      sum += motions.value(motions.at(bone, frame) + 4 * row + c) * x[c];
    }
    return sum;
  }

  @Test
  void solvesLeastSquares() {
    try (RunContext context = RunContext.ofThreads(1)) {
      VertexSystem system = system(context);
      BlockElimination elimination = new BlockElimination(system, 5);
      SkinRows rows = new SkinRows(examples.vertexCount(), 5);
      int[][] sets = {{2}, {0, 3}, {4, 1, 0}, {3, 2, 1, 0}, {1, 4, 2, 0, 3}};
      for (int v = 0; v < examples.vertexCount(); v++) {
        int[] set = sets[v % sets.length];
        double[] error = new double[1];
        double[] expected = dense(v, set, error);
        system.load(v, set, 0, set.length);
        elimination.addAll();
        elimination.write(set.length, rows, v);
        assertThat(elimination.error()).as("seed %d", SEED).isCloseTo(error[0], within(1e-9));
        double weights = 0;
        for (int i = 0; i < set.length; i++) {
          int at = 4 * rows.at(v, i);
          weights += rows.c[at + 3];
          for (int c = 0; c < (i == 0 ? 3 : 4); c++) {
            assertThat(rows.c[at + c])
                .as("seed %d, vertex %d", SEED, v)
                .isCloseTo(expected[VertexSystem.unknown(i) + c], within(1e-7));
          }
        }
        assertThat(weights).isCloseTo(1, within(1e-12));
      }
    }
  }

  @Test
  void growAddsBoneWithLargestGain() {
    try (RunContext context = RunContext.ofThreads(1)) {
      VertexSystem system = system(context);
      BlockElimination elimination = new BlockElimination(system, 5);
      for (int v = 0; v < examples.vertexCount(); v++) {
        int[] all = {v % 5, (v + 1) % 5, (v + 2) % 5, (v + 3) % 5, (v + 4) % 5};
        system.load(v, all, 0, 5);
        elimination.grow(3);
        int[] chosen = {all[0]};
        for (int n = 1; n < 3; n++) {
          double before = errorOf(v, chosen);
          int best = -1;
          double least = Double.POSITIVE_INFINITY;
          for (int bone : all) {
            if (Arrays.stream(chosen).noneMatch(c -> c == bone)) {
              double e = errorOf(v, append(chosen, bone));
              if (e < least) {
                least = e;
                best = bone;
              }
            }
          }
          assertThat(elimination.bone(n)).as("seed %d, vertex %d", SEED, v).isEqualTo(best);
          assertThat(elimination.gain(n)).isCloseTo(before - least, within(1e-9));
          chosen = append(chosen, best);
        }
      }
    }
  }

  private double errorOf(int vertex, int[] bones) {
    double[] error = new double[1];
    dense(vertex, bones, error);
    return error[0];
  }

  private static int[] append(int[] list, int value) {
    int[] longer = Arrays.copyOf(list, list.length + 1);
    longer[list.length] = value;
    return longer;
  }

  @Test
  void writeOfFewerBonesSolvesSmallerProblem() {
    try (RunContext context = RunContext.ofThreads(1)) {
      VertexSystem system = system(context);
      BlockElimination elimination = new BlockElimination(system, 5);
      SkinRows rows = new SkinRows(examples.vertexCount(), 5);
      system.load(7, new int[] {2, 4, 0}, 0, 3);
      elimination.addAll();
      elimination.write(2, rows, 7);
      double[] expected = dense(7, new int[] {2, 4}, new double[1]);
      assertThat(rows.count[7]).isEqualTo(2);
      for (int c = 0; c < 4; c++) {
        assertThat(rows.c[4 * rows.at(7, 1) + c]).isCloseTo(expected[3 + c], within(1e-8));
      }
    }
  }
}
