package dev.sinew.simplify.layer;

import dev.sinew.distance.Ray;
import dev.sinew.distance.TriangleTree;
import dev.sinew.math.Vec3;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds layers by rays from points of the surface, along the normal to the front and to the back,
 * up to the next surface that faces the same way: one sample at the point, one where the ray ends.
 * Surfaces that face each other, or away from each other, may pass through each other unseen.
 */
public final class LayerSearch {
  /** Sheets that are farther apart are no layers, in box sides. */
  private static final double FARTHEST = 0.03;

  /** Sheets nearer than this, in box sides, count as one. */
  private static final double NEAREST = 1e-6;

  /** The most poses in which layers are looked for. */
  private static final int POSES = 4;

  private static final int NONE = -1;

  private final LayerRays rays;
  private final int[] corners;
  private final int[] poses;
  private final float[][] shapes;
  private final float[][] normals;
  private final double size;
  private final RunContext context;
  private final BitSet covered;
  private final Layers out;

  /** Where the rays of a pose end, to the front and to the back of every point. */
  private final int[] triangles;

  private final float[] bary;

  private LayerSearch(
      TriMesh rest,
      int poseCount,
      IntFunction<float[]> shape,
      double @Nullable [] importance,
      int leastRays,
      RunContext context) {
    corners = rest.triangles();
    this.context = context;
    size = rest.bounds().longestSide();
    int used = Math.min(POSES, poseCount);
    poses = new int[used];
    Arrays.setAll(poses, k -> k * poseCount / used);
    shapes = new float[used][];
    Arrays.setAll(shapes, k -> shape.apply(poses[k]));
    normals = new float[used][];
    Arrays.setAll(normals, k -> normals(shapes[k]));
    rays = new LayerRays(rest, size, importance, leastRays);
    triangles = new int[2 * rays.count()];
    bary = new float[3 * triangles.length];
    covered = new BitSet();
    covered.set(0, rest.vertexCount());
    out = new Layers(poses, covered);
  }

  /**
   * Finds the layers of a surface.
   *
   * @param rest the surface at rest, in the scene
   * @param poseCount the number of sample poses
   * @param shape gives x, y, z per point in a sample pose
   * @param importance the weight of the surface around each point, or null for 1
   * @param leastRays the least number of points where rays start; 0 for the vertices alone
   */
  public static Layers run(
      TriMesh rest,
      int poseCount,
      IntFunction<float[]> shape,
      double @Nullable [] importance,
      int leastRays,
      RunContext context) {
    return rest.triangleCount() == 0
        ? Layers.NONE
        : new LayerSearch(rest, poseCount, shape, importance, leastRays, context).run();
  }

  private Layers run() {
    TriangleTree tree = new TriangleTree(shapes[0], corners, context);
    int[] before = new int[triangles.length];
    Arrays.fill(before, NONE);
    for (int k = 0; k < poses.length; k++) {
      tree.refit(shapes[k]);
      int pose = k;
      context.runRanges(rays.count(), (from, to) -> castRays(pose, from, to, tree));
      for (int end = 0; end < triangles.length; end++) {
        // In most poses a ray ends where it did before.
        if (triangles[end] != NONE && triangles[end] != before[end]) {
          add(k, end);
          before[end] = triangles[end];
        }
      }
      for (int i = 0; i < rays.vertexCount(); i++) {
        if (triangles[2 * i] == NONE) {
          covered.clear(rays.vertex(i, corners));
        }
      }
    }
    return out;
  }

  /** Returns unit normals of the vertices; 0 where a vertex has no area around it. */
  private float[] normals(float[] shape) {
    float[] out = new float[shape.length];
    double[] n = new double[3];
    for (int c = 0; c < corners.length; c++) {
      int t = c - c % 3;
      Vec3.areaNormal(shape, 3 * corners[t], 3 * corners[t + 1], 3 * corners[t + 2], n);
      for (int i = 0; i < 3; i++) {
        out[3 * corners[c] + i] += (float) n[i];
      }
    }
    for (int p = 0; p < out.length; p += 3) {
      double length = Math.hypot(Math.hypot(out[p], out[p + 1]), out[p + 2]);
      for (int i = p; i < p + 3; i++) {
        out[i] = (float) (length > 0 ? out[i] / length : 0);
      }
    }
    return out;
  }

  /** Computes a point of a surface in a pose from its corners. */
  private void blend(int triangle, float[] bary, int first, float[] values, double[] out) {
    for (int i = 0; i < 3; i++) {
      out[i] = 0;
      for (int c = 0; c < 3; c++) {
        out[i] += bary[first + c] * values[3 * corners[3 * triangle + c] + i];
      }
    }
  }

  /** Computes the unit normal at the start of a ray in a pose; returns false if there is none. */
  private boolean normal(int ray, int k, double[] out) {
    blend(rays.triangle[ray], rays.bary, 3 * ray, normals[k], out);
    double length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    for (int i = 0; i < 3; i++) {
      out[i] /= length;
    }
    return length > 0;
  }

  private void castRays(int k, int from, int to, TriangleTree tree) {
    TriangleTree.Hit hit = new TriangleTree.Hit();
    int[] scratch = TriangleTree.newScratch();
    double[] at = new double[3];
    double[] n = new double[3];
    for (int ray = from; ray < to; ray++) {
      if ((ray & 255) == 0) {
        context.checkCancelled();
      }
      boolean hasNormal = normal(ray, k, n);
      blend(rays.triangle[ray], rays.bary, 3 * ray, shapes[k], at);
      hit.onlyFacing(n[0], n[1], n[2]);
      Ray front = new Ray(at[0], at[1], at[2], n[0], n[1], n[2]);
      for (int side = 0; side < 2; side++) {
        int end = 2 * ray + side;
        triangles[end] = NONE;
        if (hasNormal) {
          Ray one = side == 0 ? front : front.back();
          tree.firstAlong(one, NEAREST * size, FARTHEST * size, hit, scratch);
          if (hit.isFound()) {
            triangles[end] = hit.triangle();
            for (int c = 0; c < 3; c++) {
              bary[3 * end + c] = (float) hit.weight(c);
            }
          }
        }
      }
    }
  }

  /** Adds the samples at the start and at an end of a ray. */
  private void add(int found, int end) {
    int ray = end / 2;
    double[] starts = new double[3 * poses.length];
    double[] ends = new double[3 * poses.length];
    double[] way = new double[3 * poses.length];
    double[] a = new double[3];
    double[] b = new double[3];
    double[] n = new double[3];
    boolean toFront = end % 2 == 0;
    for (int k = 0; k < poses.length; k++) {
      blend(rays.triangle[ray], rays.bary, 3 * ray, shapes[k], a);
      blend(triangles[end], bary, 3 * end, shapes[k], b);
      boolean hasNormal = normal(ray, k, n);
      double along = 0;
      double squared = 0;
      for (int i = 0; i < 3; i++) {
        starts[3 * k + i] = a[i];
        ends[3 * k + i] = b[i];
        along += (b[i] - a[i]) * n[i];
        squared += (b[i] - a[i]) * (b[i] - a[i]);
      }
      double gap = toFront ? along : -along;
      boolean near = gap > NEAREST * size && squared < FARTHEST * FARTHEST * size * size;
      for (int i = 0; i < 3 && hasNormal && (near || k == found); i++) {
        way[3 * k + i] = gap * n[i];
      }
    }
    int[] both = {rays.triangle[ray], triangles[end]};
    if (toFront) {
      out.addPair(both, rays.weight[ray], starts, ends, way);
    } else {
      out.addPair(new int[] {both[1], both[0]}, rays.weight[ray], ends, starts, way);
    }
  }
}
