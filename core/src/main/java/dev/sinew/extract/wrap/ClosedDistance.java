package dev.sinew.extract.wrap;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.Box;
import dev.sinew.model.GridSurface.Grid;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Distances from triangles on a grid, and the solid that they enclose when gaps are closed: a
 * morphological closing (Serra, "Image Analysis and Mathematical Morphology", 1982) with a ball.
 * All samples within a radius of a triangle are a wall; what cannot be reached from outside is
 * solid; then the solid loses a layer that is a little thinner than the radius, so that a single
 * sheet keeps some thickness. The inside of a shell with a hole, such as a helmet, is solid, too:
 * nearly all straight lines from there end at a wall.
 *
 * <p>All lengths are in cells.
 */
final class ClosedDistance {
  /** The number of cells along the longest side of the box. */
  static final int CELLS = 144;

  /** The largest radius of the closing. */
  static final int MAX_RADIUS = 3;

  /** The distance of the solid's surface from the triangles. */
  static final double THICKNESS = 0.7;

  /** Samples in front of the wall, up to this distance, tell where its surface is. */
  private static final int FRONT = 2;

  /** Distances are known up to this one. */
  private static final double BAND = MAX_RADIUS + FRONT;

  /** The deepest value inside; larger than the diagonal of a cell. */
  private static final double DEEP = 2;

  private static final int BLOCK = 4;

  /** A sample is enclosed if walls are in this many of the 26 directions to its neighbours. */
  private static final int ENCLOSED = 22;

  private final Grid grid;
  private final TriangleTree tree;
  private final RunContext context;
  private final float[] distance;
  private final byte[] walls;

  /**
   * @param box the box of the triangles, with a positive side
   * @param cells along its longest side
   * @param tree the triangles
   */
  ClosedDistance(Box box, int cells, TriangleTree tree, RunContext context) {
    this.tree = tree;
    this.context = context;
    double cell = box.longestSide() / cells;
    int nx = samples(box.maxX() - box.minX(), cell);
    int ny = samples(box.maxY() - box.minY(), cell);
    int nz = samples(box.maxZ() - box.minZ(), cell);
    // Centred, so that a symmetric body gets a symmetric surface.
    double[] origin = {
      (box.minX() + box.maxX() - (nx - 1) * cell) / 2,
      (box.minY() + box.maxY() - (ny - 1) * cell) / 2,
      (box.minZ() + box.maxZ() - (nz - 1) * cell) / 2
    };
    grid = new Grid(origin, cell, nx, ny, nz);
    distance = new float[grid.count()];
    Arrays.fill(distance, (float) BAND);
    measure();
    walls = new byte[distance.length];
    countWalls();
  }

  /** Returns the number of samples for a side: the outermost ones are in front of any wall. */
  private static int samples(double side, double cell) {
    return (int) Math.ceil(side / cell) + 1 + 2 * (MAX_RADIUS + 2);
  }

  /** Measures the samples of all blocks that are near a triangle. */
  private void measure() {
    int bx = (grid.nx() + BLOCK - 1) / BLOCK;
    int by = (grid.ny() + BLOCK - 1) / BLOCK;
    int bz = (grid.nz() + BLOCK - 1) / BLOCK;
    context.runRanges(
        "wrapping shells",
        bx * by * bz,
        (from, to) -> {
          TriangleTree.Hit hit = new TriangleTree.Hit();
          int[] scratch = TriangleTree.newScratch();
          for (int b = from; b < to; b++) {
            measureBlock(
                BLOCK * (b % bx), BLOCK * (b / bx % by), BLOCK * (b / bx / by), hit, scratch);
          }
        });
  }

  private void measureBlock(int i0, int j0, int k0, TriangleTree.Hit hit, int[] scratch) {
    double half = (BLOCK - 1) / 2.0;
    double reach = BAND + Math.sqrt(3) * half;
    if (distanceAt(i0 + half, j0 + half, k0 + half, reach, hit, scratch) > reach - 1e-6) {
      return;
    }
    for (int k = k0; k < Math.min(k0 + BLOCK, grid.nz()); k++) {
      for (int j = j0; j < Math.min(j0 + BLOCK, grid.ny()); j++) {
        for (int i = i0; i < Math.min(i0 + BLOCK, grid.nx()); i++) {
          distance[grid.sample(i, j, k)] = (float) distanceAt(i, j, k, BAND, hit, scratch);
        }
      }
    }
  }

  /** Counts the directions in which there is a wall, one sweep through the grid each. */
  private void countWalls() {
    boolean[] seen = new boolean[distance.length];
    for (int direction = 0; direction < 27; direction++) {
      context.checkCancelled();
      int dx = direction % 3 - 1;
      int dy = direction / 3 % 3 - 1;
      int dz = direction / 9 - 1;
      if (direction != 13) {
        countWalls(dx, dy, dz, seen);
      }
    }
  }

  private void countWalls(int dx, int dy, int dz, boolean[] seen) {
    int ahead = grid.sample(dx, dy, dz);
    for (int c = 0; c < grid.nz(); c++) {
      int k = dz > 0 ? grid.nz() - 1 - c : c;
      for (int b = 0; b < grid.ny(); b++) {
        int j = dy > 0 ? grid.ny() - 1 - b : b;
        boolean row = k + dz >= 0 && k + dz < grid.nz() && j + dy >= 0 && j + dy < grid.ny();
        for (int a = 0; a < grid.nx(); a++) {
          int i = dx > 0 ? grid.nx() - 1 - a : a;
          int s = grid.sample(i, j, k);
          seen[s] =
              row
                  && i + dx >= 0
                  && i + dx < grid.nx()
                  && (seen[s + ahead] || distance[s + ahead] <= 1);
          walls[s] += (byte) (seen[s] ? 1 : 0);
        }
      }
    }
  }

  private double distanceAt(
      double i, double j, double k, double most, TriangleTree.Hit hit, int[] scratch) {
    double cell = grid.cell();
    tree.closestWithin(
        grid.origin()[0] + i * cell,
        grid.origin()[1] + j * cell,
        grid.origin()[2] + k * cell,
        most * cell,
        hit,
        scratch);
    return Math.min(most, hit.distance() / cell);
  }

  Grid grid() {
    return grid;
  }

  /**
   * Returns the signed distances, about, from the surface of the solid with gaps up to twice a
   * radius closed: negative inside.
   */
  double[] closed(int radius) {
    boolean[] outside = outside(radius);
    // Distances of the samples that are not outside from the outer space.
    double[] depth = new double[outside.length];
    Arrays.fill(depth, radius - THICKNESS + DEEP);
    Ball ball = new Ball(grid, radius - THICKNESS + DEEP + FRONT);
    for (int s = 0; s < outside.length; s++) {
      if (outside[s] && distance[s] < radius + FRONT) {
        // The ball of this radius around the sample is outside, too.
        ball.lower(s, distance[s] - radius, outside, depth);
      }
      if (s % (1 << 16) == 0) {
        context.checkCancelled();
      }
    }
    double[] values = new double[outside.length];
    for (int s = 0; s < values.length; s++) {
      values[s] = outside[s] ? distance[s] - THICKNESS : radius - THICKNESS - depth[s];
    }
    return values;
  }

  /** Returns the samples that can be reached from the border without crossing the wall. */
  private boolean[] outside(int radius) {
    boolean[] outside = new boolean[distance.length];
    int[] stack = new int[distance.length];
    int[] steps = grid.steps();
    int size = 0;
    stack[size++] = 0;
    outside[0] = true;
    while (size > 0) {
      int s = stack[--size];
      int[] at = {s % grid.nx(), s / grid.nx() % grid.ny(), s / grid.nx() / grid.ny()};
      int[] counts = {grid.nx(), grid.ny(), grid.nz()};
      for (int axis = 0; axis < 3; axis++) {
        for (int side = -1; side <= 1; side += 2) {
          int next = s + side * steps[axis];
          boolean inGrid = at[axis] + side >= 0 && at[axis] + side < counts[axis];
          if (inGrid && !outside[next] && distance[next] > radius && walls[next] < ENCLOSED) {
            outside[next] = true;
            stack[size++] = next;
          }
        }
      }
    }
    return outside;
  }

  /** The samples around a sample of a grid. */
  private static final class Ball {
    private final Grid grid;
    private final int reach;
    private final double[] lengths;

    Ball(Grid grid, double radius) {
      this.grid = grid;
      reach = (int) Math.floor(radius);
      int side = 2 * reach + 1;
      lengths = new double[side * side * side];
      for (int i = 0; i < lengths.length; i++) {
        int x = i % side - reach;
        int y = i / side % side - reach;
        int z = i / side / side - reach;
        lengths[i] = Math.sqrt(x * x + y * y + z * z);
      }
    }

    /** Lowers depths to the distance from a sample less a radius. */
    void lower(int sample, double radius, boolean[] outside, double[] depth) {
      int i = sample % grid.nx();
      int j = sample / grid.nx() % grid.ny();
      int k = sample / grid.nx() / grid.ny();
      int side = 2 * reach + 1;
      for (int z = Math.max(0, k - reach); z <= Math.min(grid.nz() - 1, k + reach); z++) {
        for (int y = Math.max(0, j - reach); y <= Math.min(grid.ny() - 1, j + reach); y++) {
          int row = ((z - k + reach) * side + y - j + reach) * side + reach - i;
          int at = grid.sample(0, y, z);
          for (int x = Math.max(0, i - reach); x <= Math.min(grid.nx() - 1, i + reach); x++) {
            double d = lengths[row + x] - radius;
            if (!outside[at + x] && d < depth[at + x]) {
              depth[at + x] = d;
            }
          }
        }
      }
    }
  }
}
