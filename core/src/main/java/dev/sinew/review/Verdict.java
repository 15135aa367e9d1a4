package dev.sinew.review;

import dev.sinew.distance.CloseViews;
import dev.sinew.distance.CloseViews.View;
import dev.sinew.review.SurfaceRegions.Kind;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The distance from which a level looks like its original, in words. A screen of 1080 lines shows
 * 50°, so a pixel shows 0.86 mm of what is a metre away. Units of the scene are metres, as glTF
 * asks; where a character would be too small or too large for that, distances are in its own sizes.
 * A level looks the same from where at most a twentieth of its close views look different.
 */
final class Verdict {
  /** The size that a pixel shows at a distance of 1. */
  static final double PIXEL = 2 * StrictMath.tan(StrictMath.toRadians(25)) / 1080;

  /** The share of close views that may look different. */
  private static final double UNNOTICED_SHARE = 0.05;

  /** The share of the close views of a region from which on it is said to differ. */
  private static final double REGION_SHARE = 1.0 / 3;

  /** The share from which on a level differs as a whole. */
  private static final double WHOLE_SHARE = 2.0 / 3;

  /** The fewest views that tell about a region. */
  private static final int LEAST_VIEWS = 3;

  private static final int NAMES = 3;

  /**
   * The sizes of characters in metres, from mice to dragons. In decimetres, inches, centimetres or
   * millimetres people are larger, and in kilometres smaller.
   */
  private static final double SMALLEST = 0.05;

  private static final double LARGEST = 10;

  private final List<View> views;
  private final double unit;

  /**
   * @param unit the longest box side at rest
   */
  Verdict(CloseViews.Result close, double unit) {
    views = close.views();
    this.unit = unit;
  }

  /**
   * Returns the verdict.
   *
   * @param regions the views in every region; those of the whole level do not count
   */
  String text(Map<SurfaceRegions.Region, List<View>> regions) {
    if (views.isEmpty() || unit <= 0) {
      return "no close view shows it";
    }
    double same = sameFrom();
    String from =
        String.format(
            Locale.ROOT, "looks the same from %s (%.0f pixels tall)", distance(same), 1 / same);
    if (same <= CloseViews.FINEST) {
      return from + ", the closest that is measured";
    }
    double near = Math.max(CloseViews.FINEST, same / 3);
    return from + "; at " + distance(near) + " " + differing(regions, near);
  }

  /** Returns the least size of a pixel, in box sides, at which few views look different. */
  private double sameFrom() {
    double[] sizes = views.stream().mapToDouble(View::sameFrom).sorted().toArray();
    return sizes[sizes.length - 1 - (int) (UNNOTICED_SHARE * sizes.length)];
  }

  private static double differing(Collection<View> some, double size) {
    return some.stream().filter(view -> view.sameFrom() > size).count()
        / (double) Math.max(1, some.size());
  }

  private String differing(Map<SurfaceRegions.Region, List<View>> regions, double size) {
    if (differing(views, size) >= WHOLE_SHARE) {
      return "most of it differs";
    }
    List<String> body = names(regions, size, true);
    // Exporters' names of meshes and materials say less than head and hands.
    List<String> names = body.isEmpty() ? names(regions, size, false) : body;
    return "it differs in " + (names.isEmpty() ? "small spots" : listed(names));
  }

  /** Returns the regions of which many views look different, worst first. */
  private static List<String> names(
      Map<SurfaceRegions.Region, List<View>> regions, double size, boolean ofBody) {
    List<Map.Entry<SurfaceRegions.Region, List<View>>> found =
        regions.entrySet().stream()
            .filter(entry -> ofBody == (entry.getKey().kind() == Kind.BODY))
            .filter(entry -> entry.getValue().size() >= LEAST_VIEWS)
            .filter(entry -> differing(entry.getValue(), size) >= REGION_SHARE)
            .sorted(Comparator.comparingDouble(entry -> -differing(entry.getValue(), size)))
            .toList();
    // A material is often that of one part: the same spots are named once.
    Map<List<View>, String> names = new LinkedHashMap<>();
    found.forEach(entry -> names.putIfAbsent(entry.getValue(), entry.getKey().name()));
    return names.values().stream().distinct().limit(NAMES).toList();
  }

  private static String listed(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.getFirst()
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  private String distance(double pixel) {
    boolean inMetres = unit >= SMALLEST && unit <= LARGEST;
    double distance = pixel / PIXEL * (inMetres ? unit : 1);
    return String.format(Locale.ROOT, distance < 10 ? "%.1f" : "%.0f", distance)
        + (inMetres ? " m" : " times its size");
  }
}
