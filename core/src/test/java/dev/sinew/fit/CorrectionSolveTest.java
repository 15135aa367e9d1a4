package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.fit.system.BlockElimination;
import dev.sinew.fit.system.BoneGram;
import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.fit.system.VertexSystem;
import dev.sinew.linalg.ConjugateGradient;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Checks that the coupled solver minimises its objective. */
class CorrectionSolveTest {
  private static final long SEED = 20261103;
  private static final ConjugateGradient EXACT = new ConjugateGradient(2000, 1e-13);

  private final Random random = new Random(SEED);
  private final Examples examples = FitSetups.bending(5, 6, 5, 1.2);
  private final BoneMotions motions = FitSetups.motions(random, 3, 5);

  private SkinRows randomRows() {
    SkinRows rows = new SkinRows(examples.vertexCount(), 3);
    for (int v = 0; v < rows.vertexCount(); v++) {
      rows.count[v] = 1 + random.nextInt(3);
      int first = random.nextInt(3);
      double sum = 0;
      for (int i = 0; i < rows.count[v]; i++) {
        int at = rows.at(v, i);
        rows.bone[at] = (first + i) % 3;
        for (int c = 0; c < 4; c++) {
          rows.c[4 * at + c] = random.nextGaussian();
        }
        sum += rows.c[4 * at + 3];
      }
      rows.c[4 * rows.at(v, 0) + 3] += 1 - sum;
    }
    return rows;
  }

  /** Computes the objective directly. */
  private double objective(SkinRows rows, FitOptions options, RunContext context) {
    double sum = 0;
    for (double e :
        SkinError.ofVertices(rows, examples.rest, examples.shapes(), motions, context)) {
      sum += e;
    }
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count[v]; i++) {
        int at = 4 * rows.at(v, i);
        for (int c = 0; c < 3; c++) {
          sum += options.ridge().correction() * rows.c[at + c] * rows.c[at + c];
        }
        if (i > 0) {
          sum += options.ridge().weight() * rows.c[at + 3] * rows.c[at + 3];
        }
      }
    }
    double[] lengths = examples.edgeLengths();
    for (int e = 0; e < lengths.length; e++) {
      int a = examples.topology.edgeVertex(e, 0);
      int b = examples.topology.edgeVertex(e, 1);
      for (int bone = 0; bone < 3; bone++) {
        for (int c = 0; c < 4; c++) {
          double d = entry(rows, a, bone, c) - entry(rows, b, bone, c);
          sum += options.smooth() * d * d / lengths[e];
        }
      }
    }
    return sum;
  }

  private static double entry(SkinRows rows, int v, int bone, int c) {
    for (int i = 0; i < rows.count[v]; i++) {
      if (rows.bone[rows.at(v, i)] == bone) {
        return rows.c[4 * rows.at(v, i) + c];
      }
    }
    return 0;
  }

  @Test
  void resultIsLocalMinimum() {
    try (RunContext context = RunContext.ofThreads(2)) {
      FitOptions options =
          FitOptions.DEFAULTS.withExactRest(false).withSmooth(0.02).withShrink(0.01);
      SkinRows rows = randomRows();
      ConjugateGradient.Result result =
          new CorrectionSolve(examples, options, context).solve(motions, rows, EXACT);
      assertThat(result.converged()).isTrue();
      double best = objective(rows, options, context);
      for (int n = 0; n < 300; n++) {
        SkinRows other = rows.copy();
        int v = random.nextInt(rows.vertexCount());
        int i = random.nextInt(rows.count[v]);
        int c = random.nextInt(4);
        double step = 1e-3 * random.nextGaussian();
        other.c[4 * rows.at(v, i) + c] += step;
        if (c == 3) {
          // Keep the sum of the weights.
          if (rows.count[v] == 1) {
            continue;
          }
          other.c[4 * rows.at(v, (i + 1) % rows.count[v]) + 3] -= step;
        }
        assertThat(objective(other, options, context))
            .as("seed %d, vertex %d", SEED, v)
            .isGreaterThan(best);
      }
      for (int v = 0; v < rows.vertexCount(); v++) {
        double sum = 0;
        for (int i = 0; i < rows.count[v]; i++) {
          sum += rows.c[4 * rows.at(v, i) + 3];
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
      }
    }
  }

  @Test
  void withoutSmoothingEqualsSolvePerVertex() {
    try (RunContext context = RunContext.ofThreads(1)) {
      FitOptions options = FitOptions.DEFAULTS.withExactRest(false).withSmooth(0).withShrink(0.01);
      SkinRows rows = randomRows();
      new CorrectionSolve(examples, options, context).solve(motions, rows, EXACT);
      VertexSystem system =
          new VertexSystem(
              examples.rest,
              examples.shapes(),
              motions,
              new BoneGram(motions, context),
              options.ridge(),
              3);
      BlockElimination alone = new BlockElimination(system, 3);
      SkinRows expected = new SkinRows(rows.vertexCount(), 3);
      for (int v = 0; v < rows.vertexCount(); v++) {
        system.load(v, rows.bone, rows.at(v, 0), rows.count[v]);
        alone.addAll();
        alone.write(rows.count[v], expected, v);
        for (int n = 0; n < 4 * rows.count[v]; n++) {
          int at = 4 * rows.at(v, 0) + n;
          assertThat(rows.c[at]).as("seed %d", SEED).isCloseTo(expected.c[at], within(1e-6));
        }
      }
    }
  }
}
