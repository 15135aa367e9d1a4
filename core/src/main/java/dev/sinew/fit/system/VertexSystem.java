package dev.sinew.fit.system;

import dev.sinew.math.Affine;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;

/**
 * The least squares problem of one vertex (Merry, Marais and Gain, "Animation Space", equations 16
 * and 17): corrections d_j and weights w_j over a list of bones that minimise
 *
 * <p>Σ_k |Σ_j (R_jᵏ d_j + w_j M_jᵏ x) − vᵏ|² + λ_d Σ |d_j|² + λ_w Σ_{j > 0} w_j²,
 *
 * <p>with Σ w_j = 1 and Σ d_j = 0. All motions are the identity in the reference, so the second
 * constraint makes the skin reproduce it exactly.
 *
 * <p>Both constraints are eliminated (section 6.3): the base, bone 0 of the list, gets the
 * remaining weight and the remaining correction. So the unknowns are 4 values for each bone except
 * the base, and its columns are differences to those of the base.
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

  /** The block of each bone of the list and the base. */
  private final double[] toBase;

  private final double[] right = new double[4];
  private final double[] baseRight = new double[4];
  private final double[] residual;
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
    toBase = new double[16 * capacity];
    residual = new double[3 * shapes.frameCount()];
    list = new int[capacity];
  }

  /**
   * Loads a vertex and a list of bones.
   *
   * @param from the index of the first bone of the list: the base; no bone occurs twice
   */
  public void load(int vertex, int[] bones, int from, int count) {
    if (count < 1 || count > capacity) {
      throw new IllegalArgumentException("bones: expected 1 to " + capacity + ", got " + count);
    }
    this.bones = count;
    System.arraycopy(bones, from, list, 0, count);
    fillMatrix(vertex);
    fillRightSide(vertex);
  }

  /** Returns the index of the first unknown of a bone other than the base. */
  public static int unknown(int index) {
    return 4 * (index - 1);
  }

  private void fillMatrix(int vertex) {
    int base = list[0];
    for (int i = 0; i < bones; i++) {
      gram.block(list[i], base, rest, vertex, toBase, 16 * i);
    }
    for (int i = 1; i < bones; i++) {
      for (int j = 1; j <= i; j++) {
        gram.block(list[i], list[j], rest, vertex, block, 0);
        store(i, j);
      }
      addRidge(i);
    }
  }

  /** Stores a block as products of differences to the base. */
  private void store(int i, int j) {
    int row = unknown(i);
    int column = unknown(j);
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < 4; c++) {
        double value =
            block[4 * r + c]
                + (toBase[4 * r + c] - toBase[16 * i + 4 * r + c] - toBase[16 * j + 4 * c + r]);
        a[width * (row + r) + column + c] = value;
        a[width * (column + c) + row + r] = value;
      }
    }
  }

  /** The correction of the base is minus the sum of the others, so its ridge couples them. */
  private void addRidge(int i) {
    int row = unknown(i);
    for (int r = 0; r < 3; r++) {
      a[(width + 1) * (row + r)] += 2 * ridge.correction;
      for (int j = 1; j < i; j++) {
        a[width * (row + r) + unknown(j) + r] += ridge.correction;
        a[width * (unknown(j) + r) + row + r] += ridge.correction;
      }
    }
    a[(width + 1) * (row + 3)] += ridge.weight;
  }

  private void fillRightSide(int vertex) {
    double x = rest[3 * vertex];
    double y = rest[3 * vertex + 1];
    double z = rest[3 * vertex + 2];
    double[] m = motions.m;
    int frames = shapes.frameCount();
    startError = 0;
    for (int k = 0, g = motions.at(list[0], 0), p = 3 * frames * vertex;
        k < frames;
        k++, g += Affine.SIZE, p += 3) {
      for (int r = 0; r < 3; r++) {
        int h = g + 4 * r;
        double e = shapes.at[p + r] - (m[h] * x + m[h + 1] * y + m[h + 2] * z + m[h + 3]);
        residual[3 * k + r] = e;
        startError += e * e;
      }
    }
    project(motions, list[0], rest, vertex, residual, baseRight);
    for (int i = 1; i < bones; i++) {
      project(motions, list[i], rest, vertex, residual, right);
      for (int r = 0; r < 4; r++) {
        b[unknown(i) + r] = right[r] - baseRight[r];
      }
    }
  }

  /** Computes Σ_k (R_jᵏ, M_jᵏ x)ᵀ eᵏ for a residual e, 4 values. */
  public static void project(
      BoneMotions motions, int bone, double[] rest, int vertex, double[] residual, double[] out) {
    double[] m = motions.m;
    double p0 = 0, p1 = 0, p2 = 0, p3 = 0;
    for (int i = 0, g = motions.at(bone, 0); i < residual.length; i += 3, g += Affine.SIZE) {
      double e0 = residual[i];
      double e1 = residual[i + 1];
      double e2 = residual[i + 2];
      p0 += m[g] * e0 + m[g + 4] * e1 + m[g + 8] * e2;
      p1 += m[g + 1] * e0 + m[g + 5] * e1 + m[g + 9] * e2;
      p2 += m[g + 2] * e0 + m[g + 6] * e1 + m[g + 10] * e2;
      p3 += m[g + 3] * e0 + m[g + 7] * e1 + m[g + 11] * e2;
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
    return 4 * (bones - 1);
  }
}
