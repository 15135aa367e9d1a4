package dev.sinew.subdivide;

/**
 * An edge that stays sharp.
 *
 * @param from a vertex of the mesh
 * @param to another vertex; the order does not matter
 * @param sharpness the number of levels on which the edge is a crease before it is smoothed
 *     (DeRose, Kass and Truong, 1998), 0 or more; fractions blend the rules, {@link #SHARP} means
 *     all levels
 */
public record Crease(int from, int to, double sharpness) {
  /** Sharp on every level. */
  public static final double SHARP = Double.POSITIVE_INFINITY;

  public Crease {
    if (!(sharpness >= 0)) {
      throw new IllegalArgumentException("sharpness: expected 0 or more, got " + sharpness);
    }
    if (from == to) {
      throw new IllegalArgumentException("crease: expected two vertices, got " + from + " twice");
    }
  }

  /** Returns an edge that is sharp on every level. */
  public static Crease sharp(int from, int to) {
    return new Crease(from, to, SHARP);
  }
}
