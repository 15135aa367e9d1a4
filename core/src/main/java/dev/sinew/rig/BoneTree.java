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
   * Returns the maximum spanning forest of bones that share skin. The root of each tree is its bone
   * nearest to the centre.
   *
   * @param shared the amount of skin that each pair of bones shares; symmetric, 0 for none
   * @param distances the distance of each bone from the centre of the mesh
   */
  public static BoneTree ofSharedSkin(double[][] shared, double[] distances) {
    int bones = shared.length;
    int[] parents = new int[bones];
    Arrays.fill(parents, -1);
    int[] order = new int[bones];
    boolean[] placed = new boolean[bones];
    double[] strongest = new double[bones];
    for (int n = 0; n < bones; n++) {
      int next = strongestLink(strongest, placed);
      if (next < 0) {
        next = nearest(distances, placed);
      }
      placed[next] = true;
      order[n] = next;
      for (int b = 0; b < bones; b++) {
        if (!placed[b] && shared[next][b] > strongest[b]) {
          strongest[b] = shared[next][b];
          parents[b] = next;
        }
      }
    }
    return new BoneTree(parents, order);
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

  private static int strongestLink(double[] strongest, boolean[] placed) {
    int best = -1;
    for (int b = 0; b < placed.length; b++) {
      if (!placed[b] && strongest[b] > 0 && (best < 0 || strongest[b] > strongest[best])) {
        best = b;
      }
    }
    return best;
  }

  private static int nearest(double[] distances, boolean[] placed) {
    int best = -1;
    for (int b = 0; b < placed.length; b++) {
      if (!placed[b] && (best < 0 || distances[b] < distances[best])) {
        best = b;
      }
    }
    return best;
  }
}
