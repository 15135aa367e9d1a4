package dev.sinew.sample;

import dev.sinew.model.TriMesh;

/** Where the flesh of built-in characters is soft, for recordings of its motion. */
public final class SoftParts {
  private SoftParts() {}

  /**
   * Returns the softness of the belly of the biped per vertex: the front of its trunk, 1 in the
   * middle, 0 outside.
   *
   * @param mesh the mesh of the biped at rest
   */
  public static double[] bellyOfBiped(TriMesh mesh) {
    double[] softness = new double[mesh.vertexCount()];
    for (int v = 0; v < softness.length; v++) {
      double x = mesh.position(v, 0) / 0.16;
      double y = (mesh.position(v, 1) - 0.87) / 0.19;
      double z = (mesh.position(v, 2) - 0.10) / 0.14;
      double r = x * x + y * y + z * z;
      softness[v] = r < 1 ? (1 - r) * (1 - r) : 0;
    }
    return softness;
  }
}
