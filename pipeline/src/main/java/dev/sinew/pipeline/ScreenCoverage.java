package dev.sinew.pipeline;

import java.util.ArrayList;
import java.util.List;

/** From which size on the screen a level of detail is good enough. */
final class ScreenCoverage {
  /** Lines of the screen it is reckoned for. */
  private static final double LINES = 1080;

  /** So many of them an error may span. */
  private static final double TOLERATED = 1;

  private ScreenCoverage() {}

  /**
   * For the model and each of its levels the least share of the screen's height at which it is
   * shown: where the next level's largest error grows beyond one line. The coarsest is shown down
   * to nothing.
   *
   * @param errors the largest distance of every level in unit boxes, fine to coarse
   */
  static List<Double> of(List<Double> errors) {
    List<Double> out = new ArrayList<>();
    double last = 1;
    for (double error : errors) {
      last = error > 0 ? Math.min(last, TOLERATED / (LINES * error)) : last;
      out.add(last);
    }
    out.add(0.0);
    return out;
  }
}
