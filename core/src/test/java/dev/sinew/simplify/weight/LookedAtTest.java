package dev.sinew.simplify.weight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.review.SurfaceRegions;
import dev.sinew.review.SurfaceRegions.Kind;
import dev.sinew.review.SurfaceRegions.Region;
import dev.sinew.sample.Samples;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class LookedAtTest {
  private static double[] weights(String sample) {
    return LookedAt.weights(new JoinedCharacter(Samples.create(sample).character()));
  }

  @Test
  void headsAndHandsWeighMore() {
    SkinnedCharacter biped = Samples.create("biped").character();
    double[] weights = weights("biped");
    BitSet head = new SurfaceRegions(biped).triangles(new Region(Kind.BODY, "head"));
    int point = new JoinedCharacter(biped).mesh().vertex(head.nextSetBit(0), 0);
    assertThat(weights[point]).isEqualTo(1.5);
    long others = Arrays.stream(weights).filter(weight -> weight == 1).count();
    assertThat(others).isGreaterThan(weights.length / 3);
  }

  @Test
  void withoutAHeadAllWeighTheSame() {
    assertThat(weights("cylinder-bend")).containsOnly(1);
  }
}
