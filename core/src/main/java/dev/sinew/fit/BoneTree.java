package dev.sinew.fit;

import java.util.Arrays;

/**
 * A hierarchy over fitted bones: the tree that joins bones that share most skin, rooted at the bone
 * nearest the body's centre. Bones that share nothing, not even by a detour, have trees of their
 * own.
 *
 * @param parents the bone above, or −1 at a root
 * @param order all bones, every parent before its children
 */
public record BoneTree(int[] parents, int[] order) {

  /** The tree of a fitted skin. */
  public static BoneTree of(FittedSkin skin) {
    double[][] shared = sharedSkin(skin);
    double[] distances = distancesFromCentre(skin);
    int bones = skin.boneCount();
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

  /** A given hierarchy, for instance that of a rig. */
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

  /** How many bones have no bone above. */
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

  /**
   * Σ |w_a w_b| over the vertices for every pair, and a trace for every edge between regions, so
   * that rigid neighbours hang together too.
   */
  private static double[][] sharedSkin(FittedSkin skin) {
    double trace = 1e-3;
    int bones = skin.boneCount();
    double[][] shared = new double[bones][bones];
    SkinRows rows = skin.rows;
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count[v]; i++) {
        for (int j = 0; j < i; j++) {
          int a = rows.at(v, i);
          int b = rows.at(v, j);
          add(shared, rows.bone[a], rows.bone[b], Math.abs(rows.c[4 * a + 3] * rows.c[4 * b + 3]));
        }
      }
    }
    var topology = skin.examples().topology;
    for (int e = 0; e < topology.edgeCount(); e++) {
      int a = skin.regionOf(topology.edgeVertex(e, 0));
      int b = skin.regionOf(topology.edgeVertex(e, 1));
      if (a != b) {
        add(shared, a, b, trace);
      }
    }
    return shared;
  }

  private static void add(double[][] shared, int a, int b, double amount) {
    shared[a][b] += amount;
    shared[b][a] += amount;
  }

  /** Squared distances of the regions' centres from the centre of all vertices. */
  private static double[] distancesFromCentre(FittedSkin skin) {
    double[] rest = skin.examples().rest;
    double[] all = new double[3];
    double[][] sums = new double[skin.boneCount()][4];
    int vertices = skin.examples().vertexCount();
    for (int v = 0; v < vertices; v++) {
      double[] sum = sums[skin.regionOf(v)];
      sum[3]++;
      for (int axis = 0; axis < 3; axis++) {
        sum[axis] += rest[3 * v + axis];
        all[axis] += rest[3 * v + axis] / vertices;
      }
    }
    double[] distances = new double[sums.length];
    for (int b = 0; b < sums.length; b++) {
      for (int axis = 0; axis < 3; axis++) {
        double d = sums[b][axis] / Math.max(1, sums[b][3]) - all[axis];
        distances[b] += sums[b][3] > 0 ? d * d : 1e6;
      }
    }
    return distances;
  }
}
