package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.model.MeshSequence;
import dev.sinew.run.Cancellation;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The result of a fit is a value: it does not depend on what else was solved or asked for. */
class FitResultTest {
  private static final FitOptions QUICK = FitOptions.DEFAULTS.withRounds(2).withMoves(3);

  private static final List<String> PHASES = new ArrayList<>();
  private static MeshSequence shapes;
  private static FitResult alone;
  private static List<String> phasesAlone = List.of();
  private static FitResult compared;
  private static List<String> phasesCompared = List.of();

  @BeforeAll
  static void fit() {
    MeshSequence all = Samples.create("biped").examples();
    List<Integer> some = IntStream.range(0, 6).map(k -> 4 * k).boxed().toList();
    shapes =
        new MeshSequence(
            all.reference(),
            some.stream().map(all::name).toList(),
            some.stream().map(all::positions).toList());
    alone = run(QUICK);
    phasesAlone = List.copyOf(PHASES);
    compared = run(QUICK.withComparison());
    phasesCompared = List.copyOf(PHASES);
  }

  /** Fits, and keeps the phases that were finished. */
  private static FitResult run(FitOptions options) {
    PHASES.clear();
    try (RunContext context =
        new RunContext(
            1,
            RunContext.DEFAULT_SEED,
            (phase, done, total) -> {
              if (done == total) {
                PHASES.add(phase);
              }
            },
            new Cancellation())) {
      return Fit.run(shapes, new BoneSource.Found(10), options, context);
    }
  }

  @Test
  void figuresDoNotDependOnAComparison() {
    FittedModel one = alone.first();
    FittedModel same = compared.first();
    assertThat(compared.models()).hasSize(FitModel.values().length);
    assertThat(same.skin().model()).isEqualTo(one.skin().model());
    assertThat(same.movedBones()).isEqualTo(one.movedBones()).isPositive();
    assertThat(same.training()).isEqualTo(one.training());
    assertThat(compared.rounds()).isEqualTo(alone.rounds());
    assertThat(compared.issues()).isEqualTo(alone.issues());
    assertThat(same.skin().coordinates().values()).isEqualTo(one.skin().coordinates().values());
  }

  @Test
  void onlyRequestedSkinsAreSolved() {
    assertThat(alone.models()).hasSize(1);
    assertThat(alone.freeBones()).isEmpty();
    assertThat(compared.freeBones()).hasSize(FitModel.values().length);
    // Bones that rotate about joints have poses of their own, free ones a skin of their own.
    assertThat(phasesAlone).containsOnlyOnce("poses").doesNotContain("skin");
    assertThat(phasesCompared).containsOnlyOnce("poses").containsOnlyOnce("skin");
    assertThat(phasesAlone).filteredOn("measuring"::equals).hasSize(1);
    assertThatThrownBy(() -> alone.of(FitModel.LINEAR_BLEND))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ANIMATION_SPACE");
    assertThatThrownBy(() -> alone.ofFreeBones(FitModel.ANIMATION_SPACE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void changesOfACopyDoNotReachTheResult() {
    FittedSkin skin = alone.first().skin();
    double[] before = new double[12];
    skin.motions().copy(0, 1, before, 0);
    skin.motions().set(0, 1, new double[12], 0);
    double[] after = new double[12];
    skin.motions().copy(0, 1, after, 0);
    assertThat(after).isEqualTo(before);
  }
}
