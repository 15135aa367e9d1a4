package dev.sinew.simplify.collapse;

import java.util.Arrays;

/**
 * A removed influence: a point loses a joint, and the coordinates of its other joints change to
 * compensate.
 *
 * @param point the point
 * @param joint the removed joint, an index into the joined character's bones
 * @param row 4 values per remaining joint, in ascending joint order and mesh space; kept, must not
 *     be modified
 * @param cost the cost that the price computed
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by value below.
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
