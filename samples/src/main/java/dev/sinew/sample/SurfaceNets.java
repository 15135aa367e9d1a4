package dev.sinew.sample;

import dev.sinew.model.Box;
import dev.sinew.model.GridSurface;
import dev.sinew.model.Topology;
import java.util.Arrays;

/**
 * Makes a closed triangle mesh of an implicit surface: that of a grid, then rounds of tangential
 * relaxation with projection back onto the surface, which give well-shaped triangles.
 *
 * <p>The result is a closed manifold. The surface must be inside the box; gaps smaller than a cell
 * may be closed.
 */
final class SurfaceNets {
  private static final int RELAXATIONS = 12;
  private static final double RELAXATION = 0.5;

  private final Flesh flesh;
  private final double cell;
  private final double[] positions;
  private final int vertices;

  /** A mesh: x, y, z per vertex, and three vertices per triangle, anticlockwise from outside. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, not kept.
  record Net(double[] positions, int[] triangles) {}

  private SurfaceNets(Flesh flesh, double cell, double[] positions) {
    this.flesh = flesh;
    this.cell = cell;
    this.positions = positions;
    vertices = positions.length / 3;
  }

  /**
   * @param flesh the implicit surface
   * @param box contains the surface
   * @param cell the edge length of the grid, about that of the triangles
   */
  static Net mesh(Flesh flesh, Box box, double cell) {
    GridSurface.Grid grid = grid(box, cell);
    GridSurface surface = GridSurface.of(grid, values(flesh, grid));
    double[] positions = surface.positions();
    new SurfaceNets(flesh, cell, positions).relax(surface.triangles(positions));
    return new Net(positions, surface.triangles(positions));
  }

  private static GridSurface.Grid grid(Box box, double cell) {
    double[] origin = {
      Math.floor(box.minX() / cell) * cell - cell,
      Math.floor(box.minY() / cell) * cell - cell,
      Math.floor(box.minZ() / cell) * cell - cell
    };
    return new GridSurface.Grid(
        origin,
        cell,
        (int) Math.ceil((box.maxX() - origin[0]) / cell) + 2,
        (int) Math.ceil((box.maxY() - origin[1]) / cell) + 2,
        (int) Math.ceil((box.maxZ() - origin[2]) / cell) + 2);
  }

  private static double[] values(Flesh flesh, GridSurface.Grid grid) {
    double[] values = new double[grid.count()];
    double[] o = grid.origin();
    for (int k = 0; k < grid.nz(); k++) {
      for (int j = 0; j < grid.ny(); j++) {
        for (int i = 0; i < grid.nx(); i++) {
          values[grid.sample(i, j, k)] =
              flesh.value(o[0] + i * grid.cell(), o[1] + j * grid.cell(), o[2] + k * grid.cell());
        }
      }
    }
    return values;
  }

  private void relax(int[] triangles) {
    Topology topology = Topology.of(vertices, triangles);
    double[] gradient = new double[3];
    double[] mean = new double[3];
    for (int round = 0; round < RELAXATIONS; round++) {
      double[] before = positions.clone();
      for (int v = 0; v < vertices; v++) {
        Arrays.fill(mean, 0);
        int n = topology.neighbourCount(v);
        for (int i = 0; i < n; i++) {
          for (int c = 0; c < 3; c++) {
            mean[c] += before[3 * topology.neighbour(v, i) + c] / n;
          }
        }
        int at = 3 * v;
        flesh.value(before[at], before[at + 1], before[at + 2], gradient);
        double dot = 0;
        double g2 = 0;
        for (int c = 0; c < 3; c++) {
          dot += (mean[c] - before[at + c]) * gradient[c];
          g2 += gradient[c] * gradient[c];
        }
        for (int c = 0; c < 3; c++) {
          double tangential = mean[c] - before[at + c] - dot / g2 * gradient[c];
          positions[at + c] = before[at + c] + RELAXATION * tangential;
        }
        for (int newton = 0; newton < 1; newton++) {
          project(at, gradient);
        }
      }
    }
    for (int v = 0; v < vertices; v++) {
      for (int newton = 0; newton < 4; newton++) {
        project(3 * v, gradient);
      }
    }
  }

  private void project(int at, double[] gradient) {
    double f = flesh.value(positions[at], positions[at + 1], positions[at + 2], gradient);
    double g2 = gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2];
    double t = Math.clamp(f, -cell / 2, cell / 2) / Math.max(g2, 0.25);
    for (int c = 0; c < 3; c++) {
      positions[at + c] -= t * gradient[c];
    }
  }
}
