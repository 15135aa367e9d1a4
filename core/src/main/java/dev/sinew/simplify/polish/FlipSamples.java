package dev.sinew.simplify.polish;

import dev.sinew.distance.SurfaceSamples;
import dev.sinew.distance.TriangleTree;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Samples on a mesh of the original in every pose, spread evenly, each assigned to the closest
 * triangle of the level in that pose.
 */
final class FlipSamples {
  /** Samples per triangle of the level and pose. */
  static final int PER_TRIANGLE = 3;

  /** A change that is priced by fewer samples is not trusted. */
  static final int LEAST = 28;

  /** Stands for a sample whose part has vanished from the level. */
  private static final int NONE = -1;

  final int[] pose;

  /** x, y, z of each sample. */
  final float[] position;

  /** The attributes of each sample, as lengths. */
  final float[] values;

  /** The squared distance of each sample from the level; 0 if its part has vanished. */
  final float[] squared;

  /** The importance of the surface at each sample. */
  final float[] importance;

  /** The samples of each triangle. */
  final int[][] of;

  /** Root mean square of the distances from the level, over all samples. */
  final double rms;

  private final int poses;
  private final int width;

  /**
   * @param original a mesh of the original
   * @param parts the part of each of its triangles
   * @param importance the weight of the surface at each of its triangles
   * @param originalShapes its points, per pose
   * @param level the same mesh of the level
   * @param levelParts the part of the original of each of its triangles
   * @param levelShapes its points, per pose
   * @param perPose the number of samples in each pose
   */
  FlipSamples(
      TriMesh original,
      int[] parts,
      double[] importance,
      float[][] originalShapes,
      TriMesh level,
      int[] levelParts,
      float[][] levelShapes,
      AttributeLengths lengths,
      int perPose,
      RunContext context) {
    poses = levelShapes.length;
    width = lengths.width();
    int count = Math.multiplyExact(perPose, poses);
    pose = new int[count];
    position = new float[3 * count];
    values = new float[Math.multiplyExact(width, count)];
    this.importance = new float[count];
    squared = new float[count];
    int[] triangle = new int[count];
    float[] originalValues = lengths.of(original);
    TriangleTree tree = new TriangleTree(level.floatPositions(), level.triangles(), context);
    SurfaceElements elements =
        SurfaceElements.faces(original.floatPositions(), original.triangles(), parts, importance);
    double[] squares = new double[poses];
    context.run(
        poses,
        k -> {
          TriangleTree own = tree.copy();
          own.refit(levelShapes[k]);
          squares[k] =
              place(
                  k,
                  originalShapes[k],
                  original,
                  originalValues,
                  elements,
                  own,
                  importance,
                  levelParts,
                  triangle,
                  context);
        });
    rms = Math.sqrt(Arrays.stream(squares).sum() / Math.max(1, count));
    of = byTriangle(triangle, level.triangleCount());
  }

  /** Places the samples of one pose; returns the sum of their squared distances. */
  private double place(
      int k,
      float[] shape,
      TriMesh original,
      float[] originalValues,
      SurfaceElements elements,
      TriangleTree tree,
      double[] important,
      int[] levelParts,
      int[] triangle,
      RunContext context) {
    int perPose = triangle.length / poses;
    TriangleTree.Hit hit = new TriangleTree.Hit();
    int[] scratch = TriangleTree.newScratch();
    double[] bary = new double[3];
    double jitter = (0.6180339887498949 * (k + 1)) % 1;
    int t = 0;
    int last = NONE;
    double squares = 0;
    for (int i = 0; i < perPose; i++) {
      if ((i & 1023) == 0) {
        context.checkCancelled();
      }
      t = elements.elementAt((i + jitter) / perPose, t);
      int s = k * perPose + i;
      SurfaceSamples.barycentric((long) k * perPose + i, bary);
      pose[s] = k;
      importance[s] = (float) important[t];
      for (int c = 0; c < 3; c++) {
        int wedge = original.wedge(t, c);
        for (int axis = 0; axis < 3; axis++) {
          position[3 * s + axis] +=
              (float) (bary[c] * shape[3 * original.vertexOfWedge(wedge) + axis]);
        }
        for (int v = 0; v < width; v++) {
          values[width * s + v] += (float) (bary[c] * originalValues[width * wedge + v]);
        }
      }
      hit.onlyPart(levelParts, elements.part(t));
      // Samples follow the order of the triangles: the last one was mostly near.
      if (last == NONE || levelParts[last] != elements.part(t)) {
        tree.closest(position[3 * s], position[3 * s + 1], position[3 * s + 2], hit, scratch);
      } else {
        tree.closest(position[3 * s], position[3 * s + 1], position[3 * s + 2], last, hit, scratch);
      }
      last = hit.isFound() ? hit.triangle() : NONE;
      triangle[s] = last;
      squared[s] = hit.isFound() ? (float) hit.squaredDistance() : 0;
      squares += squared[s];
    }
    return squares;
  }

  private static int[][] byTriangle(int[] triangle, int triangles) {
    int[] counts = new int[triangles];
    for (int t : triangle) {
      if (t != NONE) {
        counts[t]++;
      }
    }
    int[][] out = new int[triangles][];
    Arrays.setAll(out, t -> new int[counts[t]]);
    for (int s = triangle.length - 1; s >= 0; s--) {
      if (triangle[s] != NONE) {
        out[triangle[s]][--counts[triangle[s]]] = s;
      }
    }
    return out;
  }
}
