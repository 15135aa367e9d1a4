package dev.sinew.skin.approximation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinearApproximationTest {
  private static final long SEED = 7;

  @Test
  void recoversLinearBlendSkin() {
    Sample sample = Samples.create("arm");
    double[] rest = sample.mesh().positions();
    AnimationCoords coords =
        AnimationCoords.ofLinearBlend(sample.skin(), sample.influences(), rest);
    LinearApproximation found =
        LinearApproximation.of(sample.skin(), coords, poses(sample), 8, RunContext.ofThreads(2));
    assertThat(found.rms()).isLessThan(1e-6);
    for (int i = 0; i < rest.length; i++) {
      assertThat(found.restPositions()[i]).isCloseTo(rest[i], within(1e-4));
    }
  }

  @Test
  void resultIsLocalMinimum() {
    Sample sample = Samples.create("arm");
    Random random = new Random(SEED);
    double[] rest = sample.mesh().positions();
    AnimationCoords exact = AnimationCoords.ofLinearBlend(sample.skin(), sample.influences(), rest);
    AnimationCoords.Builder perturbed = AnimationCoords.builder();
    for (int r = 0; r < 40; r++) {
      int row = 37 * r % exact.rowCount();
      for (int i = 0; i < exact.count(row); i++) {
        perturbed.add(
            exact.joint(row, i),
            exact.value(row, i, 0) + 0.05 * random.nextGaussian(),
            exact.value(row, i, 1) + 0.05 * random.nextGaussian(),
            exact.value(row, i, 2) + 0.05 * random.nextGaussian(),
            exact.value(row, i, 3));
      }
      perturbed.endRow();
    }
    AnimationCoords coords = perturbed.buildPoints();
    List<Pose> poses = poses(sample);
    LinearApproximation found =
        LinearApproximation.of(sample.skin(), coords, poses, 8, RunContext.ofThreads(2));
    double best = error(sample, coords, poses, found.restPositions(), found.influences());
    assertThat(Math.sqrt(best / (coords.rowCount() * poses.size())))
        .isCloseTo(found.rms(), within(1e-9));
    for (int trial = 0; trial < 50; trial++) {
      double[] other = found.restPositions();
      for (int i = 0; i < other.length; i++) {
        other[i] += 0.01 * random.nextGaussian();
      }
      Influences.Builder weights = Influences.builder();
      for (int v = 0; v < coords.rowCount(); v++) {
        for (int i = 0; i < coords.count(v); i++) {
          double w = weightOf(found.influences(), v, coords.joint(v, i));
          weights.add(coords.joint(v, i), Math.max(0, w + 0.02 * random.nextGaussian()));
        }
        weights.endRow();
      }
      assertThat(error(sample, coords, poses, other, weights.build()))
          .as("seed %d", SEED)
          .isGreaterThan(best * (1 - 1e-3));
    }
  }

  /** Few joints, solved for: better than the heaviest ones, never better than all. */
  @Test
  void limitedInfluencesAreSolvedFor() {
    Sample sample = Samples.create("quadruped");
    Random random = new Random(SEED);
    int joints = sample.skin().jointCount();
    double[] rest = sample.mesh().positions();
    Influences.Builder rows = Influences.builder();
    int points = 60;
    double[] some = new double[3 * points];
    for (int p = 0; p < points; p++) {
      int v = 29 * p % (rest.length / 3);
      System.arraycopy(rest, 3 * v, some, 3 * p, 3);
      int first = random.nextInt(joints - 7);
      for (int i = 0; i < 7; i++) {
        rows.add(first + i, 0.05 + random.nextDouble());
      }
      rows.endRow();
    }
    Influences all = rows.build().heaviest(7);
    AnimationCoords coords = AnimationCoords.ofLinearBlend(sample.skin(), all, some);
    List<Pose> poses = poses(sample);
    double before = 0;
    for (int max : new int[] {7, 4, 2, 1}) {
      LinearApproximation found =
          LinearApproximation.of(sample.skin(), coords, poses, max, RunContext.ofThreads(2));
      assertThat(found.influences().maxCount()).isLessThanOrEqualTo(max);
      double naive = error(sample, coords, poses, some, all.heaviest(max));
      double solved = error(sample, coords, poses, found.restPositions(), found.influences());
      assertThat(solved).as("%d influences", max).isLessThanOrEqualTo(naive + 1e-9);
      assertThat(found.rms()).isGreaterThanOrEqualTo(before - 1e-9);
      before = found.rms();
    }
  }

  private static double weightOf(Influences influences, int vertex, int joint) {
    for (int i = 0; i < influences.count(vertex); i++) {
      if (influences.joint(vertex, i) == joint) {
        return influences.weight(vertex, i);
      }
    }
    return 0;
  }

  private static double error(
      Sample sample, AnimationCoords truth, List<Pose> poses, double[] rest, Influences weights) {
    AnimationCoords linear = AnimationCoords.ofLinearBlend(sample.skin(), weights, rest);
    double sum = 0;
    double[] globals = new double[12 * sample.skin().jointCount()];
    double[] a = new double[3];
    double[] b = new double[3];
    for (Pose pose : poses) {
      for (int j = 0; j < sample.skin().jointCount(); j++) {
        pose.copyGlobal(sample.skin().joint(j), globals, 12 * j);
      }
      for (int v = 0; v < truth.rowCount(); v++) {
        truth.project(v, globals, a, 0);
        linear.project(v, globals, b, 0);
        for (int k = 0; k < 3; k++) {
          sum += (a[k] - b[k]) * (a[k] - b[k]);
        }
      }
    }
    return sum;
  }

  private static List<Pose> poses(Sample sample) {
    List<Pose> poses = new ArrayList<>();
    poses.add(sample.character().restPose());
    for (Clip clip : sample.character().clips()) {
      for (int i = 0; i < 6; i++) {
        Pose pose = sample.character().restPose();
        clip.sample(clip.duration() * i / 6, pose);
        poses.add(pose);
      }
    }
    return poses;
  }
}
