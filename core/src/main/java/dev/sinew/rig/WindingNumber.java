package dev.sinew.rig;

/**
 * The generalised winding number of a surface about a point: the sum of the solid angles of its
 * triangles, divided by 4π (Jacobson, Kavan and Sorkine-Hornung, "Robust Inside-Outside
 * Segmentation using Generalized Winding Numbers", 2013; the solid angle by van Oosterom and
 * Strackee, 1983). It is 1 inside a closed surface and 0 outside; of a surface with small holes it
 * is near these values.
 */
public final class WindingNumber {
  private final double[] positions;
  private final int[] triangles;

  /**
   * Keeps the arrays; they are not modified.
   *
   * @param positions x, y, z of each vertex
   * @param triangles three vertices of each triangle
   */
  public WindingNumber(double[] positions, int[] triangles) {
    this.positions = positions;
    this.triangles = triangles;
  }

  /**
   * Returns true if a point is inside. Surfaces whose triangles all face inwards count too.
   *
   * @param points x, y, z from index {@code o} on
   */
  public boolean isInside(double[] points, int o) {
    return Math.abs(at(points[o], points[o + 1], points[o + 2])) > 0.5;
  }

  /**
   * Returns the winding number about a point. Half the solid angle of a triangle is the argument of
   * a complex number; instead of adding arguments, the numbers are multiplied and the turns of the
   * product counted, which needs one arc tangent in all.
   */
  public double at(double x, double y, double z) {
    double re = 1;
    double im = 0;
    int turns = 0;
    for (int t = 0; t < triangles.length; t += 3) {
      int a = 3 * triangles[t];
      int b = 3 * triangles[t + 1];
      int c = 3 * triangles[t + 2];
      double ax = positions[a] - x, ay = positions[a + 1] - y, az = positions[a + 2] - z;
      double bx = positions[b] - x, by = positions[b + 1] - y, bz = positions[b + 2] - z;
      double cx = positions[c] - x, cy = positions[c + 1] - y, cz = positions[c + 2] - z;
      double la = Math.sqrt(ax * ax + ay * ay + az * az);
      double lb = Math.sqrt(bx * bx + by * by + bz * bz);
      double lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
      double volume =
          ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
      double ab = ax * bx + ay * by + az * bz;
      double bc = bx * cx + by * cy + bz * cz;
      double ca = cx * ax + cy * ay + cz * az;
      double real = la * lb * lc + ab * lc + bc * la + ca * lb;
      double size = Math.abs(real) + Math.abs(volume);
      if (size > 0) {
        double before = im;
        double nextRe = (re * real - im * volume) / size;
        im = (re * volume + im * real) / size;
        re = nextRe;
        if (volume >= 0 && before >= 0 && im < 0) {
          turns++;
        } else if (volume < 0 && before < 0 && im >= 0) {
          turns--;
        }
        double length = Math.abs(re) + Math.abs(im);
        re /= length;
        im /= length;
      }
    }
    return turns + Math.atan2(im, re) / (2 * Math.PI);
  }
}
