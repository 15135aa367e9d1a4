package dev.sinew.examples;

import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.posespace.Correctives;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.posespace.PoseSpaceMethod;
import dev.sinew.posespace.PoseSpaceTraining;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.posespace.TrainResult;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import java.util.Locale;

/** Trains correctives of the built-in arm on 12 of its example shapes and plays them. */
public final class CorrectArm {
  private CorrectArm() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    Sample arm = Samples.create("arm");
    TrainOptions options =
        TrainOptions.DEFAULTS
            .withMethod(PoseSpaceMethod.LOCAL)
            .withPicks(TrainOptions.Picks.REFINED, 12);
    try (RunContext context = RunContext.create()) {
      TrainResult result =
          PoseSpaceTraining.run(
              arm.character(), PoseExamples.of(arm.examples(), arm.poses()), options, context);
      System.out.printf(
          Locale.ROOT,
          "on the other shapes: rms %.6f, without correctives %.6f%n",
          result.holdout().rms(),
          result.skin().rms());
      // Any consumer of deformers takes the corrected one.
      Deformer corrected =
          new Correctives(result.database())
              .deformer(arm.character(), arm.character().parts().getFirst());
      Deformer.Posed posed = corrected.newPosed();
      PointBuffer points = PointBuffer.allocate(corrected.pointCount(), corrected.hasNormals());
      posed.set(arm.poses().getLast());
      posed.fill(0, corrected.pointCount(), points);
      System.out.println("posed " + corrected.pointCount() + " points");
    }
  }
}
