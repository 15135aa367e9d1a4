package dev.sinew.extract;

import java.util.Arrays;

/**
 * The intrinsic mirror symmetry of a shape: which tips swap when left and right swap. Found as the
 * involution of the tips, with the most pairs, that preserves the geodesic distances between them.
 * It holds in every pose, since bending does not change distances. Of several the one is taken that
 * is nearest to a reflection of the tips in the reference.
 *
 * @param partner the tip that each tip swaps with; itself on the plane of symmetry
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record MirrorPairs(int[] partner) {
  /** Distances of mirrored tips differ by at most this fraction of the longest distance. */
  private static final double TOLERANCE = 0.1;

  /** More tips are not searched for symmetries. */
  static final int MAX_TIPS = 12;

  /**
   * Returns the best involution; the identity if there is none with a pair.
   *
   * @param distances distances between the tips, in some unit
   * @param positions x, y, z of each tip in the reference, in the same unit
   */
  static MirrorPairs of(double[][] distances, double[][] positions) {
    int n = distances.length;
    int[] identity = new int[n];
    Arrays.setAll(identity, i -> i);
    if (n > MAX_TIPS) {
      return new MirrorPairs(identity);
    }
    double longest = 0;
    for (double[] row : distances) {
      longest = Math.max(longest, Arrays.stream(row).max().orElse(0));
    }
    Search search = new Search(distances, positions, TOLERANCE * longest, identity.clone());
    int[] open = new int[n];
    Arrays.fill(open, -1);
    search.assign(open, 0, 0);
    return new MirrorPairs(search.best);
  }

  /**
   * Returns the tip to start a field from: on the plane of symmetry if there is one, and with the
   * largest sum of distances from the others.
   */
  int source(double[][] distances) {
    boolean[] central = new boolean[partner.length];
    boolean any = false;
    for (int i = 0; i < partner.length; i++) {
      central[i] = partner[i] == i;
      any |= central[i];
    }
    int best = -1;
    double most = -1;
    for (int i = 0; i < partner.length; i++) {
      double sum = Arrays.stream(distances[i]).sum();
      if ((central[i] || !any) && sum > most) {
        most = sum;
        best = i;
      }
    }
    return best;
  }

  /** Returns the pairs among the tips of a list, in its order; a tip alone is its own partner. */
  MirrorPairs subset(int[] list) {
    int[] place = new int[partner.length];
    Arrays.fill(place, -1);
    for (int i = 0; i < list.length; i++) {
      place[list[i]] = i;
    }
    int[] out = new int[list.length];
    for (int i = 0; i < list.length; i++) {
      int image = place[partner[list[i]]];
      out[i] = image < 0 ? i : image;
    }
    return new MirrorPairs(out);
  }

  /** A depth-first search over involutions. */
  private static final class Search {
    private final double[][] distances;
    private final double tolerance;
    private int[] best;
    private double bestError;
    private final double[][] positions;

    Search(double[][] distances, double[][] positions, double tolerance, int[] identity) {
      this.distances = distances;
      this.positions = positions;
      this.tolerance = tolerance;
      best = identity;
    }

    void assign(int[] map, int pairs, double error) {
      int next = 0;
      while (next < map.length && map[next] >= 0) {
        next++;
      }
      if (next == map.length) {
        double total = error + fromReflection(map) - pairs * tolerance;
        if (pairs > 0 && total < bestError) {
          bestError = total;
          best = map.clone();
        }
        return;
      }
      for (int to = next; to < map.length; to++) {
        if (map[to] >= 0) {
          continue;
        }
        map[next] = to;
        map[to] = next;
        double more = worst(map, next, to);
        if (more <= tolerance) {
          assign(map, pairs + (to != next ? 1 : 0), Math.max(error, more));
        }
        map[next] = -1;
        map[to] = -1;
      }
    }

    /** Returns the root mean square distance of the tips from the best reflection of them. */
    private double fromReflection(int[] map) {
      RigidFit fit = new RigidFit();
      for (int i = 0; i < map.length; i++) {
        double[] p = positions[i];
        fit.add(new double[] {-p[0], p[1], p[2]}, positions[map[i]], 1);
      }
      return fit.deviation();
    }

    /** Returns the largest difference between a distance from a or b and its mirror image. */
    private double worst(int[] map, int a, int b) {
      double worst = 0;
      for (int i = 0; i < map.length; i++) {
        if (map[i] >= 0) {
          worst = Math.max(worst, Math.abs(distances[a][i] - distances[b][map[i]]));
        }
      }
      return worst;
    }
  }
}
