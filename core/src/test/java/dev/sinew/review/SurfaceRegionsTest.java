package dev.sinew.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.SkinnedCharacter;
import dev.sinew.review.SurfaceRegions.Kind;
import dev.sinew.review.SurfaceRegions.Region;
import dev.sinew.sample.Samples;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurfaceRegionsTest {
  private static final SkinnedCharacter BIPED = Samples.create("biped").character();
  private static final Region HEAD = new Region(Kind.BODY, "head");
  private static final Region HANDS = new Region(Kind.BODY, "hands");

  @Test
  void aBipedHasAHeadAndHands() {
    SurfaceRegions regions = new SurfaceRegions(BIPED);
    assertThat(regions.regions()).contains(HEAD, HANDS);
    assertThat(regions.count(HEAD)).isBetween(100, regions.triangleCount() / 2);
    BitSet both = regions.triangles(HEAD);
    both.and(regions.triangles(HANDS));
    assertThat(both.isEmpty()).isTrue();
    assertThat(regions.count(new Region(Kind.PART, "wheels"))).isZero();
  }

  @Test
  void theWholeCharacterIsNoRegion() {
    SurfaceRegions regions = new SurfaceRegions(Samples.create("cylinder-bend").character());
    assertThat(regions.regions()).isEqualTo(List.of());
  }
}
