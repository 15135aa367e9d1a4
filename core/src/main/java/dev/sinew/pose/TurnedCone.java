package dev.sinew.pose;

import dev.sinew.math.Quaternion;
import java.util.List;

/**
 * How far several turns after one another can get from the rotation that has all of them half-way.
 * A turn off by some angle puts the product off by no more than that angle, whatever the others do:
 * so the half ranges' sum is a bound, and so is the largest angle met on a grid of angles plus half
 * a step of every turn, which is smaller where the axes differ.
 */
final class TurnedCone {
  /** Angles tried per turn, and the most products tried. */
  private static final int STEPS = 32;

  private static final int MAX_PRODUCTS = 100_000;

  private final List<Turn> turns;
  private final double[] middle;
  private double least = 1;

  private TurnedCone(List<Turn> turns) {
    this.turns = turns;
    middle = new double[] {0, 0, 0, 1};
    for (Turn turn : turns) {
      Quaternion.multiply(middle, 0, turn.rotation(0.5), 0, middle, 0);
    }
  }

  /** The angle, radians; above π where the turns can go all the way round. */
  static double angle(List<Turn> turns) {
    double halves = turns.stream().mapToDouble(turn -> (turn.to() - turn.from()) / 2).sum();
    if (Math.pow(STEPS + 1, turns.size()) > MAX_PRODUCTS || halves > 2 * Math.PI) {
      return halves;
    }
    TurnedCone cone = new TurnedCone(turns);
    cone.tryAll(0, new double[] {0, 0, 0, 1});
    double met = 2 * Math.acos(Math.min(1, cone.least) - 1e-15);
    return Math.min(halves, met + halves / STEPS);
  }

  private void tryAll(int from, double[] product) {
    if (from == turns.size()) {
      double cosine = 0;
      for (int c = 0; c < Quaternion.SIZE; c++) {
        cosine += product[c] * middle[c];
      }
      least = Math.min(least, Math.abs(cosine));
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
