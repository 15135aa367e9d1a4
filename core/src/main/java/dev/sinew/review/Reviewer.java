package dev.sinew.review;

import dev.sinew.distance.CloseViews;
import dev.sinew.distance.CloseViews.View;
import dev.sinew.distance.DetailDistances;
import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.review.SurfaceRegions.Region;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Reviews levels of one original. */
public final class Reviewer {
  private static final int SPOTS = 6;

  /**
   * The least distance between two of the worst spots at rest, in sizes of a close view: one that
   * is nearer shows much of the same.
   */
  private static final double APART = 2.5;

  private final SurfaceRegions regions;
  private final ClosestTriangles rest;
  private final List<String> poses;
  private final double front;

  /**
   * Finds the regions of the original.
   *
   * @param poses the names of the poses of its close views
   */
  public Reviewer(SkinnedCharacter original, List<String> poses) {
    this.poses = List.copyOf(poses);
    regions = new SurfaceRegions(original);
    front = CharacterItem.front(original, DrawOptions.UpAxis.Y);
    rest = new ClosestTriangles(original);
  }

  /**
   * Reviews a level that has the names of the original.
   *
   * @param close how its close views differ from the original's
   * @param detail its distances from the original
   */
  public Review of(SkinnedCharacter level, CloseViews.Result close, DetailDistances detail) {
    return review(new SurfaceRegions(level)::count, close, detail);
  }

  /**
   * Reviews any other character in the place of the original. Its names may be others, so each of
   * its triangles belongs to the regions of the original's {@link ClosestTriangles}.
   *
   * @param close as for a level
   * @param detail as for a level
   */
  public Review ofOther(
      SkinnedCharacter other, CloseViews.Result close, DetailDistances detail, RunContext context) {
    int[] closest = rest.of(new ClosestTriangles(other), context);
    return review(
        region -> {
          BitSet whole = regions.triangles(region);
          return (int)
              Arrays.stream(closest)
                  .filter(t -> t != ClosestTriangles.NONE && whole.get(t))
                  .count();
        },
        close,
        detail);
  }

  private Review review(
      ToIntFunction<Region> count, CloseViews.Result close, DetailDistances detail) {
    Map<Region, List<View>> views = new LinkedHashMap<>();
    List<RegionError> errors = new ArrayList<>();
    for (Region region : regions.regions()) {
      BitSet triangles = regions.triangles(region);
      List<View> there =
          close.views().stream().filter(view -> triangles.get(view.spot().triangle())).toList();
      views.put(region, there);
      CloseViews.Result seen = new CloseViews.Result(there);
      errors.add(
          new RegionError(
              region.name(),
              region.kind(),
              triangles.cardinality(),
              count.applyAsInt(region),
              detail.rms(triangles),
              detail.largest(triangles),
              new RegionError.Shown(
                  there.size(),
                  there.isEmpty() ? null : seen.mean(View::difference),
                  there.isEmpty() ? null : seen.mean(View::swapped))));
    }
    String verdict = new Verdict(close, rest.mesh().bounds().longestSide()).text(views);
    return new Review(errors, verdict, worst(close));
  }

  private List<WorstSpot> worst(CloseViews.Result close) {
    List<View> chosen = new ArrayList<>();
    for (View view : close.worstFirst(View::difference)) {
      boolean isNew = chosen.stream().noneMatch(other -> isNear(view, other));
      if (chosen.size() < SPOTS && isNew && view.difference() > 0) {
        chosen.add(view);
      }
    }
    return chosen.stream()
        .map(view -> WorstSpot.of(view, poses.get(view.spot().pose()), names(view), front))
        .toList();
  }

  private boolean isNear(View a, View b) {
    double[] p = rest.middle(a.spot().triangle());
    double[] q = rest.middle(b.spot().triangle());
    double squared = 0;
    for (int k = 0; k < 3; k++) {
      squared += (p[k] - q[k]) * (p[k] - q[k]);
    }
    double size = APART * CloseViews.WINDOW * rest.mesh().bounds().longestSide();
    return squared < size * size;
  }

  private String names(View view) {
    return regions.regions().stream()
        .filter(region -> regions.triangles(region).get(view.spot().triangle()))
        .map(Region::name)
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
