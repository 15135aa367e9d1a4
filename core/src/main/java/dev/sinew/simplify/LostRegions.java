package dev.sinew.simplify;

import dev.sinew.distance.CloseError;
import dev.sinew.review.RegionError;
import dev.sinew.review.SurfaceRegions.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The warnings about regions that lost most of their triangles: those of 20 triangles or more that
 * keep less than a third of what the level keeps on the whole, and differ more than it does, in
 * close views or, where there are none, in distance.
 */
final class LostRegions {
  private static final double SHARE = 1.0 / 3;
  private static final int LEAST_TRIANGLES = 20;

  /** The most warnings about a level. */
  private static final int MAX_WARNINGS = 3;

  private LostRegions() {}

  /**
   * Returns the warnings.
   *
   * @param kept the share of triangles that the level keeps
   * @param asked ratios by name: what they ask for is no surprise
   */
  static List<String> of(
      List<RegionError> regions,
      double kept,
      CloseError close,
      double rms,
      List<NamedRatio> asked) {
    return regions.stream()
        .filter(one -> one.trianglesBefore() >= LEAST_TRIANGLES && share(one) < SHARE * kept)
        .filter(
            one -> one.shown().mae() == null ? one.rms() > rms : one.shown().mae() > close.mae())
        .filter(one -> asked.stream().noneMatch(ratio -> ratio.matches(one.name())))
        .sorted(Comparator.comparingDouble(LostRegions::share))
        .limit(MAX_WARNINGS)
        .map(one -> text(one, kept))
        .toList();
  }

  private static double share(RegionError one) {
    return one.triangles() / (double) one.trianglesBefore();
  }

  private static String text(RegionError one, double kept) {
    String name = one.name();
    boolean isBody = one.kind() == Kind.BODY;
    return String.format(
        Locale.ROOT,
        "%s keeps %d of %d triangles (%.1f %%) where the level keeps %.1f %%, and looks different;"
            + " %s keeps more",
        isBody ? "the region '" + name + "'" : "the " + one.kind() + " '" + name + "'",
        one.triangles(),
        one.trianglesBefore(),
        100 * share(one),
        100 * kept,
        isBody
            ? "SimplifyOptions.Emphasis.preferBones"
            : String.format(
                Locale.ROOT, "SimplifyOptions.Goals.namedRatios with %s=%.2g", name, kept));
  }
}
