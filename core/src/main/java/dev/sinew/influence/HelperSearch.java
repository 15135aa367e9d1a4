package dev.sinew.influence;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.pose.PoseSamples;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Finds {@link HelperJoint}s for vertices that lose joints. A helper starts where the error is
 * largest. Then vertices are assigned to the helper that reduces their error most, and helpers are
 * fitted to their vertices, in turn (Linde, Buzo and Gray 1980).
 *
 * <p>The cost to evaluate a helper for a vertex does not depend on the number of poses ({@link
 * HelperMotion}). Some thousand vertices are sampled.
 */
public final class HelperSearch {
  /** The maximum number of sampled vertices. */
  private static final int MAX_VERTICES = 4096;

  /** The maximum number of sampled poses. */
  private static final int MAX_POSES = 256;

  /** The maximum number of values of these poses, about 16 MB. */
  private static final int MAX_VALUES = 1 << 21;

  /** The maximum distance that helpers move, in diagonals of the meshes' bounding box. */
  private static final double REACH = 2;

  /**
   * The maximum number of vertices that a helper starts with; fewer if few vertices lose joints.
   */
  private static final int NEIGHBOURS = 12;

  /**
   * Each vertex is treated as a small ball of this radius, in diagonals of the box, so that even
   * one vertex determines a rotation.
   */
  private static final double BALL = 0.002;

  /** Trials per requested helper: not all of them reduce the error. */
  private static final int TRIALS = 4;

  private static final int ROUNDS = 3;
  private static final int LAST_ROUNDS = 8;
  private static final int BLOCK = 16;
  private static final int NONE = -1;

  private final Skin skin;
  private final int own;
  private final int maxJoints;
  private final RunContext context;
  private final List<double[]> motions = new ArrayList<>();

  private final List<HelperMotion> helpers = new ArrayList<>();
  private final List<HelpedVertex> vertices = new ArrayList<>();

  /** Joints that can be parents of helpers: those with an invertible inverse bind matrix. */
  private final BitSet parents = new BitSet();

  private double diagonal;

  /** The mean square of the points of a ball along each axis. */
  private double ball;

  private HelperSearch(Skin skin, PoseSamples poses, int maxJoints, RunContext context) {
    this.skin = skin;
    this.maxJoints = maxJoints;
    this.context = context;
    own = skin.jointCount();
    double[] bind = new double[Affine.SIZE];
    for (int j = 0; j < own; j++) {
      skin.copyInverseBind(j, bind, 0);
      parents.set(j, Affine.invert(bind, 0, bind, 0));
    }
    int kept = Math.clamp(MAX_VALUES / (Affine.SIZE * Math.max(1, own)), 1, MAX_POSES);
    int step = (poses.count() + kept - 1) / kept;
    int[] seen = {0};
    poses.forEach(
        pose -> {
          if (seen[0]++ % step == 0) {
            double[] motion = new double[Affine.SIZE * own];
            skin.skinningMatrices(pose, motion);
            motions.add(motion);
          }
        });
  }

  /**
   * A mesh whose vertices lose joints.
   *
   * @param rest x, y, z of each vertex at rest; not modified
   * @param given its influences
   * @param limited the best influences without helpers, on a subset of the same joints
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Loss(double[] rest, Influences given, Influences limited) {}

  /**
   * Searches for helpers.
   *
   * @param skin the skin of the meshes
   * @param poses the poses, equally weighted
   * @param meshes the meshes that lose joints
   * @param maxJoints the maximum number of joints per vertex
   * @param count the maximum number of helpers
   * @param context the result does not depend on its number of threads
   * @return the helpers; fewer if more would not reduce the error
   */
  public static List<HelperJoint> find(
      Skin skin,
      PoseSamples poses,
      List<Loss> meshes,
      int maxJoints,
      int count,
      RunContext context) {
    HelperSearch search = new HelperSearch(skin, poses, maxJoints, context);
    search.pickVertices(meshes);
    if (!search.parents.isEmpty()) {
      search.grow(count);
    }
    return search.helpers.stream().map(HelperMotion::joint).toList();
  }

  private void pickVertices(List<Loss> meshes) {
    long losing = 0;
    for (Loss mesh : meshes) {
      for (int v = 0; v < mesh.given.vertexCount(); v++) {
        losing += mesh.given.count(v) > maxJoints ? 1 : 0;
      }
    }
    long step = Math.max(1, (losing + MAX_VERTICES - 1) / MAX_VERTICES);
    long seen = 0;
    for (Loss mesh : meshes) {
      for (int v = 0; v < mesh.given.vertexCount(); v++) {
        if (mesh.given.count(v) > maxJoints && seen++ % step == 0) {
          vertices.add(HelpedVertex.of(mesh, v, maxJoints));
        }
      }
    }
    diagonal = diagonal(meshes);
    ball = BALL * BALL * diagonal * diagonal;
    context.runRanges(
        vertices.size(),
        (from, to) -> {
          for (int v = from; v < to; v++) {
            vertices.get(v).prepare(motions);
            vertices.get(v).setNeighbours(neighbours(v));
          }
        });
  }

  private static double diagonal(List<Loss> meshes) {
    double[] min = new double[3];
    double[] max = new double[3];
    Arrays.fill(min, Double.POSITIVE_INFINITY);
    Arrays.fill(max, Double.NEGATIVE_INFINITY);
    for (Loss mesh : meshes) {
      for (int i = 0; i < mesh.rest.length; i++) {
        min[i % 3] = Math.min(min[i % 3], mesh.rest[i]);
        max[i % 3] = Math.max(max[i % 3], mesh.rest[i]);
      }
    }
    return Math.sqrt(squaredDistance(max, min));
  }

  /** Returns the nearest vertices at rest, itself first. */
  private int[] neighbours(int v) {
    int count = Math.clamp(vertices.size() / NEIGHBOURS, 1, NEIGHBOURS);
    int[] nearest = new int[count];
    double[] distances = new double[count];
    Arrays.fill(distances, Double.POSITIVE_INFINITY);
    for (int u = 0; u < vertices.size(); u++) {
      double distance = squaredDistance(vertices.get(v).x(), vertices.get(u).x());
      if (distance < distances[count - 1]) {
        int at = count - 1;
        for (; at > 0 && distance < distances[at - 1]; at--) {
          distances[at] = distances[at - 1];
          nearest[at] = nearest[at - 1];
        }
        distances[at] = distance;
        nearest[at] = u;
      }
    }
    return nearest;
  }

  private static double squaredDistance(double[] a, double[] b) {
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
  }

  /** Adds helpers one by one, each where the error is largest. */
  private void grow(int count) {
    boolean[] tried = new boolean[vertices.size()];
    for (int trial = 0; trial < TRIALS * count && helpers.size() < count; trial++) {
      context.report("finding helpers", helpers.size(), count);
      int seed = worst(tried);
      if (seed == NONE) {
        break;
      }
      tried[seed] = true;
      if (start(vertices.get(seed))) {
        refineLast();
        dropIdle();
      }
    }
    refineAll();
    dropIdle();
    context.report("finding helpers", count, count);
  }

  /** Refines the last helper and its vertices; the other helpers stay. */
  private void refineLast() {
    int last = helpers.size() - 1;
    for (int round = 0; round < ROUNDS; round++) {
      refit(last);
      assignAll(last);
    }
  }

  private void refineAll() {
    for (int round = 0; round < LAST_ROUNDS; round++) {
      context.run(helpers.size(), this::refit);
      assignAll(0);
    }
  }

  /** Returns the untried vertex with the largest error in its neighbourhood. */
  private int worst(boolean[] tried) {
    int worst = NONE;
    double largest = 0;
    for (int v = 0; v < tried.length; v++) {
      double sum = 0;
      for (int u : vertices.get(v).neighbours()) {
        sum += vertices.get(u).error();
      }
      if (!tried[v] && sum > largest) {
        worst = v;
        largest = sum;
      }
    }
    return worst;
  }

  /**
   * Adds a helper that at least one vertex uses. It starts with the full motion of the seed's
   * neighbours, then with the residual of their heaviest joints, then with that of the seed alone.
   *
   * @return false if there is none
   */
  private boolean start(HelpedVertex seed) {
    List<HelpedVertex> around = Arrays.stream(seed.neighbours()).mapToObj(vertices::get).toList();
    return startWith(around, true)
        || (maxJoints > 1 && startWith(around, false))
        || startWith(List.of(seed), false);
  }

  private boolean startWith(List<HelpedVertex> start, boolean whole) {
    for (HelpedVertex member : start) {
      member.startWith(helpers.size(), whole);
    }
    helpers.add(new HelperMotion(skin, motions, fit(start)));
    assignAll(helpers.size() - 1);
    boolean used = !members(helpers.size() - 1).isEmpty();
    if (!used) {
      helpers.removeLast();
    }
    return used;
  }

  /** Removes helpers that no vertex uses any more. */
  private void dropIdle() {
    List<HelperMotion> used = new ArrayList<>();
    for (int h = 0; h < helpers.size(); h++) {
      if (!members(h).isEmpty()) {
        used.add(helpers.get(h));
      }
    }
    if (used.size() < helpers.size()) {
      helpers.clear();
      helpers.addAll(used);
      assignAll(0);
    }
  }

  private List<HelpedVertex> members(int helper) {
    return vertices.stream().filter(v -> v.helper() == helper).toList();
  }

  /** Fits a helper to its vertices; without vertices it stays. */
  private void refit(int helper) {
    List<HelpedVertex> members = members(helper);
    if (!members.isEmpty()) {
      helpers.set(helper, new HelperMotion(skin, motions, fit(members)));
    }
  }

  private HelperJoint fit(List<HelpedVertex> members) {
    double[] sums = new double[BLOCK * own];
    double[] moments = new double[BLOCK];
    double[] belonging = new double[own];
    for (HelpedVertex v : members) {
      v.addTo(sums, moments, belonging, ball);
    }
    int parent = parents.nextSetBit(0);
    for (int j = parent; j >= 0; j = parents.nextSetBit(j + 1)) {
      parent = belonging[j] > belonging[parent] ? j : parent;
    }
    return new HelperJoint(skin, parent, sums, moments, REACH * diagonal);
  }

  /**
   * Assigns each vertex to the helper that reduces its error most, or to none.
   *
   * @param first the first helper that has changed
   */
  private void assignAll(int first) {
    context.runRanges(
        vertices.size(),
        (from, to) -> {
          double[] products = new double[HelpedVertex.MAX_JOINTS];
          for (int v = from; v < to; v++) {
            assign(vertices.get(v), first, products);
          }
        });
  }

  private void assign(HelpedVertex v, int first, double[] products) {
    boolean reassign = v.helper() >= first || first == 0;
    if (reassign) {
      v.reset();
    }
    for (int h = reassign ? 0 : first; h < helpers.size(); h++) {
      v.consider(h, helpers.get(h), products);
    }
  }
}
