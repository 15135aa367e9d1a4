package dev.sinew.unwrap;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.unwrap.chart.MetricSurface;

/** Cuts a surface along the seams of texture coordinates. */
final class GivenSeams {
  private GivenSeams() {}

  /**
   * Cuts all edges whose sides have different coordinates of the first set.
   *
   * @throws RequestException if the mesh has none
   */
  static void cut(MetricSurface surface, CharacterTriangles triangles) {
    TriMesh mesh = triangles.joined().mesh();
    MeshAttribute texture =
        mesh.attribute(MeshAttribute.UV)
            .orElseThrow(
                () -> new RequestException("seams: expected texture coordinates, there are none"));
    for (int h = 0; h < 3 * surface.triangleCount(); h++) {
      int twin = surface.twin(h);
      if (twin >= 0
          && !(same(mesh, texture, triangles, h, MetricSurface.next(twin))
              && same(mesh, texture, triangles, MetricSurface.next(h), twin))) {
        surface.cut(h);
      }
    }
  }

  private static boolean same(
      TriMesh mesh, MeshAttribute texture, CharacterTriangles triangles, int a, int b) {
    int v = mesh.wedge(triangles.triangle(a / 3), a % 3);
    int w = mesh.wedge(triangles.triangle(b / 3), b % 3);
    return texture.value(v, 0) == texture.value(w, 0) && texture.value(v, 1) == texture.value(w, 1);
  }
}
