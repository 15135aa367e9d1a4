package dev.sinew.distance;

import dev.sinew.math.Vec3;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Samples on the triangles of a mesh, the same number on each, with their closest points on another
 * mesh that has the same groups. A closest point that faces away or is in another group does not
 * count. Meshes in several poses share the samples: each is in one of the poses.
 */
public final class ClosestSamples {
  /**
   * The parts of two meshes.
   *
   * @param mesh the part of every triangle of the mesh with the samples
   * @param target likewise of the mesh with the closest points
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Parts(int[] mesh, int[] target) {}

  /** Stands for a sample without a closest point. */
  public static final int NONE = -1;

  /** The largest difference of texture coordinates, in sides of the triangle. */
  private static final double MAX_JUMP = 0.5;

  private final int perTriangle;

  private final int[] poseOf;

  private final double[][] areas;
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
    this(List.of(mesh), List.of(target), null, new double[] {1}, perTriangle, context);
  }

  /**
   * Finds the closest points in several poses.
   *
   * @param meshes the mesh with the samples in every pose: other positions, the same triangles
   * @param targets the mesh with the closest points in the same poses
   * @param parts the parts of both meshes, of which only equal ones are compared; null for one
   * @param poseWeights the share of the samples in each pose, of sum 1
   * @param perTriangle the number of samples per triangle in all poses together
   */
  public ClosestSamples(
      List<TriMesh> meshes,
      List<TriMesh> targets,
      @Nullable Parts parts,
      double[] poseWeights,
      int perTriangle,
      RunContext context) {
    if (meshes.size() != poseWeights.length || targets.size() != poseWeights.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "poses: expected %d of both, got %d and %d",
              poseWeights.length,
              meshes.size(),
              targets.size()));
    }
    this.perTriangle = perTriangle;
    poseOf = poses(poseWeights, perTriangle);
    int count = meshes.getFirst().triangleCount();
    areas = new double[poseWeights.length][count];
    triangles = new int[perTriangle * count];
    weights = new float[3 * triangles.length];
    facesAway = new boolean[count];
    sampleWeights = new double[3 * perTriangle];
    double[] point = new double[3];
    for (int s = 0; s < perTriangle; s++) {
      SurfaceSamples.barycentric(s, point);
      System.arraycopy(point, 0, sampleWeights, 3 * s, 3);
    }
    TriangleTree[] trees = trees(targets, context);
    context.runRanges(
        count,
        (from, to) -> {
          TriangleTree.Hit hit = new TriangleTree.Hit();
          int[] scratch = TriangleTree.newScratch();
          for (int t = from; t < to; t++) {
            if (parts != null) {
              hit.onlyPart(parts.target, parts.mesh[t]);
            }
            find(meshes, targets, t, trees, hit, scratch);
          }
        });
  }

  /** Distributes samples: those of a pose follow each other, so that they are spread evenly. */
  private static int[] poses(double[] weights, int samples) {
    int[] out = new int[samples];
    int pose = 0;
    double upTo = weights[0];
    for (int s = 0; s < samples; s++) {
      while (pose + 1 < weights.length && upTo * samples <= s + 0.5) {
        upTo += weights[++pose];
      }
      out[s] = pose;
    }
    return out;
  }

  /** Returns a tree per pose; the boxes of one are fitted to the others. */
  private static TriangleTree[] trees(List<TriMesh> targets, RunContext context) {
    TriangleTree[] out = new TriangleTree[targets.size()];
    TriMesh first = targets.getFirst();
    out[0] = new TriangleTree(first.floatPositions(), first.triangles(), context);
    for (int k = 1; k < out.length; k++) {
      out[k] = out[0].copy();
      out[k].refit(targets.get(k).floatPositions());
    }
    return out;
  }

  private void find(
      List<TriMesh> meshes,
      List<TriMesh> targets,
      int t,
      TriangleTree[] trees,
      TriangleTree.Hit hit,
      int[] scratch) {
    double[][] normals = new double[areas.length][];
    for (int k = 0; k < normals.length; k++) {
      normals[k] = meshes.get(k).areaNormal(t);
      areas[k][t] = Math.sqrt(Vec3.dot(normals[k], normals[k])) / 2;
    }
    facesAway[t] = areas[0][t] > 0;
    int hint = NONE;
    double[] p = new double[3];
    for (int s = 0; s < perTriangle; s++) {
      int pose = pose(s);
      TriMesh mesh = meshes.get(pose);
      TriMesh target = targets.get(pose);
      for (int k = 0; k < 3; k++) {
        p[k] = 0;
        for (int c = 0; c < 3; c++) {
          p[k] += sampleWeight(s, c) * mesh.position(mesh.vertex(t, c), k);
        }
      }
      if (hint == NONE) {
        trees[pose].closest(p[0], p[1], p[2], hit, scratch);
      } else {
        trees[pose].closest(p[0], p[1], p[2], hint, hit, scratch);
      }
      if (!hit.isFound()) {
        facesAway[t] = false;
        Arrays.fill(triangles, perTriangle * t, perTriangle * (t + 1), NONE);
        return;
      }
      hint = hit.triangle();
      double alike = Vec3.dot(normals[pose], target.areaNormal(hint));
      facesAway[t] &= alike < 0;
      boolean counts = target.group(hint) == mesh.group(t) && alike > 0;
      int at = perTriangle * t + s;
      triangles[at] = counts ? hint : NONE;
      for (int c = 0; c < 3; c++) {
        weights[3 * at + c] = (float) hit.weight(c);
      }
    }
  }

  /** Returns the number of samples per triangle. */
  public int perTriangle() {
    return perTriangle;
  }

  /** Returns the pose of a sample, the same in all triangles. */
  public int pose(int sample) {
    return poseOf[sample];
  }

  /** Returns the area of a triangle in the first pose. */
  public double area(int triangle) {
    return areas[0][triangle];
  }

  /** Returns the area of a triangle in a pose. */
  public double area(int pose, int triangle) {
    return areas[pose][triangle];
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
