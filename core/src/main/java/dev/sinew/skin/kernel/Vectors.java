package dev.sinew.skin.kernel;

/** Vector functions of the models that blend rotations, on their output arrays. */
public final class Vectors {
  private Vectors() {}

  /** Rotates the vector at {@code o} by a unit quaternion, in place. */
  public static void rotate(float[] v, int o, float x, float y, float z, float w) {
    float vx = v[o], vy = v[o + 1], vz = v[o + 2];
    float cx = y * vz - z * vy + w * vx;
    float cy = z * vx - x * vz + w * vy;
    float cz = x * vy - y * vx + w * vz;
    v[o] = vx + 2 * (y * cz - z * cy);
    v[o + 1] = vy + 2 * (z * cx - x * cz);
    v[o + 2] = vz + 2 * (x * cy - y * cx);
  }

  /**
   * Writes the unit normal of a surface with unit normal n after the linear map with rows (a b c),
   * (d e f), (g h k), by its inverse transpose; zero if the map collapses the surface.
   */
  public static void transformNormal(
      float a,
      float b,
      float c,
      float d,
      float e,
      float f,
      float g,
      float h,
      float k,
      float[] n,
      int no,
      float[] out,
      int o) {
    // The cofactors are the inverse transpose times the determinant, whose sign is removed.
    float c00 = e * k - f * h, c01 = f * g - d * k, c02 = d * h - e * g;
    float x = n[no], y = n[no + 1], z = n[no + 2];
    float nx = c00 * x + c01 * y + c02 * z;
    float ny = (c * h - b * k) * x + (a * k - c * g) * y + (b * g - a * h) * z;
    float nz = (b * f - c * e) * x + (c * d - a * f) * y + (a * e - b * d) * z;
    float length = (float) Math.sqrt(nx * nx + ny * ny + nz * nz);
    float sign = a * c00 + b * c01 + c * c02 < 0 ? -1 : 1;
    float scale = length > 0 ? sign / length : 0;
    out[o] = nx * scale;
    out[o + 1] = ny * scale;
    out[o + 2] = nz * scale;
  }
}
