package dev.sinew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FittedSkin;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Skeletons fitted to the shapes of the built-in characters are like those that made the shapes.
 */
class BuiltInSkeletonsTest {
  @ParameterizedTest
  @CsvSource({"biped, 18", "quadruped, 22"})
  void findsBuiltInSkeleton(String name, int bones) {
    Sample sample = Samples.create(name);
    FitOptions options = FitOptions.DEFAULTS.withModels(FitModel.LINEAR_BLEND);
    try (RunContext context = RunContext.ofThreads(2)) {
      FittedSkin skin =
          Fit.run(
                  FitSequences.sample(name).training(),
                  new BoneSource.Found(bones),
                  options,
                  context)
              .first()
              .skin();
      TreeComparison tree = KnownRig.of(sample).compare(skin);
      assertThat(tree.wrong()).as("%s", tree).isZero();
      assertThat(tree.meanDistance()).as("%s", tree).isLessThan(0.03);
    }
  }
}
