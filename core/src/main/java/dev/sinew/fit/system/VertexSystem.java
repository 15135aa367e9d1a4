package dev.sinew.fit.system;

import dev.sinew.math.Affine;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.NumberRange;

/**
 * The least squares problem of one vertex (Merry, Marais and Gain, "Animation Space", equations 16
 * and 17): corrections d_j and weights w_j over a list of bones that minimise
 *
 * <p>Σ_k |Σ_j (R_jᵏ d_j + w_j M_jᵏ x) − vᵏ|² + λ_d Σ |d_j|² + λ_w Σ_{j > 0} (w_j − ŵ_j)², Σ w_j =
 * 1.
 *
 * <p>ŵ are 0 or, after {@link #pullTowards}, weights of linear blending: what the examples do not
 * determine then moves as in linear blending.
 *
 * <p>The constraint on the sum is eliminated (section 6.3): the weight of bone 0 of the list, the
 * base, is 1 minus the others. So the unknowns are a correction, 3 values, per bone and a weight
 * for each bone except the base.
 *
 * <p>Reused for all vertices; not thread-safe.
 */
public final class VertexSystem {
  private final double[] rest;
  private final ShapeSet shapes;
  private final BoneMotions motions;
  private final BoneGram gram;
  private final Ridge ridge;
  private final int capacity;

  /** The full normal matrix, with row stride {@link #width}. */
  public final double[] a;

  /** The right side. */
  public final double[] b;

  /** The row stride of the matrix. */
  public final int width;

  private final double[] block = new double[16];
  private final double[] rowBlocks;
  private final double[] residual;
  private final double[] projected = new double[4];
  private final int[] list;
  private int bones;
  private double startError;

  /**
   * The regularisation towards linear blending.
   *
   * @param correction λ_d
   * @param weight λ_w
   */
  public record Ridge(double correction, double weight) {}

  /**
   * @param capacity the maximum number of bones of a list
   */
  public VertexSystem(
      double[] rest,
      ShapeSet shapes,
      BoneMotions motions,
      BoneGram gram,
      Ridge ridge,
      int capacity) {
    this.rest = rest;
    this.shapes = shapes;
    this.motions = motions;
    this.gram = gram;
    this.ridge = ridge;
    this.capacity = capacity;
    width = 4 * capacity;
    a = new double[width * width];
    b = new double[width];
    rowBlocks = new double[16 * capacity];
    residual = new double[3 * shapes.frameCount()];
    list = new int[capacity];
  }

  /**
   * Loads a vertex and a list of bones.
   *
   * @param from the index of the first bone of the list: the base; no bone occurs twice
   */
  public void load(int vertex, int[] bones, int from, int count) {
    NumberRange.require("bones", count, 1, capacity);
    this.bones = count;
    System.arraycopy(bones, from, list, 0, count);
    fillMatrix(vertex);
    fillRightSide(vertex);
  }

  /** Returns the index of the first unknown of a bone: 3 for the base, 4 for the others. */
  public static int unknown(int index) {
    return index == 0 ? 0 : 4 * index - 1;
  }

  private void fillMatrix(int vertex) {
    int base = list[0];
    for (int i = 0; i < bones; i++) {
      gram.block(list[i], base, rest, vertex, rowBlocks, 16 * i);
    }
    for (int i = 0; i < bones; i++) {
      for (int j = 0; j <= i; j++) {
        if (j == 0) {
          System.arraycopy(rowBlocks, 16 * i, block, 0, 16);
        } else {
          gram.block(list[i], list[j], rest, vertex, block, 0);
          eliminateBaseWeight(i, j);
        }
        store(i, j);
      }
      addRidge(i);
    }
  }

  /** Eliminates the weight of the base: the columns of weights become differences to it. */
  private void eliminateBaseWeight(int i, int j) {
    block[15] += rowBlocks[15] - rowBlocks[16 * i + 15] - rowBlocks[16 * j + 15];
    for (int r = 0; r < 3; r++) {
      block[4 * r + 3] -= rowBlocks[16 * i + 4 * r + 3];
      block[12 + r] -= rowBlocks[16 * j + 4 * r + 3];
    }
  }

  private void store(int i, int j) {
    int row = unknown(i);
    int column = unknown(j);
    int columns = j == 0 ? 3 : 4;
    for (int r = 0; r < (i == 0 ? 3 : 4); r++) {
      for (int c = 0; c < columns; c++) {
        double value = block[4 * r + c];
        if (r == 3 && j == 0) {
          value -= rowBlocks[4 * c + 3];
        }
        a[width * (row + r) + column + c] = value;
        a[width * (column + c) + row + r] = value;
      }
    }
  }

  private void addRidge(int i) {
    int row = unknown(i);
    for (int r = 0; r < 3; r++) {
      a[(width + 1) * (row + r)] += ridge.correction;
    }
    if (i > 0) {
      a[(width + 1) * (row + 3)] += ridge.weight;
    }
  }

  /**
   * Adds λ_w ŵ of the loaded vertex.
   *
   * @param weights ŵ of each bone of the list, from index {@code from}
   */
  public void pullTowards(double[] weights, int from) {
    for (int i = 1; i < bones; i++) {
      b[unknown(i) + 3] += ridge.weight * weights[from + i];
    }
  }

  private void fillRightSide(int vertex) {
    double x = rest[3 * vertex];
    double y = rest[3 * vertex + 1];
    double z = rest[3 * vertex + 2];
    int frames = shapes.frameCount();
    startError = 0;
    for (int k = 0, g = motions.at(list[0], 0), p = 3 * frames * vertex;
        k < frames;
        k++, g += Affine.SIZE, p += 3) {
      for (int r = 0; r < 3; r++) {
        double e = shapes.value(p + r) - motions.moved(g + 4 * r, x, y, z);
        residual[3 * k + r] = gram.weight(k) * e;
        startError += gram.weight(k) * e * e;
      }
    }
    double baseWeight = 0;
    for (int i = 0; i < bones; i++) {
      project(motions, list[i], rest, vertex, residual, projected);
      System.arraycopy(projected, 0, b, unknown(i), 3);
      if (i == 0) {
        baseWeight = projected[3];
      } else {
        b[unknown(i) + 3] = projected[3] - baseWeight;
      }
    }
  }

  /** Computes Σ_k (R_jᵏ, M_jᵏ x)ᵀ eᵏ for a residual e of 3 values per frame, 4 values. */
  public static void project(
      BoneMotions motions, int bone, double[] rest, int vertex, double[] residual, double[] out) {
    double p0 = 0, p1 = 0, p2 = 0, p3 = 0;
    for (int k = 0, g = motions.at(bone, 0); k < motions.frameCount(); k++, g += Affine.SIZE) {
      double e0 = residual[3 * k];
      double e1 = residual[3 * k + 1];
      double e2 = residual[3 * k + 2];
      p0 += motions.value(g) * e0 + motions.value(g + 4) * e1 + motions.value(g + 8) * e2;
      p1 += motions.value(g + 1) * e0 + motions.value(g + 5) * e1 + motions.value(g + 9) * e2;
      p2 += motions.value(g + 2) * e0 + motions.value(g + 6) * e1 + motions.value(g + 10) * e2;
      p3 += motions.value(g + 3) * e0 + motions.value(g + 7) * e1 + motions.value(g + 11) * e2;
    }
    out[0] = p0;
    out[1] = p1;
    out[2] = p2;
    out[3] = p3 + p0 * rest[3 * vertex] + p1 * rest[3 * vertex + 1] + p2 * rest[3 * vertex + 2];
  }

  /** Returns Σ_k |M_0ᵏ x − vᵏ|², the error of the base alone without a correction. */
  public double startError() {
    return startError;
  }

  /** Returns the number of loaded bones. */
  public int boneCount() {
    return bones;
  }

  /** Returns a bone of the loaded list. */
  public int bone(int index) {
    return list[index];
  }

  /** Returns the number of unknowns of the loaded list. */
  public int unknowns() {
    return 4 * bones - 1;
  }
}
