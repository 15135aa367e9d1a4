package dev.sinew.unwrap.pack;

/**
 * A flat chart to be placed: triangles in the plane.
 *
 * @param uv u, v per vertex
 * @param triangles three vertices per triangle
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Outline(double[] uv, int[] triangles) {
  /** Returns the same, turned about the origin and moved so that its box starts there. */
  Outline turned(double angle) {
    double c = Math.cos(angle);
    double s = Math.sin(angle);
    double[] out = new double[uv.length];
    double x = Double.POSITIVE_INFINITY;
    double y = Double.POSITIVE_INFINITY;
    for (int i = 0; i < uv.length; i += 2) {
      out[i] = c * uv[i] - s * uv[i + 1];
      out[i + 1] = s * uv[i] + c * uv[i + 1];
      x = Math.min(x, out[i]);
      y = Math.min(y, out[i + 1]);
    }
    for (int i = 0; i < uv.length; i += 2) {
      out[i] -= x;
      out[i + 1] -= y;
    }
    return new Outline(out, triangles);
  }

  /** Returns the extent of an outline whose box starts at the origin. */
  double extent(int axis) {
    double most = 0;
    for (int i = axis; i < uv.length; i += 2) {
      most = Math.max(most, uv[i]);
    }
    return most;
  }

  double area() {
    double sum = 0;
    for (int i = 0; i < triangles.length; i += 3) {
      int a = 2 * triangles[i], b = 2 * triangles[i + 1], c = 2 * triangles[i + 2];
      sum +=
          0.5
              * ((uv[b] - uv[a]) * (uv[c + 1] - uv[a + 1])
                  - (uv[b + 1] - uv[a + 1]) * (uv[c] - uv[a]));
    }
    return sum;
  }
}
