package dev.sinew.io.gltf;

import dev.sinew.model.TriMesh;
import java.util.Arrays;

/** The wedges one group of triangles uses, in their order, renumbered from 0 for a primitive. */
final class PrimitiveVertices {
  private final int[] wedges;
  private final int[] indices;

  private PrimitiveVertices(int[] wedges, int[] indices) {
    this.wedges = wedges;
    this.indices = indices;
  }

  static PrimitiveVertices ofGroup(TriMesh mesh, int group) {
    int[] place = new int[mesh.wedgeCount()];
    int[] indices = new int[3 * mesh.triangleCount()];
    int used = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int k = 0; k < 3 && mesh.group(t) == group; k++) {
        indices[used++] = mesh.wedge(t, k);
        place[mesh.wedge(t, k)] = 1;
      }
    }
    indices = Arrays.copyOf(indices, used);
    int[] wedges = new int[mesh.wedgeCount()];
    int count = 0;
    for (int w = 0; w < place.length; w++) {
      if (place[w] == 1) {
        place[w] = count;
        wedges[count++] = w;
      }
    }
    for (int i = 0; i < indices.length; i++) {
      indices[i] = place[indices[i]];
    }
    return new PrimitiveVertices(Arrays.copyOf(wedges, count), indices);
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
