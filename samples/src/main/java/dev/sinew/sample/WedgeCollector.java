package dev.sinew.sample;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.List;

/** Collects wedges with normal and texture coordinate, and the triangles between them. */
final class WedgeCollector {
  private final List<Integer> vertices = new ArrayList<>();
  private final List<Float> normals = new ArrayList<>();
  private final List<Float> uvs = new ArrayList<>();
  private final List<Integer> corners = new ArrayList<>();

  /** Adds a wedge of a vertex; returns its index. */
  int add(int vertex, double nx, double ny, double nz, double u, double v) {
    vertices.add(vertex);
    normals.add((float) nx);
    normals.add((float) ny);
    normals.add((float) nz);
    uvs.add((float) u);
    uvs.add((float) v);
    return vertices.size() - 1;
  }

  /** Adds a triangle of three wedges, anticlockwise seen from outside. */
  void triangle(int a, int b, int c) {
    corners.add(a);
    corners.add(b);
    corners.add(c);
  }

  /** Returns the mesh; positions are x, y, z of every vertex, copied. */
  TriMesh build(double[] positions) {
    return new TriMesh(
        positions,
        vertices.stream().mapToInt(Integer::intValue).toArray(),
        corners.stream().mapToInt(Integer::intValue).toArray(),
        new int[corners.size() / 3],
        List.of(
            new MeshAttribute(MeshAttribute.NORMAL, 3, toArray(normals)),
            new MeshAttribute(MeshAttribute.UV, 2, toArray(uvs))));
  }

  private static float[] toArray(List<Float> values) {
    float[] out = new float[values.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = values.get(i);
    }
    return out;
  }
}
