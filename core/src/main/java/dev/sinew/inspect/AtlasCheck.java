package dev.sinew.inspect;

import java.util.BitSet;

/**
 * Counts defects of texture coordinates: flipped triangles, triangles that share a texel's centre,
 * triangles outside the texture, and the share of the texture that is covered.
 *
 * @param flipped triangles that are mirrored; glTF's v goes down, so their signed area is above 0
 * @param overlapping triangles that cover the centre of a texel inside another triangle
 * @param crossing triangles with a corner outside the texture, 0 to 1, whose box reaches into it
 * @param outside triangles whose box lies outside the texture
 * @param covered the sum of all triangles' areas
 */
public record AtlasCheck(int flipped, int overlapping, int crossing, int outside, double covered) {
  /** Centres this close to an edge, in texels, count as outside: neighbours share their edges. */
  private static final double EDGE = 1e-4;

  /** Corners this far outside the texture, in its sides, count as inside: rounding. */
  private static final double ROUNDING = 1e-6;

  /**
   * Checks texture coordinates.
   *
   * @param uv u, v per corner
   * @param texels the side of the grid of centres
   */
  public static AtlasCheck of(double[] uv, int texels) {
    int[] owner = new int[texels * texels];
    BitSet overlapping = new BitSet();
    int flipped = 0;
    int[] places = new int[3];
    double covered = 0;
    for (int t = 0; t < uv.length / 6; t++) {
      double det = det(uv, t);
      flipped += det > 0 ? 1 : 0;
      places[place(uv, t)]++;
      covered += 0.5 * Math.abs(det);
      cover(uv, t, texels, owner, overlapping);
    }
    return new AtlasCheck(flipped, overlapping.cardinality(), places[1], places[2], covered);
  }

  /** Returns where a triangle's box lies: 0 in the texture, 1 across its border, 2 outside. */
  private static int place(double[] uv, int t) {
    int out = 0;
    for (int i = 6 * t; i < 6 * t + 2; i++) {
      double low = Math.min(uv[i], Math.min(uv[i + 2], uv[i + 4]));
      double high = Math.max(uv[i], Math.max(uv[i + 2], uv[i + 4]));
      if (!(low < 1 && high > 0)) {
        return 2;
      }
      out = low >= -ROUNDING && high <= 1 + ROUNDING ? out : 1;
    }
    return out;
  }

  private static double det(double[] uv, int t) {
    int i = 6 * t;
    return (uv[i + 2] - uv[i]) * (uv[i + 5] - uv[i + 1])
        - (uv[i + 3] - uv[i + 1]) * (uv[i + 4] - uv[i]);
  }

  private static void cover(double[] uv, int t, int n, int[] owner, BitSet overlapping) {
    double[] x = new double[3];
    double[] y = new double[3];
    double sign = det(uv, t) < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++) {
      x[k] = uv[6 * t + 2 * k] * n - 0.5;
      y[k] = uv[6 * t + 2 * k + 1] * n - 0.5;
    }
    int left = (int) Math.max(0, Math.ceil(Math.min(x[0], Math.min(x[1], x[2]))));
    int right = (int) Math.min(n - 1.0, Math.floor(Math.max(x[0], Math.max(x[1], x[2]))));
    int low = (int) Math.max(0, Math.ceil(Math.min(y[0], Math.min(y[1], y[2]))));
    int high = (int) Math.min(n - 1.0, Math.floor(Math.max(y[0], Math.max(y[1], y[2]))));
    for (int j = low; j <= high; j++) {
      for (int i = left; i <= right; i++) {
        if (inside(x, y, sign, i, j)) {
          int before = owner[j * n + i];
          if (before > 0) {
            overlapping.set(t);
            overlapping.set(before - 1);
          }
          owner[j * n + i] = t + 1;
        }
      }
    }
  }

  private static boolean inside(double[] x, double[] y, double sign, double px, double py) {
    for (int k = 0; k < 3; k++) {
      int n = (k + 1) % 3;
      double ex = x[n] - x[k], ey = y[n] - y[k];
      double distance = sign * (ex * (py - y[k]) - ey * (px - x[k])) / Math.hypot(ex, ey);
      if (!(distance > EDGE)) {
        return false;
      }
    }
    return true;
  }
}
