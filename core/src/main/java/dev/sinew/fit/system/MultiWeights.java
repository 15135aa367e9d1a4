package dev.sinew.fit.system;

import dev.sinew.math.Affine;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Multi-weight enveloping (Wang and Phillips 2002) fitted as a correction to an animation-space
 * skin. Each row r of a bone's motion has its own weights u_{j,r}: v_r = Σ_j u_{j,r} · m_{j,r}.
 * Animation space has the same weights in all three rows, u_{j,r} = p_j. Its residual is fitted row
 * by row in the principal components of the bones' entries over the frames. Weak components are
 * dropped and the others regularised with a ridge, as Wang and Phillips do against over-fitting.
 *
 * <p>The components depend on the influence set only, so they are computed once per set.
 */
public final class MultiWeights {
  /** Values per influence: 3 rows of 4. */
  public static final int SIZE = 12;

  /** Components with less variance, relative to the largest, are dropped. */
  private static final double MIN_VARIANCE = 1e-5;

  /** Ridge on the components, relative to the largest variance. */
  private static final double RIDGE = 1e-6;

  private final SkinRows rows;

  /** u of bone i of vertex v, 3 rows of 4 values, from index 12 (v · stride + i). */
  public final double[] u;

  private MultiWeights(SkinRows rows, double[] u) {
    this.rows = rows;
    this.u = u;
  }

  /** Returns the weights of a list of vertices, in its order. */
  public MultiWeights subset(int[] list) {
    SkinRows some = rows.subset(list);
    double[] values = new double[SIZE * some.bone.length];
    int size = SIZE * rows.stride;
    for (int i = 0; i < list.length; i++) {
      System.arraycopy(u, size * list[i], values, size * i, size);
    }
    return new MultiWeights(some, values);
  }

  /** Starts from an animation-space skin and fits its residual. */
  public static MultiWeights fit(
      SkinRows rows, double[] rest, ShapeSet shapes, BoneMotions motions, RunContext context) {
    MultiWeights weights = new MultiWeights(rows, new double[SIZE * rows.bone.length]);
    double[] p = new double[4];
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count[v]; i++) {
        rows.coordinates(v, i, rest, p, 0);
        for (int r = 0; r < 3; r++) {
          System.arraycopy(p, 0, weights.u, SIZE * rows.at(v, i) + 4 * r, 4);
        }
      }
    }
    Sets sets = Sets.of(rows, motions);
    context.runRanges(
        rows.vertexCount(),
        (from, to) -> {
          double[] residual = new double[3 * shapes.frameCount()];
          for (int v = from; v < to; v++) {
            Components[] components = sets.components.get(sets.ofVertex[v]);
            weights.correct(v, shapes, motions, components, residual);
          }
        });
    return weights;
  }

  /** The components of each distinct list of bones, and the list of each vertex. */
  private record Sets(int[] ofVertex, List<Components[]> components) {
    static Sets of(SkinRows rows, BoneMotions motions) {
      Map<List<Integer>, Integer> indices = new HashMap<>();
      List<Components[]> components = new ArrayList<>();
      int[] ofVertex = new int[rows.vertexCount()];
      for (int v = 0; v < ofVertex.length; v++) {
        int first = rows.at(v, 0);
        int[] set = Arrays.copyOfRange(rows.bone, first, first + rows.count[v]);
        ofVertex[v] =
            indices.computeIfAbsent(
                Arrays.stream(set).boxed().toList(),
                key -> {
                  Components[] found = new Components[3];
                  Arrays.setAll(found, row -> Components.of(set, motions, row));
                  components.add(found);
                  return components.size() - 1;
                });
      }
      return new Sets(ofVertex, components);
    }
  }

  private void correct(
      int v, ShapeSet shapes, BoneMotions motions, Components[] components, double[] residual) {
    predict(motions, v, residual);
    for (int i = 0; i < residual.length; i++) {
      residual[i] = shapes.at[residual.length * v + i] - residual[i];
    }
    for (int r = 0; r < components.length; r++) {
      double[] change = components[r].fit(residual, r);
      for (int i = 0; i < rows.count[v]; i++) {
        for (int c = 0; c < 4; c++) {
          u[SIZE * rows.at(v, i) + 4 * r + c] += change[4 * i + c];
        }
      }
    }
  }

  /** Computes the vertex in all frames, 3 values per frame. */
  public void predict(BoneMotions motions, int v, double[] out) {
    Arrays.fill(out, 0);
    double[] m = motions.m;
    for (int i = 0; i < rows.count[v]; i++) {
      int at = SIZE * rows.at(v, i);
      int g = motions.at(rows.bone[rows.at(v, i)], 0);
      for (int k = 0; k < motions.frameCount(); k++, g += Affine.SIZE) {
        for (int r = 0; r < 3; r++) {
          int h = 4 * r;
          out[3 * k + r] +=
              m[g + h] * u[at + h]
                  + m[g + h + 1] * u[at + h + 1]
                  + m[g + h + 2] * u[at + h + 2]
                  + m[g + h + 3] * u[at + h + 3];
        }
      }
    }
  }

  /**
   * The principal components of one row over the frames.
   *
   * @param entries frames × 4n: the entries of the row in each frame
   * @param directions the kept components, 4n values each
   * @param scales 1 / (variance + ridge) of each
   */
  private record Components(double[][] entries, double[][] directions, double[] scales) {
    static Components of(int[] set, BoneMotions motions, int row) {
      int n = 4 * set.length;
      double[][] entries = new double[motions.frameCount()][n];
      DMatrixRMaj gram = new DMatrixRMaj(n, n);
      for (int k = 0; k < entries.length; k++) {
        for (int i = 0; i < set.length; i++) {
          System.arraycopy(motions.m, motions.at(set[i], k) + 4 * row, entries[k], 4 * i, 4);
        }
        for (int a = 0; a < n; a++) {
          for (int b = 0; b < n; b++) {
            gram.add(a, b, entries[k][a] * entries[k][b]);
          }
        }
      }
      EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, true, true);
      if (!eigen.decompose(gram)) {
        return new Components(entries, new double[0][], new double[0]);
      }
      return kept(entries, eigen, n);
    }

    private static Components kept(
        double[][] entries, EigenDecomposition_F64<DMatrixRMaj> eigen, int n) {
      double largest = 0;
      for (int i = 0; i < n; i++) {
        largest = Math.max(largest, eigen.getEigenvalue(i).getReal());
      }
      double[][] directions = new double[n][];
      double[] scales = new double[n];
      int count = 0;
      for (int i = 0; i < n; i++) {
        double variance = eigen.getEigenvalue(i).getReal();
        if (variance > MIN_VARIANCE * largest) {
          directions[count] = eigen.getEigenVector(i).getData().clone();
          scales[count++] = 1 / (variance + RIDGE * largest);
        }
      }
      return new Components(
          entries, Arrays.copyOf(directions, count), Arrays.copyOf(scales, count));
    }

    /** Returns the change of the row's weights that best fits the residual. */
    double[] fit(double[] residual, int row) {
      int n = entries[0].length;
      double[] right = new double[n];
      for (int k = 0; k < entries.length; k++) {
        double e = residual[3 * k + row];
        for (int c = 0; c < n; c++) {
          right[c] += entries[k][c] * e;
        }
      }
      double[] change = new double[n];
      for (int d = 0; d < directions.length; d++) {
        double along = 0;
        for (int c = 0; c < n; c++) {
          along += directions[d][c] * right[c];
        }
        for (int c = 0; c < n; c++) {
          change[c] += scales[d] * along * directions[d][c];
        }
      }
      return change;
    }
  }
}
