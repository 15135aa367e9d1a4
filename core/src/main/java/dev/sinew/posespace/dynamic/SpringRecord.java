package dev.sinew.posespace.dynamic;

import dev.sinew.model.LinearSkin;
import java.util.ArrayList;
import java.util.List;

/**
 * What the fit of a range of vertices needs of the takes, in scene space: per take, frame and
 * vertex the displacement u, the rotation R, and −Rᵀ Δv, the negative jump of the skin's velocity
 * at the frame in rest space.
 */
final class SpringRecord {
  /** The elements of G. */
  static final int GAINS = 9;

  final List<Motion> motions = new ArrayList<>();

  /** One take: arrays of vertex after vertex, and in each frame after frame. */
  record Motion(
      int frames, double seconds, double[] displacement, double[] rotation, double[] drive) {
    /** Writes, for every element of G alone, coordinate k of the push R G r at a frame. */
    void pushes(int at, int k, double[] out, int o) {
      for (int a = 0; a < 3; a++) {
        double turned = rotation[VertexFrames.ROTATION * at + 3 * k + a];
        for (int b = 0; b < 3; b++) {
          out[o + 3 * a + b] = turned * drive[3 * at + b];
        }
      }
    }
  }

  SpringRecord(LinearSkin skin, int[] vertices, List<Take> takes) {
    VertexFrames frames = new VertexFrames(skin, vertices);
    for (Take take : takes) {
      motions.add(motion(frames, vertices, take));
    }
  }

  private static Motion motion(VertexFrames frames, int[] vertices, Take take) {
    int count = take.frameCount();
    int n = vertices.length;
    double[] displacement = new double[3 * count * n];
    double[] rotation = new double[VertexFrames.ROTATION * count * n];
    double[] drive = new double[displacement.length];
    double[] position = new double[displacement.length];
    double[] vector = new double[3];
    for (int f = 0; f < count; f++) {
      frames.set(take.poses().get(f));
      float[] given = take.displacements().get(f);
      for (int i = 0; i < n; i++) {
        int at = i * count + f;
        for (int k = 0; k < 3; k++) {
          vector[k] = given[3 * vertices[i] + k];
        }
        VertexFrames.toScene(frames.rotations, VertexFrames.ROTATION * i, vector);
        System.arraycopy(vector, 0, displacement, 3 * at, 3);
        System.arraycopy(frames.positions, 3 * i, position, 3 * at, 3);
        System.arraycopy(
            frames.rotations,
            VertexFrames.ROTATION * i,
            rotation,
            VertexFrames.ROTATION * at,
            VertexFrames.ROTATION);
      }
    }
    double rate = take.framesPerSecond();
    for (int i = 0; i < n; i++) {
      // No jump is known at the first and the last frame.
      for (int f = 1; f + 1 < count; f++) {
        int at = 3 * (i * count + f);
        for (int k = 0; k < 3; k++) {
          vector[k] = -rate * (position[at + 3 + k] - 2 * position[at + k] + position[at - 3 + k]);
        }
        VertexFrames.toRest(rotation, VertexFrames.ROTATION * (i * count + f), vector);
        System.arraycopy(vector, 0, drive, at, 3);
      }
    }
    return new Motion(count, take.secondsPerFrame(), displacement, rotation, drive);
  }
}
