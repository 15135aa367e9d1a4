package dev.sinew.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.distance.CloseViews;
import dev.sinew.distance.CloseViews.View;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Focus;
import dev.sinew.draw.Viewpoint.Place;
import dev.sinew.review.SurfaceRegions.Kind;
import dev.sinew.review.SurfaceRegions.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final Region HEAD = new Region(Kind.BODY, "head");
  private static final Region HANDS = new Region(Kind.BODY, "hands");
  private static final Region HAIR = new Region(Kind.MATERIAL, "hair");
  private static final CloseViews.Spot SPOT =
      new CloseViews.Spot(0, 0, new Focus(new Place(0, 0, 0), 1), DrawOptions.DEFAULTS);

  /** Returns views that look the same from these sizes of a pixel, in those of a close view. */
  private static List<View> views(int... sizes) {
    return Arrays.stream(sizes)
        .mapToObj(size -> new View(SPOT, 0.1, 0, 0, 0, size * CloseViews.FINEST))
        .toList();
  }

  private static String verdict(double unit, Map<Region, List<View>> regions, List<View> rest) {
    List<View> all = new ArrayList<>(rest);
    regions.values().forEach(all::addAll);
    return new Verdict(new CloseViews.Result(all), unit).text(regions);
  }

  private static List<View> same(int count) {
    int[] sizes = new int[count];
    Arrays.fill(sizes, 1);
    return views(sizes);
  }

  @Test
  void aLevelThatLooksTheSameIsToldFromWhere() {
    // 1080 lines over 50 degrees: a pixel of 1.8 / 1920 is seen from 1.8 / 1920 / 0.000863 = 1.09.
    assertThat(verdict(1.8, Map.of(), same(20)))
        .isEqualTo("looks the same from 1.1 m (1920 pixels tall), the closest that is measured");
  }

  @Test
  void regionsThatDifferAreNamedAtAThirdOfTheDistance() {
    assertThat(verdict(1.8, Map.of(HEAD, same(10), HANDS, views(6, 6, 6, 1)), same(20)))
        .isEqualTo("looks the same from 6.5 m (320 pixels tall); at 2.2 m it differs in hands");
  }

  @Test
  void aFewSpotsMayDiffer() {
    List<View> rest = new ArrayList<>(same(19));
    rest.addAll(views(48));
    assertThat(verdict(1.8, Map.of(), rest)).startsWith("looks the same from 1.1 m");
    rest.addAll(views(48));
    assertThat(verdict(1.8, Map.of(), rest))
        .isEqualTo("looks the same from 52 m (40 pixels tall); at 17 m it differs in small spots");
  }

  @Test
  void materialsAreNamedWhereTheBodyIsTheSame() {
    assertThat(verdict(1.8, Map.of(HEAD, same(10), HAIR, views(6, 6, 6)), same(20)))
        .endsWith("it differs in hair");
  }

  @Test
  void mostOfItMayDiffer() {
    assertThat(verdict(1.8, Map.of(HEAD, views(6, 6, 6, 6)), views(6, 6, 1)))
        .endsWith("at 2.2 m most of it differs");
  }

  @Test
  void inOtherUnitsThanMetresDistancesAreInSizes() {
    // 1080 lines over 50 degrees: a pixel of 1 / 320 is seen from 1 / 320 / 0.000863 = 3.6.
    for (double unit : new double[] {17, 180, 1800, 0.0018}) {
      assertThat(verdict(unit, Map.of(HEAD, same(10), HANDS, views(6, 6, 6, 1)), same(20)))
          .isEqualTo(
              "looks the same from 3.6 times its size (320 pixels tall); at 1.2 times its size it"
                  + " differs in hands");
    }
    assertThat(verdict(9, Map.of(), same(20))).startsWith("looks the same from 5.4 m");
  }
}
