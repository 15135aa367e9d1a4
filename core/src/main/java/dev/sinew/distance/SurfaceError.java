package dev.sinew.distance;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Surface distances in units of the reference's longest box side at rest.
 *
 * @param rms root mean square over all poses
 * @param max largest distance
 * @param worstFrameRms root mean square of the worst pose
 * @param worstPose the name of that pose
 * @param poses the number of poses
 * @param detailRms root mean square of the distance from the reference at samples that its
 *     triangles have with equal chance, each in units of the mean edge of its triangle; null if not
 *     measured
 */
public record SurfaceError(
    double rms,
    double max,
    double worstFrameRms,
    String worstPose,
    int poses,
    @Nullable Double detailRms) {
  /** Summarises the distances of all poses. */
  public static SurfaceError of(
      TwoSidedDistance.Distances[] poses, IntFunction<String> name, double unit) {
    double squares = 0;
    double max = 0;
    int worst = 0;
    for (int i = 0; i < poses.length; i++) {
      squares += poses[i].squares();
      max = Math.max(max, poses[i].max());
      worst = poses[i].squares() > poses[worst].squares() ? i : worst;
    }
    double scale = unit > 0 ? 1 / unit : 0;
    return new SurfaceError(
        scale * Math.sqrt(squares / poses.length),
        scale * max,
        scale * Math.sqrt(poses[worst].squares()),
        name.apply(worst),
        poses.length,
        null);
  }

  /** Returns the same with the distance of details. */
  SurfaceError withDetail(double relativeRms) {
    return new SurfaceError(rms, max, worstFrameRms, worstPose, poses, relativeRms);
  }
}
