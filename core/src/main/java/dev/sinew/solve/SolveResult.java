package dev.sinew.solve;

import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.rig.FoundPose;
import java.util.List;

/**
 * Solved poses. Lengths are in units of the character's longest box side at rest.
 *
 * @param clip the poses, with thinned keys; the first frame is at time 0
 * @param joints the skeleton joints that were moved
 * @param parameters the number of values that were solved for in every frame
 * @param frames the error of the clip in every frame
 * @param distance the error over all points of all frames
 * @param keys what thinning did
 * @param poses angles, scales and positions of the moved joints in every frame
 * @param issues what to know about the rig
 */
public record SolveResult(
    Clip clip,
    List<Integer> joints,
    int parameters,
    List<FrameError> frames,
    Distance distance,
    Keys keys,
    List<FoundPose> poses,
    List<Issue> issues) {
  /** Copies the lists. */
  public SolveResult {
    joints = List.copyOf(joints);
    frames = List.copyOf(frames);
    poses = List.copyOf(poses);
    issues = List.copyOf(issues);
  }

  /**
   * Distances of points from their targets.
   *
   * @param rms root of the mean squared distance
   * @param max largest distance
   */
  public record Distance(double rms, double max) {}

  /** Returns the root of the mean squared distance over all points of all frames. */
  public double rms() {
    return distance.rms;
  }

  /** Returns the largest distance. */
  public double max() {
    return distance.max;
  }

  /**
   * The error of a frame.
   *
   * @param name the name of the shape
   * @param points the points that were known
   * @param rms root of the mean squared distance
   * @param max largest distance
   * @param vertex the vertex of the largest distance
   * @param fromRest true if the pose was solved from rest, not from the frame before
   */
  public record FrameError(
      String name, int points, double rms, double max, int vertex, boolean fromRest) {}

  /**
   * The keys of the clip.
   *
   * @param solved keys of all moved properties, one per frame
   * @param kept keys of the clip
   * @param moved how far a vertex is moved at most, in a frame, by leaving out keys
   */
  public record Keys(long solved, long kept, double moved) {}
}
