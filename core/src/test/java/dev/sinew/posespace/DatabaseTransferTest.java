package dev.sinew.posespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.TriangleTree;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.skin.CharacterSurface;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatabaseTransferTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final Sample ARM = Samples.create("arm");
  private static final PoseDatabase DATABASE =
      PoseSpaceTraining.run(
              ARM.character(),
              PoseExamples.of(ARM.examples(), ARM.poses()),
              TrainOptions.DEFAULTS,
              CONTEXT)
          .database();

  @Test
  void ontoItselfNothingChanges() {
    DatabaseTransfer.Result result = DatabaseTransfer.run(DATABASE, ARM.character(), CONTEXT);
    assertThat(result.maxDistance()).isLessThan(1e-7);
    ErrorSummary error =
        new PoseSpaceErrors(ARM.character(), CONTEXT)
            .of(new Correctives(result.database()), PoseExamples.of(ARM.examples(), ARM.poses()));
    assertThat(error.max()).isLessThan(2e-6);
  }

  /** A level with correctives is close to the level's vertices on the corrected full model. */
  @Test
  void aLevelOfDetailTakesTheCorrectives() {
    SimplifyOptions quick =
        SimplifyOptions.DEFAULTS.withRatios(0.3).withPolish(false).withMeasuring(Measuring.NONE);
    SkinnedCharacter level =
        Simplify.run(ARM.character(), quick, CONTEXT).levels().getFirst().character();
    PoseDatabase moved = DatabaseTransfer.run(DATABASE, level, CONTEXT).database();
    double plain = distance(level, SkinningMethod.SSD);
    double corrected = distance(level, new Correctives(moved, SkinningMethod.SSD));
    assertThat(corrected).isLessThan(0.5 * plain);
  }

  /** Returns the rms distance of a level from the example shapes, by closest vertices' surfaces. */
  private static double distance(SkinnedCharacter level, DeformerChoice choice) {
    CharacterSurface surface = CharacterSurface.of(level, choice);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(level.restPose());
    List<Double> squares = new ArrayList<>();
    float[] points = new float[3 * surface.vertexCount()];
    for (int k = 5; k < ARM.poses().size(); k += 6) {
      posed.set(ARM.poses().get(k));
      posed.copyVertexPositions(points);
      TriangleTree tree = new TriangleTree(ARM.examples().positions(k), ARM.mesh().triangles());
      TriangleTree.Hit hit = new TriangleTree.Hit();
      int[] scratch = TriangleTree.newScratch();
      for (int i = 0; i < points.length; i += 3) {
        tree.closest(points[i], points[i + 1], points[i + 2], hit, scratch);
        squares.add(hit.squaredDistance());
      }
    }
    return Math.sqrt(squares.stream().mapToDouble(Double::doubleValue).average().orElse(0));
  }
}
