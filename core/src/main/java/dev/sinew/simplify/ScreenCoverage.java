package dev.sinew.simplify;

import java.util.ArrayList;
import java.util.List;

/** The screen sizes at which levels of detail are switched. */
public final class ScreenCoverage {
  /** The assumed screen height in pixels. */
  public static final int SCREEN_HEIGHT = 1080;

  /** The largest error allowed, in pixels. */
  private static final double MAX_PIXELS = 1;

  /** The largest ratio of a level's screen size to that of the next finer one. */
  private static final double MAX_RATIO = 0.8;

  private ScreenCoverage() {}

  /**
   * Returns the smallest share of the screen height at which the model and each of its levels is
   * shown: where the largest error of the next level exceeds one pixel. For the coarsest it is 0.
   *
   * <p>Shares are at most 1, and each is at most 0.8 of the one before, so that every level is
   * shown at some size.
   *
   * @param errors the largest distance per level in units of the longest box side, fine to coarse
   */
  public static List<Double> of(List<Double> errors) {
    List<Double> out = new ArrayList<>();
    double limit = 1;
    for (double error : errors) {
      double share = error > 0 ? Math.min(limit, MAX_PIXELS / (SCREEN_HEIGHT * error)) : limit;
      out.add(share);
      limit = MAX_RATIO * share;
    }
    out.add(0.0);
    return out;
  }
}
