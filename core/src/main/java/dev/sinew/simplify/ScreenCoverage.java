package dev.sinew.simplify;

import java.util.ArrayList;
import java.util.List;

/** The screen size from which on a level of detail is good enough. */
public final class ScreenCoverage {
  /** Screen height in pixels that sizes are computed for. */
  private static final double LINES = 1080;

  /** The largest error allowed, in pixels. */
  private static final double TOLERATED = 1;

  /** The largest ratio of a level's screen size to that of the next finer one. */
  private static final double FALL = 0.8;

  private ScreenCoverage() {}

  /**
   * Returns the least share of the screen height at which the model and each of its levels is
   * shown: where the largest error of the next level exceeds one pixel. The coarsest is shown down
   * to 0.
   *
   * <p>Shares are at most 1, and each is at most 0.8 of the one before, so that every level is
   * shown at some size.
   *
   * @param errors the largest distance of every level in units of the longest box side, fine to
   *     coarse
   */
  public static List<Double> of(List<Double> errors) {
    List<Double> out = new ArrayList<>();
    double most = 1;
    for (double error : errors) {
      double share = error > 0 ? Math.min(most, TOLERATED / (LINES * error)) : most;
      out.add(share);
      most = FALL * share;
    }
    out.add(0.0);
    return out;
  }
}
