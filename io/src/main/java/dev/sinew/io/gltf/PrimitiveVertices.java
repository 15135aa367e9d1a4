package dev.sinew.io.gltf;

import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The wedges one group of triangles uses, renumbered from 0 for a primitive. */
final class PrimitiveVertices {
  private final int[] wedges;
  private final int[] indices;

  private PrimitiveVertices(int[] wedges, int[] indices) {
    this.wedges = wedges;
    this.indices = indices;
  }

  static PrimitiveVertices ofGroup(TriMesh mesh, int group) {
    int[] indices = new int[3 * mesh.triangleCount()];
    boolean[] used = new boolean[mesh.wedgeCount()];
    int n = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int k = 0; k < 3 && mesh.group(t) == group; k++) {
        indices[n++] = mesh.wedge(t, k);
        used[mesh.wedge(t, k)] = true;
      }
    }
    indices = Arrays.copyOf(indices, n);
    // In the order of their vertices, so that whoever welds the file finds the same order again.
    int[] wedges =
        IntStream.range(0, used.length)
            .filter(w -> used[w])
            .boxed()
            .sorted(Comparator.comparingInt(mesh::vertexOfWedge))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] place = new int[used.length];
    for (int v = 0; v < wedges.length; v++) {
      place[wedges[v]] = v;
    }
    for (int i = 0; i < n; i++) {
      indices[i] = place[indices[i]];
    }
    return new PrimitiveVertices(wedges, indices);
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
