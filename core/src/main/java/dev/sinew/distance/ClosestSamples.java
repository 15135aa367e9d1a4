package dev.sinew.distance;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;

/**
 * Samples on the triangles of a mesh, the same number on each, with their closest points on another
 * mesh that has the same groups. A closest point that faces away or is in another group does not
 * count.
 */
public final class ClosestSamples {
  /** Stands for a sample without a closest point. */
  public static final int NONE = -1;

  /** The largest difference of texture coordinates, in sides of the triangle. */
  private static final double MAX_JUMP = 0.5;

  private final int perTriangle;
  private final double[] areas;
  private final double[] sampleWeights;
  private final int[] triangles;
  private final float[] weights;
  private final boolean[] facesAway;

  /**
   * Finds the closest points.
   *
   * @param mesh the mesh with the samples
   * @param target the mesh with the closest points, with at least one triangle
   * @param perTriangle the number of samples per triangle
   */
  public ClosestSamples(TriMesh mesh, TriMesh target, int perTriangle, RunContext context) {
    this.perTriangle = perTriangle;
    areas = new double[mesh.triangleCount()];
    triangles = new int[perTriangle * areas.length];
    weights = new float[3 * triangles.length];
    facesAway = new boolean[areas.length];
    sampleWeights = new double[3 * perTriangle];
    double[] point = new double[3];
    for (int s = 0; s < perTriangle; s++) {
      SurfaceSamples.barycentric(s, point);
      System.arraycopy(point, 0, sampleWeights, 3 * s, 3);
    }
    TriangleTree tree = new TriangleTree(target.floatPositions(), target.triangles(), context);
    context.runRanges(
        areas.length,
        (from, to) -> {
          TriangleTree.Hit hit = new TriangleTree.Hit();
          int[] scratch = TriangleTree.newScratch();
          for (int t = from; t < to; t++) {
            find(mesh, target, t, tree, hit, scratch);
          }
        });
  }

  private void find(
      TriMesh mesh, TriMesh target, int t, TriangleTree tree, TriangleTree.Hit hit, int[] scratch) {
    double[] normal = mesh.areaNormal(t);
    areas[t] = Math.sqrt(dot(normal, normal)) / 2;
    int hint = NONE;
    facesAway[t] = areas[t] > 0;
    double[] p = new double[3];
    for (int s = 0; s < perTriangle; s++) {
      for (int k = 0; k < 3; k++) {
        p[k] = 0;
        for (int c = 0; c < 3; c++) {
          p[k] += sampleWeight(s, c) * mesh.position(mesh.vertex(t, c), k);
        }
      }
      if (hint == NONE) {
        tree.closest(p[0], p[1], p[2], hit, scratch);
      } else {
        tree.closest(p[0], p[1], p[2], hint, hit, scratch);
      }
      hint = hit.triangle();
      double alike = dot(normal, target.areaNormal(hint));
      facesAway[t] &= alike < 0;
      boolean counts = target.group(hint) == mesh.group(t) && alike > 0;
      int at = perTriangle * t + s;
      triangles[at] = counts ? hint : NONE;
      for (int c = 0; c < 3; c++) {
        weights[3 * at + c] = (float) hit.weight(c);
      }
    }
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  /** Returns the number of samples per triangle. */
  public int perTriangle() {
    return perTriangle;
  }

  /** Returns the area of a triangle. */
  public double area(int triangle) {
    return areas[triangle];
  }

  /** Returns true if a triangle faces away from the closest points of all its samples. */
  public boolean facesAway(int triangle) {
    return facesAway[triangle];
  }

  /** Returns the barycentric coordinate of a sample, the same in all triangles. */
  public double sampleWeight(int sample, int corner) {
    return sampleWeights[3 * sample + corner];
  }

  /** Returns the triangle of the closest point of a sample of a triangle, or {@link #NONE}. */
  public int target(int triangle, int sample) {
    return triangles[perTriangle * triangle + sample];
  }

  /** Returns the barycentric coordinate of that point. */
  public double targetWeight(int triangle, int sample, int corner) {
    return weights[3 * (perTriangle * triangle + sample) + corner];
  }

  /** Returns the triangle of the closest point of every sample, or {@link #NONE}. */
  public int[] targets() {
    return triangles.clone();
  }

  /**
   * Returns the same without closest points across a seam of a texture, which have other texture
   * coordinates than the sample: a difference of more than half the longest side of the triangle in
   * the texture.
   *
   * @param mesh the mesh with the samples
   * @param own its texture coordinates
   * @param target the mesh with the closest points
   * @param others its texture coordinates
   */
  public int[] targetsInTexture(
      TriMesh mesh, MeshAttribute own, TriMesh target, MeshAttribute others) {
    int[] out = targets();
    for (int at = 0; at < out.length; at++) {
      if (out[at] != NONE && jumps(mesh, own, target, others, at)) {
        out[at] = NONE;
      }
    }
    return out;
  }

  private boolean jumps(
      TriMesh mesh, MeshAttribute own, TriMesh target, MeshAttribute others, int at) {
    int t = at / perTriangle;
    int s = at % perTriangle;
    double squared = 0;
    for (int k = 0; k < 2; k++) {
      double d = 0;
      for (int c = 0; c < 3; c++) {
        d += targetWeight(t, s, c) * others.value(target.wedge(triangles[at], c), k);
        d -= sampleWeight(s, c) * own.value(mesh.wedge(t, c), k);
      }
      squared += d * d;
    }
    double longest = 0;
    for (int c = 0; c < 3; c++) {
      double u = own.value(mesh.wedge(t, c), 0) - own.value(mesh.wedge(t, (c + 1) % 3), 0);
      double v = own.value(mesh.wedge(t, c), 1) - own.value(mesh.wedge(t, (c + 1) % 3), 1);
      longest = Math.max(longest, u * u + v * v);
    }
    return squared > MAX_JUMP * MAX_JUMP * longest;
  }
}
