package dev.sinew.bench;

import dev.sinew.fit.Examples;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.rig.BoneMotions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The least-squares systems of "Animation Space" (Merry, Marais and Gain, 2006) as they are
 * written, for known motions G and influence sets: equation 17, Σ_k |Gᵏ p − vᵏ|² + λ |p|² for every
 * vertex, and equation 18, which adds δ Σ_edges |p_a − p_b|² / ℓ instead. The weight of the last
 * bone of a vertex is eliminated, as in section 6.3, so that weights sum to 1. Matrices are given
 * by their products only, in memory O(V n + I).
 */
final class LiteralSystem implements Lsqr.Operator {
  private final Examples examples;
  private final BoneMotions motions;
  private final int frames;

  /** All values of the motions. */
  private final double[] m;

  /** The first entry of each vertex, an entry being a bone of a vertex, and the end. */
  private final int[] start;

  private final int[] bones;
  private final double ridge;

  /** Per row of an edge: an entry of either end, or −1, and √(δ / ℓ). */
  private final int[] first;

  private final int[] second;
  private final double[] stiffness;

  /** The coordinates of the vector being multiplied, four per entry. */
  private final double[] p;

  /**
   * Makes a system.
   *
   * @param sets the bones that move each vertex
   * @param lambda λ of equation 17; 0 for none
   * @param delta δ of equation 18; 0 for none
   */
  LiteralSystem(
      Examples examples, BoneMotions motions, AnimationCoords sets, double lambda, double delta) {
    this.examples = examples;
    this.motions = motions;
    frames = motions.frameCount();
    m = motions.values();
    ridge = Math.sqrt(lambda);
    int vertices = examples.vertexCount();
    start = new int[vertices + 1];
    for (int v = 0; v < vertices; v++) {
      start[v + 1] = start[v] + sets.count(v);
    }
    bones = new int[start[vertices]];
    for (int v = 0; v < vertices; v++) {
      for (int i = 0; i < sets.count(v); i++) {
        bones[start[v] + i] = sets.joint(v, i);
      }
    }
    p = new double[4 * bones.length];
    List<int[]> rows = new ArrayList<>();
    List<Double> factors = new ArrayList<>();
    if (delta > 0) {
      addEdges(delta, rows, factors);
    }
    first = rows.stream().mapToInt(row -> row[0]).toArray();
    second = rows.stream().mapToInt(row -> row[1]).toArray();
    stiffness = factors.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private void addEdges(double delta, List<int[]> rows, List<Double> factors) {
    int[] triangles = examples.reference().triangles();
    for (int t = 0; t < triangles.length; t += 3) {
      for (int c = 0; c < 3; c++) {
        int a = triangles[t + c];
        int b = triangles[t + (c + 1) % 3];
        // Every inner edge is seen twice, once in either direction.
        if (a < b) {
          addEdge(a, b, Math.sqrt(delta / length(a, b)), rows, factors);
        }
      }
    }
  }

  private void addEdge(int a, int b, double factor, List<int[]> rows, List<Double> factors) {
    for (int i = start[a]; i < start[a + 1]; i++) {
      rows.add(new int[] {i, entry(b, bones[i])});
      factors.add(factor);
    }
    for (int i = start[b]; i < start[b + 1]; i++) {
      if (entry(a, bones[i]) < 0) {
        rows.add(new int[] {-1, i});
        factors.add(factor);
      }
    }
  }

  private int entry(int vertex, int bone) {
    for (int i = start[vertex]; i < start[vertex + 1]; i++) {
      if (bones[i] == bone) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the mean length of an edge in the examples. */
  private double length(int a, int b) {
    double sum = 0;
    for (int k = 0; k < frames; k++) {
      double square = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = examples.shapes().position(k, a, axis) - examples.shapes().position(k, b, axis);
        square += d * d;
      }
      sum += Math.sqrt(square);
    }
    return Math.max(1e-6, sum / frames);
  }

  /** Returns the number of unknowns. */
  int columns() {
    return p.length - examples.vertexCount();
  }

  private int rows() {
    return 3 * frames * examples.vertexCount() + (ridge > 0 ? p.length : 0) + 4 * stiffness.length;
  }

  /** Returns the right side: the shapes without the part of the eliminated weights. */
  double[] rightSide() {
    double[] b = new double[rows()];
    expand(new double[columns()], 1);
    product(b);
    for (int i = 0; i < b.length; i++) {
      b[i] = (i < examples.shapes().size() ? examples.shapes().value(i) : 0) - b[i];
    }
    return b;
  }

  /** Returns the coordinates of a solution. */
  AnimationCoords coordinates(double[] x) {
    expand(x, 1);
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int v = 0; v < examples.vertexCount(); v++) {
      for (int i = start[v]; i < start[v + 1]; i++) {
        rows.add(bones[i], p[4 * i], p[4 * i + 1], p[4 * i + 2], p[4 * i + 3]);
      }
      rows.endRow();
    }
    return rows.buildPoints();
  }

  /** Fills the coordinates from the unknowns; the weights of a vertex have a given sum. */
  private void expand(double[] x, double sum) {
    int at = 0;
    for (int v = 0; v < examples.vertexCount(); v++) {
      double left = sum;
      for (int i = start[v]; i < start[v + 1]; i++) {
        boolean last = i + 1 == start[v + 1];
        for (int c = 0; c < (last ? 3 : 4); c++) {
          p[4 * i + c] = x[at++];
        }
        if (last) {
          p[4 * i + 3] = left;
        }
        left -= p[4 * i + 3];
      }
    }
  }

  @Override
  public void multiply(double[] x, double[] out) {
    expand(x, 0);
    product(out);
  }

  private void product(double[] out) {
    int row = 0;
    for (int v = 0; v < examples.vertexCount(); v++) {
      for (int k = 0; k < frames; k++, row += 3) {
        double a = 0;
        double b = 0;
        double c = 0;
        for (int i = start[v]; i < start[v + 1]; i++) {
          int g = motions.at(bones[i], k);
          double px = p[4 * i];
          double py = p[4 * i + 1];
          double pz = p[4 * i + 2];
          double pw = p[4 * i + 3];
          a += m[g] * px + m[g + 1] * py + m[g + 2] * pz + m[g + 3] * pw;
          b += m[g + 4] * px + m[g + 5] * py + m[g + 6] * pz + m[g + 7] * pw;
          c += m[g + 8] * px + m[g + 9] * py + m[g + 10] * pz + m[g + 11] * pw;
        }
        out[row] = a;
        out[row + 1] = b;
        out[row + 2] = c;
      }
    }
    for (int i = 0; i < p.length && ridge > 0; i++) {
      out[row++] = ridge * p[i];
    }
    for (int e = 0; e < stiffness.length; e++) {
      for (int c = 0; c < 4; c++) {
        double a = first[e] < 0 ? 0 : p[4 * first[e] + c];
        double b = second[e] < 0 ? 0 : p[4 * second[e] + c];
        out[row++] = stiffness[e] * (a - b);
      }
    }
  }

  @Override
  public void multiplyTransposed(double[] y, double[] out) {
    Arrays.fill(p, 0);
    int row = 0;
    for (int v = 0; v < examples.vertexCount(); v++) {
      for (int k = 0; k < frames; k++) {
        for (int r = 0; r < Affine.SIZE; r += 4, row++) {
          for (int i = start[v]; i < start[v + 1]; i++) {
            int g = motions.at(bones[i], k) + r;
            for (int c = 0; c < 4; c++) {
              p[4 * i + c] += m[g + c] * y[row];
            }
          }
        }
      }
    }
    for (int i = 0; i < p.length && ridge > 0; i++) {
      p[i] += ridge * y[row++];
    }
    for (int e = 0; e < stiffness.length; e++) {
      for (int c = 0; c < 4; c++, row++) {
        if (first[e] >= 0) {
          p[4 * first[e] + c] += stiffness[e] * y[row];
        }
        if (second[e] >= 0) {
          p[4 * second[e] + c] -= stiffness[e] * y[row];
        }
      }
    }
    fold(out);
  }

  /** Takes the gradient of the coordinates back to the unknowns. */
  private void fold(double[] out) {
    int at = 0;
    for (int v = 0; v < examples.vertexCount(); v++) {
      double last = p[4 * start[v + 1] - 1];
      for (int i = start[v]; i < start[v + 1]; i++) {
        for (int c = 0; c < 3; c++) {
          out[at++] = p[4 * i + c];
        }
        if (i + 1 < start[v + 1]) {
          out[at++] = p[4 * i + 3] - last;
        }
      }
    }
  }
}
