package dev.sinew.simplify.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Weights of what morph targets move. */
class ExpressionsTest {
  private static final int LID = 7;

  /** Returns the weights of the built-in arm with targets of the given lengths per vertex. */
  private static double[] weights(List<double[]> lengths) {
    SkinnedCharacter arm = Samples.create("arm").character();
    TriMesh mesh = arm.meshes().getFirst().mesh();
    List<float[]> offsets = new ArrayList<>();
    for (double[] length : lengths) {
      float[] one = new float[3 * mesh.wedgeCount()];
      for (int w = 0; w < mesh.wedgeCount(); w++) {
        one[3 * w + 1] = (float) length[mesh.vertexOfWedge(w)];
      }
      offsets.add(one);
    }
    List<float @Nullable []> noNormals = new ArrayList<>(Collections.nCopies(offsets.size(), null));
    MorphTargets targets = new MorphTargets(offsets, noNormals, new double[offsets.size()]);
    SkinnedCharacter made = arm.withMeshes(List.of(arm.meshes().getFirst().withMorphs(targets)));
    try (RunContext context = RunContext.create()) {
      JoinedCharacter joined = new JoinedCharacter(made);
      return Expressions.weights(joined, joined.restMesh(), context);
    }
  }

  private static double[] lengths(double ofLid, double ofOthers) {
    int count = Samples.create("arm").character().meshes().getFirst().mesh().vertexCount();
    double[] out = DoubleStream.generate(() -> ofOthers).limit(count).toArray();
    out[LID] = ofLid;
    return out;
  }

  @Test
  void whatOneTargetMovesAloneCountsMostWhateverItsLength() {
    double[] near = weights(List.of(lengths(0.001, 0)));
    double[] far = weights(List.of(lengths(100, 0)));
    assertThat(near[LID]).isBetween(2.9, 3.0).isCloseTo(far[LID], within(1e-6));
    near[LID] = 1;
    assertThat(near).containsOnly(1);
  }

  @Test
  void aTargetThatMovesTheWholeBodyTellsNothing() {
    assertThat(Arrays.stream(weights(List.of(lengths(0.2, 0.2)))).max().orElseThrow())
        .isCloseTo(1, within(1e-9));
  }

  @Test
  void manyTargetsOfOnePlaceCountOnce() {
    double[] once = weights(List.of(lengths(0.1, 0)));
    assertThat(weights(List.of(lengths(0.1, 0), lengths(0.3, 0)))).isEqualTo(once);
  }

  @Test
  void targetsThatMoveNothingAndNoTargetsLeaveAllWeights() {
    assertThat(weights(List.of(lengths(0, 0)))).containsOnly(1);
    assertThat(weights(List.of())).containsOnly(1);
  }
}
