package dev.sinew.pipeline.picture;

import dev.sinew.draw.ColorRamp;
import dev.sinew.extract.FieldPicture;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.extract.graph.IsoCurve;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.model.CreaseNormals;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Writes the intermediate results of the extraction of a skeleton as coloured meshes. */
public final class SkeletonPictures {
  /** Radii of the tubes that show curves and the graph, in box sides. */
  private static final double CURVE = 0.0012;

  private static final double GRAPH = 0.005;

  /** Of all iso-curves, one in this number is shown. */
  private static final int CURVES = 4;

  private static final float[] GRAPH_COLOR = {0.75f, 0.08f, 0.08f};

  private SkeletonPictures() {}

  /** Writes the reference coloured by the fraction of its area below each value of the field. */
  public static void writeField(SkeletonResult found, Path output, FileSession files)
      throws IOException {
    TriMesh mesh = found.character().meshes().getFirst().mesh();
    double[] shown = ranks(found.fields().values());
    float[] vertex = ColorRamp.SEQUENTIAL.colors(shown, 0, 1);
    float[] wedge = new float[3 * mesh.wedgeCount()];
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      System.arraycopy(vertex, 3 * mesh.vertexOfWedge(w), wedge, 3 * w, 3);
    }
    write(
        "field",
        mesh.withAttribute(new MeshAttribute(MeshAttribute.COLOR, 3, wedge)),
        output,
        files);
  }

  /** Returns the place of each value among all, 0 to 1; 0 for NaN. */
  private static double[] ranks(double[] values) {
    double[] sorted = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
    double[] out = new double[values.length];
    for (int v = 0; v < out.length; v++) {
      int at = Arrays.binarySearch(sorted, values[v]);
      out[v] = Double.isNaN(values[v]) ? 0 : Math.abs(at) / (double) sorted.length;
    }
    return out;
  }

  /** Writes iso-curves, coloured by the field, and the graph of their centres as thin tubes. */
  public static void writeGraph(SkeletonResult found, Path output, FileSession files)
      throws IOException {
    FieldPicture picture = found.fields();
    double unit = found.character().meshes().getFirst().mesh().bounds().longestSide();
    Tubes tubes = new Tubes();
    float[] color = new float[3];
    List<IsoCurve> curves = picture.curves();
    double[] ranks = ranks(curves.stream().mapToDouble(IsoCurve::value).toArray());
    for (int c = 0; c < curves.size(); c += CURVES) {
      ColorRamp.SEQUENTIAL.color(ranks[c], color, 0);
      double[] p = curves.get(c).points();
      for (int s = 0; s < p.length; s += 6) {
        tubes.add(p, s, CURVE * unit, color);
      }
    }
    double[] graph = picture.graph();
    for (int s = 0; s < graph.length; s += 6) {
      tubes.add(graph, s, GRAPH * unit, GRAPH_COLOR);
    }
    write("graph", tubes.mesh(), output, files);
  }

  private static void write(String name, TriMesh mesh, Path output, FileSession files)
      throws IOException {
    SkinnedCharacter still = SkinnedCharacter.ofMesh(name, CreaseNormals.ensure(mesh));
    CharacterWriter.toDocument(Format.stemOf(output), still).write(output, files);
  }

  /** Collects segments as thin prisms with three sides. */
  private static final class Tubes {
    private double[] positions = new double[1024];
    private float[] colors = new float[1024];
    private int[] triangles = new int[1024];
    private int vertices;
    private int corners;

    /** Adds a segment of two points in an array. */
    void add(double[] points, int o, double radius, float[] color) {
      double x = points[o + 3] - points[o];
      double y = points[o + 4] - points[o + 1];
      double z = points[o + 5] - points[o + 2];
      double length = Math.sqrt(x * x + y * y + z * z);
      if (!(length > 0)) {
        return;
      }
      double[] u = perpendicular(x / length, y / length, z / length);
      double[] v = {
        (y * u[2] - z * u[1]) / length,
        (z * u[0] - x * u[2]) / length,
        (x * u[1] - y * u[0]) / length
      };
      int first = vertices;
      for (int end = 0; end < 2; end++) {
        for (int side = 0; side < 3; side++) {
          double cos = radius * Math.cos(2 * Math.PI * side / 3);
          double sin = radius * Math.sin(2 * Math.PI * side / 3);
          grow();
          for (int axis = 0; axis < 3; axis++) {
            positions[3 * vertices + axis] =
                points[o + 3 * end + axis] + cos * u[axis] + sin * v[axis];
            colors[3 * vertices + axis] = color[axis];
          }
          vertices++;
        }
      }
      for (int side = 0; side < 3; side++) {
        int next = (side + 1) % 3;
        triangle(first + side, first + next, first + 3 + side);
        triangle(first + next, first + 3 + next, first + 3 + side);
      }
      triangle(first, first + 2, first + 1);
      triangle(first + 3, first + 4, first + 5);
    }

    private static double[] perpendicular(double x, double y, double z) {
      boolean useX = Math.abs(x) < 0.6;
      double[] u = useX ? new double[] {0, -z, y} : new double[] {z, 0, -x};
      double length = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
      return new double[] {u[0] / length, u[1] / length, u[2] / length};
    }

    private void grow() {
      if (3 * vertices + 3 > positions.length) {
        positions = Arrays.copyOf(positions, 2 * positions.length);
        colors = Arrays.copyOf(colors, 2 * colors.length);
      }
    }

    private void triangle(int a, int b, int c) {
      if (corners + 3 > triangles.length) {
        triangles = Arrays.copyOf(triangles, 2 * triangles.length);
      }
      triangles[corners++] = a;
      triangles[corners++] = b;
      triangles[corners++] = c;
    }

    TriMesh mesh() {
      return TriMesh.of(Arrays.copyOf(positions, 3 * vertices), Arrays.copyOf(triangles, corners))
          .withAttribute(
              new MeshAttribute(MeshAttribute.COLOR, 3, Arrays.copyOf(colors, 3 * vertices)));
    }
  }
}
