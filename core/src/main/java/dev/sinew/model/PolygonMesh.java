package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A polygon mesh: faces with any number of corners, texture coordinates and normals with their own
 * indices. Mesh files are read into this form; {@link #toTriMesh} converts it into triangles.
 *
 * @param positions x, y, z per vertex
 * @param uvs u, v per texture coordinate; empty if there are none
 * @param normals x, y, z per normal; empty if there are none
 * @param faceStart the index of each face's first corner, and the end of the last
 * @param corners what the corners of the faces refer to
 * @param faceGroup the group of every face
 * @param groupNames a name for every group
 */
public record PolygonMesh(
    double[] positions,
    float[] uvs,
    float[] normals,
    int[] faceStart,
    Corners corners,
    int[] faceGroup,
    List<String> groupNames) {

  /**
   * What the corners of faces refer to.
   *
   * @param vertex the vertex of every corner
   * @param uv the texture coordinate of every corner or -1; empty if there are none
   * @param normal the normal of every corner or -1; empty if there are none
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Corners(int[] vertex, int[] uv, int[] normal) {}

  /** Checks all sizes and indices. */
  public PolygonMesh {
    ArrayChecks.multiple("positions", positions.length, 3);
    ArrayChecks.multiple("uvs", uvs.length, 2);
    ArrayChecks.multiple("normals", normals.length, 3);
    if (faceStart.length == 0 || faceStart[0] != 0) {
      throw new IllegalArgumentException("faceStart: expected to begin with 0");
    }
    ArrayChecks.size("faceStart's end", faceStart[faceStart.length - 1], corners.vertex.length);
    ArrayChecks.size("faceGroup", faceGroup.length, faceStart.length - 1);
    for (int f = 0; f < faceGroup.length; f++) {
      long count = (long) faceStart[f + 1] - faceStart[f];
      if (count < 3) {
        throw new IllegalArgumentException(
            "face " + f + ": expected 3 corners or more, got " + count);
      }
      ArrayChecks.index("faceGroup", f, faceGroup[f], groupNames.size());
    }
    checkCorners("cornerVertex", corners.vertex, 0, positions.length / 3);
    if (corners.uv.length > 0) {
      ArrayChecks.size("cornerUv", corners.uv.length, corners.vertex.length);
      checkCorners("cornerUv", corners.uv, -1, uvs.length / 2);
    }
    if (corners.normal.length > 0) {
      ArrayChecks.size("cornerNormal", corners.normal.length, corners.vertex.length);
      checkCorners("cornerNormal", corners.normal, -1, normals.length / 3);
    }
    groupNames = List.copyOf(groupNames);
  }

  private static void checkCorners(String what, int[] indices, int least, int bound) {
    for (int c = 0; c < indices.length; c++) {
      if (indices[c] < least || indices[c] >= bound) {
        ArrayChecks.index(what, c, indices[c], bound);
      }
    }
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return positions.length / 3;
  }

  /** Returns the number of faces. */
  public int faceCount() {
    return faceGroup.length;
  }

  /**
   * Returns true if another mesh has the same number of vertices and the same faces, so that
   * vertices with the same index correspond.
   */
  public boolean correspondsTo(PolygonMesh other) {
    return vertexCount() == other.vertexCount()
        && Arrays.equals(faceStart, other.faceStart)
        && Arrays.equals(corners.vertex, other.corners.vertex);
  }

  /**
   * Returns a triangle mesh. Every face is cut into a fan from its first corner, so the triangles
   * depend only on the connectivity and are the same in every frame of a sequence. The order of
   * vertices is kept. A vertex gets one wedge for every combination of texture coordinate and
   * normal used with it, at least one.
   */
  public TriMesh toTriMesh() {
    int[] cornerWedge = new int[corners.vertex.length];
    Wedges wedges = new Wedges(vertexCount());
    for (int c = 0; c < corners.vertex.length; c++) {
      cornerWedge[c] =
          wedges.find(
              corners.vertex[c],
              corners.uv.length > 0 ? corners.uv[c] : -1,
              corners.normal.length > 0 ? corners.normal[c] : -1);
    }
    int triangleCount = corners.vertex.length - 2 * faceCount();
    int[] triangles = new int[3 * triangleCount];
    int[] groups = new int[triangleCount];
    int t = 0;
    for (int f = 0; f < faceCount(); f++) {
      for (int c = faceStart[f] + 1; c + 1 < faceStart[f + 1]; c++, t++) {
        triangles[3 * t] = cornerWedge[faceStart[f]];
        triangles[3 * t + 1] = cornerWedge[c];
        triangles[3 * t + 2] = cornerWedge[c + 1];
        groups[t] = faceGroup[f];
      }
    }
    List<MeshAttribute> attributes = new java.util.ArrayList<>();
    if (normals.length > 0 && corners.normal.length > 0) {
      attributes.add(
          new MeshAttribute(MeshAttribute.NORMAL, 3, gather(normals, 3, wedges.normalOf())));
    }
    if (uvs.length > 0 && corners.uv.length > 0) {
      attributes.add(new MeshAttribute(MeshAttribute.UV, 2, gather(uvs, 2, wedges.uvOf())));
    }
    return new TriMesh(positions, wedges.vertexOf(), triangles, groups, attributes);
  }

  private static float[] gather(float[] rows, int components, int[] row) {
    float[] out = new float[components * row.length];
    for (int w = 0; w < row.length; w++) {
      for (int k = 0; k < components && row[w] >= 0; k++) {
        out[components * w + k] = rows[components * row[w] + k];
      }
    }
    return out;
  }

  /**
   * Assigns wedges to the combinations (vertex, uv, normal); wedge i < vertexCount is at vertex i.
   */
  private static final class Wedges {
    private record Key(int vertex, int uv, int normal) {}

    private final Map<Key, Integer> extra = new HashMap<>();
    private final boolean[] taken;
    private int[] vertex;
    private int[] uv;
    private int[] normal;
    private int count;

    Wedges(int vertexCount) {
      taken = new boolean[vertexCount];
      vertex = new int[vertexCount];
      Arrays.setAll(vertex, v -> v);
      uv = new int[vertexCount];
      normal = new int[vertexCount];
      Arrays.fill(uv, -1);
      Arrays.fill(normal, -1);
      count = vertexCount;
    }

    int find(int v, int u, int n) {
      if (!taken[v]) {
        taken[v] = true;
        uv[v] = u;
        normal[v] = n;
        return v;
      }
      if (uv[v] == u && normal[v] == n) {
        return v;
      }
      return extra.computeIfAbsent(new Key(v, u, n), this::add);
    }

    private int add(Key key) {
      if (count == vertex.length) {
        int room = Math.max(16, count + count / 2);
        vertex = Arrays.copyOf(vertex, room);
        uv = Arrays.copyOf(uv, room);
        normal = Arrays.copyOf(normal, room);
      }
      vertex[count] = key.vertex;
      uv[count] = key.uv;
      normal[count] = key.normal;
      return count++;
    }

    int[] vertexOf() {
      return Arrays.copyOf(vertex, count);
    }

    int[] uvOf() {
      return Arrays.copyOf(uv, count);
    }

    int[] normalOf() {
      return Arrays.copyOf(normal, count);
    }
  }
}
