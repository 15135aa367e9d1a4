package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.rig.BoneLinks;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.BoneTree;

/**
 * The skin that pairs of bones share: their links, their hierarchy and where joints are expected.
 */
final class SharedSkin {
  /** The part of an edge's area that the bones of its ends share if no vertex blends them. */
  private static final double PER_EDGE = 1e-3;

  private final Examples examples;
  private final SkinRows rows;
  private final BoneRegions regions;
  private final int bones;
  private final double[] areas;
  private final BoneLinks links;

  private SharedSkin(Examples examples, SkinRows rows, BoneRegions regions, int bones) {
    this.examples = examples;
    this.rows = rows;
    this.regions = regions;
    this.bones = bones;
    areas = examples.vertexAreas();
    links = new BoneLinks(bones);
  }

  /** Finds the links of bones with a skin. */
  static SharedSkin of(Examples examples, SkinRows rows, BoneRegions regions, BoneMotions motions) {
    SharedSkin shared = new SharedSkin(examples, rows, regions, motions.boneCount());
    shared.addBlended();
    shared.addEdges();
    shared.links.findJoints(motions);
    return shared;
  }

  /** Adds |w_a w_b| of each vertex. */
  private void addBlended() {
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count[v]; i++) {
        for (int j = 0; j < i; j++) {
          int a = rows.at(v, i);
          int b = rows.at(v, j);
          double amount = areas[v] * Math.abs(rows.c[4 * a + 3] * rows.c[4 * b + 3]);
          links.add(rows.bone[a], rows.bone[b], amount, examples.rest, 3 * v);
        }
      }
    }
  }

  /** Adds a small amount per edge between regions, so that rigid neighbours are linked too. */
  private void addEdges() {
    var topology = examples.topology;
    for (int e = 0; e < topology.edgeCount(); e++) {
      int u = topology.edgeVertex(e, 0);
      int v = topology.edgeVertex(e, 1);
      if (regions.bone[u] != regions.bone[v]) {
        double amount = PER_EDGE * (areas[u] + areas[v]) / 2;
        links.add(regions.bone[u], regions.bone[v], amount, examples.rest, 3 * u);
        links.add(regions.bone[u], regions.bone[v], amount, examples.rest, 3 * v);
      }
    }
  }

  /** Returns the hierarchy of the bones. */
  BoneTree tree() {
    double[] masses = new double[bones];
    for (int v = 0; v < areas.length; v++) {
      masses[regions.bone[v]] += areas[v];
    }
    return links.tree(masses);
  }

  /**
   * Returns x, y, z of the expected joint of each bone: the middle of the skin that it shares with
   * its parent; without any, and for a root, the middle of its region.
   */
  double[] expectedJoints(BoneTree tree) {
    double[] points = regionMiddles();
    for (int b = 0; b < bones; b++) {
      int up = tree.parents()[b];
      if (up >= 0 && links.isLinked(b, up)) {
        links.middle(b, up, points, 3 * b);
      }
    }
    return points;
  }

  /** Returns the point of each bone on which its motion and its parent's agree best. */
  double[] agreedJoints(BoneTree tree, double[] expected) {
    double[] points = expected.clone();
    for (int b = 0; b < bones; b++) {
      int up = tree.parents()[b];
      if (up >= 0 && links.isLinked(b, up)) {
        links.joint(b, up, points, 3 * b);
      }
    }
    return points;
  }

  /** Returns the size of the skin around each joint: the rms distance from its middle. */
  double[] spreads(BoneTree tree) {
    double[] spreads = new double[bones];
    for (int b = 0; b < bones; b++) {
      int up = tree.parents()[b];
      spreads[b] = up >= 0 && links.isLinked(b, up) ? links.spread(b, up) : 1;
    }
    return spreads;
  }

  /** Returns Σ |w_a w_b| over the vertices of each bone a and its parent b. */
  double[] sharedVertices(BoneTree tree) {
    double[] shared = new double[bones];
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count[v]; i++) {
        int a = rows.at(v, i);
        for (int j = 0; j < rows.count[v]; j++) {
          int b = rows.at(v, j);
          if (tree.parents()[rows.bone[a]] == rows.bone[b]) {
            shared[rows.bone[a]] += Math.abs(rows.c[4 * a + 3] * rows.c[4 * b + 3]);
          }
        }
      }
    }
    return shared;
  }

  private double[] regionMiddles() {
    double[] sums = new double[4 * bones];
    for (int v = 0; v < areas.length; v++) {
      int o = 4 * regions.bone[v];
      for (int axis = 0; axis < 3; axis++) {
        sums[o + axis] += examples.rest[3 * v + axis];
      }
      sums[o + 3]++;
    }
    double[] points = new double[3 * bones];
    for (int i = 0; i < points.length; i++) {
      points[i] = sums[4 * (i / 3) + i % 3] / Math.max(1, sums[4 * (i / 3) + 3]);
    }
    return points;
  }
}
