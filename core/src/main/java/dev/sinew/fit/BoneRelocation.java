package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.RigidBones;
import dev.sinew.fit.system.Surroundings;
import dev.sinew.rig.BoneMotions;

/**
 * Takes a bone from its region, which its neighbours share, and starts it again where another
 * region has its largest error.
 */
final class BoneRelocation {
  /** A new bone starts from 1 / SEED_SHARE of the region that it splits. */
  private static final int SEED_SHARE = 4;

  private static final int SEED_VERTICES = 8;
  private static final int LOCAL_ROUNDS = 4;

  private final Examples examples;
  private final BoneRegions regions;
  private final BoneMotions motions;

  /**
   * @param regions overwritten by a relocation
   * @param motions overwritten for the bones of split regions
   */
  BoneRelocation(Examples examples, BoneRegions regions, BoneMotions motions) {
    this.examples = examples;
    this.regions = regions;
    this.motions = motions;
  }

  /**
   * Moves a bone.
   *
   * @param to the region that it splits
   * @param errors the squared error of each vertex
   */
  void move(int bone, int to, double[] errors) {
    remove(bone);
    startIn(to, bone, errors);
  }

  /** Assigns the vertices of a bone to neighbouring bones; without a neighbour they keep it. */
  private void remove(int bone) {
    boolean[][] touching = regions.touching();
    int[] given = regions.bone.clone();
    for (int v = 0; v < given.length; v++) {
      if (given[v] == bone) {
        int best = bestNeighbour(v, bone, touching);
        given[v] = best < 0 ? bone : best;
      }
    }
    System.arraycopy(given, 0, regions.bone, 0, given.length);
  }

  /**
   * Returns the bone whose region touches that of a bone and that predicts a vertex best, or −1.
   */
  int bestNeighbour(int v, int bone, boolean[][] touching) {
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int b = 0; b < touching.length; b++) {
      if (b != bone && touching[bone][b]) {
        double e = rigidError(v, b);
        if (e < least) {
          least = e;
          best = b;
        }
      }
    }
    return best;
  }

  private double rigidError(int vertex, int bone) {
    return motions.error(bone, examples.rest, vertex, examples.shapes());
  }

  /** Splits a region between its bone and another one, which starts where the error is largest. */
  private void startIn(int region, int bone, double[] errors) {
    int[] members = regions.members()[region];
    int seed = worstVertex(members, errors);
    int[] start =
        Surroundings.of(
            examples.topology,
            seed,
            Math.max(SEED_VERTICES, members.length / SEED_SHARE),
            v -> regions.bone[v] == region);
    RigidBones.fit(examples.rest, examples.shapes(), start, motions, bone);
    for (int v : start) {
      regions.bone[v] = bone;
    }
    for (int round = 0; round < LOCAL_ROUNDS; round++) {
      for (int v : members) {
        regions.bone[v] = rigidError(v, region) <= rigidError(v, bone) ? region : bone;
      }
      int[][] now = regions.members();
      RigidBones.fit(examples.rest, examples.shapes(), now[region], motions, region);
      RigidBones.fit(examples.rest, examples.shapes(), now[bone], motions, bone);
    }
    regions.connect(this::rigidError);
  }

  /** Returns the vertex with the largest error, averaged over its neighbours. */
  private int worstVertex(int[] members, double[] errors) {
    int worst = members[0];
    double largest = -1;
    for (int v : members) {
      int neighbours = examples.topology.neighbourCount(v);
      double e = errors[v];
      for (int i = 0; i < neighbours; i++) {
        e += errors[examples.topology.neighbour(v, i)];
      }
      e /= neighbours + 1;
      if (e > largest) {
        largest = e;
        worst = v;
      }
    }
    return worst;
  }
}
