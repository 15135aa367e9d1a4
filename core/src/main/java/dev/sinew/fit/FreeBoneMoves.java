package dev.sinew.fit;

import dev.sinew.fit.system.BlockElimination;
import dev.sinew.fit.system.BoneGram;
import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.fit.system.VertexSystem;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;

/** Moves of bones that move freely, under an animation-space skin. */
final class FreeBoneMoves extends BoneMoves {
  private static final int ROUNDS_PER_MOVE = 3;
  private static final int PATIENCE = 3;

  private final Examples examples;
  private final FitOptions options;
  private final RunContext context;
  private final BonesAndSkin fit;

  FreeBoneMoves(BonesAndSkin fit, RunContext context) {
    super(fit.options.moves(), PATIENCE, context);
    examples = fit.examples;
    options = fit.options;
    this.context = context;
    this.fit = fit;
  }

  @Override
  BoneRegions regions() {
    return fit.regions;
  }

  @Override
  double[] vertexErrors() {
    return fit.vertexErrors();
  }

  private BoneRelocation relocation() {
    return new BoneRelocation(examples, fit.regions, fit.motions);
  }

  @Override
  double[] costsOfRemoval(double[] errors) {
    int bones = fit.motions.boneCount();
    BoneGram gram = new BoneGram(fit.motions, options.restWeight(), context);
    boolean[][] touching = fit.regions.touching();
    SkinRows rows = fit.rows;
    BoneRelocation relocation = relocation();
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
          for (int v = from; v < to; v++) {
            for (int i = 0; i < rows.count[v]; i++) {
              int count = othersThan(v, i, touching, relocation, others);
              if (count > 0) {
                system.load(v, others, 0, count);
                elimination.grow(rows.count[v]);
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
  private int othersThan(
      int v, int i, boolean[][] touching, BoneRelocation relocation, int[] others) {
    SkinRows rows = fit.rows;
    int without = rows.bone[rows.at(v, i)];
    int base = i == 0 ? relocation.bestNeighbour(v, without, touching) : rows.bone[rows.at(v, 0)];
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

  @Override
  boolean attempt(Move move, double[] errors) {
    BoneRegions regions = fit.regions.copy();
    BoneMotions motions = fit.motions.copy();
    SkinRows rows = fit.rows.copy();
    double before = SkinError.rms(errors, examples.frameCount());
    relocation().move(move.bone(), move.to(), errors);
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
}
