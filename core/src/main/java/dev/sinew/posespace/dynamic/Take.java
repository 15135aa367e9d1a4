package dev.sinew.posespace.dynamic;

import dev.sinew.model.Pose;
import dev.sinew.run.ArrayChecks;
import java.util.List;

/**
 * A recorded motion to learn from: poses at a fixed rate, and in each the displacement of every
 * vertex from its skinned position, expressed in rest space.
 *
 * @param name the name for messages
 * @param framesPerSecond the rate, above 0
 * @param poses the poses in order, global transforms up to date; at least {@value #MIN_FRAMES}
 * @param displacements x, y, z per vertex and frame; kept, not copied, since they may be large
 */
public record Take(
    String name, double framesPerSecond, List<Pose> poses, List<float[]> displacements) {
  /** The fewest frames that show an acceleration and its effect. */
  public static final int MIN_FRAMES = 4;

  /** Copies the lists and checks the sizes. */
  public Take {
    poses = List.copyOf(poses);
    displacements = List.copyOf(displacements);
    if (!(framesPerSecond > 0) || Double.isInfinite(framesPerSecond)) {
      throw new IllegalArgumentException(
          name + ": expected frames per second above 0, got " + framesPerSecond);
    }
    if (poses.size() < MIN_FRAMES) {
      throw new IllegalArgumentException(
          name + ": expected " + MIN_FRAMES + " frames or more, got " + poses.size());
    }
    ArrayChecks.size(name + ": displacements", displacements.size(), poses.size());
    for (float[] frame : displacements) {
      ArrayChecks.size(name + ": values per frame", frame.length, displacements.getFirst().length);
    }
  }

  /** Returns the number of frames. */
  public int frameCount() {
    return poses.size();
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return displacements.getFirst().length / 3;
  }

  /** Returns the time between frames in seconds. */
  public double secondsPerFrame() {
    return 1 / framesPerSecond;
  }

  /** Returns frames {@code from} to {@code to} (exclusive) as a take of their own. */
  public Take part(int from, int to) {
    return new Take(
        name, framesPerSecond, poses.subList(from, to), displacements.subList(from, to));
  }
}
