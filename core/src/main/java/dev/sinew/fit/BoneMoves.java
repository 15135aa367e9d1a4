package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.run.RunContext;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moves bones from where they remove little error to where the error is largest. Rigid clusters
 * ignore what a skin can blend, so some bones are redundant and some regions have too few. After a
 * trial move, skin and bones are solved again; the move is undone if the error did not fall.
 */
abstract class BoneMoves {
  /** A move is kept if it lowers the error below this ratio. */
  static final double ACCEPTED_RATIO = 0.999;

  private final int maxMoves;
  private final int patience;
  private final RunContext context;
  private final Set<Move> failed = new HashSet<>();

  /**
   * A trial move.
   *
   * @param bone the bone that is moved
   * @param to the region that is split
   */
  record Move(int bone, int to) {}

  /**
   * @param maxMoves the maximum number of trial moves
   * @param patience the number of failed moves in a row that ends the search
   */
  BoneMoves(int maxMoves, int patience, RunContext context) {
    this.maxMoves = maxMoves;
    this.patience = patience;
    this.context = context;
  }

  /** Returns the current regions. */
  abstract BoneRegions regions();

  /** Returns the squared error of each vertex. */
  abstract double[] vertexErrors();

  /** Returns per bone the increase in error if neighbouring bones replaced it. */
  abstract double[] costsOfRemoval(double[] errors);

  /** Tries a move and undoes it unless the error falls; returns true if it was kept. */
  abstract boolean attempt(Move move, double[] errors);

  /** Returns true if a move is not tried now. */
  boolean isBarred(Move move) {
    return failed.contains(move);
  }

  /** Tries moves; returns the number of kept moves. */
  int run() {
    int kept = 0;
    int failures = 0;
    for (int n = 0; n < maxMoves && failures < patience; n++) {
      context.report("moving bones", n, maxMoves);
      double[] errors = vertexErrors();
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
    context.report("moving bones", maxMoves, maxMoves);
    return kept;
  }

  /**
   * Returns the untried move with the best balance of error at its target and cost at its source.
   */
  final @Nullable Move best(double[] errors) {
    double[] costs = costsOfRemoval(errors);
    double[] regionErrors = new double[costs.length];
    int[] sizes = regions().sizes();
    for (int v = 0; v < errors.length; v++) {
      regionErrors[regions().bone[v]] += errors[v];
    }
    Move best = null;
    double largest = Double.NEGATIVE_INFINITY;
    for (int bone = 0; bone < costs.length; bone++) {
      for (int to = 0; to < costs.length; to++) {
        Move move = new Move(bone, to);
        if (bone != to && sizes[to] > 1 && !isBarred(move)) {
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
}
