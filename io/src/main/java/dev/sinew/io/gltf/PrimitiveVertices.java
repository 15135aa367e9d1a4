package dev.sinew.io.gltf;

import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** The wedges one group of triangles uses, renumbered from 0 for a primitive. */
final class PrimitiveVertices {
  private final int[] wedges;
  private final int[] indices;

  /**
   * @param corners three wedges of the mesh per triangle
   */
  PrimitiveVertices(TriMesh mesh, int[] corners) {
    // In the order of their vertices, so that whoever welds the file finds the same order again.
    wedges =
        Arrays.stream(corners)
            .sorted()
            .distinct()
            .boxed()
            .sorted(Comparator.comparingInt(mesh::vertexOfWedge))
            .mapToInt(Integer::intValue)
            .toArray();
    Map<Integer, Integer> place = new HashMap<>();
    for (int v = 0; v < wedges.length; v++) {
      place.put(wedges[v], v);
    }
    indices = Arrays.stream(corners).map(place::get).toArray();
  }

  /** For every group of a mesh, three wedges per triangle; groups without triangles are empty. */
  static int[][] cornersByGroup(TriMesh mesh) {
    int[] size = new int[mesh.groupCount()];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      size[mesh.group(t)] += 3;
    }
    int[][] out = new int[size.length][];
    Arrays.setAll(out, g -> new int[size[g]]);
    int[] filled = new int[size.length];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int g = mesh.group(t);
      for (int k = 0; k < 3; k++) {
        out[g][filled[g]++] = mesh.wedge(t, k);
      }
    }
    return out;
  }

  /** Three of the primitive's vertices per triangle. */
  int[] indices() {
    return indices;
  }

  /** The mesh vertex of every vertex of the primitive. */
  int[] vertices(TriMesh mesh) {
    return Arrays.stream(wedges).map(mesh::vertexOfWedge).toArray();
  }

  /** The rows of a per-wedge table that the primitive uses. */
  float[] gather(float[] table, int components) {
    float[] out = new float[components * wedges.length];
    for (int v = 0; v < wedges.length; v++) {
      System.arraycopy(table, components * wedges[v], out, components * v, components);
    }
    return out;
  }
}
