package dev.sinew.distance;

import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Compares two surfaces pose by pose at the reference's vertices. Meshes with the same triangles
 * are compared vertex by vertex; otherwise each reference vertex is compared with the closest point
 * of the candidate.
 */
public final class SurfaceComparison {
  private final RunContext context;
  private final int[] referenceTriangles;
  private final int[] candidateTriangles;
  private final boolean corresponding;
  private final float[] referenceNormals;
  private final float[] candidateNormals;
  private final TriangleTree.Hit hit = new TriangleTree.Hit();
  private final int[] scratch = TriangleTree.newScratch();
  private TriangleTree[] tree = {};

  /**
   * Prepares for two meshes.
   *
   * @param referenceVertices number of vertices of the reference
   * @param referenceTriangles 3 vertices per triangle; copied
   * @param candidateVertices number of vertices of the candidate
   * @param candidateTriangles 3 vertices per triangle; copied
   * @param context whose cancellation ends a comparison
   */
  public SurfaceComparison(
      int referenceVertices,
      int[] referenceTriangles,
      int candidateVertices,
      int[] candidateTriangles,
      RunContext context) {
    this.context = context;
    this.referenceTriangles = referenceTriangles.clone();
    this.candidateTriangles = candidateTriangles.clone();
    corresponding =
        referenceVertices == candidateVertices
            && Arrays.equals(referenceTriangles, candidateTriangles);
    if (!corresponding && candidateTriangles.length == 0) {
      throw new RequestException("candidate", "there are no triangles to compare with");
    }
    referenceNormals = new float[3 * referenceVertices];
    candidateNormals = new float[3 * candidateVertices];
  }

  /** Returns true if vertex i is compared with vertex i. */
  public boolean isCorresponding() {
    return corresponding;
  }

  /**
   * Compares one pose.
   *
   * @param reference x, y, z per vertex; not modified
   * @param candidate x, y, z per vertex; not modified
   * @param distances receives the distance per reference vertex, in the meshes' units
   * @param angles receives the angle between the normals per reference vertex, in radians
   */
  public void compare(float[] reference, float[] candidate, double[] distances, double[] angles) {
    vertexNormals(reference, referenceTriangles, referenceNormals);
    vertexNormals(candidate, candidateTriangles, candidateNormals);
    if (!corresponding) {
      fitTree(candidate);
    }
    for (int v = 0; v < referenceNormals.length / 3; v++) {
      context.checkCancelled();
      if (corresponding) {
        distances[v] = distance(reference, candidate, 3 * v);
        angles[v] =
            angle(
                3 * v,
                candidateNormals[3 * v],
                candidateNormals[3 * v + 1],
                candidateNormals[3 * v + 2]);
      } else {
        tree[0].closest(reference[3 * v], reference[3 * v + 1], reference[3 * v + 2], hit, scratch);
        distances[v] = hit.distance();
        angles[v] = angle(3 * v, hitNormal(0), hitNormal(1), hitNormal(2));
      }
    }
  }

  private void fitTree(float[] candidate) {
    if (tree.length == 0) {
      tree = new TriangleTree[] {new TriangleTree(candidate, candidateTriangles, context)};
    } else {
      tree[0].refit(candidate);
    }
  }

  private double hitNormal(int axis) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      sum +=
          hit.weight(c) * candidateNormals[3 * candidateTriangles[3 * hit.triangle() + c] + axis];
    }
    return sum;
  }

  private static double distance(float[] a, float[] b, int i) {
    double x = a[i] - b[i];
    double y = a[i + 1] - b[i + 1];
    double z = a[i + 2] - b[i + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  /** Returns the angle between a reference normal and another; 0 if either is undefined. */
  private double angle(int i, double x, double y, double z) {
    double a = referenceNormals[i], b = referenceNormals[i + 1], c = referenceNormals[i + 2];
    double cross =
        Math.sqrt(
            (b * z - c * y) * (b * z - c * y)
                + (c * x - a * z) * (c * x - a * z)
                + (a * y - b * x) * (a * y - b * x));
    double dot = a * x + b * y + c * z;
    return cross == 0 && dot == 0 ? 0 : Math.atan2(cross, dot);
  }

  /** Computes area-weighted normals, not normalised because only directions are compared. */
  private static void vertexNormals(float[] positions, int[] triangles, float[] out) {
    Arrays.fill(out, 0);
    for (int t = 0; t < triangles.length; t += 3) {
      int a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
      float ux = positions[b] - positions[a];
      float uy = positions[b + 1] - positions[a + 1];
      float uz = positions[b + 2] - positions[a + 2];
      float vx = positions[c] - positions[a];
      float vy = positions[c + 1] - positions[a + 1];
      float vz = positions[c + 2] - positions[a + 2];
      float nx = uy * vz - uz * vy;
      float ny = uz * vx - ux * vz;
      float nz = ux * vy - uy * vx;
      for (int corner : new int[] {a, b, c}) {
        out[corner] += nx;
        out[corner + 1] += ny;
        out[corner + 2] += nz;
      }
    }
  }
}
