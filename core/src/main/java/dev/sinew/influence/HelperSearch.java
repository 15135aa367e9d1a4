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
 * Finds {@link HelperJoint}s for vertices that may keep few joints and lose some: what no joint of
 * theirs follows, a joint in between may. A helper begins where the error is largest, vertices go
 * to the helper that serves them best, and helpers follow the vertices they have (Linde, Buzo and
 * Gray 1980).
 *
 * <p>What a helper does for a vertex costs the same however many poses there are ({@link
 * HelperMotion}), and some thousand vertices stand for all.
 */
public final class HelperSearch {
  /** As many vertices as are looked at, evenly picked. */
  private static final int MOST_VERTICES = 4096;

  /** As many poses as are kept. */
  private static final int MOST_POSES = 256;

  /** Numbers that these poses may take, some 16 MB. */
  private static final int MOST_NUMBERS = 1 << 21;

  /** How far helpers go, in diagonals of the meshes' box. */
  private static final double REACH = 2;

  /**
   * A helper begins with so many neighbours, at most; with fewer where few vertices lose joints.
   */
  private static final int NEIGHBOURS = 12;

  /**
   * A vertex stands for a small ball around it, of this part of the box's diagonal, which its
   * joints carry along: so even one vertex tells how to turn.
   */
  private static final double BALL = 0.002;

  /** Beginnings for every helper asked for: not every one leads to something. */
  private static final int TRIALS = 4;

  private static final int ROUNDS = 3;
  private static final int LAST_ROUNDS = 8;
  private static final int BLOCK = 16;
  private static final int NONE = -1;

  private final Skin skin;
  private final int own;
  private final int most;
  private final RunContext context;
  private final List<double[]> motions = new ArrayList<>();

  private final List<HelperMotion> helpers = new ArrayList<>();
  private final List<HelpedVertex> vertices = new ArrayList<>();

  /** Joints that a helper can hang on: those whose inverse bind can be inverted. */
  private final BitSet parents = new BitSet();

  private double diagonal;

  /** The mean square of a ball's points along each axis. */
  private double ball;

  private HelperSearch(Skin skin, PoseSamples poses, int most, RunContext context) {
    this.skin = skin;
    this.most = most;
    this.context = context;
    own = skin.jointCount();
    double[] bind = new double[Affine.SIZE];
    for (int j = 0; j < own; j++) {
      skin.copyInverseBind(j, bind, 0);
      parents.set(j, Affine.invert(bind, 0, bind, 0));
    }
    int kept = Math.clamp(MOST_NUMBERS / (Affine.SIZE * Math.max(1, own)), 1, MOST_POSES);
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
   * What a mesh is to lose.
   *
   * @param rest x, y, z of every vertex at rest; not modified
   * @param given its influences
   * @param limited the best that can be had without helpers, on some of the same joints
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Loss(double[] rest, Influences given, Influences limited) {}

  /**
   * Searches.
   *
   * @param skin that moves the meshes
   * @param poses that count, alike
   * @param meshes what they are to lose
   * @param most joints a vertex may keep
   * @param count how many helpers to find at most
   * @param context share the work; what is found does not depend on how many there are
   * @return fewer where nothing is gained by more
   */
  public static List<HelperJoint> find(
      Skin skin, PoseSamples poses, List<Loss> meshes, int most, int count, RunContext context) {
    HelperSearch search = new HelperSearch(skin, poses, most, context);
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
        losing += mesh.given.count(v) > most ? 1 : 0;
      }
    }
    long step = Math.max(1, (losing + MOST_VERTICES - 1) / MOST_VERTICES);
    long seen = 0;
    for (Loss mesh : meshes) {
      for (int v = 0; v < mesh.given.vertexCount(); v++) {
        if (mesh.given.count(v) > most && seen++ % step == 0) {
          vertices.add(HelpedVertex.of(mesh, v, most));
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
    double[] least = new double[3];
    double[] most = new double[3];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
    for (Loss mesh : meshes) {
      for (int i = 0; i < mesh.rest.length; i++) {
        least[i % 3] = Math.min(least[i % 3], mesh.rest[i]);
        most[i % 3] = Math.max(most[i % 3], mesh.rest[i]);
      }
    }
    return Math.sqrt(squaredDistance(most, least));
  }

  /** The nearest vertices at rest, itself first. */
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

  /** Adds helpers one by one, each where most is left to gain. */
  private void grow(int count) {
    boolean[] tried = new boolean[vertices.size()];
    for (int trial = 0; trial < TRIALS * count && helpers.size() < count; trial++) {
      context.report("finding helpers", helpers.size(), count);
      int seed = worst(tried);
      if (seed == NONE) {
        break;
      }
      tried[seed] = true;
      if (begin(vertices.get(seed))) {
        settleLast();
        dropIdle();
      }
    }
    settle();
    dropIdle();
    context.report("finding helpers", count, count);
  }

  /** Lets the helper added last find its vertices; the others stay where they are. */
  private void settleLast() {
    int last = helpers.size() - 1;
    for (int round = 0; round < ROUNDS; round++) {
      followAgain(last);
      serveAll(last);
    }
  }

  private void settle() {
    for (int round = 0; round < LAST_ROUNDS; round++) {
      context.run(helpers.size(), this::followAgain);
      serveAll(0);
    }
  }

  /** The vertex with the largest error around it, of those not tried before. */
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
   * Adds a helper that serves someone: it begins with the whole motion of some neighbours, with
   * what their heaviest joints leave, or with what those of the seed alone leave.
   *
   * @return false when there is none
   */
  private boolean begin(HelpedVertex seed) {
    List<HelpedVertex> around = Arrays.stream(seed.neighbours()).mapToObj(vertices::get).toList();
    return beginWith(around, true)
        || (most > 1 && beginWith(around, false))
        || beginWith(List.of(seed), false);
  }

  private boolean beginWith(List<HelpedVertex> start, boolean whole) {
    for (HelpedVertex member : start) {
      member.beginWith(helpers.size(), whole);
    }
    helpers.add(new HelperMotion(skin, motions, follow(start)));
    serveAll(helpers.size() - 1);
    boolean serves = !members(helpers.size() - 1).isEmpty();
    if (!serves) {
      helpers.removeLast();
    }
    return serves;
  }

  /** Takes helpers away that serve nobody: others may have taken all they had. */
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
      serveAll(0);
    }
  }

  private List<HelpedVertex> members(int helper) {
    return vertices.stream().filter(v -> v.helper() == helper).toList();
  }

  /** Lets a helper go where its vertices go; without any it stays as it is. */
  private void followAgain(int helper) {
    List<HelpedVertex> members = members(helper);
    if (!members.isEmpty()) {
      helpers.set(helper, new HelperMotion(skin, motions, follow(members)));
    }
  }

  private HelperJoint follow(List<HelpedVertex> members) {
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
   * Every vertex chooses the helper that leaves least, or none.
   *
   * @param first the first helper that has changed
   */
  private void serveAll(int first) {
    context.runRanges(
        vertices.size(),
        (from, to) -> {
          double[] products = new double[HelpedVertex.MOST_JOINTS];
          for (int v = from; v < to; v++) {
            serve(vertices.get(v), first, products);
          }
        });
  }

  private void serve(HelpedVertex v, int first, double[] products) {
    boolean anew = v.helper() >= first || first == 0;
    if (anew) {
      v.leaveHelpers();
    }
    for (int h = anew ? 0 : first; h < helpers.size(); h++) {
      v.consider(h, helpers.get(h), products);
    }
  }
}
