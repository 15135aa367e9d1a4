package dev.sinew.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.distance.CharacterComparison;
import dev.sinew.distance.CompareOptions;
import dev.sinew.distance.Comparison;
import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.influence.LimitResult;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A clip that is only the bind pose tells a verb as little as no clip at all. */
class StillClipTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(2);
  private static final SkinnedCharacter ARM = Samples.create("arm").character();
  private static final SkinnedCharacter NONE = ARM.withClips(List.of());
  private static final SkinnedCharacter STILL = ARM.withClips(List.of(bindPose()));

  private static Clip bindPose() {
    List<Clip.Track> tracks = new ArrayList<>();
    for (int j = 0; j < ARM.skeleton().jointCount(); j++) {
      double[] keys = new double[8];
      ARM.skeleton().copyRestRotation(j, keys, 0);
      ARM.skeleton().copyRestRotation(j, keys, 4);
      tracks.add(
          new Clip.Track(
              j, Clip.Property.ROTATION, Clip.Interpolation.LINEAR, new double[] {0, 0.067}, keys));
    }
    return new Clip("bind pose", tracks);
  }

  private static void saysSo(List<String> notes) {
    assertThat(notes).anyMatch(note -> note.contains("'bind pose' hardly moves"));
  }

  @Test
  void limit() {
    LimitOptions one = LimitOptions.DEFAULTS.withMaxInfluences(1);
    LimitResult none = Limit.run(NONE, one, CONTEXT);
    LimitResult still = Limit.run(STILL, one, CONTEXT);
    assertThat(still.metric()).isEqualTo(PoseSource.SKELETON);
    assertThat(still.error().error().rms())
        .isGreaterThan(1e-3)
        .isCloseTo(none.error().error().rms(), within(1e-12));
    saysSo(still.notes());
  }

  @Test
  void simplifyMeasuresInPoses() {
    SimplifyOptions options = SimplifyOptions.DEFAULTS.withRatios(0.2);
    SimplifyResult none = Simplify.run(NONE, options, CONTEXT);
    SimplifyResult still = Simplify.run(STILL, options, CONTEXT);
    assertThat(none.measuredPoses()).isGreaterThanOrEqualTo(16);
    assertThat(still.measuredPoses()).isEqualTo(none.measuredPoses());
    assertThat(still.levels().getFirst().measured().error().orElseThrow().rms())
        .isEqualTo(none.levels().getFirst().measured().error().orElseThrow().rms());
    saysSo(still.notes());
  }

  @Test
  void compare() {
    SkinnedCharacter other =
        Limit.run(STILL, LimitOptions.DEFAULTS.withMaxInfluences(1), CONTEXT).character();
    Comparison found = CharacterComparison.run(STILL, other, CompareOptions.DEFAULTS, CONTEXT);
    assertThat(found.poses()).isEqualTo(64);
    assertThat(found.error().rms()).isGreaterThan(1e-3);
  }

  @Test
  void unwrap() {
    UnwrapResult still = Unwrap.run(STILL, UnwrapOptions.DEFAULTS, CONTEXT);
    assertThat(still.metric()).isEqualTo(PoseSource.SKELETON);
    assertThat(still.figures().stretch().frames()).isEqualTo(64);
    assertThat(still.figures().stretch().max()).isGreaterThan(still.figures().stretch().rest());
    saysSo(still.notes());
  }

  @Test
  void bounds() {
    BoundsResult still = Bounds.run(STILL, CONTEXT);
    assertThat(still.whole().range().sphere().radius())
        .isGreaterThan(1.1 * still.whole().clips().sphere().radius());
    assertThat(still.notes()).anyMatch(note -> note.contains("hardly"));
  }
}
