package dev.sinew.simplify.polish;

import dev.sinew.distance.ClosestSamples;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mesh of the original and its level in a few poses: samples on the level with their closest
 * points on the original, and the normals of the original there, turned to the level at rest. In a
 * pose with the matrix M a normal is M⁻ᵀ n, so a normal m of a posed level is Mᵀ m at rest (both up
 * to length).
 */
final class MeshPairs {
  /** Samples per triangle, in all poses together. */
  private static final int SAMPLES = 28;

  final TriMesh original;
  final TriMesh level;
  final ClosestSamples samples;
  private final @Nullable Turn turn;
  private final double[] matrix = new double[9];
  private final double[] blend = new double[9];

  private MeshPairs(TriMesh original, TriMesh level, ClosestSamples samples, @Nullable Turn turn) {
    this.original = original;
    this.level = level;
    this.samples = samples;
    this.turn = turn;
  }

  /** The points of a mesh among those of a character in poses. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Points(LevelSkin skin, float[][] shapes, int first) {
    /** Returns a mesh with its positions in every pose. */
    List<TriMesh> posed(TriMesh mesh) {
      List<TriMesh> out = new ArrayList<>();
      for (float[] shape : shapes) {
        double[] positions = new double[3 * mesh.vertexCount()];
        Arrays.setAll(positions, i -> shape[3 * first + i]);
        out.add(mesh.withPositions(positions));
      }
      return out;
    }
  }

  private record Turn(Points original, Points level) {}

  /** Pairs meshes at rest. */
  static MeshPairs atRest(TriMesh original, TriMesh level, RunContext context) {
    ClosestSamples samples = new ClosestSamples(level, original, SAMPLES, context);
    return new MeshPairs(original, level, samples, null);
  }

  /**
   * Pairs meshes in poses.
   *
   * @param parts the parts of the level and of the original
   */
  static MeshPairs inPoses(
      TriMesh original,
      ClosestSamples.Parts parts,
      Points originalPoints,
      TriMesh level,
      Points levelPoints,
      double[] poseWeights,
      RunContext context) {
    ClosestSamples samples =
        new ClosestSamples(
            levelPoints.posed(level),
            originalPoints.posed(original),
            parts,
            poseWeights,
            SAMPLES,
            context);
    return new MeshPairs(original, level, samples, new Turn(originalPoints, levelPoints));
  }

  /** Returns the same samples for a level with other wedges. */
  MeshPairs withLevel(TriMesh changed) {
    return new MeshPairs(original, changed, samples, turn);
  }

  /** Returns the weight of a sample: the area of its triangle in its pose. */
  double weight(int t, int s) {
    return samples.area(samples.pose(s), t);
  }

  /**
   * Computes the unit normal of the original at the closest point of a sample, turned to the level
   * at rest.
   *
   * @param hit the triangle of the closest point
   * @return false if there is none
   */
  boolean normal(int t, int s, int hit, MeshAttribute normals, double[] out) {
    double[] n = new double[3];
    for (int c = 0; c < 3; c++) {
      double b = samples.targetWeight(t, s, c);
      int wedge = original.wedge(hit, c);
      double x = normals.value(wedge, 0), y = normals.value(wedge, 1), z = normals.value(wedge, 2);
      double[] corner = turn == null ? new double[] {x, y, z} : posed(turn, s, wedge, x, y, z);
      for (int k = 0; k < 3; k++) {
        n[k] += b * corner[k];
      }
    }
    if (turn != null) {
      toRest(turn.level, t, s, n);
    }
    System.arraycopy(n, 0, out, 0, 3);
    return normalise(out);
  }

  /** Returns the normal of a wedge of the original in the pose of a sample. */
  private double[] posed(Turn known, int s, int wedge, double x, double y, double z) {
    int point = known.original.first + original.vertexOfWedge(wedge);
    known.original.skin.copyLinear(samples.pose(s), point, matrix);
    // The columns of the cofactor matrix are cross products of those of M.
    double[] a = cross(matrix, 3, 6);
    double[] b = cross(matrix, 6, 0);
    double[] c = cross(matrix, 0, 3);
    double sign = matrix[0] * a[0] + matrix[1] * a[1] + matrix[2] * a[2] < 0 ? -1 : 1;
    double[] out = new double[3];
    for (int k = 0; k < 3; k++) {
      out[k] = sign * (x * a[k] + y * b[k] + z * c[k]);
    }
    normalise(out);
    return out;
  }

  private static double[] cross(double[] m, int u, int v) {
    return new double[] {
      m[u + 1] * m[v + 2] - m[u + 2] * m[v + 1],
      m[u + 2] * m[v] - m[u] * m[v + 2],
      m[u] * m[v + 1] - m[u + 1] * m[v]
    };
  }

  /** Turns the normal of a posed sample to rest. */
  private void toRest(Points points, int t, int s, double[] n) {
    Arrays.fill(blend, 0);
    for (int c = 0; c < 3; c++) {
      points.skin.copyLinear(samples.pose(s), points.first + level.vertex(t, c), matrix);
      for (int i = 0; i < 9; i++) {
        blend[i] += samples.sampleWeight(s, c) * matrix[i];
      }
    }
    double x = n[0], y = n[1], z = n[2];
    for (int k = 0; k < 3; k++) {
      n[k] = blend[3 * k] * x + blend[3 * k + 1] * y + blend[3 * k + 2] * z;
    }
  }

  private static boolean normalise(double[] n) {
    double length = Math.sqrt(Triangles.dot(n, n));
    for (int k = 0; k < 3 && length > 0; k++) {
      n[k] /= length;
    }
    return length > 0;
  }
}
