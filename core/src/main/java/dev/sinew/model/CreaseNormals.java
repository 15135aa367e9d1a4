package dev.sinew.model;

import java.util.HashMap;
import java.util.Map;

/**
 * Normals for meshes that have none, such as most OBJ files: smooth, with creases at edges that are
 * bent by more than {@link #DEGREES}. A character without normals is drawn flat, as glTF asks, so
 * what is made from such a mesh needs them.
 *
 * <p>The corners around a vertex are divided into fans at creases; a fan has the mean of its
 * triangles' normals, weighted by angle (Thürmer and Wüthrich 1998). A crease that ends inside a
 * smooth surface divides nothing at its last vertex. Texture seams do not count.
 */
public final class CreaseNormals {
  /** The angle between neighbouring triangles beyond which an edge is hard: a hexagon is round. */
  public static final double DEGREES = 60;

  /** Its cosine, less what rounding of positions to floats makes of an angle of 60°. */
  private static final double SMOOTH = 0.5 - 1e-5;

  private final TriMesh mesh;

  /** The unit normal of every triangle; 0 without an area. */
  private final double[] faces;

  private final DisjointSets fans;

  private CreaseNormals(TriMesh mesh) {
    this.mesh = mesh;
    faces = new double[3 * mesh.triangleCount()];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] n = mesh.areaNormal(t);
      double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      for (int k = 0; k < 3 && length > 0; k++) {
        faces[3 * t + k] = n[k] / length;
      }
    }
    fans = fans();
  }

  /** Returns the mesh with normals; itself if it has some. */
  public static TriMesh ensure(TriMesh mesh) {
    return mesh.attribute(MeshAttribute.NORMAL).isPresent() ? mesh : new CreaseNormals(mesh).made();
  }

  private TriMesh made() {
    WedgeSplit split = new WedgeSplit(mesh, fans::of);
    int[] corners = split.corners();
    double[] sums = new double[3 * corners.length];
    for (int c = 0; c < corners.length; c++) {
      double angle = angle(c);
      for (int k = 0; k < 3; k++) {
        sums[3 * fans.of(c) + k] += angle * faces[3 * (c / 3) + k];
      }
    }
    int count = split.source().length;
    float[] normals = new float[3 * count];
    for (int w = 0; w < count; w++) {
      // A unit vector also where there is no triangle with an area, since files require one.
      normals[3 * w + 2] = 1;
    }
    for (int c = 0; c < corners.length; c++) {
      int at = 3 * fans.of(c);
      double length =
          Math.sqrt(
              sums[at] * sums[at] + sums[at + 1] * sums[at + 1] + sums[at + 2] * sums[at + 2]);
      for (int k = 0; k < 3 && length > 0; k++) {
        normals[3 * corners[c] + k] = (float) (sums[at + k] / length);
      }
    }
    return split.withNormals(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
  }

  /** Joins the corners of a vertex across edges that are no creases. */
  private DisjointSets fans() {
    DisjointSets out = new DisjointSets(3 * mesh.triangleCount());
    Map<Long, Integer> first = new HashMap<>();
    for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
      int next = after(c);
      int a = vertex(c);
      int b = vertex(next);
      Integer other = first.putIfAbsent((long) Math.min(a, b) << 32 | Math.max(a, b), c);
      if (other != null && isSmooth(c / 3, other / 3)) {
        boolean sameStart = vertex(other) == a;
        out.join(c, sameStart ? other : after(other));
        out.join(next, sameStart ? after(other) : other);
      }
    }
    return out;
  }

  /** Returns true if triangles are bent by less than the angle, or one has no normal to compare. */
  private boolean isSmooth(int t, int u) {
    double[] f = faces;
    double cosine = f[3 * t] * f[3 * u] + f[3 * t + 1] * f[3 * u + 1] + f[3 * t + 2] * f[3 * u + 2];
    return cosine >= SMOOTH || !hasArea(t) || !hasArea(u);
  }

  private boolean hasArea(int t) {
    return faces[3 * t] != 0 || faces[3 * t + 1] != 0 || faces[3 * t + 2] != 0;
  }

  private int vertex(int corner) {
    return mesh.vertex(corner / 3, corner % 3);
  }

  private static int after(int corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
  }

  /** Returns the angle of a triangle at a corner. */
  private double angle(int corner) {
    int at = vertex(corner);
    int b = vertex(after(corner));
    int c = vertex(after(after(corner)));
    double dot = 0;
    double squareB = 0;
    double squareC = 0;
    for (int k = 0; k < 3; k++) {
      double toB = mesh.position(b, k) - mesh.position(at, k);
      double toC = mesh.position(c, k) - mesh.position(at, k);
      dot += toB * toC;
      squareB += toB * toB;
      squareC += toC * toC;
    }
    double lengths = Math.sqrt(squareB * squareC);
    return lengths > 0 ? StrictMath.acos(Math.clamp(dot / lengths, -1.0, 1.0)) : 0;
  }
}
