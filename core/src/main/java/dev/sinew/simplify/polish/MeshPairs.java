package dev.sinew.simplify.polish;

import dev.sinew.distance.ClosestSamples;
import dev.sinew.math.Vec3;
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

    /** Returns the linear part of every point's matrix in a pose. */
    float[] linear(int count, int pose) {
      double[] matrix = new double[9];
      float[] out = new float[9 * count];
      for (int p = 0; p < count; p++) {
        skin.copyLinear(pose, first + p, matrix);
        for (int i = 0; i < 9; i++) {
          out[9 * p + i] = (float) matrix[i];
        }
      }
      return out;
    }
  }

  /**
   * What turns normals of the original in a pose to the level at rest.
   *
   * @param normals per pose, the unit normal of every wedge of the original
   * @param matrices per pose, the linear part of the matrix of every point of the level
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  private record Turn(float[][] normals, float[][] matrices) {
    static Turn of(TriMesh original, Points originalPoints, TriMesh level, Points levelPoints) {
      int poses = levelPoints.shapes.length;
      float[][] normals = new float[poses][];
      float[][] matrices = new float[poses][];
      MeshAttribute own = original.attribute(MeshAttribute.NORMAL).orElse(null);
      for (int k = 0; k < poses; k++) {
        normals[k] = own == null ? new float[0] : posed(original, own, originalPoints, k);
        matrices[k] = levelPoints.linear(level.vertexCount(), k);
      }
      return new Turn(normals, matrices);
    }
  }

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
    return new MeshPairs(
        original, level, samples, Turn.of(original, originalPoints, level, levelPoints));
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
    double x = 0, y = 0, z = 0;
    for (int c = 0; c < 3; c++) {
      double b = samples.targetWeight(t, s, c);
      int wedge = original.wedge(hit, c);
      if (turn == null) {
        x += b * normals.value(wedge, 0);
        y += b * normals.value(wedge, 1);
        z += b * normals.value(wedge, 2);
      } else {
        float[] posed = turn.normals[samples.pose(s)];
        x += b * posed[3 * wedge];
        y += b * posed[3 * wedge + 1];
        z += b * posed[3 * wedge + 2];
      }
    }
    out[0] = x;
    out[1] = y;
    out[2] = z;
    if (turn != null) {
      toRest(turn.matrices[samples.pose(s)], t, s, out);
    }
    return normalise(out);
  }

  /** Returns the unit normal of every wedge in a pose. */
  private static float[] posed(TriMesh mesh, MeshAttribute normals, Points points, int pose) {
    float[] out = new float[3 * mesh.wedgeCount()];
    double[] matrix = new double[9];
    double[] n = new double[3];
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      points.skin.copyLinear(pose, points.first + mesh.vertexOfWedge(w), matrix);
      // The columns of the cofactor matrix are cross products of those of M.
      double[] a = Vec3.cross(matrix, 3, matrix, 6);
      double[] b = Vec3.cross(matrix, 6, matrix, 0);
      double[] c = Vec3.cross(matrix, 0, matrix, 3);
      double sign = Vec3.dot(matrix, a) < 0 ? -1 : 1;
      double x = normals.value(w, 0), y = normals.value(w, 1), z = normals.value(w, 2);
      for (int k = 0; k < 3; k++) {
        n[k] = sign * (x * a[k] + y * b[k] + z * c[k]);
      }
      normalise(n);
      for (int k = 0; k < 3; k++) {
        out[3 * w + k] = (float) n[k];
      }
    }
    return out;
  }

  /** Turns the normal of a posed sample to rest. */
  private void toRest(float[] matrices, int t, int s, double[] n) {
    Arrays.fill(blend, 0);
    for (int c = 0; c < 3; c++) {
      double b = samples.sampleWeight(s, c);
      int at = 9 * level.vertex(t, c);
      for (int i = 0; i < 9; i++) {
        blend[i] += b * matrices[at + i];
      }
    }
    double x = n[0], y = n[1], z = n[2];
    for (int k = 0; k < 3; k++) {
      n[k] = blend[3 * k] * x + blend[3 * k + 1] * y + blend[3 * k + 2] * z;
    }
  }

  private static boolean normalise(double[] n) {
    double length = Math.sqrt(Vec3.dot(n, n));
    for (int k = 0; k < 3 && length > 0; k++) {
      n[k] /= length;
    }
    return length > 0;
  }
}
