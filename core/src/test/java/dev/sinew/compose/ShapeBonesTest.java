package dev.sinew.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.extract.SkeletonOptions;
import dev.sinew.fit.Examples;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import org.junit.jupiter.api.Test;

class ShapeBonesTest {
  @Test
  void aSkeletonOfTheShapesIsFitted() {
    MeshSequence shapes = Samples.create("quadruped").examples();
    Examples examples = Fit.examplesOf(shapes);
    try (RunContext context = RunContext.ofThreads(2)) {
      ShapeBones found = ShapeBones.of(examples, SkeletonOptions.DEFAULTS, context);
      assertThat(found.issues())
          .extracting(Issue::what)
          .contains("found in 12 of " + examples.frameCount() + " examples");
      FitResult fitted =
          Fit.run(
              examples,
              found.rig(),
              FitOptions.DEFAULTS.withModels(FitModel.LINEAR_BLEND),
              context);
      assertThat(fitted.character("quadruped", context).skeleton().jointCount()).isGreaterThan(10);
      assertThat(fitted.first().training().rms()).isLessThan(0.03);
    }
  }
}
