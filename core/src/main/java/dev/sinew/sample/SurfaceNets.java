package dev.sinew.sample;

import dev.sinew.model.Box;
import dev.sinew.model.Topology;
import java.util.Arrays;

/**
 * Makes a closed triangle mesh of an implicit surface: naive surface nets (one vertex per grid cell
 * that the surface crosses, one quadrilateral per crossed grid edge), then rounds of tangential
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
  private final int nx;
  private final int ny;
  private final int nz;
  private final double[] origin;
  private double[] positions = new double[3 * 1024];
  private int vertices;
  private int[] quads = new int[4 * 1024];
  private int quadCount;

  /** A mesh: x, y, z per vertex, and three vertices per triangle, anticlockwise from outside. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, not kept.
  record Net(double[] positions, int[] triangles) {}

  private SurfaceNets(Flesh flesh, Box box, double cell) {
    this.flesh = flesh;
    this.cell = cell;
    origin =
        new double[] {
          Math.floor(box.minX() / cell) * cell - cell,
          Math.floor(box.minY() / cell) * cell - cell,
          Math.floor(box.minZ() / cell) * cell - cell
        };
    nx = (int) Math.ceil((box.maxX() - origin[0]) / cell) + 2;
    ny = (int) Math.ceil((box.maxY() - origin[1]) / cell) + 2;
    nz = (int) Math.ceil((box.maxZ() - origin[2]) / cell) + 2;
  }

  /**
   * @param flesh the implicit surface
   * @param box contains the surface
   * @param cell the edge length of the grid, about that of the triangles
   */
  static Net mesh(Flesh flesh, Box box, double cell) {
    SurfaceNets nets = new SurfaceNets(flesh, box, cell);
    nets.extract();
    int[] triangles = nets.split();
    nets.relax(triangles);
    triangles = nets.split();
    return new Net(Arrays.copyOf(nets.positions, 3 * nets.vertices), triangles);
  }

  private int sample(int i, int j, int k) {
    return (k * ny + j) * nx + i;
  }

  private void extract() {
    double[] values = new double[nx * ny * nz];
    for (int k = 0; k < nz; k++) {
      for (int j = 0; j < ny; j++) {
        for (int i = 0; i < nx; i++) {
          values[sample(i, j, k)] =
              flesh.value(origin[0] + i * cell, origin[1] + j * cell, origin[2] + k * cell);
        }
      }
    }
    removeAmbiguities(values);
    int[] vertexOfCell = new int[values.length];
    for (int k = 0; k + 1 < nz; k++) {
      for (int j = 0; j + 1 < ny; j++) {
        for (int i = 0; i + 1 < nx; i++) {
          vertexOfCell[sample(i, j, k)] = addCellVertex(values, i, j, k);
        }
      }
    }
    int[] step = {1, nx, nx * ny};
    for (int k = 1; k + 1 < nz; k++) {
      for (int j = 1; j + 1 < ny; j++) {
        for (int i = 1; i + 1 < nx; i++) {
          int here = sample(i, j, k);
          for (int axis = 0; axis < 3; axis++) {
            int u = step[(axis + 1) % 3];
            int v = step[(axis + 2) % 3];
            boolean inside = values[here] < 0;
            if (inside != values[here + step[axis]] < 0) {
              int a = vertexOfCell[here - u - v];
              int b = vertexOfCell[here - v];
              int c = vertexOfCell[here];
              int d = vertexOfCell[here - u];
              addQuad(a, inside ? b : d, c, inside ? d : b);
            }
          }
        }
      }
    }
  }

  /**
   * Fills gaps too narrow for the grid: where inside and outside alternate across the diagonals of
   * a face or a cell, the surface would touch itself, so the outside sample nearest to the surface
   * becomes an inside sample. Every change removes an outside sample, so this ends.
   */
  private void removeAmbiguities(double[] values) {
    int[] step = {1, nx, nx * ny};
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int k = 0; k + 1 < nz; k++) {
        for (int j = 0; j + 1 < ny; j++) {
          for (int i = 0; i + 1 < nx; i++) {
            int at = sample(i, j, k);
            for (int axis = 0; axis < 3; axis++) {
              int u = step[axis];
              int v = step[(axis + 1) % 3];
              changed |= closeFace(values, at, at + u, at + u + v, at + v);
            }
            changed |= closeCell(values, at, step);
          }
        }
      }
    }
  }

  private static boolean closeFace(double[] values, int a, int b, int c, int d) {
    boolean inside = values[a] < 0;
    if (inside != values[c] < 0 || inside == values[b] < 0 || inside == values[d] < 0) {
      return false;
    }
    int near = inside ? (values[b] < values[d] ? b : d) : (values[a] < values[c] ? a : c);
    values[near] = -values[near] - Double.MIN_NORMAL;
    return true;
  }

  /** If all faces are unambiguous, only two opposite corners against the other six can touch. */
  private static boolean closeCell(double[] values, int at, int[] step) {
    int insideCount = 0;
    for (int corner = 0; corner < 8; corner++) {
      insideCount += values[corner(at, corner, step)] < 0 ? 1 : 0;
    }
    if (insideCount != 2 && insideCount != 6) {
      return false;
    }
    boolean few = insideCount == 2;
    for (int corner = 0; corner < 4; corner++) {
      int a = corner(at, corner, step);
      int b = corner(at, 7 - corner, step);
      if (values[a] < 0 == few && values[b] < 0 == few) {
        int near = few ? corner(at, corner ^ 1, step) : a;
        values[near] = -values[near] - Double.MIN_NORMAL;
        return true;
      }
    }
    return false;
  }

  private static int corner(int at, int corner, int[] step) {
    return at + (corner & 1) * step[0] + (corner >> 1 & 1) * step[1] + (corner >> 2) * step[2];
  }

  /**
   * Adds a vertex at the mean of the cell's edge crossings; returns it, or -1 without crossings.
   */
  private int addCellVertex(double[] values, int i, int j, int k) {
    double[] sum = new double[3];
    int crossings = 0;
    for (int axis = 0; axis < 3; axis++) {
      for (int side = 0; side < 4; side++) {
        int[] from = {i, j, k};
        from[(axis + 1) % 3] += side & 1;
        from[(axis + 2) % 3] += side >> 1;
        int[] to = from.clone();
        to[axis]++;
        double a = values[sample(from[0], from[1], from[2])];
        double b = values[sample(to[0], to[1], to[2])];
        if (a < 0 != b < 0) {
          for (int c = 0; c < 3; c++) {
            sum[c] += from[c] + (c == axis ? a / (a - b) : 0);
          }
          crossings++;
        }
      }
    }
    if (crossings == 0) {
      return -1;
    }
    if (3 * vertices == positions.length) {
      positions = Arrays.copyOf(positions, 2 * positions.length);
    }
    for (int c = 0; c < 3; c++) {
      positions[3 * vertices + c] = origin[c] + cell * sum[c] / crossings;
    }
    return vertices++;
  }

  private void addQuad(int a, int b, int c, int d) {
    if (4 * quadCount == quads.length) {
      quads = Arrays.copyOf(quads, 2 * quads.length);
    }
    int at = 4 * quadCount++;
    quads[at] = a;
    quads[at + 1] = b;
    quads[at + 2] = c;
    quads[at + 3] = d;
  }

  /** Cuts every quadrilateral along its shorter diagonal. */
  private int[] split() {
    int[] out = new int[6 * quadCount];
    for (int q = 0; q < quadCount; q++) {
      int a = quads[4 * q];
      int b = quads[4 * q + 1];
      int c = quads[4 * q + 2];
      int d = quads[4 * q + 3];
      boolean ac = squaredDistance(a, c) <= squaredDistance(b, d);
      int[] two = ac ? new int[] {a, b, c, a, c, d} : new int[] {a, b, d, b, c, d};
      System.arraycopy(two, 0, out, 6 * q, 6);
    }
    return out;
  }

  private double squaredDistance(int a, int b) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      double d = positions[3 * a + c] - positions[3 * b + c];
      sum += d * d;
    }
    return sum;
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
