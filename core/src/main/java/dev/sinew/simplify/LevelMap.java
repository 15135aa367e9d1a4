package dev.sinew.simplify;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.Influences;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.SequenceSimplification.Level;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which points of two levels of one progressive mesh belong together, and influences taken from one
 * to the other (the thesis "Character animation from examples", sections 7.3.1 and 7.3.2). The
 * recorded collapses say which points of the finer level became part of which of the coarser one;
 * nothing is searched beyond these.
 */
public final class LevelMap {
  private final Level fine;
  private final Level coarse;
  private final int[] coarseOf;
  private final int[] nearest;

  /**
   * @param stream what both levels were made with
   * @param fine the level after fewer collapses, or as many
   * @param coarse the other level
   */
  public LevelMap(OperationStream stream, Level fine, Level coarse) {
    if (fine.length() > coarse.length() || coarse.length() > stream.length()) {
      throw new IllegalArgumentException(
          "levels: expected lengths that rise up to "
              + stream.length()
              + ", got "
              + fine.length()
              + " and "
              + coarse.length());
    }
    this.fine = fine;
    this.coarse = coarse;
    int[] end = new int[stream.pointCount()];
    Arrays.setAll(end, p -> p);
    // Backwards, where a point goes is known before those that went into it ask.
    for (int i = coarse.length() - 1; i >= fine.length(); i--) {
      Collapse one = stream.collapse(i);
      end[one.from()] = end[one.into()];
    }
    coarseOf = new int[fine.points().length];
    nearest = new int[coarse.points().length];
    Arrays.fill(nearest, -1);
    for (int f = 0; f < coarseOf.length; f++) {
      int c = Arrays.binarySearch(coarse.points(), end[fine.points()[f]]);
      if (c < 0) {
        throw new IllegalArgumentException(
            "coarse level: expected point " + end[fine.points()[f]] + ", got none of that number");
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

  /** The coarser level's point that a point of the finer one became part of. */
  public int coarseOf(int finePoint) {
    return coarseOf[finePoint];
  }

  /**
   * Of the finer level's points that became part of a point of the coarser one, the one closest to
   * it in the reference's shape; the first of several.
   */
  public int nearest(int coarsePoint) {
    return nearest[coarsePoint];
  }

  /**
   * Influences on the other level.
   *
   * @param influences a row a point
   * @param meanDistance how far, in the reference's shape, points are on average from where their
   *     rows come from
   */
  public record Mapped(Influences influences, double meanDistance) {}

  /** Gives each point of the coarser level the row of its nearest. */
  public Mapped toCoarser(Influences rows) {
    requireRows(rows, fine);
    double sum = 0;
    for (int c = 0; c < nearest.length; c++) {
      sum += Math.sqrt(squared(nearest[c], c));
    }
    return new Mapped(rows.rows(nearest), sum / Math.max(1, nearest.length));
  }

  /**
   * Gives each point of the finer level the mixture of rows at the closest place on the coarser
   * surface, which is looked for in the triangles at the point it became part of and at that
   * point's neighbours. Of a mixture as many joints are kept as the longest row given has.
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
    Influences.Builder mixtures = Influences.builder();
    double sum = 0;
    for (int f = 0; f < coarseOf.length; f++) {
      int c = coarseOf[f];
      if (around[c] == null) {
        around[c] = trianglesNear(topology, c);
      }
      if (around[c].length == 0) {
        add(mixtures, rows, c, 1);
        sum += Math.sqrt(squared(f, c));
      } else {
        TriMesh own = fine.mesh();
        surface.closestAmong(
            around[c], own.position(f, 0), own.position(f, 1), own.position(f, 2), hit);
        for (int k = 0; k < 3; k++) {
          add(mixtures, rows, mesh.vertex(hit.triangle(), k), hit.weight(k));
        }
        sum += hit.distance();
      }
      mixtures.endRow();
    }
    return new Mapped(mixtures.build().heaviest(rows.maxCount()), sum / coarseOf.length);
  }

  /** The triangles at a vertex and at its neighbours. */
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

  private static void add(Influences.Builder mixture, Influences rows, int point, double share) {
    for (int i = 0; i < rows.count(point); i++) {
      mixture.add(rows.joint(point, i), Math.max(0, share) * rows.weight(point, i));
    }
  }

  private static void requireRows(Influences rows, Level level) {
    if (rows.vertexCount() != level.points().length) {
      throw new IllegalArgumentException(
          "influences: expected " + level.points().length + " rows, got " + rows.vertexCount());
    }
  }
}
