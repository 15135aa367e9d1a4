package dev.sinew.simplify.layer;

import dev.sinew.distance.SurfaceSamples;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.collapse.ShownAttributes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The points of a surface from which layers are looked for: its vertices, and if these are few,
 * points spread over its triangles.
 */
final class LayerRays {
  private final int vertices;

  /** The triangle of each point, with its barycentric coordinates. */
  final int[] triangle;

  final float[] bary;

  /** What a layer around each point costs where the other one was. */
  final double[] weight;

  /**
   * @param rest the surface at rest, in the scene
   * @param size the longest side of its box
   * @param importance the weight of the surface around each vertex, or null for 1
   * @param least the least number of points, if the surface has any area
   */
  LayerRays(TriMesh rest, double size, double @Nullable [] importance, int least) {
    int[] corners = rest.triangles();
    int[] cornerOf = cornerOf(rest.vertexCount(), corners);
    vertices = (int) Arrays.stream(cornerOf).filter(c -> c >= 0).count();
    SurfaceSamples between =
        new SurfaceSamples(rest.floatPositions(), corners, Math.max(0, least - vertices));
    int count = vertices + between.count();
    triangle = new int[count];
    bary = new float[3 * count];
    weight = new double[count];
    int[] pointOf = new int[rest.vertexCount()];
    int next = 0;
    for (int p = 0; p < cornerOf.length; p++) {
      if (cornerOf[p] >= 0) {
        pointOf[p] = next;
        triangle[next] = cornerOf[p] / 3;
        bary[3 * next + cornerOf[p] % 3] = 1;
        next++;
      }
    }
    for (int i = 0; i < between.count(); i++) {
      triangle[next + i] = between.triangle(i);
      for (int c = 0; c < 3; c++) {
        bary[3 * (next + i) + c] = between.weight(i, c);
      }
    }
    weigh(rest, size, importance, pointOf);
  }

  /** Returns a corner at every vertex, -1 if there is none. */
  private static int[] cornerOf(int vertices, int[] corners) {
    int[] out = new int[vertices];
    Arrays.fill(out, -1);
    for (int c = corners.length - 1; c >= 0; c--) {
      out[corners[c]] = c;
    }
    return out;
  }

  /**
   * Shares what every triangle weighs among its corners and the points inside. A layer costs as
   * much as a wholly wrong colour.
   */
  private void weigh(TriMesh rest, double size, double @Nullable [] importance, int[] pointOf) {
    int[] sharing = new int[rest.triangleCount()];
    Arrays.fill(sharing, 3);
    for (int i = vertices; i < triangle.length; i++) {
      sharing[triangle[i]]++;
    }
    double length = ShownAttributes.COLOR_LENGTH * size;
    double[] share = new double[sharing.length];
    for (int t = 0; t < share.length; t++) {
      double[] n = rest.areaNormal(t);
      double area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
      share[t] = length * length * area / sharing[t];
      for (int c = 0; c < 3; c++) {
        int p = rest.vertex(t, c);
        weight[pointOf[p]] += share[t] * (importance == null ? 1 : importance[p]);
      }
    }
    for (int i = vertices; i < triangle.length; i++) {
      double important = 0;
      for (int c = 0; c < 3; c++) {
        important +=
            bary[3 * i + c] * (importance == null ? 1 : importance[rest.vertex(triangle[i], c)]);
      }
      weight[i] = share[triangle[i]] * important;
    }
  }

  /** Returns the number of points that are vertices; they are the first ones. */
  int vertexCount() {
    return vertices;
  }

  int vertex(int point, int[] corners) {
    int c = 0;
    while (bary[3 * point + c] == 0) {
      c++;
    }
    return corners[3 * triangle[point] + c];
  }

  /** Returns the number of points. */
  int count() {
    return triangle.length;
  }
}
