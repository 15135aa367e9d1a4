package dev.sinew.fit;

import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes bones from where they are of little use to where error is largest. Clusters of rigid motion
 * do not know what a skin can blend, so some bones sit where their neighbours would do, and some
 * regions, a tail for instance, have one too few. A move is tried with skin and bones solved again,
 * and undone when the error did not fall.
 */
final class BoneMoves {
  private static final int ROUNDS_A_MOVE = 3;

  /** A move must lower the error to this part to stay. */
  private static final double WORTH = 0.999;

  /** How many moves in a row may fail before no more are tried. */
  private static final int PATIENCE = 3;

  /** A new bone starts from so large a part of the region it splits. */
  private static final int SEED_SHARE = 4;

  private static final int SEED_VERTICES = 8;
  private static final int LOCAL_ROUNDS = 4;

  private final Examples examples;
  private final FitOptions options;
  private final RunContext context;
  private final BonesAndSkin fit;
  private final Set<Move> failed = new HashSet<>();

  /**
   * One try.
   *
   * @param bone what is taken away
   * @param to the region that is split
   */
  private record Move(int bone, int to) {}

  BoneMoves(Examples examples, FitOptions options, BonesAndSkin fit, RunContext context) {
    this.examples = examples;
    this.options = options;
    this.context = context;
    this.fit = fit;
  }

  /** Tries moves, at most as many as the options say; returns how many stayed. */
  int run() {
    int stayed = 0;
    int inVain = 0;
    for (int n = 0; n < options.moves() && inVain < PATIENCE; n++) {
      context.report("moving bones", n, options.moves());
      double[] errors = fit.vertexErrors();
      Move move = best(errors);
      if (move == null) {
        break;
      }
      if (attempt(move, errors)) {
        stayed++;
        inVain = 0;
        failed.clear();
      } else {
        failed.add(move);
        inVain++;
      }
    }
    context.report("moving bones", options.moves(), options.moves());
    return stayed;
  }

  /** The untried move with most error where it goes and least cost where it leaves. */
  private @Nullable Move best(double[] errors) {
    double[] costs = costsOfRemoval(errors);
    double[] regionErrors = new double[costs.length];
    int[] sizes = fit.regions.sizes();
    for (int v = 0; v < errors.length; v++) {
      regionErrors[fit.regions.bone[v]] += errors[v];
    }
    Move best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (int bone = 0; bone < costs.length; bone++) {
      for (int to = 0; to < costs.length; to++) {
        Move move = new Move(bone, to);
        if (bone != to && sizes[to] > 1 && !failed.contains(move)) {
          double score = regionErrors[to] / 2 - costs[bone];
          if (score > most) {
            most = score;
            best = move;
          }
        }
      }
    }
    return best;
  }

  /** How much more error each bone's vertices would have with the bones around it instead. */
  private double[] costsOfRemoval(double[] errors) {
    int bones = fit.motions.boneCount();
    BoneGram gram = new BoneGram(fit.motions, context);
    boolean[][] touching = fit.regions.touching();
    SkinRows rows = fit.rows;
    int capacity = mostAround(touching);
    double[] extra = new double[rows.bone.length];
    context.runRanges(
        rows.vertexCount(),
        (from, to) -> {
          VertexSystem system =
              new VertexSystem(
                  examples.rest, examples.shapes(), fit.motions, gram, options.ridge(), capacity);
          BlockElimination elimination = new BlockElimination(system, capacity);
          int[] others = new int[capacity];
          for (int v = from; v < to; v++) {
            for (int i = 0; i < rows.count[v]; i++) {
              int count = othersThan(v, i, touching, others);
              if (count > 0) {
                system.load(v, others, 0, count);
                elimination.grow(rows.count[v]);
                extra[rows.at(v, i)] = Math.max(0, elimination.error() - errors[v]);
              } else {
                // Nothing could take its place: as bad as a whole box side.
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

  /** The most bones that can touch one or the other of two bones. */
  private static int mostAround(boolean[][] touching) {
    int most = 0;
    for (boolean[] row : touching) {
      int count = 0;
      for (boolean touches : row) {
        count += touches ? 1 : 0;
      }
      most = Math.max(most, count);
    }
    return Math.min(touching.length, 2 * most);
  }

  /** The bones a vertex could have without one of its own, a base first; returns how many. */
  private int othersThan(int v, int i, boolean[][] touching, int[] others) {
    SkinRows rows = fit.rows;
    int without = rows.bone[rows.at(v, i)];
    int base = i == 0 ? bestAround(v, without, touching) : rows.bone[rows.at(v, 0)];
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

  private int bestAround(int v, int bone, boolean[][] touching) {
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
    takeAway(move.bone);
    startIn(move.to, move.bone, errors);
    for (int round = 0; round < ROUNDS_A_MOVE; round++) {
      fit.searchRound();
    }
    if (fit.rms() < WORTH * before) {
      return true;
    }
    fit.regions = regions;
    fit.motions = motions;
    fit.rows = rows;
    return false;
  }

  /** Gives a bone's vertices to the bones around it; those with none around keep it. */
  private void takeAway(int bone) {
    boolean[][] touching = fit.regions.touching();
    int[] given = fit.regions.bone.clone();
    for (int v = 0; v < given.length; v++) {
      if (given[v] == bone) {
        int best = bestAround(v, bone, touching);
        given[v] = best < 0 ? bone : best;
      }
    }
    System.arraycopy(given, 0, fit.regions.bone, 0, given.length);
  }

  /** Splits a region between its own bone and another, which starts where the error is largest. */
  private void startIn(int region, int bone, double[] errors) {
    int[] members = fit.regions.members()[region];
    int seed = worstOf(members, errors);
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

  /** The vertex with most error, averaged with its neighbours'. */
  private int worstOf(int[] members, double[] errors) {
    int worst = members[0];
    double most = -1;
    for (int v : members) {
      int neighbours = examples.topology.neighbourCount(v);
      double e = errors[v];
      for (int i = 0; i < neighbours; i++) {
        e += errors[examples.topology.neighbour(v, i)];
      }
      e /= neighbours + 1;
      if (e > most) {
        most = e;
        worst = v;
      }
    }
    return worst;
  }
}
