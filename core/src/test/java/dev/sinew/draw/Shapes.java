package dev.sinew.draw;

import java.util.Random;

/** Meshes for the drawing tests. */
final class Shapes {
  private Shapes() {}

  /** Returns a unit sphere of {@code 2 n} by {@code n} patches, with repeated poles and no seam. */
  static Item sphere(int n) {
    int around = 2 * n;
    float[] points = new float[3 * around * (n + 1)];
    for (int j = 0; j <= n; j++) {
      for (int i = 0; i < around; i++) {
        double u = 2 * Math.PI * i / around;
        double v = Math.PI * ((double) j / n - 0.5);
        int o = 3 * (j * around + i);
        points[o] = (float) (Math.cos(v) * Math.sin(u));
        points[o + 1] = (float) Math.sin(v);
        points[o + 2] = (float) (Math.cos(v) * Math.cos(u));
      }
    }
    int[] triangles = new int[6 * around * n];
    int c = 0;
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < around; i++) {
        int a = j * around + i;
        int b = j * around + (i + 1) % around;
        for (int corner : new int[] {a, b, b + around, a, b + around, a + around}) {
          triangles[c++] = corner;
        }
      }
    }
    return Item.of(points, triangles);
  }

  /** Returns the cube from -1 to 1, eight points shared by its faces. */
  static Item cube() {
    float[] points = new float[24];
    for (int i = 0; i < 8; i++) {
      for (int k = 0; k < 3; k++) {
        points[3 * i + k] = (i >> k & 1) == 0 ? -1 : 1;
      }
    }
    int[] quads = {
      0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6,
    };
    int[] triangles = new int[36];
    for (int f = 0; f < 6; f++) {
      int[] order = {0, 1, 2, 0, 2, 3};
      for (int k = 0; k < 6; k++) {
        triangles[6 * f + k] = quads[4 * f + order[k]];
      }
    }
    return Item.of(points, triangles);
  }

  /** Returns random triangles in the cube from -1 to 1. */
  static Item soup(Random random, int count) {
    float[] points = new float[9 * count];
    int[] triangles = new int[3 * count];
    for (int i = 0; i < points.length; i++) {
      points[i] = 2 * random.nextFloat() - 1;
    }
    for (int i = 0; i < triangles.length; i++) {
      triangles[i] = i;
    }
    return Item.of(points, triangles);
  }

  /** Returns two triangles: the square from -1 to 1 at a height z, facing +z. */
  static Item square(float z) {
    return Item.of(
        new float[] {-1, -1, z, 1, -1, z, 1, 1, z, -1, 1, z}, new int[] {0, 1, 2, 0, 2, 3});
  }
}
