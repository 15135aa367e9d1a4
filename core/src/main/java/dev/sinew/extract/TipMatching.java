package dev.sinew.extract;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tips of one pose in another by the geodesic distances between them, which bending does
 * not change: the injective map with the least sum of squared differences of distances, by depth-
 * first search with a bound.
 */
final class TipMatching {
  private final double[][] wanted;
  private final double[][] found;
  private final int[] map;
  private final int[] best;
  private double bound;

  private TipMatching(double[][] wanted, double[][] found, double bound) {
    this.wanted = wanted;
    this.found = found;
    this.bound = bound;
    map = new int[wanted.length];
    best = new int[wanted.length];
    Arrays.fill(best, -1);
  }

  /**
   * Returns for each wanted tip the index of the found one.
   *
   * @param wanted distances between the tips of the reference
   * @param found distances between the tips of the pose, at least as many
   * @param limit the largest root mean square difference
   * @return null if no map is within the limit
   */
  static int @Nullable [] of(double[][] wanted, double[][] found, double limit) {
    int pairs = wanted.length * (wanted.length - 1) / 2;
    TipMatching matching = new TipMatching(wanted, found, limit * limit * Math.max(1, pairs));
    matching.assign(0, 0, new boolean[found.length]);
    return matching.best.length > 0 && matching.best[0] < 0 ? null : matching.best;
  }

  private void assign(int tip, double cost, boolean[] used) {
    if (cost >= bound) {
      return;
    }
    if (tip == wanted.length) {
      bound = cost;
      System.arraycopy(map, 0, best, 0, map.length);
      return;
    }
    for (int candidate = 0; candidate < found.length; candidate++) {
      if (used[candidate]) {
        continue;
      }
      double more = 0;
      for (int i = 0; i < tip; i++) {
        double d = wanted[tip][i] - found[candidate][map[i]];
        more += d * d;
      }
      used[candidate] = true;
      map[tip] = candidate;
      assign(tip + 1, cost + more, used);
      used[candidate] = false;
    }
  }
}
