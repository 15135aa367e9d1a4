package dev.sinew.skin;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import java.util.Arrays;

/**
 * Computes the tangents of a deformed mesh from its triangles. At rest, the tangent of a corner is
 * t = a e₁ + b e₂ + (a component along the normal) with e₁ and e₂ two edges of the triangle;
 * deformed it is a e₁' + b e₂'. The tangent of a wedge is the mean over its triangles, made
 * orthogonal to its normal and normalised. The bitangent's sign is kept.
 */
public final class TangentsFromTriangles {
  private final int[] corners;
  private final float[] coefficients;
  private final float[] signs;
  private final float[] rest;

  /** Prepares a mesh with the attribute TANGENT. */
  public TangentsFromTriangles(TriMesh mesh) {
    MeshAttribute tangents =
        mesh.attribute(MeshAttribute.TANGENT)
            .orElseThrow(
                () ->
                    new IllegalArgumentException("mesh: expected the attribute TANGENT, got none"));
    corners = mesh.cornerWedges();
    coefficients = new float[2 * corners.length];
    signs = new float[mesh.wedgeCount()];
    rest = new float[3 * mesh.wedgeCount()];
    for (int w = 0; w < signs.length; w++) {
      signs[w] = tangents.value(w, 3);
      for (int k = 0; k < 3; k++) {
        rest[3 * w + k] = tangents.value(w, k);
      }
    }
    float[] positions = mesh.wedgePositions();
    for (int c = 0; c < corners.length; c++) {
      solveCoefficients(positions, c, c - c % 3);
    }
  }

  /** Solves the 2×2 normal equations of t = a e₁ + b e₂; a triangle without area has a = b = 0. */
  private void solveCoefficients(float[] p, int corner, int first) {
    int o = 3 * corners[first], a = 3 * corners[first + 1], b = 3 * corners[first + 2];
    double uu = 0, uv = 0, vv = 0, ut = 0, vt = 0;
    for (int k = 0; k < 3; k++) {
      double u = p[a + k] - p[o + k];
      double v = p[b + k] - p[o + k];
      double t = rest[3 * corners[corner] + k];
      uu += u * u;
      uv += u * v;
      vv += v * v;
      ut += u * t;
      vt += v * t;
    }
    double determinant = uu * vv - uv * uv;
    if (determinant > 1e-12 * uu * vv) {
      // Weighted by the area of the triangle, so that slivers count little.
      double area = Math.sqrt(determinant);
      coefficients[2 * corner] = (float) ((ut * vv - vt * uv) / determinant * area);
      coefficients[2 * corner + 1] = (float) ((vt * uu - ut * uv) / determinant * area);
    }
  }

  /**
   * Computes all tangents of a deformed shape.
   *
   * @param positions x, y, z of every wedge
   * @param normals unit normals of every wedge
   * @param first the index of wedge 0 in all three arrays
   * @param out receives x, y, z and the bitangent's sign of every wedge
   */
  public void fill(float[] positions, float[] normals, int first, float[] out) {
    Arrays.fill(out, 4 * first, 4 * (first + signs.length), 0);
    for (int c = 0; c < corners.length; c++) {
      int f = c - c % 3;
      int o = 3 * (first + corners[f]);
      int a = 3 * (first + corners[f + 1]);
      int b = 3 * (first + corners[f + 2]);
      int to = 4 * (first + corners[c]);
      for (int k = 0; k < 3; k++) {
        out[to + k] +=
            coefficients[2 * c] * (positions[a + k] - positions[o + k])
                + coefficients[2 * c + 1] * (positions[b + k] - positions[o + k]);
      }
    }
    for (int w = 0; w < signs.length; w++) {
      finish(normals, 3 * (first + w), 3 * w, out, 4 * (first + w));
      out[4 * (first + w) + 3] = signs[w];
    }
  }

  /** Normalises a tangent; if it is undefined, the tangent at rest is taken. */
  private void finish(float[] normals, int n, int r, float[] out, int o) {
    if (!makeOrthogonal(normals, n, out, o)) {
      System.arraycopy(rest, r, out, o, 3);
      makeOrthogonal(normals, n, out, o);
    }
  }

  private static boolean makeOrthogonal(float[] normals, int n, float[] out, int o) {
    double along = 0;
    for (int k = 0; k < 3; k++) {
      along += (double) out[o + k] * normals[n + k];
    }
    double squares = 0;
    for (int k = 0; k < 3; k++) {
      double t = out[o + k] - along * normals[n + k];
      squares += t * t;
    }
    if (!(squares > 0) || squares == Double.POSITIVE_INFINITY) {
      return false;
    }
    double scale = 1 / Math.sqrt(squares);
    for (int k = 0; k < 3; k++) {
      out[o + k] = (float) ((out[o + k] - along * normals[n + k]) * scale);
    }
    return true;
  }
}
