package dev.sinew.fit;

import dev.sinew.math.Affine;
import dev.sinew.metric.PoseSamples;
import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.skin.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds {@link HelperJoint}s for vertices that may keep few joints and lose some: what no joint of
 * theirs follows, a joint in between may. As in {@link RigidClusters} a helper begins where the
 * error is largest, vertices go to the helper that serves them best, and helpers follow the
 * vertices they have (Linde, Buzo and Gray 1980).
 *
 * <p>With Q_ab = E[M_aᵀ M_b] over sampled poses, the mean squared distance between two blends of
 * motions of x̂ is a quadratic form in x̂. So what a helper does for a vertex costs the same
 * however many poses there are; and some thousand vertices stand for all.
 */
public final class HelperSearch {
  /** As many vertices as are looked at, evenly picked. */
  private static final int MOST_VERTICES = 4096;

  /** As many poses as are kept. */
  private static final int MOST_POSES = 256;

  /** Numbers that these poses may take, some 16 MB. */
  private static final int MOST_NUMBERS = 1 << 21;

  /** As many joints of a vertex as are looked at, the heaviest. */
  private static final int MOST_JOINTS = 32;

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

  /** What is less than this part of a square is rounding. */
  private static final double ROUNDING = 1e-14;

  private static final int BLOCK = 16;
  private static final int NONE = -1;

  private final Skin skin;
  private final int own;
  private final int most;
  private final Workers workers;
  private final List<double[]> motions = new ArrayList<>();

  private final List<Follower> helpers = new ArrayList<>();
  private final List<Vertex> vertices = new ArrayList<>();

  /** Joints that a helper can hang on: those whose inverse bind can be inverted. */
  private final BitSet parents = new BitSet();

  private double diagonal;

  /** The mean square of a ball's points along each axis. */
  private double ball;

  private HelperSearch(Skin skin, PoseSamples poses, int most, Workers workers) {
    this.skin = skin;
    this.most = most;
    this.workers = workers;
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
   * @param workers share the work; what is found does not depend on how many there are
   * @return fewer where nothing is gained by more
   */
  public static List<HelperJoint> find(
      Skin skin,
      PoseSamples poses,
      List<Loss> meshes,
      int most,
      int count,
      Workers workers,
      FitProgress progress) {
    HelperSearch search = new HelperSearch(skin, poses, most, workers);
    search.pickVertices(meshes);
    if (!search.parents.isEmpty()) {
      search.grow(count, progress);
    }
    return search.helpers.stream().map(helper -> helper.joint).toList();
  }

  /** A blend of joints, and the vertex at rest that it moves. */
  private static final class Vertex {
    private final double[] x;
    private final int[] joints;
    private final double[] weights;

    /** The best that can be had of them without helpers. */
    private final double[] limited;

    /** The heaviest that leave room for a helper, scaled to the sum 1. */
    private final double[] heaviest;

    private final double heaviestSum;

    /** ⟨u_i, u_i⟩ and ⟨u_i, p⟩ for every joint, and ⟨p, p⟩, with p the vertex as it should move. */
    private final double[] selves;

    private final double[] toAim;
    private double aim;

    /** The error that is left without helpers, and by the heaviest alone. */
    private double base;

    private double heaviestError;

    private int[] neighbours = {};

    /** Who serves it best, with what share beside which other, and what is left. */
    private int helper = NONE;

    private double share;
    private int partner;
    private double error;

    Vertex(double[] x, int[] joints, double[] weights, double[] limited, int most) {
      this.x = x;
      this.joints = joints;
      this.weights = weights;
      this.limited = limited;
      heaviest = new double[joints.length];
      int room = Math.min(most - 1, joints.length);
      heaviestSum = Arrays.stream(weights, 0, room).sum();
      for (int i = 0; i < room; i++) {
        heaviest[i] = weights[i] / heaviestSum;
      }
      selves = new double[joints.length];
      toAim = new double[joints.length];
    }

    /** How much of one of its joints stands beside its helper. */
    private double beside(int i) {
      return partner == joints.length ? heaviest[i] : partner == i ? 1 : 0;
    }
  }

  /** A helper with its Q against the skin's joints, and its own last. */
  private final class Follower {
    private final HelperJoint joint;
    private final double[] forms = new double[BLOCK * (own + 1)];

    Follower(HelperJoint joint) {
      this.joint = joint;
      double[] local = new double[Affine.SIZE];
      double[] bind = new double[Affine.SIZE];
      double[] unbind = new double[Affine.SIZE];
      skin.copyInverseBind(joint.parent(), bind, 0);
      Affine.invert(bind, 0, unbind, 0);
      for (double[] motion : motions) {
        joint.follow(motion, local);
        // M = G L B, and G is the parent's M without B.
        Affine.multiply(local, 0, bind, 0, local, 0);
        Affine.multiply(unbind, 0, local, 0, local, 0);
        Affine.multiply(motion, Affine.SIZE * joint.parent(), local, 0, local, 0);
        for (int j = 0; j < own; j++) {
          addForm(local, 0, motion, Affine.SIZE * j, forms, formAt(j));
        }
        addForm(local, 0, local, 0, forms, formAt(own));
      }
    }
  }

  private static int formAt(int pair) {
    return BLOCK * pair;
  }

  /** Adds AᵀB over the poses' number. */
  private void addForm(double[] a, int ao, double[] b, int bo, double[] out, int o) {
    double scale = 1.0 / motions.size();
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < 4; c++) {
        out[o + 4 * r + c] +=
            scale
                * (a[ao + r] * b[bo + c]
                    + a[ao + 4 + r] * b[bo + 4 + c]
                    + a[ao + 8 + r] * b[bo + 8 + c]);
      }
    }
  }

  /** x̂ᵀQ x̂. */
  private static double form(double[] q, int o, double[] x) {
    double sum = 0;
    for (int r = 0; r < 4; r++) {
      double image = q[o + 4 * r] * x[0] + q[o + 4 * r + 1] * x[1] + q[o + 4 * r + 2] * x[2];
      sum += (r < 3 ? x[r] : 1) * (image + q[o + 4 * r + 3]);
    }
    return sum;
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
          vertices.add(vertex(mesh, v));
        }
      }
    }
    diagonal = diagonal(meshes);
    ball = BALL * BALL * diagonal * diagonal;
    Pieces.run(
        workers,
        vertices.size(),
        (from, to) -> {
          for (int v = from; v < to; v++) {
            prepare(vertices.get(v));
            vertices.get(v).neighbours = neighbours(v);
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

  private Vertex vertex(Loss mesh, int v) {
    int n = Math.min(MOST_JOINTS, mesh.given.count(v));
    int[] joints = new int[n];
    double[] weights = new double[n];
    double[] limited = new double[n];
    double sum = IntStream.range(0, n).mapToDouble(i -> mesh.given.weight(v, i)).sum();
    for (int i = 0; i < n; i++) {
      joints[i] = mesh.given.joint(v, i);
      weights[i] = mesh.given.weight(v, i) / sum;
      for (int k = 0; k < mesh.limited.count(v); k++) {
        limited[i] += mesh.limited.joint(v, k) == joints[i] ? mesh.limited.weight(v, k) : 0;
      }
    }
    return new Vertex(
        Arrays.copyOfRange(mesh.rest, 3 * v, 3 * v + 3), joints, weights, limited, most);
  }

  private void prepare(Vertex vertex) {
    int n = vertex.joints.length;
    double[] products = products(vertex);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double product = products[n * i + j];
        double w = vertex.weights[j];
        vertex.toAim[i] += w * product;
        vertex.aim += vertex.weights[i] * w * product;
        vertex.base += (vertex.limited[i] - vertex.weights[i]) * (vertex.limited[j] - w) * product;
        vertex.heaviestError +=
            (vertex.heaviest[i] - vertex.weights[i]) * (vertex.heaviest[j] - w) * product;
      }
      vertex.selves[i] = products[(n + 1) * i];
    }
    vertex.base = vertex.base > ROUNDING * vertex.aim ? vertex.base : 0;
    vertex.error = vertex.base;
  }

  /** ⟨u_i, u_j⟩ for all pairs of a vertex's joints. */
  private double[] products(Vertex vertex) {
    int n = vertex.joints.length;
    double[] products = new double[n * n];
    double[] moved = new double[3 * n];
    for (double[] motion : motions) {
      for (int i = 0; i < n; i++) {
        Affine.transformPoint(motion, Affine.SIZE * vertex.joints[i], vertex.x, 0, moved, 3 * i);
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          double dot = 0;
          for (int c = 0; c < 3; c++) {
            dot += moved[3 * i + c] * moved[3 * j + c];
          }
          products[n * i + j] += dot / motions.size();
        }
      }
    }
    return products;
  }

  /** The nearest vertices at rest, itself first. */
  private int[] neighbours(int v) {
    int count = Math.clamp(vertices.size() / NEIGHBOURS, 1, NEIGHBOURS);
    int[] nearest = new int[count];
    double[] distances = new double[count];
    Arrays.fill(distances, Double.POSITIVE_INFINITY);
    for (int u = 0; u < vertices.size(); u++) {
      double distance = squaredDistance(vertices.get(v).x, vertices.get(u).x);
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
  private void grow(int count, FitProgress progress) {
    boolean[] tried = new boolean[vertices.size()];
    for (int trial = 0; trial < TRIALS * count && helpers.size() < count; trial++) {
      progress.at("finding helpers", helpers.size(), count);
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
    progress.at("finding helpers", count, count);
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
      workers.run(helpers.size(), this::followAgain);
      serveAll(0);
    }
  }

  /** The vertex with the largest error around it, of those not tried before. */
  private int worst(boolean[] tried) {
    int worst = NONE;
    double largest = 0;
    for (int v = 0; v < tried.length; v++) {
      double sum = 0;
      for (int u : vertices.get(v).neighbours) {
        sum += vertices.get(u).error;
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
  private boolean begin(Vertex seed) {
    List<Vertex> around = Arrays.stream(seed.neighbours).mapToObj(vertices::get).toList();
    return beginWith(around, true)
        || (most > 1 && beginWith(around, false))
        || beginWith(List.of(seed), false);
  }

  private boolean beginWith(List<Vertex> start, boolean whole) {
    for (Vertex member : start) {
      member.helper = helpers.size();
      member.share = whole ? 1 : 1 - member.heaviestSum;
      member.partner = member.joints.length;
    }
    helpers.add(new Follower(follow(start)));
    serveAll(helpers.size() - 1);
    boolean serves = !members(helpers.size() - 1).isEmpty();
    if (!serves) {
      helpers.removeLast();
    }
    return serves;
  }

  /** Takes helpers away that serve nobody: others may have taken all they had. */
  private void dropIdle() {
    List<Follower> used = new ArrayList<>();
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

  private List<Vertex> members(int helper) {
    return vertices.stream().filter(v -> v.helper == helper).toList();
  }

  /** Lets a helper go where its vertices go; without any it stays as it is. */
  private void followAgain(int helper) {
    List<Vertex> members = members(helper);
    if (!members.isEmpty()) {
      helpers.set(helper, new Follower(follow(members)));
    }
  }

  private HelperJoint follow(List<Vertex> members) {
    double[] sums = new double[BLOCK * own];
    double[] moments = new double[BLOCK];
    double[] belonging = new double[own];
    for (Vertex v : members) {
      double t = v.share;
      for (int i = 0; i < v.joints.length; i++) {
        double amount = t * (v.weights[i] - (1 - t) * v.beside(i));
        addMoments(amount, v.x, sums, BLOCK * v.joints[i]);
        belonging[v.joints[i]] += t * t * v.weights[i];
      }
      addMoments(t * t, v.x, moments, 0);
    }
    int parent = parents.nextSetBit(0);
    for (int j = parent; j >= 0; j = parents.nextSetBit(j + 1)) {
      parent = belonging[j] > belonging[parent] ? j : parent;
    }
    return new HelperJoint(skin, parent, sums, moments, REACH * diagonal);
  }

  private void addMoments(double amount, double[] x, double[] out, int o) {
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < 4; c++) {
        out[o + 4 * r + c] += amount * (r < 3 ? x[r] : 1) * (c < 3 ? x[c] : 1);
      }
      out[o + 5 * r] += r < 3 ? amount * ball : 0;
    }
  }

  /**
   * Every vertex chooses the helper that leaves least, or none.
   *
   * @param first the first helper that has changed
   */
  private void serveAll(int first) {
    Pieces.run(
        workers,
        vertices.size(),
        (from, to) -> {
          double[] products = new double[MOST_JOINTS];
          for (int v = from; v < to; v++) {
            serve(vertices.get(v), first, products);
          }
        });
  }

  private void serve(Vertex v, int first, double[] products) {
    boolean anew = v.helper >= first || first == 0;
    if (anew) {
      v.helper = NONE;
      v.error = v.base;
    }
    for (int h = anew ? 0 : first; h < helpers.size(); h++) {
      double[] forms = helpers.get(h).forms;
      double toAim = 0;
      for (int i = 0; i < v.joints.length; i++) {
        products[i] = form(forms, formAt(v.joints[i]), v.x);
        toAim += v.weights[i] * products[i];
      }
      double alone = form(forms, formAt(own), v.x) - 2 * toAim + v.aim;
      take(v, h, NONE, 1, alone);
      if (most > 1) {
        tryPartners(v, h, products, toAim, alone);
      }
    }
  }

  /** A joint of the vertex's own beside the helper; or as many of the heaviest as may stay. */
  private void tryPartners(Vertex v, int h, double[] products, double toAim, double alone) {
    int n = v.joints.length;
    double blendCross = v.aim - toAim;
    for (int i = 0; i < n; i++) {
      double cross = products[i] - v.toAim[i] - toAim + v.aim;
      tryPair(v, h, i, v.selves[i] - 2 * v.toAim[i] + v.aim, cross, alone);
      blendCross += v.heaviest[i] * (products[i] - v.toAim[i]);
    }
    if (most > 2) {
      tryPair(v, h, n, v.heaviestError, blendCross, alone);
    }
  }

  /** The least of (1 − t)² a + 2 t (1 − t) c + t² b over the shares t. */
  private static void tryPair(Vertex v, int h, int partner, double a, double c, double b) {
    double bend = a - 2 * c + b;
    double t = bend > 0 ? Math.min(1, Math.max(0, (a - c) / bend)) : 1;
    if (t > 0) {
      take(v, h, partner, t, (1 - t) * (1 - t) * a + 2 * t * (1 - t) * c + t * t * b);
    }
  }

  private static void take(Vertex v, int h, int partner, double share, double error) {
    if (error < v.error) {
      v.error = Math.max(0, error);
      v.helper = h;
      v.partner = partner;
      v.share = share;
    }
  }
}
