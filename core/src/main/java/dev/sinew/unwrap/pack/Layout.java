package dev.sinew.unwrap.pack;

/**
 * Where outlines go in a square of side 1.
 *
 * @param scale the scale of all outlines
 * @param angles the rotation of every outline
 * @param x the left side of every rotated and scaled outline's box
 * @param y the lower side
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Layout(double scale, double[] angles, double[] x, double[] y) {
  /** Returns the placed coordinates of an outline, in the order of its vertices. */
  public double[] place(int i, Outline outline) {
    double[] out = outline.turned(angles[i]).uv().clone();
    for (int k = 0; k < out.length; k += 2) {
      out[k] = x[i] + scale * out[k];
      out[k + 1] = y[i] + scale * out[k + 1];
    }
    return out;
  }
}
