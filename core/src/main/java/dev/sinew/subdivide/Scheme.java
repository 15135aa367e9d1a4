package dev.sinew.subdivide;

/** The rules of a subdivision scheme. */
interface Scheme {
  /**
   * Called before a level with both surfaces of a mesh, whose faces and corners correspond, to mark
   * in both what one of them demands.
   *
   * @param group the group of every face
   */
  default void prepare(Surface vertices, Surface wedges, int[] group, int level) {}

  /**
   * Refines a surface once.
   *
   * @param level how many levels came before
   */
  RefinementStep refine(Surface surface, int level);

  /**
   * Returns the old face that each new one lies in (where old edges are flipped: one of the two).
   */
  int[] parents(Faces old);

  static Scheme of(SubdivisionScheme scheme) {
    return switch (scheme) {
      case CATMULL_CLARK -> new CatmullClark();
      case LOOP -> new Loop();
      case SQRT3 -> new Sqrt3();
    };
  }
}
