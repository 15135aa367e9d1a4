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
   * A mesh in the poses.
   *
   * @param mesh a mesh of the original or of the level
   * @param parts the part of the original that each of its triangles belongs to
   * @param shapes x, y, z of its points, per pose
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record PosedMesh(TriMesh mesh, int[] parts, float[][] shapes) {}

  /** The surface that samples are taken from, with the attributes of its wedges, as lengths. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Source(
      PosedMesh original, double[] importance, float[] values, SurfaceElements elements) {}

  /**
   * @param original a mesh of the original
   * @param importance the weight of the surface at each of its triangles
   * @param level the same mesh of the level
   * @param perPose the number of samples in each pose
   */
  FlipSamples(
      PosedMesh original,
      double[] importance,
      PosedMesh level,
      AttributeLengths lengths,
      int perPose,
      RunContext context) {
    poses = level.shapes.length;
    width = lengths.width();
    int count = Math.multiplyExact(perPose, poses);
    pose = new int[count];
    position = new float[3 * count];
    values = new float[Math.multiplyExact(width, count)];
    this.importance = new float[count];
    squared = new float[count];
    int[] triangle = new int[count];
    TriMesh mesh = original.mesh;
    TriangleTree tree =
        new TriangleTree(level.mesh.floatPositions(), level.mesh.triangles(), context);
    Source source =
        new Source(
            original,
            importance,
            lengths.of(mesh),
            SurfaceElements.faces(
                mesh.floatPositions(), mesh.triangles(), original.parts, importance));
    double[] squares = new double[poses];
    context.run(
        poses,
        k -> {
          TriangleTree own = tree.copy();
          own.refit(level.shapes[k]);
          squares[k] = place(k, source, own, level.parts, triangle, context);
        });
    rms = Math.sqrt(Arrays.stream(squares).sum() / Math.max(1, count));
    of = byTriangle(triangle, level.mesh.triangleCount());
  }

  /** Places the samples of one pose; returns the sum of their squared distances. */
  private double place(
      int k,
      Source source,
      TriangleTree tree,
      int[] levelParts,
      int[] triangle,
      RunContext context) {
    TriMesh original = source.original.mesh;
    float[] shape = source.original.shapes[k];
    SurfaceElements elements = source.elements;
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
      importance[s] = (float) source.importance[t];
      for (int c = 0; c < 3; c++) {
        int wedge = original.wedge(t, c);
        for (int axis = 0; axis < 3; axis++) {
          position[3 * s + axis] +=
              (float) (bary[c] * shape[3 * original.vertexOfWedge(wedge) + axis]);
        }
        for (int v = 0; v < width; v++) {
          values[width * s + v] += (float) (bary[c] * source.values[width * wedge + v]);
        }
      }
      hit.onlyPart(levelParts, elements.part(t));
      // Samples follow the order of the triangles, so the closest one is mostly near the last.
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
