package dev.sinew.fit;

import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Bones from nothing but motion: vertices that move together over the frames as one rigid body
 * become a bone's region. The worst region is split until there are as many bones as asked for, and
 * after every split vertices move to the bone that predicts them best, as in vector quantisation
 * (Linde, Buzo and Gray 1980; James and Twigg 2005 cluster for the same end).
 *
 * <p>The number of bones is always the one asked for. Where motion gives no reason for so many, the
 * largest region is cut in space.
 */
public final class RigidClusters {
  private static final int ROUNDS_A_SPLIT = 3;
  private static final int LAST_ROUNDS = 8;

  /** A new bone starts from so large a part of the region it splits. */
  private static final int SEED_SHARE = 8;

  /** Vertices a new bone starts from, where there are so many: enough to pin a rotation. */
  private static final int SEED_VERTICES = 12;

  private final Examples examples;
  private final RunContext context;
  private final BoneMotions motions;
  private final BoneRegions regions;

  private RigidClusters(Examples examples, int bones, RunContext context) {
    this.examples = examples;
    this.context = context;
    motions = new BoneMotions(bones, examples.frameCount());
    regions = new BoneRegions(examples.topology, bones, new int[examples.vertexCount()]);
  }

  /** A partition with the motions that go with it. */
  record Found(BoneRegions regions, BoneMotions motions) {}

  /**
   * Splits the vertices.
   *
   * @param bones how many, at least 1 and at most a vertex each
   * @param progress hears of every split
   */
  static Found split(Examples examples, int bones, RunContext context) {
    RigidClusters clusters = new RigidClusters(examples, bones, context);
    clusters.refit();
    for (int made = 1; made < bones; made++) {
      context.report("finding bones", made, bones);
      clusters.splitWorst(made);
      for (int round = 0; round < ROUNDS_A_SPLIT; round++) {
        clusters.reassign(made + 1);
      }
    }
    for (int round = 0; round < LAST_ROUNDS; round++) {
      clusters.reassign(bones);
    }
    context.report("finding bones", bones, bones);
    return new Found(clusters.regions, clusters.motions);
  }

  private double error(int vertex, int bone) {
    return motions.error(bone, examples.rest, vertex, examples.shapes());
  }

  private void refit() {
    RigidBones.fit(examples.rest, examples.shapes(), regions.members(), motions, context);
  }

  /** Starts bone {@code made} in the region of largest error. */
  private void splitWorst(int made) {
    int worst = worstRegion(made);
    int[] members = regions.members()[worst];
    int seed = seedIn(members, worst);
    int[] start = ball(seed, worst, Math.max(SEED_VERTICES, members.length / SEED_SHARE));
    if (start.length == members.length) {
      start = Arrays.copyOf(start, Math.max(1, start.length / 2));
    }
    for (int v : start) {
      regions.bone[v] = made;
    }
    RigidBones.fit(examples.rest, examples.shapes(), start, motions, made);
  }

  private int worstRegion(int made) {
    double[] errors = new double[made];
    int[] sizes = regions.sizes();
    for (int v = 0; v < examples.vertexCount(); v++) {
      errors[regions.bone[v]] += error(v, regions.bone[v]);
    }
    int worst = -1;
    for (int b = 0; b < made; b++) {
      // Equal errors, all zero where nothing moves: the larger region is cut.
      if (sizes[b] > 1
          && (worst < 0
              || errors[b] > errors[worst]
              || (errors[b] == errors[worst] && sizes[b] > sizes[worst]))) {
        worst = b;
      }
    }
    return worst;
  }

  /** The vertex whose error, far out from the region's centre, asks most for a bone of its own. */
  private int seedIn(int[] members, int bone) {
    double[] centre = new double[3];
    for (int v : members) {
      for (int axis = 0; axis < 3; axis++) {
        centre[axis] += examples.rest[3 * v + axis] / members.length;
      }
    }
    int seed = members[0];
    double most = -1;
    for (int v : members) {
      double x = examples.rest[3 * v] - centre[0];
      double y = examples.rest[3 * v + 1] - centre[1];
      double z = examples.rest[3 * v + 2] - centre[2];
      double far = x * x + y * y + z * z;
      double asks = far * (error(v, bone) + 1e-12);
      if (asks > most) {
        most = asks;
        seed = v;
      }
    }
    return seed;
  }

  /** Vertices of a region around one of them, nearest along edges first, at most so many. */
  private int[] ball(int seed, int bone, int most) {
    return Surroundings.of(examples.topology, seed, most, v -> regions.bone[v] == bone);
  }

  /** Every vertex goes to its best bone; bones left without vertices take the worst ones back. */
  private void reassign(int bones) {
    int vertices = examples.vertexCount();
    int[] best = new int[vertices];
    context.runRanges(
        vertices,
        (from, to) -> {
          for (int v = from; v < to; v++) {
            best[v] = bestBone(v, bones);
          }
        });
    System.arraycopy(best, 0, regions.bone, 0, vertices);
    regions.connect(this::error);
    regions.feedEmpty(bones);
    refit();
  }

  private int bestBone(int v, int bones) {
    int best = regions.bone[v];
    double least = error(v, best);
    for (int b = 0; b < bones; b++) {
      double e = motions.error(b, examples.rest, v, examples.shapes(), least);
      if (e < least) {
        least = e;
        best = b;
      }
    }
    return best;
  }
}
