package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.MeshSequence;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Levels of the example poses of the sample arm. */
class SimplifySequenceTest {
  private static final MeshSequence SHAPES = Samples.create("arm").examples();
  private static final SequenceOptions QUARTER = SequenceOptions.DEFAULTS.withRatios(0.2);

  private static SequenceResult.SequenceLevel level(SequenceOptions options, RunContext context) {
    return SimplifySequence.run(SHAPES, List.of(SHAPES), Optional.empty(), options, context)
        .levels()
        .getFirst();
  }

  @Test
  void polishBringsAllShapesCloser() {
    SequenceResult.SequenceLevel fitted = level(QUARTER, Cases.CONTEXT);
    SequenceResult.SequenceLevel plain = level(QUARTER.withPolish(false), Cases.CONTEXT);
    assertThat(fitted.error().rms()).isLessThan(0.9 * plain.error().rms());
    assertThat(fitted.level().mesh().triangleCount())
        .isEqualTo(plain.level().mesh().triangleCount());
    assertThat(fitted.level().mesh().vertexCount()).isEqualTo(plain.level().mesh().vertexCount());
  }

  /** A sequence that follows gets the same displacements: here it is the sequence itself. */
  @Test
  void followersMoveAlong() {
    SequenceResult.SequenceLevel fitted = level(QUARTER, Cases.CONTEXT);
    SequenceResult.Follower follower = fitted.followers().getFirst();
    for (int k = 0; k < SHAPES.frameCount(); k++) {
      assertThat(follower.level().shapes().get(k)).isEqualTo(fitted.level().shapes().get(k));
    }
  }

  @Test
  void theSameOnAnyNumberOfThreads() {
    SequenceResult.SequenceLevel one = level(QUARTER, Cases.CONTEXT);
    try (RunContext several = RunContext.ofThreads(3)) {
      SequenceResult.SequenceLevel other = level(QUARTER, several);
      assertThat(other.level().mesh().positions()).isEqualTo(one.level().mesh().positions());
      assertThat(other.level().mesh().triangles()).isEqualTo(one.level().mesh().triangles());
      assertThat(other.level().shapes().getLast()).isEqualTo(one.level().shapes().getLast());
    }
  }

  @Test
  void theWholeMeshIsLeftAlone() {
    SequenceResult.SequenceLevel whole =
        level(SequenceOptions.DEFAULTS.withRatios(1), Cases.CONTEXT);
    assertThat(whole.level().mesh().floatPositions())
        .isEqualTo(SHAPES.reference().floatPositions());
    assertThat(whole.error().rms()).isLessThan(1e-7);
  }
}
