package dev.sinew.posespace;

/**
 * The place of one surface in the space of another: p ↦ scale · p + shift. Meshes of one character
 * may be stored in different spaces, such as the grid of a quantised file.
 *
 * @param scale above 0
 * @param shift x, y, z
 */
record OffsetPlacement(double scale, double[] shift) {
  /** Scales that differ by less are one: the precision of quantised positions is far better. */
  private static final double SAME_SCALE = 1e-3;

  /** The same space. */
  static final OffsetPlacement SAME = new OffsetPlacement(1, new double[3]);

  /** Returns a scaling about the origin. */
  static OffsetPlacement scaling(double scale) {
    return new OffsetPlacement(scale, new double[3]);
  }

  /** Returns the placement with the least squared distances of corresponding vertices. */
  static OffsetPlacement ofVertices(RestSurface from, RestSurface to) {
    double[] a = centroid(from.positions());
    double[] b = centroid(to.positions());
    double product = 0;
    double square = 0;
    for (int i = 0; i < from.positions().length; i++) {
      double x = from.positions()[i] - a[i % 3];
      product += x * (to.positions()[i] - b[i % 3]);
      square += x * x;
    }
    double scale = square > 0 && product > 0 ? product / square : 1;
    return of(Math.abs(scale - 1) < SAME_SCALE ? 1 : scale, a, b);
  }

  /** Returns the placement that makes the boxes of two surfaces equally long and concentric. */
  static OffsetPlacement ofBoxes(RestSurface from, RestSurface to) {
    return of(to.unit() / from.unit(), from.centre(), to.centre());
  }

  private static OffsetPlacement of(double scale, double[] from, double[] to) {
    double[] shift = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      shift[axis] = to[axis] - scale * from[axis];
    }
    return new OffsetPlacement(scale, shift);
  }

  private static double[] centroid(float[] positions) {
    double[] out = new double[3];
    for (int i = 0; i < positions.length; i++) {
      out[i % 3] += positions[i] * 3.0 / positions.length;
    }
    return out;
  }

  void place(float[] positions, int vertex, double[] out) {
    for (int axis = 0; axis < 3; axis++) {
      out[axis] = scale * positions[3 * vertex + axis] + shift[axis];
    }
  }
}
