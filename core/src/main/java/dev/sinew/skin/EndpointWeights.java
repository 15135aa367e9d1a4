package dev.sinew.skin;

import dev.sinew.linalg.ConjugateGradient;
import dev.sinew.linalg.SparseSymmetric;
import dev.sinew.model.Influences;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The position of each vertex along each bone that moves it, from 0 at the joint to 1 at the far
 * end of the bone (Jacobson and Sorkine, "Stretchable and twistable bones for skeletal shape
 * deformation", 2011).
 *
 * <p>Both methods start from the projection of the vertex onto the bone, clamped to 0 to 1. It
 * means little far from the axis, so it has a confidence: 1 within twice the radius of the limb
 * (the median distance of the bone's vertices from its axis), 0 from four times. The projection
 * method multiplies the projection by the confidence, so distant vertices follow the joint. The
 * heat method diffuses the projection over the surface, (L + H) e = H p after Baran and Popović,
 * "Automatic rigging and animation of 3D characters" (2007), with L the cotangent Laplacian of the
 * bone's part of the surface and H = confidence / distance² times area. So distant vertices take
 * the value of the surface they are connected to: a snout that of the head, not of the neck behind
 * it. At and beyond the ends of the bone, vertices of full confidence have the weights 0 and 1, so
 * that a stretched bone moves nothing at its joint; towards the ends H grows.
 */
final class EndpointWeights {
  private static final double FULL_CONFIDENCE = 2;
  private static final double NO_CONFIDENCE = 4;

  /** The minimum confidence, relative; it keeps the system regular. */
  private static final double MIN_HEAT = 1e-6;

  /** The inverse of the growth of H at the ends of a bone. */
  private static final double END = 1e-2;

  /** Projections closer to an end than this are at the end: positions are floats. */
  private static final double AT_END = 1e-5;

  /** The minimum distance in H, relative to the length of the bone. */
  private static final double MIN_DISTANCE = 1e-3;

  private static final double MAX_COTANGENT = 1e4;
  private static final ConjugateGradient SOLVER = new ConjugateGradient(1000, 1e-7);

  private final double[] positions;
  private final Influences influences;
  private final RestBones bones;

  /** The entries of the influences sorted by bone: vertex and index of the entry. */
  private final int[] boneStart;

  private final int[] vertices;
  private final int[] entries;

  private EndpointWeights(double[] positions, Influences influences, RestBones bones) {
    this.positions = positions;
    this.influences = influences;
    this.bones = bones;
    boneStart = new int[bones.end.length + 1];
    for (int v = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        boneStart[influences.joint(v, i) + 1]++;
      }
    }
    for (int j = 0; j < bones.end.length; j++) {
      boneStart[j + 1] += boneStart[j];
    }
    vertices = new int[influences.totalCount()];
    entries = new int[influences.totalCount()];
    int[] next = boneStart.clone();
    int entry = 0;
    for (int v = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        int at = next[influences.joint(v, i)]++;
        vertices[at] = v;
        entries[at] = entry++;
      }
    }
  }

  /** Computes a weight per entry of the influences by the projection method. */
  static float[] byProjection(TriMesh mesh, Influences influences, RestBones bones) {
    EndpointWeights e = new EndpointWeights(mesh.positions(), influences, bones);
    float[] out = new float[influences.totalCount()];
    for (int j = 0; j < bones.end.length; j++) {
      if (bones.end[j] != RestBones.NONE) {
        BoneSkin skin = e.skin(j);
        for (int k = 0; k < skin.count; k++) {
          out[e.entries[skin.first + k]] = (float) (skin.projection[k] * skin.confidence[k]);
        }
      }
    }
    return out;
  }

  /** Computes a weight per entry of the influences by the heat method. */
  static float[] byBoneHeat(TriMesh mesh, Influences influences, RestBones bones) {
    EndpointWeights e = new EndpointWeights(mesh.positions(), influences, bones);
    Surface surface = new Surface(mesh);
    float[] out = new float[influences.totalCount()];
    int[] local = new int[mesh.vertexCount()];
    Arrays.fill(local, -1);
    for (int j = 0; j < bones.end.length; j++) {
      if (bones.end[j] != RestBones.NONE && e.boneStart[j + 1] > e.boneStart[j]) {
        BoneSkin skin = e.skin(j);
        double[] diffused = e.diffuse(skin, surface, local);
        for (int k = 0; k < skin.count; k++) {
          out[e.entries[skin.first + k]] = (float) Math.clamp(diffused[k], 0, 1);
        }
      }
    }
    return out;
  }

  /** The vertices that a bone moves: projection, distance from the bone, confidence. */
  private static final class BoneSkin {
    final int first;
    final int count;
    final double boneLength;
    final double[] projection;
    final double[] distance;
    final double[] confidence;

    BoneSkin(int first, int count, double boneLength) {
      this.first = first;
      this.count = count;
      this.boneLength = boneLength;
      projection = new double[count];
      distance = new double[count];
      confidence = new double[count];
    }
  }

  private BoneSkin skin(int j) {
    BoneSkin skin = new BoneSkin(boneStart[j], boneStart[j + 1] - boneStart[j], bones.length[j]);
    double[] axisDistance = new double[skin.count];
    double[] weight = new double[skin.count];
    for (int k = 0; k < skin.count; k++) {
      int v = vertices[skin.first + k];
      double along = 0;
      double square = 0;
      for (int c = 0; c < 3; c++) {
        double y = positions[3 * v + c] - bones.origin[3 * j + c];
        along += y * bones.axis[3 * j + c];
        square += y * y;
      }
      axisDistance[k] = Math.sqrt(Math.max(0, square - along * along));
      double clamped = Math.clamp(along, 0, bones.length[j]);
      skin.projection[k] = clamped / bones.length[j];
      skin.distance[k] = Math.hypot(axisDistance[k], along - clamped);
      weight[k] = weightOf(v, j);
    }
    double radius = weightedMedian(axisDistance, weight);
    for (int k = 0; k < skin.count; k++) {
      double ratio =
          radius > 0 ? axisDistance[k] / radius : axisDistance[k] > 0 ? NO_CONFIDENCE : 0;
      double t = Math.clamp((NO_CONFIDENCE - ratio) / (NO_CONFIDENCE - FULL_CONFIDENCE), 0, 1);
      skin.confidence[k] = t * t * (3 - 2 * t);
    }
    return skin;
  }

  private double weightOf(int vertex, int joint) {
    int i = 0;
    while (influences.joint(vertex, i) != joint) {
      i++;
    }
    return influences.weight(vertex, i);
  }

  /** Returns the smallest value with at least half of the total weight at or below it, or 0. */
  private static double weightedMedian(double[] values, double[] weights) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted((a, b) -> Double.compare(values[a], values[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    double half = Arrays.stream(weights).sum() / 2;
    double sum = 0;
    for (int k : order) {
      sum += weights[k];
      if (sum >= half) {
        return values[k];
      }
    }
    return 0;
  }

  /** Solves (L + H) e = H p for one bone; {@code local} is −1 everywhere before and after. */
  private double[] diffuse(BoneSkin skin, Surface surface, int[] local) {
    double area = 0;
    for (int k = 0; k < skin.count; k++) {
      local[vertices[skin.first + k]] = k;
      area += surface.areas[vertices[skin.first + k]];
    }
    double[] e = skin.projection.clone();
    if (area > 0) {
      double minHeat = MIN_HEAT * area / (skin.count * skin.boneLength * skin.boneLength);
      SparseSymmetric.Builder matrix = SparseSymmetric.builder(skin.count);
      double[] right = new double[skin.count];
      for (int k = 0; k < skin.count; k++) {
        int v = vertices[skin.first + k];
        double d = Math.max(skin.distance[k], MIN_DISTANCE * skin.boneLength);
        double heat = surface.areas[v] * trust(skin, k) / (d * d) + minHeat;
        matrix.add(k, k, heat);
        right[k] += heat * skin.projection[k];
        surface.addEdges(v, k, local, skin, matrix, right);
      }
      SOLVER.solve(matrix.build(), right, e);
    }
    for (int k = 0; k < skin.count; k++) {
      local[vertices[skin.first + k]] = -1;
    }
    return e;
  }

  /** Returns true for vertices at an end of the bone, whose weight is their projection. */
  private static boolean isFixed(BoneSkin skin, int k) {
    double p = skin.projection[k];
    return skin.confidence[k] == 1 && (p < AT_END || p > 1 - AT_END);
  }

  /** Returns the confidence, which grows towards the ends of the bone where it is large. */
  private static double trust(BoneSkin skin, int k) {
    double confidence = skin.confidence[k];
    double p = skin.projection[k];
    double inside = 4 * p * (1 - p) + END;
    return confidence / (1 - confidence * Math.max(0, 1 - inside));
  }

  /** The area per vertex and the cotangent weight per edge; negative weights become 0. */
  private static final class Surface {
    final double[] areas;
    private final Topology topology;
    private final double[] edgeWeights;

    Surface(TriMesh mesh) {
      topology = Topology.of(mesh);
      areas = new double[mesh.vertexCount()];
      edgeWeights = new double[topology.edgeCount()];
      double[] p = mesh.positions();
      int[] triangles = mesh.triangles();
      for (int t = 0; t < triangles.length; t += 3) {
        for (int k = 0; k < 3; k++) {
          addCorner(p, triangles[t + k], triangles[t + (k + 1) % 3], triangles[t + (k + 2) % 3]);
        }
      }
      for (int e = 0; e < edgeWeights.length; e++) {
        edgeWeights[e] = Math.clamp(edgeWeights[e], 0, MAX_COTANGENT);
      }
    }

    /** Adds a third of the area to corner v and half the cotangent to the opposite edge. */
    private void addCorner(double[] p, int v, int a, int b) {
      int edge = topology.findEdge(a, b);
      if (edge < 0 || v == a || v == b) {
        return;
      }
      double ax = p[3 * a] - p[3 * v], bx = p[3 * b] - p[3 * v];
      double ay = p[3 * a + 1] - p[3 * v + 1], by = p[3 * b + 1] - p[3 * v + 1];
      double az = p[3 * a + 2] - p[3 * v + 2], bz = p[3 * b + 2] - p[3 * v + 2];
      double x = ay * bz - az * by;
      double y = az * bx - ax * bz;
      double z = ax * by - ay * bx;
      double cross = Math.sqrt(x * x + y * y + z * z);
      areas[v] += cross / 6;
      if (cross > 0) {
        double cotangent = (ax * bx + ay * by + az * bz) / cross;
        edgeWeights[edge] += Math.clamp(cotangent, -MAX_COTANGENT, MAX_COTANGENT) / 2;
      }
    }

    /**
     * Adds the entries of the Laplacian for the edges from v to neighbours of larger index. Fixed
     * neighbours go to the right side.
     */
    void addEdges(
        int v, int k, int[] local, BoneSkin skin, SparseSymmetric.Builder matrix, double[] right) {
      for (int i = 0; i < topology.neighbourCount(v); i++) {
        int other = topology.neighbour(v, i);
        int l = local[other];
        if (other > v && l >= 0) {
          double w = edgeWeights[topology.findEdge(v, other)];
          boolean ownFixed = isFixed(skin, k);
          boolean otherFixed = isFixed(skin, l);
          if (!ownFixed) {
            matrix.add(k, k, w);
            right[k] += otherFixed ? w * skin.projection[l] : 0;
          }
          if (!otherFixed) {
            matrix.add(l, l, w);
            right[l] += ownFixed ? w * skin.projection[k] : 0;
          }
          if (!ownFixed && !otherFixed) {
            matrix.add(k, l, -w);
          }
        }
      }
    }
  }
}
