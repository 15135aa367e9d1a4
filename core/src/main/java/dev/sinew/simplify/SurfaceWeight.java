package dev.sinew.simplify;

/** By what errors on the surface of a character count. */
public enum SurfaceWeight {
  /**
   * By what is looked at: mostly by the triangles that the maker spent, more at lines between
   * colours, heads, hands and small parts that stand out, and less where the surface is never seen.
   * Faces and hands keep their shape, at the price of somewhat larger distances elsewhere.
   */
  DETAIL,
  /** By area alone: the least mean distance. */
  AREA
}
