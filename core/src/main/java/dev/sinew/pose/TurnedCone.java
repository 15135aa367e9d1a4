package dev.sinew.pose;

import dev.sinew.math.Quaternion;
import java.util.List;

/**
 * Bounds the angle between a sequence of turns and the same sequence at the middle of every range.
 * Changing one turn by an angle changes the product by at most that angle. So the sum of the half
 * ranges is a bound; so is the largest angle found on a grid of angles plus half a grid step per
 * turn, which is smaller if the axes differ.
 */
final class TurnedCone {
  /** Grid steps per turn. */
  private static final int STEPS = 32;

  /** Maximum number of grid points. */
  private static final int MAX_PRODUCTS = 100_000;

  private final List<Turn> turns;
  private final double[] middle;
  private double min = 1;

  private TurnedCone(List<Turn> turns) {
    this.turns = turns;
    middle = new double[] {0, 0, 0, 1};
    for (Turn turn : turns) {
      Quaternion.multiply(middle, 0, turn.rotation(0.5), 0, middle, 0);
    }
  }

  /** Returns the bound in radians; more than π if the turns reach every angle. */
  static double angle(List<Turn> turns) {
    double halves = turns.stream().mapToDouble(turn -> (turn.to() - turn.from()) / 2).sum();
    if (Math.pow(STEPS + 1, turns.size()) > MAX_PRODUCTS || halves > 2 * Math.PI) {
      return halves;
    }
    TurnedCone cone = new TurnedCone(turns);
    cone.tryAll(0, new double[] {0, 0, 0, 1});
    double found = 2 * Math.acos(Math.min(1, cone.min) - 1e-15);
    return Math.min(halves, found + halves / STEPS);
  }

  private void tryAll(int from, double[] product) {
    if (from == turns.size()) {
      double cosine = 0;
      for (int c = 0; c < Quaternion.SIZE; c++) {
        cosine += product[c] * middle[c];
      }
      min = Math.min(min, Math.abs(cosine));
      return;
    }
    double[] next = new double[Quaternion.SIZE];
    for (int s = 0; s <= STEPS; s++) {
      double[] turn = turns.get(from).rotation((double) s / STEPS);
      Quaternion.multiply(product, 0, turn, 0, next, 0);
      tryAll(from + 1, next);
    }
  }
}
