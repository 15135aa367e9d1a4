package dev.sinew.review;

import dev.sinew.distance.CloseViews;
import dev.sinew.distance.CloseViews.View;
import dev.sinew.distance.DetailDistances;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.review.SurfaceRegions.Region;
import dev.sinew.skin.CharacterSurface;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final TriMesh rest;
  private final List<String> poses;

  /**
   * Finds the regions of the original.
   *
   * @param poses the names of the poses of its close views
   */
  public Reviewer(SkinnedCharacter original, List<String> poses) {
    this.poses = List.copyOf(poses);
    regions = new SurfaceRegions(original);
    CharacterSurface.Posed posed = CharacterSurface.of(original).newPosed();
    posed.set(original.restPose());
    rest = posed.mesh();
  }

  /**
   * Reviews a level.
   *
   * @param close how its close views differ from the original's
   * @param detail its distances from the original
   */
  public Review of(SkinnedCharacter level, CloseViews.Result close, DetailDistances detail) {
    SurfaceRegions own = new SurfaceRegions(level);
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
              own.count(region),
              detail.rms(triangles),
              detail.largest(triangles),
              there.size(),
              there.isEmpty() ? null : seen.mean(View::difference),
              there.isEmpty() ? null : seen.mean(View::swapped)));
    }
    String verdict = new Verdict(close, rest.bounds().longestSide()).text(views);
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
        .map(view -> WorstSpot.of(view, poses.get(view.spot().pose()), names(view)))
        .toList();
  }

  private boolean isNear(View a, View b) {
    double squared = 0;
    for (int k = 0; k < 3; k++) {
      double d = middle(a.spot().triangle(), k) - middle(b.spot().triangle(), k);
      squared += d * d;
    }
    double size = APART * CloseViews.WINDOW * rest.bounds().longestSide();
    return squared < size * size;
  }

  private double middle(int triangle, int axis) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      sum += rest.position(rest.vertex(triangle, c), axis) / 3;
    }
    return sum;
  }

  private String names(View view) {
    return regions.regions().stream()
        .filter(region -> regions.triangles(region).get(view.spot().triangle()))
        .map(Region::name)
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
