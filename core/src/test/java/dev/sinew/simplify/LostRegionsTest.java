package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.distance.CloseError;
import dev.sinew.review.RegionError;
import dev.sinew.review.SurfaceRegions.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Warnings about a level that keeps 30 % and whose close views differ by 0.05. */
class LostRegionsTest {
  private static final double KEPT = 0.3;
  private static final CloseError CLOSE = new CloseError(0.05, 0.1, 5, 10, 0.01, 0.1, 0.02, 0.2);
  private static final double RMS = 0.001;

  private static RegionError region(
      Kind kind, String name, int before, int after, double rms, @Nullable Double mae) {
    return new RegionError(
        name, kind, before, after, rms, 2 * rms, new RegionError.Shown(3, mae, mae));
  }

  private static List<String> warnings(List<NamedRatio> asked, RegionError... regions) {
    return LostRegions.of(List.of(regions), KEPT, CLOSE, RMS, asked);
  }

  @Test
  void aRegionThatLostMostOfItsTrianglesIsNamed() {
    assertThat(warnings(List.of(), region(Kind.MATERIAL, "lips", 200, 10, RMS, 0.1)))
        .containsExactly(
            "the material 'lips' keeps 10 of 200 triangles (5.0 %) where the level keeps 30.0 %,"
                + " and looks different; SimplifyOptions.Goals.namedRatios with lips=0.30 keeps"
                + " more");
    assertThat(warnings(List.of(), region(Kind.BODY, "hands", 200, 10, RMS, 0.1)).getFirst())
        .startsWith("the region 'hands' keeps 10")
        .endsWith("SimplifyOptions.Emphasis.preferBones keeps more");
  }

  @Test
  void whatIsNotSeenToDifferIsNoLoss() {
    assertThat(
            warnings(
                List.of(),
                region(Kind.PART, "plate", 200, 2, RMS, 0.01), // Flat: it looks the same.
                region(Kind.PART, "inside", 200, 2, RMS / 2, null), // In no view.
                region(Kind.PART, "screw", 12, 1, RMS, 0.2), // Too small to tell.
                region(Kind.PART, "body", 200, 30, RMS, 0.2))) // Half of its share.
        .isEmpty();
    assertThat(warnings(List.of(), region(Kind.PART, "rim", 200, 2, 2 * RMS, null))).hasSize(1);
  }

  @Test
  void whatWasAskedForIsNoSurprise() {
    RegionError boots = region(Kind.MATERIAL, "boots", 200, 10, RMS, 0.1);
    assertThat(warnings(List.of(new NamedRatio("boot.*", 0.05)), boots)).isEmpty();
  }

  @Test
  void theWorstOnesAreEnough() {
    List<RegionError> many = new ArrayList<>();
    for (int i = 1; i < 9; i++) {
      many.add(region(Kind.PART, "part " + i, 1000, 80 - 8 * i, RMS, 0.1));
    }
    List<String> found = warnings(List.of(), many.toArray(RegionError[]::new));
    assertThat(found).hasSize(3);
    assertThat(found.getFirst()).contains("'part 8' keeps 16");
  }
}
