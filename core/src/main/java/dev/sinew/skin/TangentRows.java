package dev.sinew.skin;

import dev.sinew.model.AnimationCoords;
import dev.sinew.skin.AnimationSpace.TangentPlanes;
import dev.sinew.skin.kernel.PointRows;

/**
 * Tangent planes in the layout of the kernels: rows over the joints of both vectors, 8 values per
 * entry.
 */
record TangentRows(PointRows rows, float[] values) {
  /** Values per entry. */
  static final int SIZE = 2 * AnimationCoords.SIZE;

  static TangentRows of(TangentPlanes planes) {
    // Adding zero times the other gives both the same joints per entry.
    AnimationCoords first = planes.first().plusScaled(0, planes.second());
    AnimationCoords second = planes.second().plusScaled(0, planes.first());
    int[] start = first.rowStarts();
    PointRows rows = PointRows.of(start, first.joints());
    return new TangentRows(
        rows, rows.layOut(start, interleaved(first.values(), second.values()), SIZE, 0));
  }

  private static double[] interleaved(double[] first, double[] second) {
    double[] out = new double[Math.multiplyExact(2, first.length)];
    for (int e = 0; e < first.length / AnimationCoords.SIZE; e++) {
      int at = AnimationCoords.SIZE * e;
      System.arraycopy(first, at, out, SIZE * e, AnimationCoords.SIZE);
      System.arraycopy(second, at, out, SIZE * e + AnimationCoords.SIZE, AnimationCoords.SIZE);
    }
    return out;
  }
}
