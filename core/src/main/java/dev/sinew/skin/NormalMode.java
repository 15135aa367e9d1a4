package dev.sinew.skin;

/** How a linear skinning model turns the normals of the rest shape. */
public enum NormalMode {
  /**
   * By the inverse transpose of the blended matrix, as is common: right where the weights are
   * constant.
   */
  INVERSE_TRANSPOSE,
  /**
   * With the change of the weights along the surface taken into account (see {@link
   * WeightGradients}): the normals of the deformed surface itself.
   */
  EXACT
}
