package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Affine;

/** Moves the vertices of a geometry by its geometric transform, into the space of glTF. */
final class FbxSurface {
  private static final double SRGB_LINEAR_END = 0.04045;

  private final FbxObject geometry;
  private final FbxPolygons polygons;
  private final FbxVertices vertices;
  private final double[] offset;
  private final FbxSpace space;
  private final boolean flips;
  private int repairs;

  /**
   * @param offset the geometric transform
   */
  FbxSurface(
      FbxObject geometry,
      FbxPolygons polygons,
      FbxVertices vertices,
      double[] offset,
      FbxSpace space) {
    this.geometry = geometry;
    this.polygons = polygons;
    this.vertices = vertices;
    this.offset = offset;
    this.space = space;
    flips = Affine.determinant(offset, 0) < 0 != space.mirrors();
  }

  /** Returns the positions of the vertices. */
  float[] positions() throws MalformedAssetException {
    float[] out = new float[3 * vertices.count()];
    double[] p = new double[3];
    for (int v = 0; v < vertices.count(); v++) {
      Affine.transformPoint(offset, 0, polygons.points(), 3 * vertices.points()[v], p, 0);
      space.move(p, 0);
      put(p, out, 3 * v);
    }
    return out;
  }

  private void put(double[] p, float[] out, int at) throws MalformedAssetException {
    for (int i = 0; i < 3; i++) {
      out[at + i] = (float) p[i];
      if (!Float.isFinite(out[at + i])) {
        throw geometry.node().error("a vertex is not finite after its geometric transform");
      }
    }
  }

  /** Returns unit normals; those that cannot be used are means of the triangles around. */
  float[] normals(float[] given) {
    double[] cofactors = cofactors();
    double[] own = null;
    double[] n = new double[3];
    for (int v = 0; v < vertices.count(); v++) {
      double[] raw = {given[3 * v], given[3 * v + 1], given[3 * v + 2]};
      Affine.transformVector(cofactors, 0, raw, 0, n, 0);
      if (!normalise(n)) {
        repairs++;
        own = own == null ? triangleNormals() : own;
        Affine.transformVector(cofactors, 0, own, 3 * vertices.points()[v], n, 0);
        if (!normalise(n)) {
          n[0] = n[1] = 0;
          n[2] = 1;
        }
      }
      space.turn(n, 0);
      for (int i = 0; i < 3; i++) {
        given[3 * v + i] = (float) n[i];
      }
    }
    return given;
  }

  /** Returns how many normals were not usable. */
  int repairs() {
    return repairs;
  }

  /**
   * Returns the matrix that normals are moved by: inverse and transposed, times its determinant.
   */
  private double[] cofactors() {
    double[] out = new double[Affine.SIZE];
    double sign = Affine.determinant(offset, 0) < 0 ? -1 : 1;
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        int r1 = 4 * ((r + 1) % 3);
        int r2 = 4 * ((r + 2) % 3);
        int c1 = (c + 1) % 3;
        int c2 = (c + 2) % 3;
        out[4 * r + c] =
            sign * (offset[r1 + c1] * offset[r2 + c2] - offset[r1 + c2] * offset[r2 + c1]);
      }
    }
    return out;
  }

  private static boolean normalise(double[] n) {
    double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0) || length == Double.POSITIVE_INFINITY) {
      return false;
    }
    for (int i = 0; i < 3; i++) {
      n[i] /= length;
    }
    return true;
  }

  private double[] triangleNormals() {
    double[] out = new double[3 * polygons.pointCount()];
    double[] p = polygons.points();
    int[] triangles = polygons.triangles();
    for (int t = 0; t < triangles.length; t += 3) {
      int a = 3 * polygons.point(triangles[t]);
      int b = 3 * polygons.point(triangles[t + 1]);
      int c = 3 * polygons.point(triangles[t + 2]);
      for (int i = 0; i < 3; i++) {
        int u = (i + 1) % 3;
        int v = (i + 2) % 3;
        double normal =
            (p[b + u] - p[a + u]) * (p[c + v] - p[a + v])
                - (p[b + v] - p[a + v]) * (p[c + u] - p[a + u]);
        out[a + i] += normal;
        out[b + i] += normal;
        out[c + i] += normal;
      }
    }
    return out;
  }

  /** Returns texture coordinates whose v goes down. */
  static float[] uvs(float[] given) {
    for (int i = 0; i < given.length; i++) {
      float value = Float.isFinite(given[i]) ? given[i] : 0;
      given[i] = i % 2 == 0 ? value : 1 - value;
    }
    return given;
  }

  /** Returns linear colours; those of the file are for a screen. */
  static float[] colors(float[] given) {
    for (int i = 0; i < given.length; i++) {
      double value = Float.isNaN(given[i]) ? 1 : Math.clamp(given[i], 0, 1);
      given[i] = (float) (i % 4 == 3 ? value : linear(value));
    }
    return given;
  }

  /** Returns the linear value of one in sRGB. */
  static double linear(double value) {
    return value <= SRGB_LINEAR_END ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  }

  /** Returns the offsets of a blend shape at the vertices. */
  float[] offsets(FbxObject shape) throws MalformedAssetException {
    int[] indices = shape.node().indicesOf("Indexes");
    double[] moves = shape.node().numbersOf("Vertices");
    if (moves.length != 3 * indices.length) {
      throw shape
          .node()
          .error(indices.length + " indices, but " + moves.length + " numbers of offsets");
    }
    shape.node().file().spend(shape.node().at(), 24L * polygons.pointCount());
    double[] ofPoint = new double[3 * polygons.pointCount()];
    double[] d = new double[3];
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] < 0 || indices[i] >= polygons.pointCount()) {
        throw shape
            .node()
            .error("Indexes: expected less than " + polygons.pointCount() + ", got " + indices[i]);
      }
      Affine.transformVector(offset, 0, moves, 3 * i, d, 0);
      space.move(d, 0);
      System.arraycopy(d, 0, ofPoint, 3 * indices[i], 3);
    }
    float[] out = new float[3 * vertices.count()];
    for (int v = 0; v < vertices.count(); v++) {
      System.arraycopy(ofPoint, 3 * vertices.points()[v], d, 0, 3);
      put(d, out, 3 * v);
    }
    return out;
  }

  /** Returns triangles whose order of corners is that of glTF. */
  int[] wound(int[] corners) {
    if (!flips) {
      return corners;
    }
    int[] out = corners.clone();
    for (int t = 0; t < out.length; t += 3) {
      out[t + 1] = corners[t + 2];
      out[t + 2] = corners[t + 1];
    }
    return out;
  }
}
