package dev.sinew.gpu;

import java.util.Arrays;
import java.util.Random;

/** Points that follow random sets of bones; as on a character, many share a set. */
final class RandomPoints {
  static final int BONES = 40;

  private RandomPoints() {}

  /** Returns 1 to 700 points of 0 to 9 bones, most of at most 4. */
  static SurfacePoints create(long seed, boolean blends, boolean normals) {
    Random random = new Random(seed);
    int[][] sets = new int[1 + random.nextInt(60)][];
    for (int s = 0; s < sets.length; s++) {
      int size = random.nextInt(5) == 0 ? random.nextInt(10) : 1 + random.nextInt(4);
      sets[s] = random.ints(0, BONES).distinct().limit(size).toArray();
    }
    int count = 1 + random.nextInt(700);
    int[][] rows = new int[count][];
    Arrays.setAll(rows, p -> sets[random.nextInt(sets.length)]);
    int[] start = new int[count + 1];
    for (int p = 0; p < count; p++) {
      start[p + 1] = start[p] + rows[p].length;
    }
    int width = SurfacePoints.width(blends, normals);
    return new SurfacePoints(
        start,
        Arrays.stream(rows).flatMapToInt(Arrays::stream).toArray(),
        floats(random, width * start[count]),
        floats(random, blends ? 3 * count : 0),
        floats(random, blends && normals ? 3 * count : 0));
  }

  static float[] floats(Random random, int count) {
    float[] out = new float[count];
    for (int i = 0; i < count; i++) {
      out[i] = random.nextFloat() - 0.5f;
    }
    return out;
  }
}
