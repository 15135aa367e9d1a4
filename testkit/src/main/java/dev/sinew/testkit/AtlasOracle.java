package dev.sinew.testkit;

/**
 * Counts flips and overlaps of texture coordinates in whole numbers: coordinates become multiples
 * of 2⁻²⁴, exactly for those up to 1 that are at least 2⁻¹ and nearly for smaller ones, and all
 * tests are exact.
 *
 * @param flipped triangles whose signed area is above 0; in glTF v goes down
 * @param overlaps sample points strictly inside two or more triangles
 * @param outside corners outside of 0 to 1
 */
public record AtlasOracle(int flipped, int overlaps, int outside) {
  private static final int BITS = 24;
  private static final int SAMPLES = 2048;

  /**
   * Checks triangles.
   *
   * @param uv u, v per corner
   */
  public static AtlasOracle of(double[] uv) {
    byte[] hits = new byte[SAMPLES * SAMPLES];
    int flipped = 0;
    int outside = 0;
    for (int t = 0; t < uv.length / 6; t++) {
      double area =
          (uv[6 * t + 2] - uv[6 * t]) * (uv[6 * t + 5] - uv[6 * t + 1])
              - (uv[6 * t + 3] - uv[6 * t + 1]) * (uv[6 * t + 4] - uv[6 * t]);
      flipped += area > 0 ? 1 : 0;
      long[] p = new long[6];
      for (int i = 0; i < 6; i++) {
        double value = uv[6 * t + i];
        outside += value >= 0 && value <= 1 ? 0 : 1;
        p[i] = Math.round(value * (1L << BITS));
      }
      mark(p, hits);
    }
    int overlaps = 0;
    for (byte hit : hits) {
      overlaps += hit > 1 ? 1 : 0;
    }
    return new AtlasOracle(flipped, overlaps, outside);
  }

  private static void mark(long[] p, byte[] hits) {
    long step = (1L << BITS) / SAMPLES;
    long left = Math.max(0, Math.min(p[0], Math.min(p[2], p[4])) / step - 1);
    long right = Math.min(SAMPLES - 1, Math.max(p[0], Math.max(p[2], p[4])) / step + 1);
    long low = Math.max(0, Math.min(p[1], Math.min(p[3], p[5])) / step - 1);
    long high = Math.min(SAMPLES - 1, Math.max(p[1], Math.max(p[3], p[5])) / step + 1);
    for (long j = low; j <= high; j++) {
      for (long i = left; i <= right; i++) {
        // Not in the middle: charts are placed on multiples of the grid.
        long x = step * i + step / 3;
        long y = step * j + step / 5;
        long a = side(p, 0, 2, x, y);
        long b = side(p, 2, 4, x, y);
        long c = side(p, 4, 0, x, y);
        if ((a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0)) {
          int at = (int) (j * SAMPLES + i);
          hits[at] = (byte) Math.min(2, hits[at] + 1);
        }
      }
    }
  }

  private static long side(long[] p, int a, int b, long x, long y) {
    return (p[b] - p[a]) * (y - p[a + 1]) - (p[b + 1] - p[a + 1]) * (x - p[a]);
  }
}
