package dev.sinew.skin.kernel;

/**
 * The inner loops of the linear skinning models. They compute points {@code from} to {@code to}
 * (exclusive) and write x, y, z of point v at {@code out[offset + 3 v]}, nothing else. The bytes of
 * a point do not depend on the range. Arguments are not checked.
 *
 * <p>Matrices are those of {@link JointMatrices}; values per entry are laid out by {@link
 * PointRows#layOut}.
 */
public interface Kernels {
  /** Computes v = (Σ_j w_j M_j) v̂. */
  void blend(
      PointRows rows,
      float[] weights,
      float[] matrices,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset);

  /** Computes normals by the inverse transpose of the blended matrix Σ_j w_j M_j. */
  void blendNormals(
      PointRows rows,
      float[] weights,
      float[] matrices,
      float[] restNormals,
      int from,
      int to,
      float[] outNormals,
      int offset);

  /**
   * Computes normals by the inverse transpose of Σ_j w_j M_j + (M_j v̂) ∇w_jᵀ.
   *
   * @param gradients w_j and the three components of ∇w_j per entry
   */
  void gradientNormals(
      PointRows rows,
      float[] gradients,
      float[] matrices,
      float[] rest,
      float[] restNormals,
      int from,
      int to,
      float[] outNormals,
      int offset);

  /**
   * Computes v = Σ_j G_j p_j.
   *
   * @param coords 4 values per entry
   */
  void project(
      PointRows rows, float[] coords, float[] matrices, int from, int to, float[] out, int offset);

  /**
   * Computes normals of the planes spanned by Σ_j G_j s_j and Σ_j G_j t_j.
   *
   * @param tangents s_j, then t_j: 8 values per entry
   */
  void projectNormals(
      PointRows rows,
      float[] tangents,
      float[] matrices,
      int from,
      int to,
      float[] outNormals,
      int offset);

  /**
   * Computes v_r = Σ_j Σ_s u_{j,rs} n_{j,rs}.
   *
   * @param weights 12 values per entry, column by column, and one more at the end
   */
  void envelop(
      PointRows rows, float[] weights, float[] matrices, int from, int to, float[] out, int offset);

  /**
   * Computes normals of the planes spanned by two vectors transformed like points.
   *
   * @param weights 12 values of the first vector, then of the second, per entry, and one more at
   *     the end
   */
  void envelopNormals(
      PointRows rows,
      float[] weights,
      float[] matrices,
      int from,
      int to,
      float[] outNormals,
      int offset);
}
