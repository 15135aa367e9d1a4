package dev.sinew.posespace.dynamic;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.LinearSkin;
import java.util.Arrays;

/**
 * The acceleration keys of vertices: the mean of a + α × r over their joints, by the weights of the
 * skin, from the linear acceleration a and the angular one α of a joint, r away from the vertex at
 * rest. With a key per joint instead, the nearly equal accelerations of neighbour joints get large
 * coefficients of opposite sign, which fail in other motions; so do a and α apart.
 */
final class VertexKeys {
  /** Values per key: accelerations of the vertex, then what every resonator has of them. */
  static final int SIZE = AccelerationKeys.SIZE / 2;

  private final AnimationCoords coords;

  /** Weight times r per vertex and joint; the entries of a vertex follow each other. */
  private final double[][] levers;

  VertexKeys(LinearSkin skin, int[] vertices) {
    coords = skin.coords().rows(vertices);
    levers = new double[vertices.length][];
    double[] binds = binds(skin);
    for (int i = 0; i < vertices.length; i++) {
      levers[i] = new double[3 * coords.count(i)];
      for (int e = 0; e < coords.count(i); e++) {
        for (int k = 0; k < 3; k++) {
          levers[i][3 * e + k] = coords.value(i, e, k);
        }
        int joint = Affine.SIZE * coords.joint(i, e);
        Affine.transformVector(binds, joint, levers[i], 3 * e, levers[i], 3 * e);
      }
    }
  }

  /** Returns the transforms of the joints at rest, in the space of the mesh. */
  private static double[] binds(LinearSkin skin) {
    double[] out = new double[Affine.SIZE * skin.skin().jointCount()];
    for (int j = 0; j < skin.skin().jointCount(); j++) {
      skin.skin().copyInverseBind(j, out, Affine.SIZE * j);
      if (!Affine.invert(out, Affine.SIZE * j, out, Affine.SIZE * j)) {
        Affine.identity(out, Affine.SIZE * j);
      }
    }
    return out;
  }

  /**
   * Computes the key of vertex i of the list.
   *
   * @param joints the values of {@link AccelerationKeys}
   * @param out receives {@link #SIZE} values
   */
  void key(int i, double[] joints, double[] out) {
    Arrays.fill(out, 0);
    for (int e = 0; e < coords.count(i); e++) {
      double weight = coords.value(i, e, 3);
      double x = levers[i][3 * e], y = levers[i][3 * e + 1], z = levers[i][3 * e + 2];
      int at = AccelerationKeys.SIZE * coords.joint(i, e);
      for (int c = 0; c < SIZE; c += 3) {
        int from = at + 2 * c;
        double a = joints[from + 3], b = joints[from + 4], g = joints[from + 5];
        out[c] += weight * joints[from] + b * z - g * y;
        out[c + 1] += weight * joints[from + 1] + g * x - a * z;
        out[c + 2] += weight * joints[from + 2] + a * y - b * x;
      }
    }
  }
}
