package dev.sinew.extract;

import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.subdivide.Subdivision;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Other triangulations of a shape, for tests: vertices and triangles have nothing in common. */
final class Remeshing {
  private Remeshing() {}

  /** Returns the mesh without seams and attributes. */
  static TriMesh plain(TriMesh mesh) {
    return TriMesh.of(mesh.positions(), mesh.triangles());
  }

  /** Returns a mesh with this fraction of the triangles. */
  static TriMesh decimated(TriMesh mesh, double ratio) {
    SkinnedCharacter still = SkinnedCharacter.ofMesh("mesh", plain(mesh));
    try (RunContext context = RunContext.ofThreads(1)) {
      SimplifyOptions options =
          SimplifyOptions.DEFAULTS.withRatios(ratio).withMetric(PoseSource.REST).withPolish(false);
      return plain(
          Simplify.run(still, options, context)
              .levels()
              .getFirst()
              .character()
              .meshes()
              .getFirst()
              .mesh());
    }
  }

  /** Returns a mesh with a new triangulation: refined, then decimated to about the same number. */
  static TriMesh remeshed(TriMesh mesh, double ratio) {
    TriMesh fine =
        Subdivision.of(plain(mesh), SubdivisionScheme.SQRT3, SubdivisionOptions.DEFAULTS).mesh();
    return decimated(fine, ratio / 3);
  }

  /** Returns the mesh with its vertices in another order: nothing corresponds any more. */
  static TriMesh shuffled(TriMesh mesh, long seed) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, mesh.vertexCount()).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    double[] x = mesh.positions();
    double[] moved = new double[x.length];
    for (int v = 0; v < order.size(); v++) {
      System.arraycopy(x, 3 * v, moved, 3 * order.get(v), 3);
    }
    return TriMesh.of(moved, Arrays.stream(mesh.triangles()).map(order::get).toArray());
  }

  /**
   * Returns the same surface in long thin triangles: every triangle is cut into three at a point
   * near one of its sides.
   */
  static TriMesh splintered(TriMesh mesh, long seed) {
    Random random = new Random(seed);
    int count = mesh.vertexCount();
    double[] x = Arrays.copyOf(mesh.positions(), 3 * (count + mesh.triangleCount()));
    int[] triangles = new int[9 * mesh.triangleCount()];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int first = random.nextInt(3);
      double along = 0.2 + 0.6 * random.nextDouble();
      double[] weights = {0.98 * along, 0.98 * (1 - along), 0.02};
      for (int k = 0; k < 3; k++) {
        int corner = mesh.vertex(t, (first + k) % 3);
        triangles[9 * t + 3 * k] = corner;
        triangles[9 * t + 3 * k + 1] = mesh.vertex(t, (first + k + 1) % 3);
        triangles[9 * t + 3 * k + 2] = count + t;
        for (int axis = 0; axis < 3; axis++) {
          x[3 * (count + t) + axis] += weights[k] * mesh.position(corner, axis);
        }
      }
    }
    return TriMesh.of(x, triangles);
  }

  /** Returns the mesh turned about the y axis and scaled. */
  static TriMesh turned(TriMesh mesh, double degrees, double scale) {
    double[] x = mesh.positions();
    double c = scale * Math.cos(Math.toRadians(degrees));
    double s = scale * Math.sin(Math.toRadians(degrees));
    double[] moved = new double[x.length];
    for (int v = 0; v < x.length; v += 3) {
      moved[v] = c * x[v] + s * x[v + 2];
      moved[v + 1] = scale * x[v + 1];
      moved[v + 2] = c * x[v + 2] - s * x[v];
    }
    return mesh.withPositions(moved);
  }

  /** Returns the mesh with every vertex moved at random by up to a fraction of the box side. */
  static TriMesh noisy(TriMesh mesh, double amount, long seed) {
    Random random = new Random(seed);
    double[] x = mesh.positions();
    double size = amount * mesh.bounds().longestSide();
    for (int i = 0; i < x.length; i++) {
      x[i] += size * (2 * random.nextDouble() - 1);
    }
    return plain(mesh).withPositions(x);
  }
}
