package dev.sinew.simplify;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.Influences;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.SequenceSimplification.Level;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The correspondence of the points of two levels of one progressive mesh, used to transfer
 * influences between them (the thesis "Character animation from examples", sections 7.3.1 and
 * 7.3.2). The recorded collapses define which points of the finer level were merged into which
 * point of the coarser one.
 */
final class LevelMap {
  private final Level fine;
  private final Level coarse;
  private final int[] coarseOf;
  private final int[] nearest;

  /**
   * Computes the correspondence.
   *
   * @param stream the stream of both levels
   * @param fine the level of fewer collapses, or of the same number
   * @param coarse the other level
   */
  public LevelMap(OperationStream stream, Level fine, Level coarse) {
    if (fine.length() > coarse.length() || coarse.length() > stream.length()) {
      throw new IllegalArgumentException(
          "levels: expected ascending lengths up to "
              + stream.length()
              + ", got "
              + fine.length()
              + " and "
              + coarse.length());
    }
    this.fine = fine;
    this.coarse = coarse;
    int[] end = stream.mergedPoints(fine.length(), coarse.length());
    coarseOf = new int[fine.points().length];
    nearest = new int[coarse.points().length];
    Arrays.fill(nearest, -1);
    for (int f = 0; f < coarseOf.length; f++) {
      int c = Arrays.binarySearch(coarse.points(), end[fine.points()[f]]);
      if (c < 0) {
        throw new IllegalArgumentException(
            "coarse level: expected point " + end[fine.points()[f]] + ", got none of that index");
      }
      coarseOf[f] = c;
      if (nearest[c] < 0 || squared(f, c) < squared(nearest[c], c)) {
        nearest[c] = f;
      }
    }
  }

  private double squared(int finePoint, int coarsePoint) {
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      double d = fine.mesh().position(finePoint, axis) - coarse.mesh().position(coarsePoint, axis);
      sum += d * d;
    }
    return sum;
  }

  /** Returns the coarse point that a fine point was merged into. */
  public int coarseOf(int finePoint) {
    return coarseOf[finePoint];
  }

  /**
   * Returns the fine point closest to a coarse point in the reference shape, among those merged
   * into it; the first of several.
   */
  public int nearest(int coarsePoint) {
    return nearest[coarsePoint];
  }

  /**
   * Influences transferred to the other level.
   *
   * @param influences one row per point
   * @param meanDistance the mean distance of points from the source of their rows, in the reference
   *     shape
   */
  public record Mapped(Influences influences, double meanDistance) {}

  /** Transfers rows to the coarse level: each point gets the row of its nearest fine point. */
  public Mapped toCoarser(Influences rows) {
    requireRows(rows, fine);
    double sum = 0;
    for (int c = 0; c < nearest.length; c++) {
      sum += Math.sqrt(squared(nearest[c], c));
    }
    return new Mapped(rows.rows(nearest), sum / Math.max(1, nearest.length));
  }

  /**
   * Transfers rows to the fine level: each point gets the rows interpolated at the closest position
   * on the coarse surface. Only the triangles at the point it was merged into and at that point's
   * neighbours are searched. Interpolated rows are limited to the joint count of the longest row
   * given.
   */
  public Mapped toFiner(Influences rows) {
    requireRows(rows, coarse);
    if (coarseOf.length == 0) {
      return new Mapped(rows, 0);
    }
    TriMesh mesh = coarse.mesh();
    Topology topology = Topology.of(mesh);
    TriangleTree surface = new TriangleTree(mesh.wedgePositions(), mesh.cornerWedges());
    TriangleTree.Hit hit = new TriangleTree.Hit();
    int[][] around = new int[mesh.vertexCount()][];
    Influences.Builder blends = Influences.builder();
    double sum = 0;
    for (int f = 0; f < coarseOf.length; f++) {
      int c = coarseOf[f];
      if (around[c] == null) {
        around[c] = trianglesNear(topology, c);
      }
      if (around[c].length == 0) {
        add(blends, rows, c, 1);
        sum += Math.sqrt(squared(f, c));
      } else {
        TriMesh own = fine.mesh();
        surface.closestAmong(
            around[c], own.position(f, 0), own.position(f, 1), own.position(f, 2), hit);
        for (int k = 0; k < 3; k++) {
          add(blends, rows, mesh.vertex(hit.triangle(), k), hit.weight(k));
        }
        sum += hit.distance();
      }
      blends.endRow();
    }
    return new Mapped(blends.build().heaviest(rows.maxCount()), sum / coarseOf.length);
  }

  /** Returns the triangles at a vertex and at its neighbours. */
  private static int[] trianglesNear(Topology topology, int vertex) {
    return IntStream.concat(
            IntStream.of(vertex),
            IntStream.range(0, topology.neighbourCount(vertex))
                .map(i -> topology.neighbour(vertex, i)))
        .flatMap(
            v ->
                IntStream.range(0, topology.vertexTriangleCount(v))
                    .map(i -> topology.vertexTriangle(v, i)))
        .distinct()
        .toArray();
  }

  private static void add(Influences.Builder blend, Influences rows, int point, double share) {
    for (int i = 0; i < rows.count(point); i++) {
      blend.add(rows.joint(point, i), Math.max(0, share) * rows.weight(point, i));
    }
  }

  private static void requireRows(Influences rows, Level level) {
    if (rows.vertexCount() != level.points().length) {
      throw new IllegalArgumentException(
          "influences: expected " + level.points().length + " rows, got " + rows.vertexCount());
    }
  }
}
