package dev.sinew.extract;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tips of one pose in another by the geodesic distances between them, which bending
 * hardly changes, and by how thick the surface is around each: the injective map with the least sum
 * of squared differences of distances and squared logarithms of ratios of thicknesses, by
 * depth-first search with a bound. Distances alone confuse the head of an animal that looks down
 * with one of its front legs.
 *
 * <p>What has to agree are the proportions, so the distances of the pose are brought to the size of
 * the reference's. A body that rolls up has shorter distances, since shortest paths run along its
 * inner side, and the area, which is the unit, depends a little on the triangles.
 */
final class TipMatching {
  private final Features wanted;
  private final Features found;
  private final int[] map;
  private final int[] best;
  private double bound;

  private TipMatching(Features wanted, Features found, double bound) {
    this.wanted = wanted;
    this.found = found;
    this.bound = bound;
    map = new int[wanted.distances.length];
    best = new int[map.length];
    Arrays.fill(best, -1);
  }

  /**
   * What is known of the tips of a shape, in units of the square root of its area.
   *
   * @param distances between all tips
   * @param thickness around each tip, one or more lengths
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Features(double[][] distances, double[][] thickness) {}

  /** Sizes may differ by this many times as much as proportions. */
  private static final double SIZE_LIMIT = 2;

  /**
   * Returns for each wanted tip the index of the found one.
   *
   * @param wanted the tips of the reference
   * @param found the tips of the pose
   * @param limit the largest root mean square difference of proportions
   * @return null if no map is within the limit
   */
  static int @Nullable [] of(Features wanted, Features found, double limit) {
    int[] first = best(wanted, found, SIZE_LIMIT * limit);
    return first == null ? null : best(wanted, scaled(found, wanted, first), limit);
  }

  private static int @Nullable [] best(Features wanted, Features found, double limit) {
    int tips = wanted.distances.length;
    int terms = Math.max(1, tips * (tips - 1));
    TipMatching matching = new TipMatching(wanted, found, limit * limit * terms);
    matching.assign(0, 0, new boolean[found.distances.length]);
    return tips > 0 && matching.best[0] < 0 ? null : matching.best;
  }

  /** Returns distances in the size in which they are nearest to those of a reference. */
  private static Features scaled(Features found, Features wanted, int[] map) {
    double product = 0;
    double square = 0;
    for (int i = 0; i < map.length; i++) {
      for (int j = 0; j < i; j++) {
        double d = found.distances[map[i]][map[j]];
        product += wanted.distances[i][j] * d;
        square += d * d;
      }
    }
    double scale = square > 0 ? product / square : 1;
    return new Features(
        Arrays.stream(found.distances)
            .map(row -> Arrays.stream(row).map(d -> scale * d).toArray())
            .toArray(double[][]::new),
        found.thickness);
  }

  private void assign(int tip, double cost, boolean[] used) {
    if (cost >= bound) {
      return;
    }
    if (tip == map.length) {
      bound = cost;
      System.arraycopy(map, 0, best, 0, map.length);
      return;
    }
    for (int candidate = 0; candidate < found.distances.length; candidate++) {
      if (used[candidate]) {
        continue;
      }
      // As many terms as there are distances to the other tips, each of which belongs to two tips.
      double more =
          (map.length - 1)
              / 2.0
              * meanSquareRatio(wanted.thickness[tip], found.thickness[candidate]);
      for (int i = 0; i < tip; i++) {
        double d = wanted.distances[tip][i] - found.distances[candidate][map[i]];
        more += d * d;
      }
      used[candidate] = true;
      map[tip] = candidate;
      assign(tip + 1, cost + more, used);
      used[candidate] = false;
    }
  }

  /** Returns the mean square of the logarithms of the ratios between two lists of lengths. */
  private static double meanSquareRatio(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      double ratio = Math.log(a[i] / b[i]);
      sum += ratio * ratio;
    }
    return sum / a.length;
  }
}
