package dev.sinew.posespace.dynamic;

import dev.sinew.model.LinearSkin;
import java.util.Arrays;
import java.util.List;

/**
 * A damped spring per vertex (section 4.3.2 of the thesis on crowds, equations 4.22 to 4.26),
 * driven by the acceleration of the skinned vertex: in the frame of the vertex, d″ + c d′ + k d =
 * −G s″. The vertex's own acceleration s″ contains the linear and the angular acceleration of its
 * joints, the six inputs of equation 4.25, in their true proportion. G, three by three, is the
 * identity for a free mass on a spring; neighbours that pull on each other change it.
 *
 * <p>k and c are the same along all axes. So the spring does not feel the rotation of its frame,
 * which keeps every step stable (see {@link SpringStep}); all direction is in G.
 */
public final class SpringModel extends DynamicModel {
  /** Values per vertex: k, c, and G row by row. */
  public static final int SIZE = 11;

  /**
   * @param vertexCount the number of vertices of the mesh
   * @param vertices those with a spring, rising; copied
   * @param values {@link #SIZE} values each; k and c are 0 or more; copied
   */
  public SpringModel(int vertexCount, int[] vertices, double[] values) {
    super(SIZE, vertexCount, vertices, values);
    for (int i = 0; i < values.length; i++) {
      if (i % SIZE < 2 && values[i] < 0) {
        throw new IllegalArgumentException(
            "values[" + i + "]: expected k and c of 0 or more, got " + values[i]);
      }
    }
  }

  @Override
  DynamicState state(LinearSkin skin) {
    return new SpringState(vertexCount, vertices, values, skin);
  }

  @Override
  SpringModel of(int count, int[] moved, double[] numbers) {
    return new SpringModel(count, moved, numbers);
  }

  /** Blends frequencies and damping of the springs; G fades where some vertices have none. */
  @Override
  double[] blended(List<double[]> rows, double[] weights) {
    double[] out = new double[SIZE];
    double all = Arrays.stream(weights).sum();
    for (int r = 0; r < weights.length; r++) {
      double[] row = rows.get(r);
      out[0] += weights[r] / all * Math.sqrt(row[0]);
      out[1] += weights[r] / all * row[1];
      for (int g = 2; g < SIZE; g++) {
        out[g] += weights[r] * row[g];
      }
    }
    out[0] *= out[0];
    return out;
  }
}
