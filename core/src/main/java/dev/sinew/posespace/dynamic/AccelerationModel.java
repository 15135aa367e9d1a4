package dev.sinew.posespace.dynamic;

import dev.sinew.model.LinearSkin;
import dev.sinew.model.Pose;

/**
 * Displacements as linear functions of the accelerations of a vertex's joints (004 §4.3.1). The
 * seed looks accelerations up in a database by radial basis functions; a regularised linear map has
 * no popping between samples, and the effect of small accelerations is linear.
 */
public final class AccelerationModel implements DynamicModel {
  /** Values per vertex: per coordinate, one for each of the six accelerations. */
  public static final int SIZE = 3 * AccelerationKeys.SIZE;

  private final int vertexCount;
  private final int[] vertices;
  private final double[] values;

  /**
   * @param vertexCount the number of vertices of the mesh
   * @param vertices those it moves, rising; copied
   * @param values {@link #SIZE} values each; copied
   */
  public AccelerationModel(int vertexCount, int[] vertices, double[] values) {
    Rows.check(vertexCount, vertices);
    Rows.size("values", values.length, SIZE * vertices.length);
    Rows.finite("values", values);
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

  @Override
  public DynamicState newState(LinearSkin skin) {
    Rows.size("rows of the skin", skin.coords().rowCount(), vertexCount);
    return new State(skin);
  }

  private final class State implements DynamicState {
    private final AccelerationKeys joints;
    private final VertexKeys blend;
    private final double[] key = new double[AccelerationKeys.SIZE];

    State(LinearSkin skin) {
      joints = new AccelerationKeys(skin.skin());
      blend = new VertexKeys(skin, vertices);
    }

    @Override
    public void reset() {
      joints.reset();
    }

    @Override
    public void step(Pose pose, double seconds) {
      joints.step(pose, seconds);
    }

    @Override
    public void addTo(float[] positions) {
      Rows.size("positions", positions.length, 3 * vertexCount);
      for (int i = 0; i < vertices.length; i++) {
        blend.key(i, joints.values, key);
        for (int k = 0; k < 3; k++) {
          double sum = 0;
          for (int c = 0; c < key.length; c++) {
            sum += values[SIZE * i + key.length * k + c] * key[c];
          }
          positions[3 * vertices[i] + k] += (float) sum;
        }
      }
    }
  }
}
