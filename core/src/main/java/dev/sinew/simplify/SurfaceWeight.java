package dev.sinew.simplify;

/** By what errors on the surface of a character count. */
public enum SurfaceWeight {
  /** By area, a little more on small and thin parts: the least mean distance. */
  AREA,
  /**
   * By what is looked at: by the triangles that the maker spent, small parts in their own size, and
   * expressions. Each part is fitted to the same part of the original, and open parts keep their
   * borders. Faces and hands keep their shape, at the price of larger distances elsewhere.
   */
  DETAIL
}
