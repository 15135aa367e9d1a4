package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import java.util.Arrays;

/**
 * The closed surface between negative (inside) and other values on a grid: naive surface nets
 * (Gibson, "Constrained Elastic Surface Nets", 1998). There is one vertex per grid cell that the
 * surface crosses, at the mean of the cell's crossings, and one quadrilateral per crossed grid
 * edge.
 *
 * <p>The result is a closed manifold. Values at the border of the grid must not be negative; gaps
 * smaller than a cell may be closed.
 */
public final class GridSurface {
  private final Grid grid;
  private final int[] step;
  private double[] positions = new double[3 * 1024];
  private int vertices;
  private int[] quads = new int[4 * 1024];
  private int quadCount;

  /**
   * A regular grid of cubes.
   *
   * @param origin x, y, z of the first sample
   * @param cell the distance between samples
   * @param nx the number of samples along x
   * @param ny along y
   * @param nz along z
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Grid(double[] origin, double cell, int nx, int ny, int nz) {
    /** Returns the index of a sample; x changes fastest. */
    public int sample(int i, int j, int k) {
      return (k * ny + j) * nx + i;
    }

    /** Returns the number of samples. */
    public int count() {
      return nx * ny * nz;
    }

    /** Returns the differences between the indices of neighbours along x, y and z. */
    public int[] steps() {
      return new int[] {1, nx, nx * ny};
    }
  }

  private GridSurface(Grid grid) {
    this.grid = grid;
    step = grid.steps();
  }

  /**
   * Finds the surface.
   *
   * @param values a value per sample; a few change sign where the surface would touch itself
   */
  public static GridSurface of(Grid grid, double[] values) {
    ArrayChecks.size("values", values.length, grid.count());
    GridSurface surface = new GridSurface(grid);
    surface.removeAmbiguities(values);
    surface.extract(values);
    return surface;
  }

  private void extract(double[] values) {
    int[] vertexOfCell = new int[values.length];
    for (int k = 0; k + 1 < grid.nz; k++) {
      for (int j = 0; j + 1 < grid.ny; j++) {
        for (int i = 0; i + 1 < grid.nx; i++) {
          int at = grid.sample(i, j, k);
          int inside = insideCount(values, at);
          boolean crossed = inside > 0 && inside < 8;
          vertexOfCell[at] = crossed ? addCellVertex(values, i, j, k) : -1;
        }
      }
    }
    for (int k = 1; k + 1 < grid.nz; k++) {
      for (int j = 1; j + 1 < grid.ny; j++) {
        for (int i = 1; i + 1 < grid.nx; i++) {
          int here = grid.sample(i, j, k);
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
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int k = 0; k + 1 < grid.nz; k++) {
        for (int j = 0; j + 1 < grid.ny; j++) {
          for (int i = 0; i + 1 < grid.nx; i++) {
            int at = grid.sample(i, j, k);
            int inside = insideCount(values, at);
            if (inside > 0 && inside < 8) {
              for (int axis = 0; axis < 3; axis++) {
                int u = step[axis];
                int v = step[(axis + 1) % 3];
                changed |= closeFace(values, at, at + u, at + u + v, at + v);
              }
              changed |= closeCell(values, at);
            }
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
  private boolean closeCell(double[] values, int at) {
    int insideCount = insideCount(values, at);
    if (insideCount != 2 && insideCount != 6) {
      return false;
    }
    boolean few = insideCount == 2;
    for (int corner = 0; corner < 4; corner++) {
      int a = corner(at, corner);
      int b = corner(at, 7 - corner);
      if (values[a] < 0 == few && values[b] < 0 == few) {
        int near = few ? corner(at, corner ^ 1) : a;
        values[near] = -values[near] - Double.MIN_NORMAL;
        return true;
      }
    }
    return false;
  }

  private int insideCount(double[] values, int at) {
    int count = 0;
    for (int corner = 0; corner < 8; corner++) {
      count += values[corner(at, corner)] < 0 ? 1 : 0;
    }
    return count;
  }

  private int corner(int at, int corner) {
    return at + (corner & 1) * step[0] + (corner >> 1 & 1) * step[1] + (corner >> 2) * step[2];
  }

  /** Adds a vertex at the mean of the cell's edge crossings; returns it. */
  private int addCellVertex(double[] values, int i, int j, int k) {
    double[] sum = new double[3];
    int crossings = 0;
    for (int axis = 0; axis < 3; axis++) {
      for (int side = 0; side < 4; side++) {
        int[] from = {i, j, k};
        from[(axis + 1) % 3] += side & 1;
        from[(axis + 2) % 3] += side >> 1;
        int at = grid.sample(from[0], from[1], from[2]);
        double a = values[at];
        double b = values[at + step[axis]];
        if (a < 0 != b < 0) {
          for (int c = 0; c < 3; c++) {
            sum[c] += from[c] + (c == axis ? a / (a - b) : 0);
          }
          crossings++;
        }
      }
    }
    if (3 * vertices == positions.length) {
      positions = Arrays.copyOf(positions, 2 * positions.length);
    }
    for (int c = 0; c < 3; c++) {
      positions[3 * vertices + c] = grid.origin[c] + grid.cell * sum[c] / crossings;
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

  /** Returns x, y, z of each vertex, in a new array. */
  public double[] positions() {
    return Arrays.copyOf(positions, 3 * vertices);
  }

  /**
   * Returns three vertices per triangle, anticlockwise from outside: every quadrilateral is cut
   * along its shorter diagonal.
   *
   * @param moved x, y, z of each vertex, also where it was moved to
   */
  public int[] triangles(double[] moved) {
    ArrayChecks.size("positions", moved.length, 3L * vertices);
    int[] out = new int[6 * quadCount];
    for (int q = 0; q < quadCount; q++) {
      int a = quads[4 * q];
      int b = quads[4 * q + 1];
      int c = quads[4 * q + 2];
      int d = quads[4 * q + 3];
      boolean ac = squaredDistance(moved, a, c) <= squaredDistance(moved, b, d);
      int[] two = ac ? new int[] {a, b, c, a, c, d} : new int[] {a, b, d, b, c, d};
      System.arraycopy(two, 0, out, 6 * q, 6);
    }
    return out;
  }

  private static double squaredDistance(double[] x, int a, int b) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      double d = x[3 * a + c] - x[3 * b + c];
      sum += d * d;
    }
    return sum;
  }
}
