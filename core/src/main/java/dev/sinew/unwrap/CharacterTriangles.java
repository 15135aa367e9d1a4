package dev.sinew.unwrap;

import dev.sinew.distance.Exposure;
import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.metric.PoseMetric;
import dev.sinew.metric.RestMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.unwrap.chart.MetricSurface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The triangles that a character's scene shows as one surface with lengths in a {@link PoseMetric}.
 * Triangles with a repeated vertex are left out.
 */
final class CharacterTriangles {
  /** Poses that guide the first charts. */
  private static final int SAMPLE_POSES = 4;

  private final PoseKnowledge knowledge;
  private final JoinedCharacter joined;
  private final RunContext context;
  private final TriMesh mesh;
  private final int[] triangles;
  private final int[] vertices;

  CharacterTriangles(PoseKnowledge knowledge, RunContext context) {
    this.knowledge = knowledge;
    this.context = context;
    joined = new JoinedCharacter(knowledge.character());
    mesh = joined.mesh();
    int[] all = mesh.triangles();
    int[] kept = new int[all.length / 3];
    int count = 0;
    for (int t = 0; t < kept.length; t++) {
      int a = all[3 * t], b = all[3 * t + 1], c = all[3 * t + 2];
      if (a != b && b != c && c != a) {
        kept[count++] = t;
      }
    }
    triangles = Arrays.copyOf(kept, count);
    vertices = new int[3 * count];
    for (int i = 0; i < count; i++) {
      System.arraycopy(all, 3 * triangles[i], vertices, 3 * i, 3);
    }
  }

  /** Returns all shown meshes, joined. */
  JoinedCharacter joined() {
    return joined;
  }

  /** Returns the number of triangles of the surface. */
  int count() {
    return triangles.length;
  }

  /** Returns the joined mesh's triangle for a triangle of the surface. */
  int triangle(int i) {
    return triangles[i];
  }

  /** Returns the surface with lengths in the metric. */
  MetricSurface surface() {
    WeightedPoses poses = knowledge.samplePoses(joined, SAMPLE_POSES);
    AnimationCoords coords = joined.coords();
    List<double[]> places = new ArrayList<>();
    for (Pose pose : poses.poses()) {
      places.add(positions(coords, pose));
      context.checkCancelled();
    }
    double[] weights = poses.weightArray();
    double sum = Arrays.stream(weights).sum();
    return new MetricSurface(
        vertices, squaredEdges(), places, Arrays.stream(weights).map(w -> w / sum).toArray());
  }

  /** Returns how much every triangle is seen in the rest pose, 0 to 1. */
  double[] exposures() {
    Pose rest = knowledge.character().restPose();
    return Exposure.of(positions(joined.coords(), rest), vertices, Exposure.Seen.FRONT, context);
  }

  /** Returns all points in a pose. */
  private double[] positions(AnimationCoords coords, Pose pose) {
    double[] matrices = joined.matrices(pose);
    double[] out = new double[3 * mesh.vertexCount()];
    context.runRanges(
        mesh.vertexCount(),
        (from, to) -> {
          for (int v = from; v < to; v++) {
            coords.project(v, matrices, out, 3 * v);
          }
        });
    return out;
  }

  /** Returns the expected squared lengths of all edges, three per triangle. */
  private double[] squaredEdges() {
    double[] out = new double[vertices.length];
    for (int m = 0; m < knowledge.character().meshes().size(); m++) {
      if (joined.isShown(m)) {
        addEdges(m, out);
      }
    }
    if (!Double.isFinite(Arrays.stream(out).sum())) {
      throw new RequestException("the transforms are out of range: edges have no finite length");
    }
    return out;
  }

  private void addEdges(int m, double[] out) {
    Geometry geometry = knowledge.character().meshes().get(m);
    int first = joined.firstPoint(m);
    int end = first + geometry.mesh().vertexCount();
    if (!joined.isSkinned(m)) {
      addRigidEdges(m, first, end, out);
      return;
    }
    Skin skin = joined.skin(m);
    AnimationCoords coords = geometry.coords(skin);
    PoseMetric metric = metric(skin);
    context.runRanges(
        triangles.length,
        (from, to) -> {
          AnimationVector work = new AnimationVector();
          for (int h = 3 * from; h < 3 * to; h++) {
            int a = vertices[h];
            int b = vertices[MetricSurface.next(h)];
            if (a >= first && a < end) {
              // Both sides of an edge must agree to the last bit.
              int lo = Math.min(a, b) - first;
              int hi = Math.max(a, b) - first;
              out[h] = metric.squaredDistance(coords, lo, coords, hi, work);
            }
          }
        });
  }

  private PoseMetric metric(Skin skin) {
    return knowledge.source() == PoseSource.REST
        ? RestMetric.of(knowledge.character().restPose(), skin)
        : new ExpectationMetric(knowledge.expectation(skin));
  }

  /** Adds the edges of a mesh without a skin, as they are in the rest pose. */
  private void addRigidEdges(int m, int first, int end, double[] out) {
    double[] matrix = new double[12];
    knowledge.character().restPose().copyGlobal(joined.node(m), matrix, 0);
    for (int h = 0; h < vertices.length; h++) {
      int a = vertices[h];
      int b = vertices[MetricSurface.next(h)];
      if (a >= first && a < end) {
        double sum = 0;
        for (int r = 0; r < 3; r++) {
          double d = 0;
          for (int k = 0; k < 3; k++) {
            d += matrix[4 * r + k] * (mesh.position(b, k) - mesh.position(a, k));
          }
          sum += d * d;
        }
        out[h] = sum;
      }
    }
  }
}
