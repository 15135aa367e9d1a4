package dev.sinew.skin.kernel;

/**
 * The inner loops of the linear skinning models. All work on points {@code from} to {@code to} of
 * flat arrays and write x, y, z of point v at {@code out[offset + 3 v]}, nothing else; a point's
 * bytes do not depend on the range it is computed in. Arguments are not checked.
 *
 * <p>Matrices are those of {@link JointMatrices}; numbers that belong to entries are laid out by
 * {@link PointRows#spread}.
 */
public interface Kernels {
  /** v = (Σ_j w_j M_j) v̂. */
  void blend(
      PointRows rows,
      float[] weights,
      float[] matrices,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset);

  /** Normals by the inverse transpose of the blended matrix Σ_j w_j M_j. */
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
   * Normals by the inverse transpose of Σ_j w_j M_j + (M_j v̂) ∇w_jᵀ.
   *
   * @param gradients w_j and the three components of ∇w_j of every entry
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
   * v = Σ_j G_j p_j.
   *
   * @param coords four numbers an entry
   */
  void project(
      PointRows rows, float[] coords, float[] matrices, int from, int to, float[] out, int offset);

  /**
   * Normals of the planes spanned by Σ_j G_j s_j and Σ_j G_j t_j.
   *
   * @param tangents s_j, then t_j, of every entry: eight numbers
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
   * v_r = Σ_j Σ_s u_{j,rs} n_{j,rs}.
   *
   * @param weights twelve numbers an entry, column by column, and one spare behind the last
   */
  void envelop(
      PointRows rows, float[] weights, float[] matrices, int from, int to, float[] out, int offset);

  /**
   * Normals of the planes spanned by two vectors enveloped like points.
   *
   * @param weights the first vector's twelve numbers, then the second's, of every entry, and one
   *     spare behind the last
   */
  void envelopNormals(
      PointRows rows,
      float[] weights,
      float[] matrices,
      int from,
      int to,
      float[] outNormals,
      int offset);

  /**
   * Adds G p to the points of one joint, the inner loop of working bone by bone.
   *
   * @param points rising point numbers
   * @param coords four numbers for every place of {@code points}
   * @param first the first place of {@code points} to work on
   * @param end the place after the last
   * @param matrix where the joint begins in {@code matrices}
   * @param to the end of the range being filled: nothing is written at or after this point
   */
  void addProjected(
      int[] points,
      float[] coords,
      int first,
      int end,
      float[] matrices,
      int matrix,
      int to,
      float[] out,
      int offset);
}
