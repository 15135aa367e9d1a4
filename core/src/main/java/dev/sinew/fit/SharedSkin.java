package dev.sinew.fit;

import dev.sinew.rig.BoneTree;

/** Hierarchy and expected joints of fitted bones, from the skin that they share. */
final class SharedSkin {
  private SharedSkin() {}

  /** Returns the hierarchy of the bones. */
  static BoneTree tree(FittedSkin skin) {
    return BoneTree.ofSharedSkin(sharedSkin(skin), distancesFromCentre(skin));
  }

  /**
   * Returns Σ |w_a w_b| over the vertices for each pair of bones, plus a small amount per edge
   * between regions, so that rigid neighbours are linked too.
   */
  private static double[][] sharedSkin(FittedSkin skin) {
    double perEdge = 1e-3;
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
        add(shared, a, b, perEdge);
      }
    }
    return shared;
  }

  private static void add(double[][] shared, int a, int b, double amount) {
    shared[a][b] += amount;
    shared[b][a] += amount;
  }

  /** Returns the squared distance of each region's centre from the centre of all vertices. */
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

  /**
   * Returns x, y, z of the expected joint of each bone: the centre of the skin that it shares with
   * its parent, for a root the centre of its region.
   */
  static double[] expectedJoints(FittedSkin skin, BoneTree tree) {
    SkinRows rows = skin.rows;
    double[] rest = skin.examples().rest;
    double[] shared = new double[4 * skin.boneCount()];
    double[] own = new double[4 * skin.boneCount()];
    for (int v = 0; v < rows.vertexCount(); v++) {
      addPoint(own, skin.regionOf(v), rest, v, 1);
      for (int i = 0; i < rows.count[v]; i++) {
        int a = rows.at(v, i);
        for (int j = 0; j < rows.count[v]; j++) {
          int b = rows.at(v, j);
          if (tree.parents()[rows.bone[a]] == rows.bone[b]) {
            double weight = Math.abs(rows.c[4 * a + 3] * rows.c[4 * b + 3]);
            addPoint(shared, rows.bone[a], rest, v, weight);
          }
        }
      }
    }
    double[] points = new double[3 * skin.boneCount()];
    for (int b = 0; b < skin.boneCount(); b++) {
      double[] from = shared[4 * b + 3] > 1e-9 ? shared : own;
      for (int axis = 0; axis < 3; axis++) {
        points[3 * b + axis] = from[4 * b + axis] / Math.max(from[4 * b + 3], 1e-9);
      }
    }
    return points;
  }

  private static void addPoint(double[] sums, int bone, double[] rest, int v, double weight) {
    for (int axis = 0; axis < 3; axis++) {
      sums[4 * bone + axis] += weight * rest[3 * v + axis];
    }
    sums[4 * bone + 3] += weight;
  }
}
