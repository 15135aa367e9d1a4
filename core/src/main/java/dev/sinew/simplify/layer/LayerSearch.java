package dev.sinew.simplify.layer;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.ShownAttributes;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds layers by rays from every vertex, along its normal to the front and to the back, up to the
 * next surface that faces the same way: one sample at the vertex, one where the ray ends. Surfaces
 * that face each other, or away from each other, may pass through each other unseen.
 */
public final class LayerSearch {
  /** Sheets that are farther apart are no layers, in box sides. */
  private static final double FARTHEST = 0.03;

  /** Sheets that are nearer are in one place, in box sides. */
  private static final double NEAREST = 1e-6;

  /** The most poses in which layers are looked for. */
  private static final int POSES = 4;

  private static final int NONE = -1;

  private final int points;
  private final int[] corners;
  private final int[] poses;
  private final float[][] shapes;
  private final float[][] normals;
  private final double[] weights;
  private final int[] triangleOf;
  private final double size;
  private final RunContext context;
  private final Layers out;

  /** Where the rays of a pose end, to the front and to the back of every vertex. */
  private final int[] triangles;

  private final float[] bary;

  private LayerSearch(
      TriMesh rest,
      int poseCount,
      IntFunction<float[]> shape,
      double @Nullable [] importance,
      RunContext context) {
    corners = rest.triangles();
    points = rest.vertexCount();
    this.context = context;
    size = rest.bounds().longestSide();
    int used = Math.min(POSES, poseCount);
    poses = new int[used];
    Arrays.setAll(poses, k -> k * poseCount / used);
    shapes = new float[used][];
    Arrays.setAll(shapes, k -> shape.apply(poses[k]));
    normals = new float[used][];
    Arrays.setAll(normals, k -> normals(shapes[k]));
    weights = weights(rest, importance);
    triangleOf = new int[points];
    for (int c = corners.length - 1; c >= 0; c--) {
      triangleOf[corners[c]] = c / 3;
    }
    triangles = new int[2 * points];
    bary = new float[3 * triangles.length];
    out = new Layers(poses);
  }

  /**
   * Finds the layers of a surface.
   *
   * @param rest the surface at rest, in the scene
   * @param poseCount the number of sample poses
   * @param shape gives x, y, z per point in a sample pose
   * @param importance the weight of the surface around each point, or null for 1
   */
  public static Layers run(
      TriMesh rest,
      int poseCount,
      IntFunction<float[]> shape,
      double @Nullable [] importance,
      RunContext context) {
    return rest.triangleCount() == 0
        ? Layers.NONE
        : new LayerSearch(rest, poseCount, shape, importance, context).run();
  }

  private Layers run() {
    TriangleTree tree = new TriangleTree(shapes[0], corners, context);
    int[] before = new int[triangles.length];
    Arrays.fill(before, NONE);
    for (int k = 0; k < poses.length; k++) {
      tree.refit(shapes[k]);
      int pose = k;
      context.runRanges(points, (from, to) -> castRays(pose, from, to, tree));
      for (int ray = 0; ray < triangles.length; ray++) {
        // In most poses a ray ends where it did before.
        if (triangles[ray] != NONE && triangles[ray] != before[ray]) {
          add(k, ray);
          before[ray] = triangles[ray];
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
      areaNormal(shape, c - c % 3, n);
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

  private void areaNormal(float[] shape, int first, double[] n) {
    int a = 3 * corners[first], b = 3 * corners[first + 1], c = 3 * corners[first + 2];
    double ux = shape[b] - shape[a], uy = shape[b + 1] - shape[a + 1];
    double uz = shape[b + 2] - shape[a + 2];
    double vx = shape[c] - shape[a], vy = shape[c + 1] - shape[a + 1];
    double vz = shape[c + 2] - shape[a + 2];
    n[0] = uy * vz - uz * vy;
    n[1] = uz * vx - ux * vz;
    n[2] = ux * vy - uy * vx;
  }

  /**
   * Returns what a layer around each vertex costs where the other one was: as much as a wholly
   * wrong colour.
   */
  private double[] weights(TriMesh rest, double @Nullable [] importance) {
    double[] out = new double[rest.vertexCount()];
    double length = ShownAttributes.COLOR_LENGTH * size;
    double squared = length * length;
    for (int c = 0; c < corners.length; c++) {
      double[] n = rest.areaNormal(c / 3);
      double area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
      int p = corners[c];
      out[p] += squared * area * (importance == null ? 1 : importance[p]);
    }
    return out;
  }

  private void castRays(int k, int from, int to, TriangleTree tree) {
    TriangleTree.Hit hit = new TriangleTree.Hit();
    int[] scratch = TriangleTree.newScratch();
    float[] at = shapes[k];
    float[] n = normals[k];
    for (int p = from; p < to; p++) {
      if ((p & 255) == 0) {
        context.checkCancelled();
      }
      int i = 3 * p;
      hit.onlyFacing(n[i], n[i + 1], n[i + 2]);
      for (int side = 0; side < 2; side++) {
        int ray = 2 * p + side;
        int sign = side == 0 ? 1 : -1;
        triangles[ray] = NONE;
        if (n[i] != 0 || n[i + 1] != 0 || n[i + 2] != 0) {
          tree.firstAlong(
              at[i],
              at[i + 1],
              at[i + 2],
              sign * n[i],
              sign * n[i + 1],
              sign * n[i + 2],
              NEAREST * size,
              FARTHEST * size,
              hit,
              scratch);
          if (hit.isFound()) {
            triangles[ray] = hit.triangle();
            for (int c = 0; c < 3; c++) {
              bary[3 * ray + c] = (float) hit.weight(c);
            }
          }
        }
      }
    }
  }

  /** Adds the samples at both ends of a ray. */
  private void add(int found, int ray) {
    int p = ray / 2;
    int sign = ray % 2 == 0 ? 1 : -1;
    double[] start = new double[3 * poses.length];
    double[] end = new double[3 * poses.length];
    double[] way = new double[3 * poses.length];
    double[] back = new double[3 * poses.length];
    for (int k = 0; k < poses.length; k++) {
      float[] at = shapes[k];
      float[] n = normals[k];
      double along = 0;
      double squared = 0;
      for (int i = 0; i < 3; i++) {
        start[3 * k + i] = at[3 * p + i];
        for (int c = 0; c < 3; c++) {
          end[3 * k + i] += bary[3 * ray + c] * at[3 * corners[3 * triangles[ray] + c] + i];
        }
        double d = end[3 * k + i] - start[3 * k + i];
        along += d * n[3 * p + i];
        squared += d * d;
      }
      double gap = sign * along;
      boolean near = gap > NEAREST * size && squared < FARTHEST * FARTHEST * size * size;
      for (int i = 0; i < 3 && (near || k == found); i++) {
        way[3 * k + i] = along * n[3 * p + i];
        back[3 * k + i] = -way[3 * k + i];
      }
    }
    out.add(triangleOf[p], weights[p], start, way);
    out.add(triangles[ray], weights[p], end, back);
  }
}
