package dev.sinew.simplify.collapse;

import java.util.Arrays;

/**
 * An influence taken away: a point loses a joint, and the coordinates of those it keeps make up for
 * it.
 *
 * @param point the point
 * @param joint what it loses, counted along the joined character's bones
 * @param row four numbers for each joint it keeps, joints rising, in the mesh's own space; kept,
 *     not to be modified
 * @param cost what the price said it costs
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by its numbers below.
public record Removal(int point, int joint, double[] row, double cost) implements Operation {
  @Override
  public boolean equals(Object other) {
    return other instanceof Removal o
        && o.point == point
        && o.joint == joint
        && Double.compare(o.cost, cost) == 0
        && Arrays.equals(o.row, row);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(row) + 31 * (point + 31 * joint);
  }
}
