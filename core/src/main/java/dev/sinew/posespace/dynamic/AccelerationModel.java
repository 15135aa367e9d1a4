package dev.sinew.posespace.dynamic;

import dev.sinew.model.LinearSkin;
import dev.sinew.model.Pose;
import dev.sinew.run.ArrayChecks;
import java.util.List;

/**
 * Displacements as linear functions of the accelerations of a vertex's joints and their history
 * (section 4.3.1 of the thesis on crowds; see {@link AccelerationKeys}). The thesis looks
 * accelerations up in a database by radial basis functions; a regularised linear map has no popping
 * between samples, and the effect of small accelerations is linear.
 */
public final class AccelerationModel extends DynamicModel {
  /** Values per vertex: per coordinate, one for each number of a key. */
  public static final int SIZE = 3 * VertexKeys.SIZE;

  /**
   * @param vertexCount the number of vertices of the mesh
   * @param vertices those it moves, rising; copied
   * @param values {@link #SIZE} values each; copied
   */
  public AccelerationModel(int vertexCount, int[] vertices, double[] values) {
    super(SIZE, vertexCount, vertices, values);
  }

  @Override
  DynamicState state(LinearSkin skin) {
    return new State(skin);
  }

  @Override
  AccelerationModel of(int count, int[] moved, double[] numbers) {
    return new AccelerationModel(count, moved, numbers);
  }

  @Override
  double[] blended(List<double[]> rows, double[] weights) {
    double[] out = new double[SIZE];
    for (int r = 0; r < weights.length; r++) {
      for (int i = 0; i < SIZE; i++) {
        out[i] += weights[r] * rows.get(r)[i];
      }
    }
    return out;
  }

  private final class State implements DynamicState {
    private final AccelerationKeys joints;
    private final VertexKeys blend;
    private final double[] key = new double[VertexKeys.SIZE];

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
      ArrayChecks.size("positions", positions.length, 3L * vertexCount);
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
