package dev.sinew.fit;

import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moves bones from where they remove little error to where the error is largest. Rigid clusters
 * ignore what a skin can blend, so some bones are redundant and some regions have too few. After a
 * trial move, skin and bones are solved again; the move is undone if the error did not fall.
 */
final class BoneMoves {
  private static final int ROUNDS_PER_MOVE = 3;

  /** A move is kept if it lowers the error below this ratio. */
  private static final double ACCEPTED_RATIO = 0.999;

  /** The number of failed moves in a row that ends the search. */
  private static final int PATIENCE = 3;

  /** A new bone starts from 1 / SEED_SHARE of the region that it splits. */
  private static final int SEED_SHARE = 4;

  private static final int SEED_VERTICES = 8;
  private static final int LOCAL_ROUNDS = 4;

  private final Examples examples;
  private final FitOptions options;
  private final RunContext context;
  private final BonesAndSkin fit;
  private final Set<Move> failed = new HashSet<>();

  /**
   * A trial move.
   *
   * @param bone the bone that is moved
   * @param to the region that is split
   */
  private record Move(int bone, int to) {}

  BoneMoves(Examples examples, FitOptions options, BonesAndSkin fit, RunContext context) {
    this.examples = examples;
    this.options = options;
    this.context = context;
    this.fit = fit;
  }

  /** Tries moves, up to the number in the options; returns the number of kept moves. */
  int run() {
    int kept = 0;
    int failures = 0;
    for (int n = 0; n < options.moves() && failures < PATIENCE; n++) {
      context.report("moving bones", n, options.moves());
      double[] errors = fit.vertexErrors();
      Move move = best(errors);
      if (move == null) {
        break;
      }
      if (attempt(move, errors)) {
        kept++;
        failures = 0;
        failed.clear();
      } else {
        failed.add(move);
        failures++;
      }
    }
    context.report("moving bones", options.moves(), options.moves());
    return kept;
  }

  /**
   * Returns the untried move with the best balance of error at its target and cost at its source.
   */
  private @Nullable Move best(double[] errors) {
    double[] costs = costsOfRemoval(errors);
    double[] regionErrors = new double[costs.length];
    int[] sizes = fit.regions.sizes();
    for (int v = 0; v < errors.length; v++) {
      regionErrors[fit.regions.bone[v]] += errors[v];
    }
    Move best = null;
    double largest = Double.NEGATIVE_INFINITY;
    for (int bone = 0; bone < costs.length; bone++) {
      for (int to = 0; to < costs.length; to++) {
        Move move = new Move(bone, to);
        if (bone != to && sizes[to] > 1 && !failed.contains(move)) {
          double score = regionErrors[to] / 2 - costs[bone];
          if (score > largest) {
            largest = score;
            best = move;
          }
        }
      }
    }
    return best;
  }

  /** Returns per bone the increase in error if neighbouring bones replaced it. */
  private double[] costsOfRemoval(double[] errors) {
    int bones = fit.motions.boneCount();
    BoneGram gram = new BoneGram(fit.motions, context);
    boolean[][] touching = fit.regions.touching();
    SkinRows rows = fit.rows;
    int capacity = maxNeighbours(touching);
    double[] extra = new double[rows.bone.length];
    context.runRanges(
        rows.vertexCount(),
        (from, to) -> {
          VertexSystem system =
              new VertexSystem(
                  examples.rest, examples.shapes(), fit.motions, gram, options.ridge(), capacity);
          BlockElimination elimination = new BlockElimination(system, capacity);
          int[] others = new int[capacity];
          double[] free = new double[capacity];
          for (int v = from; v < to; v++) {
            for (int i = 0; i < rows.count[v]; i++) {
              int count = othersThan(v, i, touching, others);
              if (count > 0) {
                system.load(v, others, 0, count);
                elimination.grow(rows.count[v], free);
                extra[rows.at(v, i)] = Math.max(0, elimination.error() - errors[v]);
              } else {
                // No bone can replace it: costs as much as an error of a whole box side.
                extra[rows.at(v, i)] = 1;
              }
            }
          }
        });
    double[] costs = new double[bones];
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count[v]; i++) {
        costs[rows.bone[rows.at(v, i)]] += extra[rows.at(v, i)];
      }
    }
    return costs;
  }

  /** Returns the maximum number of bones that touch either of two bones. */
  private static int maxNeighbours(boolean[][] touching) {
    int max = 0;
    for (boolean[] row : touching) {
      int count = 0;
      for (boolean touches : row) {
        count += touches ? 1 : 0;
      }
      max = Math.max(max, count);
    }
    return Math.min(touching.length, 2 * max);
  }

  /**
   * Lists the bones that a vertex could have without its bone i, the base first; returns their
   * number.
   */
  private int othersThan(int v, int i, boolean[][] touching, int[] others) {
    SkinRows rows = fit.rows;
    int without = rows.bone[rows.at(v, i)];
    int base = i == 0 ? bestNeighbour(v, without, touching) : rows.bone[rows.at(v, 0)];
    if (base < 0) {
      return 0;
    }
    others[0] = base;
    int count = 1;
    for (int b = 0; b < touching.length; b++) {
      if (b != without && b != base && (touching[base][b] || touching[without][b])) {
        others[count++] = b;
      }
    }
    return count;
  }

  private int bestNeighbour(int v, int bone, boolean[][] touching) {
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int b = 0; b < touching.length; b++) {
      if (b != bone && touching[bone][b]) {
        double e = fit.rigidError(v, b);
        if (e < least) {
          least = e;
          best = b;
        }
      }
    }
    return best;
  }

  private boolean attempt(Move move, double[] errors) {
    BoneRegions regions = fit.regions.copy();
    BoneMotions motions = fit.motions.copy();
    SkinRows rows = fit.rows.copy();
    double before = SkinError.rms(errors, examples.frameCount());
    remove(move.bone);
    startIn(move.to, move.bone, errors);
    restart(move);
    for (int round = 0; round < ROUNDS_PER_MOVE; round++) {
      fit.searchRound();
    }
    if (fit.rms() < ACCEPTED_RATIO * before) {
      return true;
    }
    fit.regions = regions;
    fit.motions = motions;
    fit.rows = rows;
    return false;
  }

  /** Makes the vertices whose bones have changed rigid. */
  private void restart(Move move) {
    for (int v = 0; v < fit.rows.vertexCount(); v++) {
      if (fit.rows.has(v, move.bone) || fit.rows.has(v, move.to)) {
        fit.rows.setRigid(v, fit.regions.bone[v]);
      }
    }
  }

  /** Assigns the vertices of a bone to neighbouring bones; without a neighbour they keep it. */
  private void remove(int bone) {
    boolean[][] touching = fit.regions.touching();
    int[] given = fit.regions.bone.clone();
    for (int v = 0; v < given.length; v++) {
      if (given[v] == bone) {
        int best = bestNeighbour(v, bone, touching);
        given[v] = best < 0 ? bone : best;
      }
    }
    System.arraycopy(given, 0, fit.regions.bone, 0, given.length);
  }

  /** Splits a region between its bone and another one, which starts where the error is largest. */
  private void startIn(int region, int bone, double[] errors) {
    int[] members = fit.regions.members()[region];
    int seed = worstVertex(members, errors);
    int[] start =
        Surroundings.of(
            examples.topology,
            seed,
            Math.max(SEED_VERTICES, members.length / SEED_SHARE),
            v -> fit.regions.bone[v] == region);
    RigidBones.fit(examples.rest, examples.shapes(), start, fit.motions, bone);
    for (int v : start) {
      fit.regions.bone[v] = bone;
    }
    for (int round = 0; round < LOCAL_ROUNDS; round++) {
      for (int v : members) {
        fit.regions.bone[v] = fit.rigidError(v, region) <= fit.rigidError(v, bone) ? region : bone;
      }
      int[][] now = fit.regions.members();
      RigidBones.fit(examples.rest, examples.shapes(), now[region], fit.motions, region);
      RigidBones.fit(examples.rest, examples.shapes(), now[bone], fit.motions, bone);
    }
    fit.regions.connect(fit::rigidError);
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
