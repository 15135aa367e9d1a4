package dev.sinew.unwrap;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.unwrap.chart.ChartMesh;
import dev.sinew.unwrap.chart.MetricSurface;
import dev.sinew.unwrap.flat.FlatChart;

/** The given texture coordinates of a surface, the first set, and their seams. */
final class GivenSeams {
  private final CharacterTriangles triangles;
  private final TriMesh mesh;
  private final MeshAttribute texture;

  /**
   * @throws RequestException if the mesh has no texture coordinates
   */
  GivenSeams(CharacterTriangles triangles) {
    this.triangles = triangles;
    mesh = triangles.joined().mesh();
    texture =
        mesh.attribute(MeshAttribute.UV)
            .orElseThrow(
                () -> new RequestException("seams: expected texture coordinates, there are none"));
  }

  /** Returns u, v of every corner of the joined mesh. */
  double[] corners() {
    return CornerUvs.of(mesh, texture);
  }

  /** Cuts all edges whose sides have different coordinates. */
  void cut(MetricSurface surface) {
    for (int h = 0; h < 3 * surface.triangleCount(); h++) {
      int twin = surface.twin(h);
      if (twin >= 0 && !(same(h, MetricSurface.next(twin)) && same(MetricSurface.next(h), twin))) {
        surface.cut(h);
      }
    }
  }

  private boolean same(int a, int b) {
    return value(a, 0) == value(b, 0) && value(a, 1) == value(b, 1);
  }

  private double value(int corner, int axis) {
    return texture.value(mesh.wedge(triangles.triangle(corner / 3), corner % 3), axis);
  }

  /**
   * Returns the given map of a chart that has no seam inside, u and v per vertex; v goes up, and a
   * mirrored map is mirrored back.
   */
  double[] map(ChartMesh chart) {
    double[] out = new double[2 * chart.vertexCount()];
    for (int h = 0; h < 3 * chart.triangleCount(); h++) {
      out[2 * chart.start(h)] = value(chart.surfaceHalfEdge(h), 0);
      out[2 * chart.start(h) + 1] = 1 - value(chart.surfaceHalfEdge(h), 1);
    }
    if (new FlatChart(chart, out, 1).area() < 0) {
      for (int i = 0; i < out.length; i += 2) {
        out[i] = -out[i];
      }
    }
    return out;
  }
}
