package dev.sinew.posespace.dynamic;

import dev.sinew.model.LinearSkin;
import dev.sinew.model.Pose;
import dev.sinew.run.ArrayChecks;
import java.util.Arrays;

/**
 * The springs of a {@link SpringModel} in motion.
 *
 * <p>Between two poses the skinned vertex is taken to move with constant velocity, so its
 * acceleration is a jump of velocity at every pose: the second difference of equation 4.21 times
 * the time step. A jump needs no pose of the future. It is applied to the spring at the earlier
 * pose, then the spring swings freely to the later one.
 *
 * <p>Displacements and their velocities are kept in scene space, where inertia acts and a spring
 * that is equal along all axes does not notice the rotation of its vertex. So Coriolis and
 * centrifugal forces need no terms of their own.
 */
final class SpringState implements DynamicState {
  private final int vertexCount;
  private final int[] vertices;
  private final double[] values;
  private final VertexFrames frames;
  private final double[] oldPositions;
  private final double[] oldRotations;
  private final double[] skinVelocity;
  private final double[] displacement;
  private final double[] velocity;
  private final SpringStep[] steps;
  private final double[] jump = new double[3];
  private double preparedFor = Double.NaN;
  private int posesSeen;

  SpringState(int vertexCount, int[] vertices, double[] values, LinearSkin skin) {
    this.vertexCount = vertexCount;
    this.vertices = vertices;
    this.values = values;
    frames = new VertexFrames(skin, vertices);
    oldPositions = frames.positions.clone();
    oldRotations = frames.rotations.clone();
    skinVelocity = new double[3 * vertices.length];
    displacement = new double[3 * vertices.length];
    velocity = new double[3 * vertices.length];
    steps = new SpringStep[vertices.length];
    Arrays.setAll(steps, i -> new SpringStep());
  }

  @Override
  public void reset() {
    Arrays.fill(displacement, 0);
    Arrays.fill(velocity, 0);
    posesSeen = 0;
  }

  @Override
  public void step(Pose pose, double seconds) {
    if (posesSeen > 0) {
      Rows.step(seconds);
    }
    System.arraycopy(frames.positions, 0, oldPositions, 0, oldPositions.length);
    System.arraycopy(frames.rotations, 0, oldRotations, 0, oldRotations.length);
    frames.set(pose);
    if (posesSeen > 0) {
      prepare(seconds);
      for (int i = 0; i < vertices.length; i++) {
        push(i, seconds);
        swing(i);
      }
    }
    posesSeen = Math.min(2, posesSeen + 1);
  }

  private void prepare(double seconds) {
    if (seconds != preparedFor) {
      for (int i = 0; i < steps.length; i++) {
        steps[i].set(values[SpringModel.SIZE * i], values[SpringModel.SIZE * i + 1], seconds);
      }
      preparedFor = seconds;
    }
  }

  /** Applies the jump of the skin's velocity: −R G Rᵀ Δv. The first step has no earlier one. */
  private void push(int i, double seconds) {
    for (int k = 3 * i; k < 3 * i + 3; k++) {
      double v = (frames.positions[k] - oldPositions[k]) / seconds;
      jump[k - 3 * i] = posesSeen > 1 ? v - skinVelocity[k] : 0;
      skinVelocity[k] = v;
    }
    int r = VertexFrames.ROTATION * i;
    int g = SpringModel.SIZE * i + 2;
    VertexFrames.toRest(oldRotations, r, jump);
    // G is stored like a rotation.
    VertexFrames.toScene(values, g, jump);
    VertexFrames.toScene(oldRotations, r, jump);
    for (int k = 0; k < 3; k++) {
      velocity[3 * i + k] -= jump[k];
    }
  }

  private void swing(int i) {
    SpringStep step = steps[i];
    for (int k = 3 * i; k < 3 * i + 3; k++) {
      double x = displacement[k];
      double v = velocity[k];
      displacement[k] = step.xx * x + step.xv * v;
      velocity[k] = step.vx * x + step.vv * v;
    }
  }

  @Override
  public void addTo(float[] positions) {
    ArrayChecks.size("positions", positions.length, 3L * vertexCount);
    for (int i = 0; i < vertices.length; i++) {
      System.arraycopy(displacement, 3 * i, jump, 0, 3);
      VertexFrames.toRest(frames.rotations, VertexFrames.ROTATION * i, jump);
      for (int k = 0; k < 3; k++) {
        positions[3 * vertices[i] + k] += (float) jump[k];
      }
    }
  }
}
