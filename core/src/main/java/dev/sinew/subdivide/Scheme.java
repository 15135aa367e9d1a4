package dev.sinew.subdivide;

/** The rules of a subdivision scheme. */
interface Scheme {
  /**
   * Called before each level with both surfaces of a mesh, whose faces and corners correspond, to
   * set flags of sides in both.
   *
   * @param group the group of every face
   */
  default void prepare(ControlSurface vertices, ControlSurface wedges, int[] group, int level) {}

  /**
   * Refines a surface once.
   *
   * @param level the number of previous levels
   */
  RefinementStep refine(ControlSurface surface, int level);

  /** Returns the old face of each new face (one of two if an old edge was flipped). */
  int[] parents(Faces old);

  static Scheme of(SubdivisionScheme scheme) {
    return switch (scheme) {
      case CATMULL_CLARK -> new CatmullClark();
      case LOOP -> new Loop();
      case SQRT3 -> new Sqrt3();
    };
  }
}
