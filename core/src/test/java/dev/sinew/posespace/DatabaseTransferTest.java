package dev.sinew.posespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.TriangleTree;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.transform.Transform;
import dev.sinew.transform.TransformOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** The same character in another size, which transfer finds out by the bones and the surface. */
  @ParameterizedTest
  @CsvSource({"10, TRANSFORM", "1.1, TRANSFORM", "0.1, TWIST", "10, NEIGHBOURS"})
  void anotherSizeGetsOffsetsAndPosesOfThatSize(double scale, JointSpace space) {
    PoseDatabase own =
        space == JointSpace.TRANSFORM ? DATABASE : train(TrainOptions.DEFAULTS.withSpace(space));
    SkinnedCharacter large =
        Transform.run(ARM.character(), TransformOptions.DEFAULTS.withScale(scale), CONTEXT)
            .character();
    assertThatThrownBy(() -> new Correctives(own).deformer(large, large.parts().getFirst()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("DatabaseTransfer.run");
    DatabaseTransfer.Result moved = DatabaseTransfer.run(own, large, CONTEXT);
    assertThat(moved.meanDistance()).isLessThan(1e-6);
    assertThat(moved.notes()).isEmpty();
    assertSameShapes(own, large, moved.database(), scale);
  }

  /** Offsets after skinning grow with the joints. */
  @Test
  void anotherSizeGetsOffsetsAfterSkinningOfThatSize() {
    PoseDatabase own = train(TrainOptions.DEFAULTS.withForm(TrainOptions.Form.FORWARD));
    SkinnedCharacter large =
        Transform.run(ARM.character(), TransformOptions.DEFAULTS.withScale(3), CONTEXT).character();
    assertSameShapes(own, large, DatabaseTransfer.run(own, large, CONTEXT).database(), 3);
  }

  private static PoseDatabase train(TrainOptions options) {
    return PoseSpaceTraining.run(
            ARM.character(),
            PoseExamples.of(ARM.examples(), ARM.poses()).select(List.of(3, 7, 12, 16, 21)),
            options,
            CONTEXT)
        .database();
  }

  /** Compares a character with the arm between and at examples. */
  private static void assertSameShapes(
      PoseDatabase own, SkinnedCharacter other, PoseDatabase moved, double scale) {
    CharacterSurface.Posed before =
        CharacterSurface.of(ARM.character(), new Correctives(own)).newPosed();
    CharacterSurface.Posed after = CharacterSurface.of(other, new Correctives(moved)).newPosed();
    for (double time : new double[] {0.1, 0.25, 0.41}) {
      Pose small = ARM.character().restPose();
      ARM.character().clip(Sample.EXAMPLES_CLIP).sample(time, small);
      Pose large = other.restPose();
      other.clip(Sample.EXAMPLES_CLIP).sample(time, large);
      before.set(small);
      after.set(large);
      float[] wanted = before.wedgePositions();
      float[] found = after.wedgePositions();
      double largest = 0;
      for (int i = 0; i < wanted.length; i++) {
        largest = Math.max(largest, Math.abs(found[i] / scale - wanted[i]));
      }
      assertThat(largest).as("time %s", time).isLessThan(2e-5);
    }
  }

  @Test
  void surfacesInDifferentPlacesAreNoted() {
    SkinnedCharacter away =
        Transform.run(
                ARM.character(),
                TransformOptions.DEFAULTS.withRotation(0, 0, 1, 90).withTranslation(0, 2, 0),
                CONTEXT)
            .character();
    assertThat(DatabaseTransfer.run(DATABASE, away, CONTEXT).notes())
        .anyMatch(note -> note.contains("apart on average"));
  }
}
