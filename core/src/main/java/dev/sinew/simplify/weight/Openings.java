package dev.sinew.simplify.weight;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Weights of borders that touch: two lips, two lids, a cuff around a wrist, meshes that meet at the
 * neck. Where such borders part, what is behind them shows as a line of another colour, so errors
 * count as much there as between black and white.
 */
final class Openings {
  /** The weight of borders that touch. */
  private static final double WEIGHT = 1 + ColorContrast.LARGEST;

  /** Borders touch within this many lengths of their edges. */
  private static final double TOUCHING = 0.5;

  private final int points;

  /** The ends of the border edges of every point, as rows. */
  private final int[] start;

  private final int[] ends;

  /** The points on borders. */
  private final int[] onBorder;

  private final double[] out;

  private Openings(TriMesh mesh) {
    points = mesh.vertexCount();
    out = new double[points];
    Arrays.fill(out, 1);
    long[] borders = borderEdges(mesh);
    start = new int[points + 1];
    for (long edge : borders) {
      start[low(edge) + 1]++;
      start[high(edge) + 1]++;
    }
    for (int p = 0; p < points; p++) {
      start[p + 1] += start[p];
    }
    int[] next = start.clone();
    ends = new int[2 * borders.length];
    for (long edge : borders) {
      ends[next[low(edge)]++] = high(edge);
      ends[next[high(edge)]++] = low(edge);
    }
    onBorder = IntStream.range(0, points).filter(p -> start[p + 1] > start[p]).toArray();
  }

  /**
   * Returns a weight per point, 1 or more.
   *
   * @param poses in which borders may touch
   */
  static double[] weights(JoinedCharacter joined, List<Pose> poses, RunContext context) {
    Openings openings = new Openings(joined.mesh());
    if (openings.onBorder.length > 0) {
      openings.find(joined.restMesh());
      CharacterSurface.Posed posed =
          CharacterSurface.inOrderOfMeshes(joined.character()).newPosed();
      // A mesh that is shown several times has no point of its own for each.
      for (int k = 0; k < poses.size() && posed.mesh().vertexCount() == openings.points; k++) {
        posed.set(poses.get(k), context);
        openings.find(posed.mesh());
      }
    }
    return openings.out;
  }

  /** Returns the edges of one triangle, the lower point in the upper half. */
  private static long[] borderEdges(TriMesh mesh) {
    long[] edges = new long[3 * mesh.triangleCount()];
    for (int c = 0; c < edges.length; c++) {
      int a = mesh.vertex(c / 3, c % 3);
      int b = mesh.vertex(c / 3, (c + 1) % 3);
      edges[c] = (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
    }
    Arrays.sort(edges);
    return IntStream.range(0, edges.length)
        .filter(
            i ->
                (i == 0 || edges[i - 1] != edges[i])
                    && (i + 1 == edges.length || edges[i + 1] != edges[i])
                    && low(edges[i]) != high(edges[i]))
        .mapToLong(i -> edges[i])
        .toArray();
  }

  private static int low(long edge) {
    return (int) (edge >> Integer.SIZE);
  }

  private static int high(long edge) {
    return (int) edge;
  }

  /** Finds the points of borders that touch in a shape. */
  private void find(TriMesh shape) {
    int[] sorted =
        Arrays.stream(onBorder)
            .boxed()
            .sorted(Comparator.comparingDouble(p -> shape.position(p, 0)))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int i = 0; i < sorted.length; i++) {
      int p = sorted[i];
      double reach = TOUCHING * meanEdge(shape, p);
      for (int j = i + 1; j < sorted.length && distance(shape, p, sorted[j], 1) <= reach; j++) {
        mark(shape, p, sorted[j], reach);
      }
      for (int j = i - 1; j >= 0 && distance(shape, p, sorted[j], 1) <= reach; j--) {
        mark(shape, p, sorted[j], reach);
      }
    }
  }

  private void mark(TriMesh shape, int p, int q, double reach) {
    if (distance(shape, p, q, 3) <= reach && !isNext(p, q)) {
      out[p] = WEIGHT;
      out[q] = WEIGHT;
    }
  }

  /** Returns the distance of two points along the first axes. */
  private static double distance(TriMesh shape, int p, int q, int axes) {
    double squared = 0;
    for (int k = 0; k < axes; k++) {
      double d = shape.position(p, k) - shape.position(q, k);
      squared += d * d;
    }
    return Math.sqrt(squared);
  }

  private double meanEdge(TriMesh shape, int p) {
    double sum = 0;
    for (int e = start[p]; e < start[p + 1]; e++) {
      sum += distance(shape, p, ends[e], 3);
    }
    return sum / (start[p + 1] - start[p]);
  }

  /** Returns true if two points are at most two edges apart along a border. */
  private boolean isNext(int p, int q) {
    for (int e = start[p]; e < start[p + 1]; e++) {
      int r = ends[e];
      if (r == q) {
        return true;
      }
      for (int f = start[r]; f < start[r + 1]; f++) {
        if (ends[f] == q) {
          return true;
        }
      }
    }
    return false;
  }
}
