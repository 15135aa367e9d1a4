package dev.sinew.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.junit.jupiter.api.Test;

class ExpectationMatrixTest {
  private static final long SEED = 11;

  private final Rig rig = new Rig();
  private final Random random = new Random(SEED);

  private static void assertClose(ExpectationMatrix a, ExpectationMatrix b, double tolerance) {
    int side = 4 * a.jointCount();
    for (int r = 0; r < side; r++) {
      for (int c = 0; c < side; c++) {
        assertThat(a.get(r, c)).as("P[%d, %d]", r, c).isCloseTo(b.get(r, c), within(tolerance));
      }
    }
    double[] x = new double[Affine.SIZE];
    double[] y = new double[Affine.SIZE];
    for (int j = 0; j < a.jointCount(); j++) {
      a.copyMean(j, x, 0);
      b.copyMean(j, y, 0);
      assertThat(x).containsExactly(y, within(tolerance));
    }
  }

  /** The same poses of the scaled model: all local translations are scaled. */
  @Test
  void scaledEqualsTheMatrixOfScaledPoses() {
    List<Pose> poses = rig.distorted(6, random);
    List<Pose> scaled =
        poses.stream()
            .map(
                pose -> {
                  Pose out = new Pose(rig.skeleton);
                  double[] local = new double[Affine.SIZE];
                  for (int j = 0; j < Rig.NODES; j++) {
                    pose.copyLocal(j, local, 0);
                    for (int e = 3; e < 12; e += 4) {
                      local[e] *= 2.5;
                    }
                    out.setLocal(j, local, 0);
                  }
                  out.update();
                  return out;
                })
            .toList();
    assertClose(mean(poses).scaled(2.5), mean(scaled), 1e-10);
    assertClose(independent(poses).scaled(2.5), independent(scaled), 1e-10);
  }

  /** The same poses of the moved model: the local transforms of all roots are moved. */
  @Test
  void movedEqualsTheMatrixOfMovedPoses() {
    double[] motion = new double[Affine.SIZE];
    double[] there = {1, -2, 3};
    Affine.fromTrs(there, 0, Rig.anyRotation(random), 0, new double[] {1, 1, 1}, 0, motion, 0);
    List<Pose> poses = rig.distorted(6, random);
    List<Pose> moved =
        poses.stream()
            .map(
                pose -> {
                  Pose out = new Pose(rig.skeleton);
                  double[] local = new double[Affine.SIZE];
                  for (int j = 0; j < Rig.NODES; j++) {
                    pose.copyLocal(j, local, 0);
                    if (rig.skeleton.parent(j) == Skeleton.NO_PARENT) {
                      Affine.multiply(motion, 0, local.clone(), 0, local, 0);
                    }
                    out.setLocal(j, local, 0);
                  }
                  out.update();
                  return out;
                })
            .toList();
    assertClose(mean(poses).moved(motion), mean(moved), 1e-10);
    assertClose(independent(poses).moved(motion), independent(moved), 1e-10);
    AnimationVector s = rig.vector(random);
    double before = new ExpectationMetric(mean(poses)).squaredNorm(s);
    assertThat(new ExpectationMetric(mean(moved)).squaredNorm(s))
        .isCloseTo(before, within(1e-10 * before));
    motion[0] += 0.1;
    assertThatThrownBy(() -> mean(poses).moved(motion)).hasMessageContaining("orthonormal");
  }

  private ExpectationMatrix mean(List<Pose> poses) {
    return PoseDistribution.sampleMean(PoseSamples.of(poses), rig.skin);
  }

  private ExpectationMatrix independent(List<Pose> poses) {
    return PoseDistribution.ofSamples(PoseSamples.of(poses), JointModel.INDEPENDENT_JOINTS)
        .expectation(rig.skin);
  }

  /** The matrix of a single pose is singular; regularisation makes it positive definite. */
  @Test
  void regularisedIsPositiveDefinite() {
    ExpectationMatrix singular = mean(List.of(new Pose(rig.skeleton)));
    assertThat(smallest(singular)).isLessThan(1e-12);
    Regularisation regularisation = Regularisation.DEFAULTS;
    ExpectationMatrix regularised = singular.regularised(regularisation);
    assertThat(smallest(regularised)).isGreaterThan(0.5 * regularisation.strength());
    ExpectationMatrix rotations =
        PoseDistribution.uniform(rig.skeleton, rig.skin).expectation(rig.skin);
    assertThat(smallest(rotations)).isLessThan(1e-12);
    assertThat(smallest(rotations.regularised(regularisation)))
        .isGreaterThan(0.5 * regularisation.strength());
    assertClose(singular.regularised(new Regularisation(0, 0)), singular, 0);
    // Independent of units: scaling before or after is the same.
    assertClose(regularised.scaled(3), singular.scaled(3).regularised(regularisation), 1e-12);
  }

  /** Compares with random noise in every joint's frame. */
  @Test
  void regularisationIsNoiseOfEveryFrame() {
    double strength = 0.04;
    double length = 0.7;
    Pose rest = new Pose(rig.skeleton);
    ExpectationMatrix regularised =
        mean(List.of(rest)).regularised(new Regularisation(strength, length));
    ExpectationMetric metric = new ExpectationMetric(regularised);
    AnimationVector s = rig.vector(random);
    int draws = 200_000;
    double sum = 0;
    double squares = 0;
    double[] noisy = new double[Affine.SIZE];
    double[] g = new double[Affine.SIZE];
    for (int n = 0; n < draws; n++) {
      double[] at = new double[3];
      for (int i = 0; i < s.count(); i++) {
        rest.copyGlobal(rig.skin.joint(s.joint(i)), g, 0);
        for (int e = 0; e < noisy.length; e++) {
          // An axis has three independent entries.
          double unit = e % 4 == 3 ? length : Math.sqrt(1.0 / 3);
          noisy[e] = Math.sqrt(strength) * unit * random.nextGaussian() + (e % 5 == 0 ? 1 : 0);
        }
        Affine.multiply(g, 0, noisy, 0, noisy, 0);
        for (int r = 0; r < 3; r++) {
          for (int c = 0; c < 4; c++) {
            at[r] += noisy[4 * r + c] * s.value(i, c);
          }
        }
      }
      double x = at[0] * at[0] + at[1] * at[1] + at[2] * at[2];
      sum += x;
      squares += x * x;
    }
    double mean = sum / draws;
    double sigma = Math.sqrt((squares / draws - mean * mean) / draws);
    assertThat(metric.squaredNorm(s)).as("seed %d", SEED).isCloseTo(mean, within(5 * sigma));
  }

  /** Returns the smallest eigenvalue of P over vectors of weight 0. */
  private static double smallest(ExpectationMatrix p) {
    int side = 4 * p.jointCount();
    // Project onto weight 0; the removed direction gets a large eigenvalue.
    double[] weight = new double[side];
    for (int i = 3; i < side; i += 4) {
      weight[i] = 1 / Math.sqrt(p.jointCount());
    }
    DMatrixRMaj projected = new DMatrixRMaj(side, side);
    for (int r = 0; r < side; r++) {
      for (int c = 0; c < side; c++) {
        double value = p.get(r, c) + 1e6 * weight[r] * weight[c];
        for (int k = 0; k < side; k++) {
          value -= weight[r] * weight[k] * p.get(k, c) + p.get(r, k) * weight[k] * weight[c];
          for (int m = 0; m < side; m++) {
            value += weight[r] * weight[k] * p.get(k, m) * weight[m] * weight[c];
          }
        }
        projected.set(r, c, value);
      }
    }
    var eigen = DecompositionFactory_DDRM.eig(side, false, true);
    assertThat(eigen.decompose(projected)).isTrue();
    double min = Double.MAX_VALUE;
    for (int k = 0; k < side; k++) {
      min = Math.min(min, eigen.getEigenvalue(k).getReal());
    }
    return min;
  }

  @Test
  void mixedEqualsTheMatrixOfAllPoses() {
    List<Pose> three = rig.distorted(3, random);
    List<Pose> one = rig.distorted(1, random);
    List<Pose> all = Stream.concat(three.stream(), one.stream()).toList();
    assertClose(mean(three).mixedWith(mean(one), 0.25), mean(all), 1e-12);
    assertThatThrownBy(() -> mean(three).mixedWith(mean(one), 2)).hasMessageContaining("2.0");
  }
}
