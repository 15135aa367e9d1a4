package dev.sinew.influence;

import dev.sinew.influence.InfluenceLimit.MetricSkin;
import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The order in which joints go: always the one whose removal adds least to the expected squared
 * distance of the surface, after the best {@link RemainingBlend} of the vertices that lose it.
 * Greedy with lazy prices: a removal changes the prices around it, and such a joint is priced again
 * when it would be the next.
 */
final class JointRanking {
  /** The approximate maximum number of vertices that are priced; of more, every n-th one. */
  private static final int MAX_PRICED = 20_000;

  /** The maximum number of times that all removed joints are tried again. */
  private static final int MAX_SWEEPS = 3;

  /** The least gain of an exchange, of what it saves. */
  private static final double MIN_GAIN = 1e-3;

  /** Vertices per parallel task. */
  private static final int BATCH = 128;

  private final MovingJoints joints;
  private final List<Priced> vertices = new ArrayList<>();
  private final RunContext context;

  /** The joints that may not go. */
  private final BitSet held;

  private final BitSet removed = new BitSet();
  private final double[] prices;
  private final BitSet outdated = new BitSet();

  /** A vertex with what moves it now. */
  private static final class Priced {
    private final RemainingBlend blend;
    private final int vertex;
    private final double weight;
    private int[] by;
    private double error;

    Priced(RemainingBlend blend, int vertex, double weight) {
      this.blend = blend;
      this.vertex = vertex;
      this.weight = weight;
      Influences rows = blend.rows();
      by = new int[rows.count(vertex)];
      Arrays.setAll(by, i -> rows.joint(vertex, i));
    }

    Priced copy() {
      Priced copy = new Priced(blend, vertex, weight);
      copy.set(this);
      return copy;
    }

    void set(Priced other) {
      by = other.by;
      error = other.error;
    }

    void set(RemainingBlend.Solver solver, double distance) {
      by = new int[solver.count()];
      Arrays.setAll(by, solver::joint);
      error = distance;
    }

    boolean follows(int joint) {
      for (int one : by) {
        if (one == joint) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * Prepares the prices.
   *
   * @param weights the weight of the surface around each vertex of each mesh, mesh after mesh
   * @param maxInfluences the maximum number of joints of a vertex that loses one, by mesh
   */
  JointRanking(
      MovingJoints joints,
      IntFunction<MetricSkin> widened,
      double[] weights,
      BitSet held,
      IntFunction<Integer> maxInfluences,
      RunContext context) {
    this.joints = joints;
    this.held = held;
    this.context = context;
    SkinnedCharacter character = joints.character();
    int skinned = 0;
    for (int m = 0; m < character.meshes().size(); m++) {
      skinned += character.skinsOf(m).isEmpty() ? 0 : vertexCount(m);
    }
    int step = 1 + skinned / MAX_PRICED;
    int first = 0;
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry geometry = character.meshes().get(m);
      if (!character.skinsOf(m).isEmpty()) {
        RemainingBlend blend =
            new RemainingBlend(joints, m, geometry, widened, maxInfluences.apply(m));
        for (int v = 0; v < vertexCount(m); v += step) {
          vertices.add(new Priced(blend, v, weights[first + v]));
        }
      }
      first += vertexCount(m);
    }
    prices = new double[joints.count()];
    for (int k = 0; k < prices.length; k++) {
      prices[k] = held.get(k) ? Double.POSITIVE_INFINITY : price(k);
      context.report("pricing joints", k + 1, prices.length);
    }
  }

  private int vertexCount(int mesh) {
    return joints.character().meshes().get(mesh).mesh().vertexCount();
  }

  /** Returns what the removal of a joint adds, with those gone that are. */
  private double price(int joint) {
    BitSet without = (BitSet) removed.clone();
    without.set(joint);
    return solve(following(joint), without, joints.heirs(without), false);
  }

  private List<Priced> following(int joint) {
    return vertices.stream().filter(one -> one.follows(joint)).toList();
  }

  /** Solves some vertices; returns what is added to the error. */
  private double solve(List<Priced> some, BitSet without, List<BitSet> heirs, boolean keep) {
    double[] sums = new double[(some.size() + BATCH - 1) / BATCH];
    context.run(
        sums.length,
        batch -> {
          RemainingBlend blend = null;
          RemainingBlend.Solver solver = null;
          for (Priced one :
              some.subList(BATCH * batch, Math.min(some.size(), BATCH * (batch + 1)))) {
            if (solver == null || one.blend != blend) {
              blend = one.blend;
              solver = blend.new Solver();
            }
            double error = solver.solve(one.vertex, without, heirs, false);
            sums[batch] += one.weight * (error - one.error);
            if (keep) {
              one.set(solver, error);
            }
          }
        });
    return Arrays.stream(sums).sum();
  }

  /**
   * Removes joints until a number is left, or none can go, and then exchanges some. Called with
   * falling numbers: what has gone for a larger one stays removed.
   *
   * @return the moving joints that are removed
   */
  BitSet reduce(int wanted) {
    BitSet before = (BitSet) removed.clone();
    int all = joints.count() - wanted;
    while (removed.cardinality() < all) {
      int next = cheapest();
      while (next >= 0 && outdated.get(next)) {
        prices[next] = price(next);
        outdated.clear(next);
        next = cheapest();
      }
      if (next < 0) {
        break;
      }
      remove(next);
      context.report("removing joints", removed.cardinality(), all);
    }
    for (int sweep = 0; sweep < MAX_SWEEPS && exchange(before); sweep++) {
      context.checkCancelled();
    }
    return (BitSet) removed.clone();
  }

  /**
   * Takes each removed joint back and removes one next to it instead, where that is better: of a
   * chain, the joint in the middle goes first, and is the best one to keep when the others follow.
   *
   * @param before joints that stay removed
   * @return true if some were exchanged
   */
  private boolean exchange(BitSet before) {
    boolean better = false;
    for (int r = 0; r < prices.length; r++) {
      if (removed.get(r) && !before.get(r)) {
        better |= exchange(r);
        context.checkCancelled();
      }
    }
    return better;
  }

  private boolean exchange(int joint) {
    List<BitSet> without = joints.heirs(removed);
    BitSet near = (BitSet) without.get(joint).clone();
    near.andNot(held);
    removed.clear(joint);
    List<BitSet> with = joints.heirs(removed);
    List<Priced> affected = affected(joint, without, with);
    List<Priced> saved = affected.stream().map(Priced::copy).toList();
    double gain = -solve(affected, removed, with, true);
    int best = -1;
    double least = gain * (1 - MIN_GAIN);
    for (int k = near.nextSetBit(0); k >= 0; k = near.nextSetBit(k + 1)) {
      double price = price(k);
      if (price < least) {
        least = price;
        best = k;
      }
    }
    if (best >= 0) {
      remove(best);
      outdated.set(joint);
      outdated.or(near);
      prices[joint] = 0;
      return true;
    }
    removed.set(joint);
    for (int i = 0; i < affected.size(); i++) {
      affected.get(i).set(saved.get(i));
    }
    return false;
  }

  /** Returns the vertices that have other candidates after a joint has come back. */
  private List<Priced> affected(int joint, List<BitSet> without, List<BitSet> with) {
    BitSet changed = new BitSet();
    for (int k = 0; k < with.size(); k++) {
      changed.set(k, k == joint || !without.get(k).equals(with.get(k)));
    }
    return vertices.stream().filter(one -> one.blend.loses(one.vertex, changed)).toList();
  }

  private void remove(int joint) {
    removed.set(joint);
    List<BitSet> heirs = joints.heirs(removed);
    solve(following(joint), removed, heirs, true);
    outdated.or(heirs.get(joint));
    outdated.andNot(held);
  }

  /** Returns the joint of the least price, of several the last: it is lower in the skeleton. */
  private int cheapest() {
    int found = -1;
    for (int k = 0; k < prices.length; k++) {
      boolean may = !removed.get(k) && prices[k] < Double.POSITIVE_INFINITY;
      if (may && (found < 0 || prices[k] <= prices[found])) {
        found = k;
      }
    }
    return found;
  }
}
