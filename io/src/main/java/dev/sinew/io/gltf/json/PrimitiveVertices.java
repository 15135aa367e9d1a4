package dev.sinew.io.gltf.json;

import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** The wedges of some triangles, renumbered from 0 for a primitive. */
public final class PrimitiveVertices {
  private final int[] wedges;
  private final int[] indices;

  /**
   * @param corners three wedges of the mesh per triangle
   */
  public PrimitiveVertices(TriMesh mesh, int[] corners) {
    // In the order of their vertices, so that welding the file gives the same order again.
    wedges =
        Arrays.stream(corners)
            .sorted()
            .distinct()
            .boxed()
            .sorted(Comparator.comparingInt(mesh::vertexOfWedge))
            .mapToInt(Integer::intValue)
            .toArray();
    Map<Integer, Integer> index = new HashMap<>();
    for (int v = 0; v < wedges.length; v++) {
      index.put(wedges[v], v);
    }
    indices = Arrays.stream(corners).map(index::get).toArray();
  }

  /** Returns three wedges per triangle for every group of a mesh. */
  public static int[][] cornersByGroup(TriMesh mesh) {
    int[][] out = mesh.trianglesByGroup();
    for (int g = 0; g < out.length; g++) {
      out[g] =
          Arrays.stream(out[g])
              .flatMap(t -> IntStream.range(0, 3).map(k -> mesh.wedge(t, k)))
              .toArray();
    }
    return out;
  }

  /** Returns three vertices of the primitive per triangle. */
  public int[] indices() {
    return indices;
  }

  /** Returns the mesh vertex of every vertex of the primitive. */
  public int[] vertices(TriMesh mesh) {
    return Arrays.stream(wedges).map(mesh::vertexOfWedge).toArray();
  }

  /** Returns the rows of the primitive's vertices in a table of wedges. */
  public float[] gather(float[] table, int components) {
    float[] out = new float[components * wedges.length];
    for (int v = 0; v < wedges.length; v++) {
      System.arraycopy(table, components * wedges[v], out, components * v, components);
    }
    return out;
  }
}
