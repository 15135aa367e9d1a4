package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.Mirror;
import dev.sinew.fit.system.RigidBones;
import dev.sinew.fit.system.Surroundings;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds bones from motion only: vertices that move together as one rigid body over the frames
 * become the region of a bone. The region with the largest error is split until the requested
 * number of bones is reached. After each split, vertices move to the bone that predicts them best,
 * as in vector quantisation (Linde, Buzo and Gray 1980; James and Twigg 2005 cluster for the same
 * end).
 *
 * <p>The number of bones is always the requested one. If the motion does not determine that many,
 * the largest region is split by position.
 */
final class RigidClusters {
  private static final int ROUNDS_PER_SPLIT = 3;
  private static final int LAST_ROUNDS = 8;

  /** A new bone starts from 1 / SEED_SHARE of the region that it splits. */
  private static final int SEED_SHARE = 8;

  /** The minimum number of vertices that a new bone starts from: enough to determine a rotation. */
  private static final int SEED_VERTICES = 12;

  /** A mirror image gets a bone if its error is at least this part of that of the vertex. */
  private static final double IMAGE_ERROR = 0.25;

  private final Examples examples;
  private final RunContext context;
  private final BoneMotions motions;
  private final BoneRegions regions;

  private final @Nullable Mirror mirror;

  /** The mirror image of the vertex that the last bone started from, or −1. */
  private int image = -1;

  /** The error of that vertex before. */
  private double seedError;

  /** The bone that predicts each vertex best, and its error, of all bones that have not changed. */
  private final int[] best;

  private final double[] least;

  /** The vertices that the motion of each bone was fitted to. */
  private final int[][] fitted;

  /** Bones whose motions have changed since vertices were compared with them. */
  private final boolean[] changed;

  private RigidClusters(Examples examples, int bones, RunContext context) {
    this.examples = examples;
    this.context = context;
    motions = new BoneMotions(bones, examples.frameCount());
    regions = new BoneRegions(examples.topology, bones, new int[examples.vertexCount()]);
    best = new int[examples.vertexCount()];
    least = new double[examples.vertexCount()];
    fitted = new int[bones][0];
    changed = new boolean[bones];
    mirror = Mirror.find(examples.rest);
    Arrays.fill(changed, true);
  }

  /** A partition and the motions of its bones. */
  record Found(BoneRegions regions, BoneMotions motions) {}

  /**
   * Splits the vertices.
   *
   * @param bones the number of bones, 1 to the number of vertices
   */
  static Found split(Examples examples, int bones, RunContext context) {
    RigidClusters clusters = new RigidClusters(examples, bones, context);
    clusters.refit();
    for (int made = 1; made < bones; made++) {
      context.report("finding bones", made, bones);
      if (!clusters.splitImage(made)) {
        clusters.splitWorst(made);
      }
      for (int round = 0; round < ROUNDS_PER_SPLIT; round++) {
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

  /** Fits the bones of regions that have changed. */
  private void refit() {
    int[][] members = regions.members();
    context.run(
        members.length,
        b -> {
          if (!Arrays.equals(members[b], fitted[b])) {
            RigidBones.fit(examples.rest, examples.shapes(), members[b], motions, b);
            fitted[b] = members[b];
            changed[b] = true;
          }
        });
  }

  /** Starts bone {@code made} in the region with the largest error. */
  private void splitWorst(int made) {
    int worst = worstRegion(made);
    int seed = seedIn(regions.members()[worst], worst);
    seedError = error(seed, worst);
    image = mirror == null ? -1 : mirror.image(seed);
    start(made, seed);
  }

  /**
   * Starts bone {@code made} at the mirror image of the last one, if the image is still in need of
   * a bone: symmetric shapes get nearly symmetric bones, as far as their motion is symmetric.
   */
  private boolean splitImage(int made) {
    int seed = image;
    image = -1;
    if (seed < 0) {
      return false;
    }
    int region = regions.bone[seed];
    boolean needed = region != made - 1 && error(seed, region) > IMAGE_ERROR * seedError;
    if (needed && regions.sizes()[region] > 1) {
      start(made, seed);
      return true;
    }
    return false;
  }

  /** Starts a bone with the vertices around a seed, in its region. */
  private void start(int made, int seed) {
    int region = regions.bone[seed];
    int[] members = regions.members()[region];
    int[] start = ball(seed, region, Math.max(SEED_VERTICES, members.length / SEED_SHARE));
    if (start.length == members.length) {
      start = Arrays.copyOf(start, Math.max(1, start.length / 2));
    }
    for (int v : start) {
      regions.bone[v] = made;
    }
    RigidBones.fit(examples.rest, examples.shapes(), start, motions, made);
    fitted[made] = start;
    changed[made] = true;
  }

  private int worstRegion(int made) {
    double[] errors = new double[made];
    int[] sizes = regions.sizes();
    for (int v = 0; v < examples.vertexCount(); v++) {
      errors[regions.bone[v]] += error(v, regions.bone[v]);
    }
    int worst = -1;
    for (int b = 0; b < made; b++) {
      // If errors are equal, as they are where nothing moves, the larger region is split.
      if (sizes[b] > 1
          && (worst < 0
              || errors[b] > errors[worst]
              || (errors[b] == errors[worst] && sizes[b] > sizes[worst]))) {
        worst = b;
      }
    }
    return worst;
  }

  /**
   * Returns the vertex with the largest product of error and squared distance from the centre of
   * the region.
   */
  private int seedIn(int[] members, int bone) {
    double[] centre = new double[3];
    for (int v : members) {
      for (int axis = 0; axis < 3; axis++) {
        centre[axis] += examples.rest[3 * v + axis] / members.length;
      }
    }
    int seed = members[0];
    double highest = -1;
    for (int v : members) {
      double x = examples.rest[3 * v] - centre[0];
      double y = examples.rest[3 * v + 1] - centre[1];
      double z = examples.rest[3 * v + 2] - centre[2];
      double far = x * x + y * y + z * z;
      double score = far * (error(v, bone) + 1e-12);
      if (score > highest) {
        highest = score;
        seed = v;
      }
    }
    return seed;
  }

  /** Returns up to {@code max} vertices of a region, nearest to a seed along edges. */
  private int[] ball(int seed, int bone, int max) {
    return Surroundings.of(examples.topology, seed, max, v -> regions.bone[v] == bone);
  }

  /** Moves each vertex to its best bone; bones without vertices get half of the largest region. */
  private void reassign(int bones) {
    int vertices = examples.vertexCount();
    int[] chosen = new int[vertices];
    context.runRanges(
        vertices,
        (from, to) -> {
          for (int v = from; v < to; v++) {
            chosen[v] = bestBone(v, bones);
          }
        });
    Arrays.fill(changed, 0, bones, false);
    System.arraycopy(chosen, 0, regions.bone, 0, vertices);
    regions.connect(this::error);
    regions.fillEmpty(bones);
    refit();
  }

  /**
   * Returns the bone that predicts a vertex best. Once there are many bones, most of them are the
   * same as before, and only the others are compared.
   */
  private int bestBone(int v, int bones) {
    boolean all = changed[best[v]];
    int own = regions.bone[v];
    double ownError = error(v, own);
    if (all || ownError <= least[v]) {
      best[v] = own;
      least[v] = ownError;
    }
    for (int b = 0; b < bones; b++) {
      if (all || changed[b]) {
        double e = motions.error(b, examples.rest, v, examples.shapes(), least[v]);
        if (e < least[v]) {
          least[v] = e;
          best[v] = b;
        }
      }
    }
    return best[v];
  }
}
