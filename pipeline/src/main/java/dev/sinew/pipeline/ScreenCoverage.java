package dev.sinew.pipeline;

import java.util.ArrayList;
import java.util.List;

/** From which size on the screen a level of detail is good enough. */
final class ScreenCoverage {
  /** Lines of the screen it is reckoned for. */
  private static final double LINES = 1080;

  /** So many of them an error may span. */
  private static final double TOLERATED = 1;

  /** What a level is shown down to, at most, as part of that of the next finer one. */
  private static final double FALL = 0.8;

  private ScreenCoverage() {}

  /**
   * For the model and each of its levels the least share of the screen's height at which it is
   * shown: where the next level's largest error grows beyond one line. The coarsest is shown down
   * to nothing.
   *
   * <p>Shares are at most 1 and fall by a fifth or more from each to the next, so that every level
   * shows at some size. A level that would be good enough from the same size on as a finer one (it
   * has no larger error, or both are good enough for the whole screen) waits until then.
   *
   * @param errors the largest distance of every level in unit boxes, fine to coarse
   */
  static List<Double> of(List<Double> errors) {
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
