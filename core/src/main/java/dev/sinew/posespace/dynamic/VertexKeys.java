package dev.sinew.posespace.dynamic;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.LinearSkin;
import java.util.Arrays;

/**
 * The acceleration keys of vertices: the mean of their joints' accelerations in rest space, by the
 * weights of the skin. With a key per joint instead, the nearly equal accelerations of neighbour
 * joints get large coefficients of opposite sign, which fail in other motions.
 */
final class VertexKeys {
  private final AnimationCoords coords;

  VertexKeys(LinearSkin skin, int[] vertices) {
    coords = skin.coords().rows(vertices);
  }

  /**
   * Computes the key of vertex i of the list.
   *
   * @param joints the values of {@link AccelerationKeys}
   * @param out receives {@link AccelerationKeys#SIZE} values
   */
  void key(int i, double[] joints, double[] out) {
    Arrays.fill(out, 0);
    for (int e = 0; e < coords.count(i); e++) {
      double weight = coords.value(i, e, 3);
      int at = AccelerationKeys.SIZE * coords.joint(i, e);
      for (int c = 0; c < AccelerationKeys.SIZE; c++) {
        out[c] += weight * joints[at + c];
      }
    }
  }
}
