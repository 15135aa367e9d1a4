package dev.sinew.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.collapse.InfluenceRanking;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A clip of weight 0 counts as if the character did not have it, for every price. */
class ClipWeightsTest {
  private static final SkinnedCharacter BOTH = Samples.create("biped").character();
  private static final Clip KEPT = BOTH.clips().getFirst();
  private static final SkinnedCharacter ALONE = BOTH.withClips(List.of(KEPT));

  private static Map<String, Double> othersZero() {
    Map<String, Double> out = new HashMap<>();
    BOTH.clips().stream().skip(1).forEach(clip -> out.put(clip.name(), 0.0));
    assertThat(out).isNotEmpty();
    return out;
  }

  @Test
  void limit() {
    LimitOptions options = LimitOptions.DEFAULTS.withMaxInfluences(2);
    SkinnedCharacter weighted =
        Limit.run(BOTH, options.withClipWeights(othersZero()), RunContext.create()).character();
    SkinnedCharacter alone = Limit.run(ALONE, options, RunContext.create()).character();
    SkinnedCharacter equal = Limit.run(BOTH, options, RunContext.create()).character();
    assertThat(difference(weighted, alone)).isLessThan(1e-4);
    assertThat(difference(equal, alone)).isGreaterThan(0.01);
  }

  @Test
  void influenceRemovalOfSimplify() {
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS
            .withRatios(0.9)
            .withInfluences(InfluenceRanking.ERROR)
            .withPolish(false)
            .withMeasuring(Measuring.NONE);
    SimplifyOptions zero = options.withClipWeights(othersZero());
    var weighted = Simplify.run(BOTH, zero, RunContext.create()).stream();
    var alone = Simplify.run(ALONE, options, RunContext.create()).stream();
    assertThat(weighted.length()).isEqualTo(alone.length());
    for (int i = 0; i < alone.length(); i += 97) {
      assertThat(weighted.operation(i).cost())
          .as("operation " + i)
          .isCloseTo(alone.operation(i).cost(), withinPercentage(0.1));
    }
  }

  /** Returns the largest difference of weights; 1 if joints differ. */
  private static double difference(SkinnedCharacter a, SkinnedCharacter b) {
    double largest = 0;
    for (int m = 0; m < a.meshes().size(); m++) {
      Influences one = a.meshes().get(m).skinning().influences().orElseThrow();
      Influences other = b.meshes().get(m).skinning().influences().orElseThrow();
      for (int v = 0; v < one.vertexCount(); v++) {
        for (int i = 0; i < one.count(v); i++) {
          boolean same = i < other.count(v) && one.joint(v, i) == other.joint(v, i);
          largest = Math.max(largest, same ? Math.abs(one.weight(v, i) - other.weight(v, i)) : 1);
        }
      }
    }
    return largest;
  }
}
