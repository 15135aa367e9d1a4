package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import java.util.Arrays;
import java.util.List;

/**
 * The vertices of a geometry: corners of triangles with the same control point and equal layer
 * values are one vertex.
 */
final class FbxVertices {
  private final int[] vertexOfCorner;
  private final int[] points;
  private final float[] values;
  private final int width;
  private int count;

  /**
   * Joins the corners of all triangles.
   *
   * @param layers whose values tell vertices apart
   */
  FbxVertices(FbxNode geometry, FbxPolygons polygons, List<FbxLayer> layers)
      throws MalformedAssetException {
    int[] triangles = polygons.triangles();
    width = layers.stream().mapToInt(FbxLayer::width).sum();
    int slots = Integer.highestOneBit(Math.max(8, triangles.length)) << 2;
    geometry
        .file()
        .spend(geometry.at(), (12L + 4L * width) * triangles.length + 4L * Math.abs((long) slots));
    vertexOfCorner = new int[triangles.length];
    int[] known = new int[triangles.length];
    float[] own = new float[width * triangles.length];
    int[] table = new int[slots];
    Arrays.fill(table, -1);
    for (int t = 0; t < triangles.length; t++) {
      int corner = triangles[t];
      int point = polygons.point(corner);
      gather(layers, corner, point, polygons.polygon(corner), own, width * count);
      int hash = 31 * point;
      for (int i = width * count; i < width * (count + 1); i++) {
        hash = 31 * hash + Float.floatToIntBits(own[i]);
      }
      hash *= 0x9E3779B9;
      int slot = (hash ^ (hash >>> 15)) & (slots - 1);
      while (table[slot] >= 0 && !isSame(known, own, table[slot], point)) {
        slot = (slot + 1) & (slots - 1);
      }
      if (table[slot] < 0) {
        table[slot] = count;
        known[count++] = point;
      }
      vertexOfCorner[t] = table[slot];
    }
    points = Arrays.copyOf(known, count);
    values = Arrays.copyOf(own, width * count);
  }

  private static void gather(
      List<FbxLayer> layers, int corner, int point, int polygon, float[] out, int at) {
    int next = at;
    for (FbxLayer layer : layers) {
      int from = layer.find(corner, point, polygon);
      for (int i = 0; i < layer.width(); i++) {
        out[next++] = from < 0 ? Float.NaN : (float) layer.values()[from + i];
      }
    }
  }

  private boolean isSame(int[] known, float[] own, int vertex, int point) {
    return known[vertex] == point
        && Arrays.equals(
            own, width * vertex, width * (vertex + 1), own, width * count, width * (count + 1));
  }

  int count() {
    return count;
  }

  /** Returns the control point of every vertex, not copied. */
  int[] points() {
    return points;
  }

  /** Returns the vertex of every corner of the triangles, not copied. */
  int[] corners() {
    return vertexOfCorner;
  }

  /**
   * Returns some numbers of every vertex; those that are missing in the file are NaN.
   *
   * @param from the first number among those of all layers
   * @param size how many
   */
  float[] values(int from, int size) {
    float[] out = new float[size * count];
    for (int v = 0; v < count; v++) {
      System.arraycopy(values, width * v + from, out, size * v, size);
    }
    return out;
  }
}
