package dev.sinew.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.influence.TangentLimit.Planes;
import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import dev.sinew.pose.Regularisation;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.RandomRig;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TangentLimitTest {
  private static final long SEED = 23;
  private static final int JOINTS = 6;
  private static final int ROWS = 80;

  private final Random random = new Random(SEED);
  private final RandomRig rig = new RandomRig(JOINTS, 40, random);
  private final ExpectationMatrix p =
      PoseDistribution.sampleMean(PoseSamples.of(rig.poses()), rig.skin())
          .regularised(Regularisation.DEFAULTS);
  private final ExpectationMetric metric = new ExpectationMetric(p);

  /** Rows with some of the first joints, of weight 1 for points and 0 for vectors. */
  private AnimationCoords rows(int joints, double weight) {
    AnimationCoords.Builder out = AnimationCoords.builder();
    for (int row = 0; row < ROWS; row++) {
      for (int j = 0; j < joints; j++) {
        out.add(
            j,
            random.nextGaussian(),
            random.nextGaussian(),
            random.nextGaussian(),
            weight / joints);
      }
      out.endRow();
    }
    return out.buildVectors();
  }

  private static AnimationVector row(AnimationCoords coords, int row) {
    return new AnimationVector().set(coords, row);
  }

  @Test
  void planesHaveTheJointsOfTheirPositionsAndAreOrthonormal() {
    AnimationCoords positions = rows(2, 1);
    Planes limited =
        new TangentLimit(p)
            .apply(new Planes(rows(4, 0), rows(JOINTS, 0)), positions, RunContext.create());
    for (int r = 0; r < ROWS; r++) {
      AnimationVector a = row(limited.first(), r);
      AnimationVector b = row(limited.second(), r);
      assertThat(a.joint(a.count() - 1)).isLessThan(2);
      assertThat(b.joint(b.count() - 1)).isLessThan(2);
      assertThat(metric.squaredNorm(a)).as("seed %d", SEED).isCloseTo(1, within(1e-9));
      assertThat(metric.squaredNorm(b)).isCloseTo(1, within(1e-9));
      assertThat(metric.inner(a, b)).isCloseTo(0, within(1e-9));
      assertThat(a.weight()).isCloseTo(0, within(1e-9));
    }
  }

  /** The first vector is the direction of the nearest vector on the position's joints. */
  @Test
  void firstVectorIsNearestInDirection() {
    AnimationCoords first = rows(4, 0);
    AnimationCoords positions = rows(2, 1);
    Planes limited =
        new TangentLimit(p).apply(new Planes(first, rows(4, 0)), positions, RunContext.create());
    for (int r = 0; r < ROWS; r++) {
      double best = metric.inner(row(first, r), row(limited.first(), r));
      for (int trial = 0; trial < 20; trial++) {
        AnimationCoords.Builder other = AnimationCoords.builder();
        double weight = random.nextGaussian();
        other.add(0, random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), weight);
        other.add(1, random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), -weight);
        other.add(limited.first(), r, 10 * random.nextDouble()).endRow();
        AnimationVector candidate = row(other.buildVectors(), 0);
        double along =
            metric.inner(row(first, r), candidate) / Math.sqrt(metric.squaredNorm(candidate));
        assertThat(along).as("seed %d, row %d", SEED, r).isLessThanOrEqualTo(best + 1e-9);
      }
    }
  }

  @Test
  void planesWithTheSameJointsKeepTheirFirstDirection() {
    AnimationCoords first = rows(3, 0);
    Planes limited =
        new TangentLimit(p).apply(new Planes(first, rows(3, 0)), rows(3, 1), RunContext.create());
    for (int r = 0; r < ROWS; r++) {
      double length = Math.sqrt(metric.squaredNorm(row(first, r)));
      assertThat(metric.inner(row(first, r), row(limited.first(), r)))
          .isCloseTo(length, within(1e-9 * length));
    }
  }

  @Test
  void needsAPlanePerPosition() {
    Planes few =
        new Planes(
            AnimationCoords.builder().buildVectors(), AnimationCoords.builder().buildVectors());
    assertThatThrownBy(() -> new TangentLimit(p).apply(few, rows(2, 1), RunContext.create()))
        .hasMessageContaining("expected 80, got 0");
  }
}
