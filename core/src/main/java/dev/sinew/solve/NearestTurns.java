package dev.sinew.solve;

import dev.sinew.math.Quaternion;
import dev.sinew.pose.Turn;
import java.util.List;

/**
 * Finds angles about given axes, within their limits, whose product is near a rotation. With the
 * other angles fixed, the dot product of the two quaternions is a cos(θ/2) + b sin(θ/2), so each
 * angle in turn is solved exactly.
 */
final class NearestTurns {
  private static final int ROUNDS = 20;

  private NearestTurns() {}

  /**
   * Improves angles.
   *
   * @param rest the rotation before the first turn
   * @param goal a unit quaternion
   * @param angles the start, one per turn; overwritten with the result
   */
  static void fit(double[] rest, List<Turn> turns, double[] goal, double[] angles) {
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < angles.length; i++) {
        angles[i] = best(rest, turns, goal, angles, i);
      }
    }
  }

  private static double best(
      double[] rest, List<Turn> turns, double[] goal, double[] angles, int i) {
    Turn turn = turns.get(i);
    double a = dot(rest, turns, goal, angles, i, 0);
    double b = dot(rest, turns, goal, angles, i, Math.PI);
    // q and −q are the same rotation, so both directions of the maximum count.
    double free = 2 * Math.atan2(b, a);
    double best = angles[i];
    double largest = -1;
    double start = free + 2 * Math.PI * Math.floor((turn.from() - free) / (2 * Math.PI));
    double nearest = free + 2 * Math.PI * Math.rint((angles[i] - free) / (2 * Math.PI));
    double[] candidates = {nearest, start, start + 2 * Math.PI, turn.from(), turn.to()};
    for (double angle : candidates) {
      if (angle >= turn.from() && angle <= turn.to()) {
        double value = Math.abs(a * Math.cos(angle / 2) + b * Math.sin(angle / 2));
        if (value > largest + 1e-12) {
          largest = value;
          best = angle;
        }
      }
    }
    return best;
  }

  /** Returns the dot product of the goal and the turns with angle i replaced. */
  private static double dot(
      double[] rest, List<Turn> turns, double[] goal, double[] angles, int i, double angle) {
    double[] q = rest.clone();
    double[] turn = new double[Quaternion.SIZE];
    for (int k = 0; k < angles.length; k++) {
      Turn axis = turns.get(k);
      double own = k == i ? angle : angles[k];
      Quaternion.fromAxisAngle(axis.x(), axis.y(), axis.z(), own, turn, 0);
      Quaternion.multiply(q, 0, turn, 0, q, 0);
    }
    return q[0] * goal[0] + q[1] * goal[1] + q[2] * goal[2] + q[3] * goal[3];
  }
}
