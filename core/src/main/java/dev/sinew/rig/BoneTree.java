package dev.sinew.rig;

import java.util.Arrays;

/**
 * A hierarchy of bones: one or more trees.
 *
 * @param parents the parent of each bone, or −1 for a root
 * @param order all bones, every parent before its children
 */
public record BoneTree(int[] parents, int[] order) {

  /**
   * Returns the minimum spanning forest of linked bones. The root of each tree is its centroid by
   * mass: the bone whose largest subtree is smallest, so that limbs become chains from the trunk to
   * their tips.
   *
   * @param costs the cost of a link of each pair of bones; symmetric, infinite for none
   * @param masses the mass of each bone, 0 or more
   */
  public static BoneTree spanning(double[][] costs, double[] masses) {
    int bones = costs.length;
    int[] linked = new int[bones];
    Arrays.fill(linked, -1);
    boolean[] placed = new boolean[bones];
    double[] least = new double[bones];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    for (int n = 0; n < bones; n++) {
      int next = cheapest(least, placed);
      placed[next] = true;
      for (int b = 0; b < bones; b++) {
        if (!placed[b] && costs[next][b] < least[b]) {
          least[b] = costs[next][b];
          linked[b] = next;
        }
      }
    }
    return ofParents(linked).rootedAtCentroids(masses);
  }

  /** Returns a hierarchy in which every bone is a root. */
  public static BoneTree flat(int bones) {
    int[] parents = new int[bones];
    Arrays.fill(parents, -1);
    return ofParents(parents);
  }

  /** Returns the bone with the cheapest link that is not placed, or any other without a link. */
  private static int cheapest(double[] least, boolean[] placed) {
    int best = -1;
    for (int b = 0; b < placed.length; b++) {
      if (!placed[b] && (best < 0 || least[b] < least[best])) {
        best = b;
      }
    }
    return best;
  }

  /** Returns the same links with the root of each tree at its centroid by mass. */
  private BoneTree rootedAtCentroids(double[] masses) {
    double[] below = masses.clone();
    for (int n = order.length - 1; n >= 0; n--) {
      if (parents[order[n]] >= 0) {
        below[parents[order[n]]] += below[order[n]];
      }
    }
    int[] tree = new int[parents.length];
    double[] largest = new double[parents.length];
    for (int b : order) {
      tree[b] = parents[b] < 0 ? b : tree[parents[b]];
      largest[b] = Math.max(largest[b], below[tree[b]] - below[b]);
      if (parents[b] >= 0) {
        largest[parents[b]] = Math.max(largest[parents[b]], below[b]);
      }
    }
    int[] centroid = tree.clone();
    for (int b : order) {
      if (largest[b] < largest[centroid[tree[b]]]) {
        centroid[tree[b]] = b;
      }
    }
    int[] turned = parents.clone();
    for (int b : order) {
      if (parents[b] < 0) {
        turn(turned, centroid[b]);
      }
    }
    return ofParents(turned);
  }

  /** Makes a bone a root by turning the links on its path to the old root. */
  private static void turn(int[] parents, int root) {
    int above = -1;
    for (int b = root; b >= 0; ) {
      int next = parents[b];
      parents[b] = above;
      above = b;
      b = next;
    }
  }

  /** Returns the hierarchy of given parents, −1 for a root. */
  public static BoneTree ofParents(int[] parents) {
    int[] order = new int[parents.length];
    boolean[] placed = new boolean[parents.length];
    int count = 0;
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int b = 0; b < parents.length; b++) {
        if (!placed[b] && (parents[b] < 0 || placed[parents[b]])) {
          placed[b] = true;
          order[count++] = b;
          grows = true;
        }
      }
    }
    if (count < parents.length) {
      throw new IllegalArgumentException("parents: expected a forest, got a cycle");
    }
    return new BoneTree(parents.clone(), order);
  }

  /** Returns the number of roots. */
  public int rootCount() {
    return (int) Arrays.stream(parents).filter(p -> p < 0).count();
  }

  /** Returns the children of each bone, in ascending order. */
  public int[][] children() {
    int[] counts = new int[parents.length];
    for (int p : parents) {
      if (p >= 0) {
        counts[p]++;
      }
    }
    int[][] children = new int[parents.length][];
    Arrays.setAll(children, b -> new int[counts[b]]);
    for (int b = parents.length - 1; b >= 0; b--) {
      if (parents[b] >= 0) {
        children[parents[b]][--counts[parents[b]]] = b;
      }
    }
    return children;
  }

  /** Returns all bones, each subtree contiguous and its root last. */
  public int[] postOrder() {
    int[] sizes = new int[parents.length];
    for (int n = order.length - 1; n >= 0; n--) {
      int b = order[n];
      sizes[b]++;
      if (parents[b] >= 0) {
        sizes[parents[b]] += sizes[b];
      }
    }
    int[] sorted = new int[parents.length];
    int[] next = new int[parents.length];
    int start = 0;
    for (int b : order) {
      int from = parents[b] < 0 ? start : next[parents[b]];
      if (parents[b] < 0) {
        start += sizes[b];
      } else {
        next[parents[b]] += sizes[b];
      }
      next[b] = from;
      sorted[from + sizes[b] - 1] = b;
    }
    return sorted;
  }
}
