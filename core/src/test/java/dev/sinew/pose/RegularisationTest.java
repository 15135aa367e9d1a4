package dev.sinew.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.junit.jupiter.api.Test;

/**
 * Measures how regularisation changes lengths and the condition of P, on three characters and three
 * kinds of statistics: the basis of the default strength. Compares every line of the table in
 * docs/metrics.md with the measurement; the message of a failure is the correct line.
 */
class RegularisationTest {
  private static final Pattern LINE =
      Pattern.compile("\\| (1e-\\d+) \\| ([0-9.e-]+) % \\| ([0-9.e]+) \\|");

  /** A character and an expectation matrix. */
  private record Case(AnimationCoords coords, TriMesh mesh, ExpectationMatrix matrix) {}

  @Test
  void documentedTableMatchesTheMeasurement() throws Exception {
    List<Case> cases = cases();
    Matcher line = LINE.matcher(Files.readString(Path.of("..", "docs", "metrics.md")));
    int lines = 0;
    while (line.find()) {
      Regularisation regularisation =
          new Regularisation(Double.parseDouble(line.group(1)), Regularisation.DEFAULTS.length());
      double change = 0;
      double condition = 0;
      for (Case one : cases) {
        ExpectationMatrix changed = one.matrix.regularised(regularisation);
        change = Math.max(change, largestChange(one, changed));
        condition = Math.max(condition, condition(changed));
      }
      String measured =
          String.format(
              Locale.ROOT, "| %s | %.2g %% | %.1g |", line.group(1), 100 * change, condition);
      assertThat(Double.parseDouble(line.group(2)))
          .as(measured)
          .isCloseTo(100 * change, within(3 * change));
      assertThat(Double.parseDouble(line.group(3)))
          .as(measured)
          .isCloseTo(condition, within(0.2 * condition));
      lines++;
    }
    assertThat(lines).isEqualTo(5);
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (String name : List.of("arm", "biped", "quadruped")) {
      SkinnedCharacter character = Samples.create(name).character();
      Skin skin = character.skins().getFirst();
      Geometry geometry = character.meshes().getFirst();
      AnimationCoords coords =
          AnimationCoords.ofLinearBlend(
              skin, geometry.skinning().influences().orElseThrow(), geometry.mesh().positions());
      PoseSamples frames = PoseSamples.ofClips(character.skeleton(), character.clips(), 30);
      PoseSamples rest = PoseSamples.of(List.of(new Pose(character.skeleton())));
      for (ExpectationMatrix matrix :
          List.of(
              PoseDistribution.sampleMean(frames, skin),
              PoseDistribution.uniform(character.skeleton(), skin).expectation(skin),
              PoseDistribution.sampleMean(rest, skin))) {
        cases.add(new Case(coords, geometry.mesh(), matrix));
      }
    }
    return cases;
  }

  /** Returns the largest relative change of an edge length. */
  private static double largestChange(Case one, ExpectationMatrix changed) {
    ExpectationMetric before = new ExpectationMetric(one.matrix);
    ExpectationMetric after = new ExpectationMetric(changed);
    AnimationVector work = new AnimationVector();
    double max = 0;
    for (int t = 0; t < one.mesh.triangleCount(); t++) {
      for (int c = 0; c < 3; c++) {
        int a = one.mesh.vertex(t, c);
        int b = one.mesh.vertex(t, (c + 1) % 3);
        double was = before.squaredDistance(one.coords, a, one.coords, b, work);
        double is = after.squaredDistance(one.coords, a, one.coords, b, work);
        max = Math.max(max, Math.abs(Math.sqrt(is / was) - 1));
      }
    }
    return max;
  }

  private static double condition(ExpectationMatrix matrix) {
    int side = 4 * matrix.jointCount();
    DMatrixRMaj whole = new DMatrixRMaj(side, side);
    for (int row = 0; row < side; row++) {
      for (int col = 0; col < side; col++) {
        whole.set(row, col, matrix.get(row, col));
      }
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(side, false, true);
    assertThat(eigen.decompose(whole)).isTrue();
    double min = Double.POSITIVE_INFINITY;
    double max = 0;
    for (int k = 0; k < side; k++) {
      min = Math.min(min, eigen.getEigenvalue(k).getReal());
      max = Math.max(max, eigen.getEigenvalue(k).getReal());
    }
    return max / min;
  }
}
