package dev.sinew.unwrap;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;

/** Texture coordinates per corner of a mesh. */
final class CornerUvs {
  private CornerUvs() {}

  /** Returns u, v of every corner. */
  static double[] of(TriMesh mesh, MeshAttribute texture) {
    double[] out = new double[6 * mesh.triangleCount()];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int k = 0; k < 3; k++) {
        out[6 * t + 2 * k] = texture.value(mesh.wedge(t, k), 0);
        out[6 * t + 2 * k + 1] = texture.value(mesh.wedge(t, k), 1);
      }
    }
    return out;
  }
}
