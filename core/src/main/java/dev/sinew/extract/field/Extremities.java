package dev.sinew.extract.field;

import dev.sinew.model.DisjointSets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The tips of the limbs of a surface and the geodesic distances between them, which hardly change
 * when the shape bends.
 *
 * @param vertices a vertex of the surface per tip, most prominent first
 * @param lengths the length by which each tip sticks out, in units of the surface
 * @param distances the distance of every vertex from each tip
 * @param further the number of tips left out since there were more than {@link #MAX}
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record Extremities(int[] vertices, double[] lengths, double[][] distances, int further) {

  /** The maximum number of tips. */
  public static final int MAX = 24;

  /** No tips. */
  public static final Extremities NONE =
      new Extremities(new int[0], new double[0], new double[0][], 0);

  /**
   * Finds the tips: local maxima of the distance from a remote vertex. A maximum counts if it is
   * higher than the saddle that joins it to a higher one by some length, its persistence. Then each
   * tip moves to where the sum of distances from the others is largest among the vertices nearest
   * to it, so that the tips do not depend on the vertex started from.
   *
   * @param minLength the least length, relative to the longest distance on the surface
   */
  public static Extremities find(HeatDistances heat, double minLength) {
    double[] first = heat.from(0);
    int remote = highest(first);
    double[] distance = heat.from(remote);
    double[] persistence = persistences(heat.surface(), distance);
    double longest = distance[highest(distance)];
    int[] maxima =
        IntStream.range(0, persistence.length)
            .filter(v -> persistence[v] >= minLength * longest)
            .boxed()
            .sorted(Comparator.comparingDouble(v -> -persistence[v]))
            .mapToInt(Integer::intValue)
            .toArray();
    int count = Math.min(maxima.length, MAX - 1);
    double[] lengths = new double[count + 1];
    int[] tips = new int[count + 1];
    tips[0] = remote;
    lengths[0] = longest;
    for (int i = 0; i < count; i++) {
      tips[i + 1] = maxima[i];
      lengths[i + 1] = Math.min(longest, persistence[maxima[i]]);
    }
    return settled(heat, tips, lengths, maxima.length - count);
  }

  private static Extremities settled(
      HeatDistances heat, int[] tips, double[] lengths, int further) {
    double[][] distances = heat.fromEach(tips);
    int n = heat.surface().vertexCount();
    int[] best = tips.clone();
    double[] most = new double[tips.length];
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
    for (int v = 0; v < n; v++) {
      int nearest = 0;
      double sum = 0;
      for (int i = 0; i < tips.length; i++) {
        sum += distances[i][v];
        nearest = distances[i][v] < distances[nearest][v] ? i : nearest;
      }
      double others = sum - distances[nearest][v];
      if (others > most[nearest]) {
        most[nearest] = others;
        best[nearest] = v;
      }
    }
    return new Extremities(best, lengths, heat.fromEach(best), further);
  }

  /** Returns the number of tips. */
  public int count() {
    return vertices.length;
  }

  /**
   * Returns the number of tips of at least some length.
   *
   * @param minLength relative to the longest distance on the surface
   */
  public int countFrom(double minLength) {
    double longest = Arrays.stream(lengths).max().orElse(0);
    return (int) Arrays.stream(lengths).filter(length -> length >= minLength * longest).count();
  }

  /** Returns the distance between two tips, the mean of both directions. */
  public double distance(int a, int b) {
    return (distances[a][vertices[b]] + distances[b][vertices[a]]) / 2;
  }

  /** Returns the tips of a list, in its order. */
  public Extremities subset(int[] list) {
    return new Extremities(
        Arrays.stream(list).map(i -> vertices[i]).toArray(),
        Arrays.stream(list).mapToDouble(i -> lengths[i]).toArray(),
        Arrays.stream(list).mapToObj(i -> distances[i]).toArray(double[][]::new),
        further);
  }

  /** Returns these tips with one more in front. */
  public Extremities with(int vertex, double[] distance) {
    int[] more = new int[count() + 1];
    double[] length = new double[count() + 1];
    double[][] all = new double[count() + 1][];
    more[0] = vertex;
    length[0] = distance[highest(distance)];
    all[0] = distance;
    System.arraycopy(vertices, 0, more, 1, count());
    System.arraycopy(lengths, 0, length, 1, count());
    System.arraycopy(distances, 0, all, 1, count());
    return new Extremities(more, length, all, further);
  }

  /** Returns these tips at other vertices, those of another shape. */
  public Extremities at(int[] others, double[][] otherDistances) {
    return new Extremities(others, lengths, otherDistances, further);
  }

  private static int highest(double[] values) {
    int best = 0;
    for (int v = 1; v < values.length; v++) {
      best = values[v] > values[best] ? v : best;
    }
    return best;
  }

  /**
   * Returns for each local maximum its height above the saddle where the vertices above join a
   * higher maximum; infinite for the highest, 0 for other vertices.
   */
  static double[] persistences(Surface surface, double[] values) {
    int n = values.length;
    Integer[] order = new Integer[n];
    Arrays.setAll(order, v -> v);
    Arrays.sort(
        order, (a, b) -> values[a] != values[b] ? Double.compare(values[b], values[a]) : a - b);
    double[] out = new double[n];
    DisjointSets sets = new DisjointSets(n);
    int[] top = new int[n];
    boolean[] reached = new boolean[n];
    for (int v : order) {
      top[v] = v;
      reached[v] = true;
      for (int i = 0; i < surface.topology().neighbourCount(v); i++) {
        int u = surface.topology().neighbour(v, i);
        if (!reached[u] || sets.of(u) == sets.of(v)) {
          continue;
        }
        int a = top[sets.of(u)];
        int b = top[sets.of(v)];
        boolean first = values[a] > values[b] || (values[a] == values[b] && a < b);
        int lower = first ? b : a;
        out[lower] = values[lower] - values[v];
        sets.join(u, v);
        top[sets.of(v)] = first ? a : b;
      }
    }
    out[order[0]] = Double.POSITIVE_INFINITY;
    return out;
  }
}
