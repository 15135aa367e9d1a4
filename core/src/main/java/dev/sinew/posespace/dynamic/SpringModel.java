package dev.sinew.posespace.dynamic;

import dev.sinew.model.LinearSkin;
import java.util.Arrays;

/**
 * A damped spring per vertex (004 §4.3.2, equations 4.22 to 4.26), driven by the acceleration of
 * the skinned vertex: in the frame of the vertex, d″ + c d′ + k d = −G s″. The vertex's own
 * acceleration s″ contains the linear and the angular acceleration of its joints, the six inputs of
 * equation 4.25, in their true proportion. G, three by three, is the identity for a free mass on a
 * spring; neighbours that pull on each other change it.
 *
 * <p>k and c are the same along all axes. So the spring does not feel the rotation of its frame,
 * which keeps every step stable (see {@link SpringStep}); all direction is in G.
 */
public final class SpringModel implements DynamicModel {
  /** Values per vertex: k, c, and G row by row. */
  public static final int SIZE = 11;

  private final int vertexCount;
  private final int[] vertices;
  private final double[] values;

  /**
   * @param vertexCount the number of vertices of the mesh
   * @param vertices those with a spring, rising; copied
   * @param values {@link #SIZE} values each; k and c are 0 or more; copied
   */
  public SpringModel(int vertexCount, int[] vertices, double[] values) {
    Rows.check(vertexCount, vertices);
    Rows.size("values", values.length, SIZE * vertices.length);
    Rows.finite("values", values);
    for (int i = 0; i < values.length; i++) {
      if (i % SIZE < 2 && values[i] < 0) {
        throw new IllegalArgumentException(
            "values[" + i + "]: expected k and c of 0 or more, got " + values[i]);
      }
    }
    this.vertexCount = vertexCount;
    this.vertices = vertices.clone();
    this.values = values.clone();
  }

  @Override
  public int vertexCount() {
    return vertexCount;
  }

  @Override
  public int[] vertices() {
    return vertices.clone();
  }

  @Override
  public double[] values() {
    return values.clone();
  }

  /** Returns the median natural frequency √k / 2π in hertz; 0 without springs. */
  public double medianFrequency() {
    double[] all = new double[vertices.length];
    Arrays.setAll(all, i -> Math.sqrt(values[SIZE * i]) / (2 * Math.PI));
    Arrays.sort(all);
    return all.length == 0 ? 0 : all[all.length / 2];
  }

  @Override
  public DynamicState newState(LinearSkin skin) {
    Rows.size("rows of the skin", skin.coords().rowCount(), vertexCount);
    return new SpringState(vertexCount, vertices, values, skin);
  }
}
