package dev.sinew.skin;

/** How a linear skinning model transforms the normals of the rest shape. */
public enum NormalMode {
  /**
   * By the inverse transpose of the blended matrix: common, and correct where weights are constant.
   */
  INVERSE_TRANSPOSE,
  /**
   * With the gradients of the weights along the surface (see {@link WeightGradients}): the normals
   * of the deformed surface.
   */
  EXACT;

  /** What viewers show. */
  public static final NormalMode DEFAULT = INVERSE_TRANSPOSE;
}
