package dev.sinew.extract.wrap;

import dev.sinew.distance.TriangleTree;
import dev.sinew.extract.field.Surface;
import dev.sinew.model.Box;
import dev.sinew.model.GridSurface;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * One closed surface around the shells of a mesh, such as body, eyes, clothes and armour. Shells
 * that touch, overlap or nearly touch become one; what is inside them vanishes. The surface is a
 * manifold, half a cell of a grid outside the mesh, and smoothed without shrinking (Taubin, "A
 * Signal Processing Approach to Fair Surface Design", 1995).
 */
public final class Wrap {
  /** Gaps are closed until the largest component has this part of the area. */
  private static final double ONE_PIECE = 0.95;

  /** A wider closing must bring this much more of the area together. */
  private static final double MORE = 0.02;

  /**
   * Gaps are closed until the solid has this part of the volume that the widest closing gives. With
   * less the outer space has entered the body through a gap.
   */
  private static final double FULL = 0.75;

  private static final int SMOOTHINGS = 4;
  private static final double SHRINK = 0.5;
  private static final double GROW = -0.53;

  private final TriMesh shells;
  private final TriangleTree tree;
  private final TriMesh mesh;

  private Wrap(TriMesh shells, TriangleTree tree, TriMesh mesh) {
    this.shells = shells;
    this.tree = tree;
    this.mesh = mesh;
  }

  /**
   * Makes a surface around all triangles of a mesh. Gaps are closed no more than needed, since
   * limbs next to each other must stay apart.
   *
   * @param shells a mesh with an area
   */
  public static Wrap around(TriMesh shells, RunContext context) {
    return around(shells, ClosedDistance.CELLS, context);
  }

  /**
   * Makes a wrap on a grid of another fineness.
   *
   * @param cells along the longest side of the box
   */
  static Wrap around(TriMesh shells, int cells, RunContext context) {
    TriangleTree tree = new TriangleTree(shells.floatPositions(), shells.triangles(), context);
    ClosedDistance field = new ClosedDistance(boxOfTriangles(shells), cells, tree, context);
    double[] widest = field.closed(ClosedDistance.MAX_RADIUS);
    long full = Math.round(FULL * volume(widest));
    TriMesh best = smooth(GridSurface.of(field.grid(), widest));
    double largest = Surface.ofLargestComponent(best).areaShare();
    for (int radius = ClosedDistance.MAX_RADIUS - 1; radius > 0; radius--) {
      double[] values = field.closed(radius);
      if (volume(values) < full) {
        break;
      }
      TriMesh mesh = smooth(GridSurface.of(field.grid(), values));
      double share = Surface.ofLargestComponent(mesh).areaShare();
      if (share < Math.min(ONE_PIECE, largest - MORE)) {
        break;
      }
      best = mesh;
      largest = Math.max(largest, share);
    }
    return new Wrap(shells, tree, best);
  }

  /** Returns the number of samples inside. */
  private static long volume(double[] values) {
    return Arrays.stream(values).filter(value -> value < 0).count();
  }

  private static Box boxOfTriangles(TriMesh mesh) {
    double[] corners = new double[9 * mesh.triangleCount()];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int i = 0; i < 9; i++) {
        corners[9 * t + i] = mesh.position(mesh.vertex(t, i / 3), i % 3);
      }
    }
    return Box.of(corners);
  }

  /** Smooths by steps that shrink and grow in turn. */
  private static TriMesh smooth(GridSurface surface) {
    double[] x = surface.positions();
    Topology topology = Topology.of(x.length / 3, surface.triangles(x));
    for (int step = 0; step < 2 * SMOOTHINGS; step++) {
      double factor = step % 2 == 0 ? SHRINK : GROW;
      double[] before = x.clone();
      for (int v = 0; v < x.length / 3; v++) {
        int n = topology.neighbourCount(v);
        for (int axis = 0; axis < 3; axis++) {
          double mean = 0;
          for (int i = 0; i < n; i++) {
            mean += before[3 * topology.neighbour(v, i) + axis] / n;
          }
          x[3 * v + axis] += factor * (mean - before[3 * v + axis]);
        }
      }
    }
    return TriMesh.of(x, surface.triangles(x));
  }

  /** Returns the surface. It has several components only if shells are far apart. */
  public TriMesh mesh() {
    return mesh;
  }

  /**
   * Returns the surface moved with another shape of the same shells: every vertex follows the
   * nearest triangle. The result has the triangles of {@link #mesh()}.
   *
   * @param pose a mesh with the triangles of the shells
   */
  public TriMesh moved(TriMesh pose) {
    double size = Math.sqrt(area(pose) / area(shells));
    double[] out = new double[3 * mesh.vertexCount()];
    TriangleTree.Hit hit = new TriangleTree.Hit();
    int[] scratch = TriangleTree.newScratch();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      double[] offset = {mesh.position(v, 0), mesh.position(v, 1), mesh.position(v, 2)};
      tree.closest(offset[0], offset[1], offset[2], hit, scratch);
      int t = hit.triangle();
      double[] place = new double[3];
      for (int axis = 0; axis < 3; axis++) {
        for (int c = 0; c < 3; c++) {
          offset[axis] -= hit.weight(c) * shells.position(shells.vertex(t, c), axis);
          place[axis] += hit.weight(c) * pose.position(pose.vertex(t, c), axis);
        }
      }
      double[] from = frame(shells, t);
      double[] to = frame(pose, t);
      for (int row = 0; row < 3; row++) {
        double along = 0;
        for (int axis = 0; axis < 3; axis++) {
          along += from[3 * row + axis] * offset[axis];
        }
        for (int axis = 0; axis < 3; axis++) {
          place[axis] += size * along * to[3 * row + axis];
        }
      }
      System.arraycopy(place, 0, out, 3 * v, 3);
    }
    return TriMesh.of(out, mesh.triangles());
  }

  private static double area(TriMesh mesh) {
    double sum = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      sum += length(mesh.areaNormal(t)) / 2;
    }
    return sum;
  }

  /** Returns three orthonormal vectors of a triangle; zeros if it has no area. */
  private static double[] frame(TriMesh mesh, int t) {
    double[] normal = mesh.areaNormal(t);
    double[] edge = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      edge[axis] = mesh.position(mesh.vertex(t, 1), axis) - mesh.position(mesh.vertex(t, 0), axis);
    }
    double height = length(normal);
    double width = length(edge);
    double[] out = new double[9];
    if (height > 0 && width > 0) {
      for (int axis = 0; axis < 3; axis++) {
        out[axis] = normal[axis] / height;
        out[3 + axis] = edge[axis] / width;
      }
      for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3;
        int v = (axis + 2) % 3;
        out[6 + axis] = out[u] * out[3 + v] - out[v] * out[3 + u];
      }
    }
    return out;
  }

  private static double length(double[] v) {
    return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }
}
