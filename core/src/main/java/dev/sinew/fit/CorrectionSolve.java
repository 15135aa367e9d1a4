package dev.sinew.fit;

import dev.sinew.fit.system.BoneGram;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.fit.system.VertexSystem;
import dev.sinew.linalg.ConjugateGradient;
import dev.sinew.linalg.SmallCholesky;
import dev.sinew.model.Topology;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Solves for the corrections and weights of all vertices together, for given influence sets, with
 * smoothing between neighbours. The objective is the data and ridge terms of all {@link
 * VertexSystem}s plus
 *
 * <p>δ Σ_e |c_a − c_b|² / ℓ_e over the edges e = ab of mean length ℓ (Merry, Marais and Gain,
 * "Animation Space", equation 18), with c the corrections and weights, zero for a bone that a
 * vertex does not have. The printed equation smooths p itself, which shrinks edges. Smoothing the
 * corrections to linear blending does not, as the article's conclusion demands.
 *
 * <p>Conjugate gradients on the change of the rows, preconditioned by the factor of each vertex.
 * The operator is the inverse of the preconditioner minus the terms of the neighbours, so only the
 * factors are stored.
 */
final class CorrectionSolve {
  /** Lower bound of edge lengths, relative to the mean edge. */
  private static final double MIN_EDGE = 0.05;

  private static final double MIN_PIVOT = 1e-14;

  private final Examples examples;
  private final FitOptions options;
  private final RunContext context;

  /** δ/ℓ of each edge at each vertex, in the order of the topology's neighbours. */
  private final double[][] smoothing;

  private final double[] smoothingSums;

  CorrectionSolve(Examples examples, FitOptions options, RunContext context) {
    this.examples = examples;
    this.options = options;
    this.context = context;
    smoothing = smoothing(options.smooth());
    smoothingSums = new double[smoothing.length];
    for (int v = 0; v < smoothing.length; v++) {
      for (double strength : smoothing[v]) {
        smoothingSums[v] += strength;
      }
    }
  }

  private double[][] smoothing(double delta) {
    Topology topology = examples.topology;
    double[] lengths = examples.edgeLengths();
    double mean = 0;
    for (double length : lengths) {
      mean += length / lengths.length;
    }
    double shortest = Math.max(MIN_EDGE * mean, Double.MIN_NORMAL);
    double[][] made = new double[examples.vertexCount()][];
    for (int v = 0; v < made.length; v++) {
      made[v] = new double[topology.neighbourCount(v)];
      for (int i = 0; i < made[v].length; i++) {
        int e = topology.findEdge(v, topology.neighbour(v, i));
        made[v][i] = delta / Math.max(lengths[e], shortest);
      }
    }
    return made;
  }

  /**
   * Improves the corrections and weights of the rows; the influence sets stay.
   *
   * @return iterations and residual of the solver
   */
  ConjugateGradient.Result solve(BoneMotions motions, SkinRows rows, ConjugateGradient limits) {
    Coupled system = new Coupled(rows);
    system.build(motions);
    double[] change = new double[system.size()];
    ConjugateGradient.Result result =
        limits.solve(system::multiply, system::precondition, system.slope, change);
    system.apply(change);
    return result;
  }

  /** The linear system: the unknowns of all vertices one after another. */
  private final class Coupled {
    private final SkinRows rows;
    private final int[] starts;

    /** L of the block of each vertex, row by row. */
    private final double[][] factors;

    final double[] slope;

    Coupled(SkinRows rows) {
      this.rows = rows;
      int vertices = rows.vertexCount();
      starts = new int[vertices + 1];
      for (int v = 0; v < vertices; v++) {
        starts[v + 1] = Math.addExact(starts[v], 4 * rows.count[v] - 1);
      }
      factors = new double[vertices][];
      slope = new double[starts[vertices]];
    }

    int size() {
      return slope.length;
    }

    /** Computes the factor of each vertex's block and the negative gradient at the current rows. */
    void build(BoneMotions motions) {
      BoneGram gram = new BoneGram(motions, options.restWeight(), context);
      context.runRanges(
          rows.vertexCount(),
          (from, to) -> {
            VertexSystem one =
                new VertexSystem(
                    examples.rest, examples.shapes(), motions, gram, options.ridge(), rows.stride);
            Scratch scratch = new Scratch(rows.stride);
            for (int v = from; v < to; v++) {
              one.load(v, rows.bone, rows.at(v, 0), rows.count[v]);
              one.pullTowards(rows.linear, rows.at(v, 0));
              fillSlope(one, v, scratch);
              fillFactor(one, v);
            }
          });
    }

    private void fillSlope(VertexSystem one, int v, Scratch s) {
      int n = one.unknowns();
      smoothingTerms(rows.c, v, s.terms);
      reduce(rows.count[v], s.terms, s.right);
      unknownsOf(v, s.unknowns);
      for (int r = 0; r < n; r++) {
        double sum = one.b[r] + s.right[r];
        for (int c = 0; c < n; c++) {
          sum -= one.a[one.width * r + c] * s.unknowns[c];
        }
        slope[starts[v] + r] = sum;
      }
    }

    private void fillFactor(VertexSystem one, int v) {
      int n = one.unknowns();
      double[] matrix = new double[n * n];
      for (int r = 0; r < n; r++) {
        System.arraycopy(one.a, one.width * r, matrix, n * r, n);
        matrix[(n + 1) * r] += smoothingSums[v];
      }
      // Weights are differences to the base, so its smoothing terms are added.
      for (int i = 1; i < rows.count[v]; i++) {
        for (int j = 1; j < rows.count[v]; j++) {
          matrix[n * (VertexSystem.unknown(i) + 3) + VertexSystem.unknown(j) + 3] +=
              smoothingSums[v];
        }
      }
      SmallCholesky.factor(n, matrix, MIN_PIVOT);
      factors[v] = matrix;
    }

    /**
     * Computes Σ_u δ/ℓ (c_u − c_v) over the neighbours for the bones of a vertex, 4 values per
     * bone.
     */
    private void smoothingTerms(double[] c, int v, double[] out) {
      for (int i = 0; i < rows.count[v]; i++) {
        int at = 4 * rows.at(v, i);
        for (int r = 0; r < 4; r++) {
          out[4 * i + r] = -smoothingSums[v] * c[at + r];
        }
      }
      addNeighbours(c, v, out);
    }

    private void addNeighbours(double[] c, int v, double[] out) {
      for (int n = 0; n < smoothing[v].length; n++) {
        int u = examples.topology.neighbour(v, n);
        double strength = smoothing[v][n];
        for (int i = 0; i < rows.count[v]; i++) {
          int bone = rows.bone[rows.at(v, i)];
          for (int j = 0; j < rows.count[u]; j++) {
            int at = rows.at(u, j);
            if (rows.bone[at] == bone) {
              for (int r = 0; r < 4; r++) {
                out[4 * i + r] += strength * c[4 * at + r];
              }
            }
          }
        }
      }
    }

    /**
     * Converts 4 values per bone to the unknowns: the value of the base's weight is subtracted from
     * all others.
     */
    private void reduce(int bones, double[] full, double[] out) {
      System.arraycopy(full, 0, out, 0, 3);
      for (int i = 1; i < bones; i++) {
        System.arraycopy(full, 4 * i, out, 4 * i - 1, 4);
        out[4 * i + 2] -= full[3];
      }
    }

    private void unknownsOf(int v, double[] out) {
      int at = 4 * rows.at(v, 0);
      System.arraycopy(rows.c, at, out, 0, 3);
      System.arraycopy(rows.c, at + 4, out, 3, 4 * (rows.count[v] - 1));
    }

    /** Converts unknowns to 4 values per bone in the layout of the rows; weights sum to 0. */
    private void expand(double[] x, int v, double[] c) {
      int at = 4 * rows.at(v, 0);
      int from = starts[v];
      System.arraycopy(x, from, c, at, 3);
      System.arraycopy(x, from + 3, c, at + 4, 4 * (rows.count[v] - 1));
      c[at + 3] = 0;
      for (int i = 1; i < rows.count[v]; i++) {
        c[at + 3] -= c[at + 4 * i + 3];
      }
    }

    void multiply(double[] x, double[] out) {
      double[] c = new double[rows.c.length];
      context.runRanges(
          rows.vertexCount(),
          (from, to) -> {
            for (int v = from; v < to; v++) {
              expand(x, v, c);
            }
          });
      context.runRanges(
          rows.vertexCount(),
          (from, to) -> {
            Scratch s = new Scratch(rows.stride);
            for (int v = from; v < to; v++) {
              multiplyOwn(x, v, out, s);
              Arrays.fill(s.terms, 0);
              addNeighbours(c, v, s.terms);
              reduce(rows.count[v], s.terms, s.right);
              for (int r = 0; r < starts[v + 1] - starts[v]; r++) {
                out[starts[v] + r] -= s.right[r];
              }
            }
          });
    }

    /** Computes out = L Lᵀ x of a vertex. */
    private void multiplyOwn(double[] x, int v, double[] out, Scratch s) {
      int n = starts[v + 1] - starts[v];
      double[] l = factors[v];
      int at = starts[v];
      for (int c = 0; c < n; c++) {
        double sum = 0;
        for (int r = c; r < n; r++) {
          sum += l[n * r + c] * x[at + r];
        }
        s.unknowns[c] = sum;
      }
      for (int r = 0; r < n; r++) {
        double sum = 0;
        for (int c = 0; c <= r; c++) {
          sum += l[n * r + c] * s.unknowns[c];
        }
        out[at + r] = sum;
      }
    }

    void precondition(double[] residual, double[] out) {
      context.runRanges(
          rows.vertexCount(),
          (from, to) -> {
            for (int v = from; v < to; v++) {
              int n = starts[v + 1] - starts[v];
              System.arraycopy(residual, starts[v], out, starts[v], n);
              SmallCholesky.solve(n, factors[v], out, starts[v], 1);
            }
          });
    }

    /** Adds a change to the rows. */
    void apply(double[] change) {
      double[] c = new double[rows.c.length];
      for (int v = 0; v < rows.vertexCount(); v++) {
        expand(change, v, c);
      }
      for (int i = 0; i < c.length; i++) {
        rows.c[i] += c[i];
      }
    }
  }

  /** Scratch for one vertex. */
  private static final class Scratch {
    final double[] terms;
    final double[] right;
    final double[] unknowns;

    Scratch(int stride) {
      terms = new double[4 * stride];
      right = new double[4 * stride];
      unknowns = new double[4 * stride];
    }
  }
}
