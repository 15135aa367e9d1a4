package dev.sinew.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sinew.distance.LookError;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LevelMapsTest {
  private static final SkinnedCharacter FULL = painted();
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  /** A tube with a material: maps of clay look like paint. */
  private static SkinnedCharacter painted() {
    Material white =
        new Material("white", Color.WHITE, null, Set.of(), false, false, Alpha.OPAQUE, 0.5);
    return Samples.create("cylinder-bend").character().withMaterials(List.of(List.of(white)));
  }

  private static SimplifyResult.Level level(double ratio, Measuring measuring) {
    SimplifyOptions options = SimplifyOptions.DEFAULTS.withRatios(ratio).withMeasuring(measuring);
    return Simplify.run(FULL, options, CONTEXT).levels().getFirst();
  }

  private static LevelMaps.Result mapped(SimplifyResult.Level level, Measuring measuring) {
    return new LevelMaps(FULL, 128, PoseSource.REST, measuring, CONTEXT).run(level, 0.03);
  }

  /** The level is said to look as bad as a coarse one. */
  @Test
  void aLevelGetsMapsThatLookBetter() {
    LookError bad = level(0.02, Measuring.QUICK).measured().look().orElseThrow();
    SimplifyResult.Level level = level(0.5, Measuring.QUICK).withLook(bad, Optional.empty());
    LevelMaps.Result made = mapped(level, Measuring.QUICK);
    assertThat(made.used()).isTrue();
    assertThat(made.maeWith()).isLessThan(level.measured().look().orElseThrow().mae());
    assertThat(made.maeWithout()).isEqualTo(level.measured().look().orElseThrow().mae());
    assertThat(made.level().measured().look().map(LookError::mae)).hasValue(made.maeWith());
    assertThat(made.level().character()).isSameAs(made.mapped());
    assertThat(made.level().measured().error()).isEqualTo(level.measured().error());
    assertThat(normalMaps(made.mapped())).isPositive();
  }

  /** With all its triangles, a level looks like the model: maps can only make it worse. */
  @Test
  void aLevelThatLooksWorseWithMapsStaysAsItIs() {
    SimplifyResult.Level level = level(1, Measuring.QUICK);
    LevelMaps.Result made = mapped(level, Measuring.QUICK);
    assertThat(made.used()).isFalse();
    assertThat(made.level()).isSameAs(level);
    assertThat(made.notes()).singleElement().asString().contains("keeps the model's textures");
  }

  @Test
  void withoutPicturesAllLevelsGetMaps() {
    LevelMaps.Result made = mapped(level(0.03, Measuring.NONE), Measuring.NONE);
    assertThat(made.used()).isTrue();
    assertThat(made.maeWith()).isNull();
    assertThat(made.notes()).anyMatch(note -> note.contains("not measured"));
  }

  @Test
  void theSideIsChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> LevelMaps.check(0));
  }

  private static long normalMaps(SkinnedCharacter character) {
    return character.materials().stream()
        .flatMap(List::stream)
        .filter(material -> material.textures().containsKey(Material.NORMAL))
        .count();
  }
}
