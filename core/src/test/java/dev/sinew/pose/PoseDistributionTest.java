package dev.sinew.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PoseDistributionTest {
  private static final int DRAWS = 200_000;
  private static final long SEED = 20061;

  private final Rig rig = new Rig();
  private final Random random = new Random(SEED);

  /**
   * Compares every entry of P with the mean over poses drawn at random, within five standard
   * deviations of that mean.
   */
  private void assertMatchesDraws(ExpectationMatrix expected, Consumer<Pose> draw) {
    int side = 4 * rig.skin.jointCount();
    double[] sum = new double[side * side];
    double[] squares = new double[side * side];
    double[] g = new double[3 * side];
    double[] one = new double[Affine.SIZE];
    Pose pose = new Pose(rig.skeleton);
    for (int n = 0; n < DRAWS; n++) {
      draw.accept(pose);
      pose.update();
      for (int i = 0; i < rig.skin.jointCount(); i++) {
        pose.copyGlobal(rig.skin.joint(i), one, 0);
        for (int e = 0; e < Affine.SIZE; e++) {
          g[side * (e / 4) + 4 * i + e % 4] = one[e];
        }
      }
      for (int r = 0; r < side; r++) {
        for (int c = r; c < side; c++) {
          double x = g[r] * g[c] + g[side + r] * g[side + c] + g[2 * side + r] * g[2 * side + c];
          sum[r * side + c] += x;
          squares[r * side + c] += x * x;
        }
      }
    }
    for (int r = 0; r < side; r++) {
      for (int c = r; c < side; c++) {
        double mean = sum[r * side + c] / DRAWS;
        double variance = Math.max(0, squares[r * side + c] / DRAWS - mean * mean);
        double sigma = Math.sqrt(variance / DRAWS);
        assertThat(expected.get(r, c))
            .as("P[%d, %d], seed %d", r, c, SEED)
            .isCloseTo(mean, within(5 * sigma + 1e-9))
            .isEqualTo(expected.get(c, r));
      }
    }
  }

  /** Copies a joint's local transform, linear part and translation from different poses. */
  private static void copy(Pose linear, Pose translation, int joint, Pose out) {
    double[] a = new double[Affine.SIZE];
    double[] b = new double[Affine.SIZE];
    linear.copyLocal(joint, a, 0);
    translation.copyLocal(joint, b, 0);
    a[3] = b[3];
    a[7] = b[7];
    a[11] = b[11];
    out.setLocal(joint, a, 0);
  }

  private Pose meanOf(List<Pose> poses) {
    Pose mean = new Pose(rig.skeleton);
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < Rig.NODES; j++) {
      double[] sum = new double[Affine.SIZE];
      for (Pose pose : poses) {
        pose.copyLocal(j, local, 0);
        for (int i = 0; i < sum.length; i++) {
          sum[i] += local[i] / poses.size();
        }
      }
      mean.setLocal(j, sum, 0);
    }
    return mean;
  }

  @Test
  void independentJoints() {
    List<Pose> poses = rig.distorted(5, random);
    PoseDistribution distribution =
        PoseDistribution.ofSamples(PoseSamples.of(poses), JointModel.INDEPENDENT_JOINTS);
    assertMatchesDraws(
        distribution.expectation(rig.skin),
        pose -> {
          for (int j = 0; j < Rig.NODES; j++) {
            Pose from = poses.get(random.nextInt(poses.size()));
            copy(from, from, j, pose);
          }
        });
  }

  @Test
  void independentComponents() {
    List<Pose> poses = rig.distorted(5, random);
    PoseDistribution distribution =
        PoseDistribution.ofSamples(PoseSamples.of(poses), JointModel.INDEPENDENT_COMPONENTS);
    assertMatchesDraws(
        distribution.expectation(rig.skin),
        pose -> {
          for (int j = 0; j < Rig.NODES; j++) {
            Pose from = poses.get(random.nextInt(poses.size()));
            copy(from, poses.get(random.nextInt(poses.size())), j, pose);
          }
        });
  }

  @Test
  void fixedTranslations() {
    List<Pose> poses = rig.distorted(5, random);
    Pose mean = meanOf(poses);
    PoseDistribution distribution =
        PoseDistribution.ofSamples(PoseSamples.of(poses), JointModel.FIXED_TRANSLATIONS);
    assertMatchesDraws(
        distribution.expectation(rig.skin),
        pose -> {
          for (int j = 0; j < Rig.NODES; j++) {
            copy(poses.get(random.nextInt(poses.size())), mean, j, pose);
          }
        });
  }

  @Test
  void rotationsWithFixedTranslations() {
    List<Pose> poses = rig.rotated(5, random);
    PoseDistribution distribution =
        PoseDistribution.ofSamples(PoseSamples.of(poses), JointModel.ROTATIONS);
    assertMatchesDraws(
        distribution.expectation(rig.skin),
        pose -> {
          for (int j = 0; j < Rig.NODES; j++) {
            Pose from = poses.get(random.nextInt(poses.size()));
            copy(from, from, j, pose);
          }
        });
  }

  @Test
  void uniformRotations() {
    double[] q = new double[4];
    Pose rest = new Pose(rig.skeleton);
    assertMatchesDraws(
        PoseDistribution.uniform(rig.skeleton, rig.skin).expectation(rig.skin),
        pose -> {
          pose.setRest();
          for (int i = 0; i < rig.skin.jointCount(); i++) {
            turnUniformly(rest, rig.skin.joint(i), q, pose);
          }
        });
  }

  /** The model of appendix B.2: uniform rotations below a joint with non-uniform scale. */
  @Test
  void uniformRotationsBelowNonUniformScale() {
    List<Pose> poses = rig.distorted(4, random);
    PoseDistribution distribution =
        PoseDistribution.ofSamples(PoseSamples.of(poses), JointModel.INDEPENDENT_JOINTS)
            .set(Rig.FOOT, JointStatistics.uniformRotation(rig.skeleton, Rig.FOOT))
            .set(Rig.RIGHT, JointStatistics.uniformRotation(rig.skeleton, Rig.RIGHT));
    Pose rest = new Pose(rig.skeleton);
    assertMatchesDraws(
        distribution.expectation(rig.skin),
        pose -> {
          for (int j = 0; j < Rig.NODES; j++) {
            Pose from = poses.get(random.nextInt(poses.size()));
            copy(from, from, j, pose);
          }
          turnUniformly(rest, Rig.FOOT, new double[4], pose);
          turnUniformly(rest, Rig.RIGHT, new double[4], pose);
        });
  }

  private void turnUniformly(Pose rest, int joint, double[] q, Pose out) {
    System.arraycopy(Rig.anyRotation(random), 0, q, 0, 4);
    double[] turn = new double[Affine.SIZE];
    double[] local = new double[Affine.SIZE];
    Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, turn, 0);
    rest.copyLocal(joint, local, 0);
    double[] turned = new double[Affine.SIZE];
    Affine.multiply(turn, 0, local, 0, turned, 0);
    turned[3] = local[3];
    turned[7] = local[7];
    turned[11] = local[11];
    out.setLocal(joint, turned, 0);
  }

  @Test
  void ranges() {
    Turn[] turns = {Turn.aboutX(-0.4, 1.2), new Turn(1, -2, 0.5, 0.1, 2.5), Turn.aboutZ(-1, -0.2)};
    PoseDistribution distribution = new PoseDistribution(rig.skeleton);
    for (int j = 0; j < Rig.NODES; j++) {
      distribution.set(j, JointStatistics.turning(rig.skeleton, j, turns));
    }
    double[] q = new double[4];
    double[] trs = new double[10];
    assertMatchesDraws(
        distribution.expectation(rig.skin),
        pose -> {
          for (int j = 0; j < Rig.NODES; j++) {
            rig.skeleton.copyRestTranslation(j, trs, 0);
            rig.skeleton.copyRestRotation(j, trs, 3);
            rig.skeleton.copyRestScale(j, trs, 7);
            for (Turn turn : turns) {
              double angle = random.nextDouble(turn.from(), turn.to());
              Quaternion.fromAxisAngle(turn.x(), turn.y(), turn.z(), angle, q, 0);
              Quaternion.multiply(trs, 3, q, 0, trs, 3);
            }
            pose.setLocal(j, trs, 0, trs, 3, trs, 7);
          }
        });
  }

  @Test
  void groupAmongIndependentJoints() {
    List<Pose> poses = rig.distorted(4, random);
    List<Pose> others = rig.distorted(3, random);
    PoseDistribution distribution =
        PoseDistribution.ofSamples(PoseSamples.of(others), JointModel.INDEPENDENT_JOINTS)
            .group(PoseSamples.of(poses), Rig.LEFT, Rig.RIGHT)
            .set(Rig.HIP, JointStatistics.uniformRotation(rig.skeleton, Rig.HIP));
    Pose rest = new Pose(rig.skeleton);
    assertMatchesDraws(
        distribution.expectation(rig.skin),
        pose -> {
          for (int j = 0; j < Rig.NODES; j++) {
            Pose from = others.get(random.nextInt(others.size()));
            copy(from, from, j, pose);
          }
          Pose together = poses.get(random.nextInt(poses.size()));
          copy(together, together, Rig.LEFT, pose);
          copy(together, together, Rig.RIGHT, pose);
          turnUniformly(rest, Rig.HIP, new double[4], pose);
        });
  }

  /** A group below a member of another group, compared with all combinations: exact. */
  @Test
  void nestedGroupsAreExact() {
    List<Pose> poses = rig.distorted(3, random);
    PoseSamples samples = PoseSamples.of(poses);
    ExpectationMatrix made =
        PoseDistribution.ofSamples(samples, JointModel.INDEPENDENT_JOINTS)
            .group(samples, Rig.HIP, Rig.RIGHT)
            .group(samples, Rig.FOOT, Rig.BETWEEN)
            .expectation(rig.skin);
    // The group of each joint: root, hip with right, left, between with foot, the other root.
    int[] unit = {0, 1, 2, 3, 3, 1, 4, 4};
    assertExact(made, allCombinations(poses, unit, 5));
  }

  @Test
  void groupIncludesTheJointsBetween() {
    List<Pose> poses = rig.distorted(3, random);
    PoseSamples samples = PoseSamples.of(poses);
    ExpectationMatrix made =
        PoseDistribution.ofSamples(samples, JointModel.INDEPENDENT_JOINTS)
            .group(samples, Rig.RIGHT, Rig.FOOT)
            .expectation(rig.skin);
    int[] unit = {0, 1, 2, 2, 2, 2, 3, 3};
    assertExact(made, allCombinations(poses, unit, 4));
  }

  /** Returns the mean of GᵀG if joints of a unit share a pose and units are independent. */
  private double[] allCombinations(List<Pose> poses, int[] unit, int units) {
    int side = 4 * rig.skin.jointCount();
    double[] mean = new double[side * side];
    int total = (int) Math.round(Math.pow(poses.size(), units));
    Pose pose = new Pose(rig.skeleton);
    for (int n = 0; n < total; n++) {
      for (int j = 0; j < Rig.NODES; j++) {
        int digit = (int) (n / Math.pow(poses.size(), unit[j])) % poses.size();
        copy(poses.get(digit), poses.get(digit), j, pose);
      }
      pose.update();
      double[] products = rig.products(pose);
      for (int i = 0; i < mean.length; i++) {
        mean[i] += products[i] / total;
      }
    }
    return mean;
  }

  private static void assertExact(ExpectationMatrix made, double[] expected) {
    int side = 4 * made.jointCount();
    for (int i = 0; i < expected.length; i++) {
      assertThat(made.get(i / side, i % side))
          .as("P[%d, %d]", i / side, i % side)
          .isCloseTo(expected[i], within(1e-12 * (1 + Math.abs(expected[i]))));
    }
  }

  @Test
  void sampleMeanEqualsOneGroupOfAllJoints() {
    List<Pose> poses = rig.distorted(7, random);
    PoseSamples samples = PoseSamples.of(poses);
    double[] expected = new double[16 * 25];
    for (Pose pose : poses) {
      double[] products = rig.products(pose);
      for (int i = 0; i < expected.length; i++) {
        expected[i] += products[i] / poses.size();
      }
    }
    assertExact(PoseDistribution.sampleMean(samples, rig.skin), expected);
    PoseDistribution group =
        new PoseDistribution(rig.skeleton).group(samples, 0, 1, 2, 3, 4, 5, 6, 7);
    assertExact(group.expectation(rig.skin), expected);
  }

  @Test
  void fixedSkeletonGivesTheRestPose() {
    double[] expected = rig.products(new Pose(rig.skeleton));
    assertExact(new PoseDistribution(rig.skeleton).expectation(rig.skin), expected);
    PoseSamples samples = PoseSamples.of(rig.distorted(3, random));
    assertExact(
        PoseDistribution.ofSamples(samples, JointModel.FIXED).expectation(rig.skin), expected);
  }

  @Test
  void meansEqualThoseOfTheSamples() {
    List<Pose> poses = rig.distorted(3, random);
    ExpectationMatrix sampled = PoseDistribution.sampleMean(PoseSamples.of(poses), rig.skin);
    PoseDistribution group =
        new PoseDistribution(rig.skeleton).group(PoseSamples.of(poses), 0, 1, 2, 3, 4, 5, 6, 7);
    ExpectationMatrix propagated = group.expectation(rig.skin);
    double[] a = new double[Affine.SIZE];
    double[] b = new double[Affine.SIZE];
    for (int i = 0; i < rig.skin.jointCount(); i++) {
      double[] expected = new double[Affine.SIZE];
      for (Pose pose : poses) {
        pose.copyGlobal(rig.skin.joint(i), a, 0);
        for (int e = 0; e < a.length; e++) {
          expected[e] += a[e] / 3;
        }
      }
      sampled.copyMean(i, a, 0);
      propagated.copyMean(i, b, 0);
      assertThat(a).containsExactly(expected, within(1e-12));
      assertThat(b).containsExactly(expected, within(1e-12));
    }
  }

  @Test
  void motionOfTheWholeCharacterIsIgnored() {
    int[] joints = {Rig.FOOT, Rig.HIP, Rig.RIGHT, Rig.LEFT};
    Skin skin = new Skin("one tree", joints, new double[48]);
    assertThat(PoseDistribution.commonRoot(rig.skeleton, skin)).isEqualTo(Rig.HIP);
    assertThat(PoseDistribution.commonRoot(rig.skeleton, rig.skin)).isEqualTo(Skeleton.NO_PARENT);
    List<Pose> poses = rig.rotated(6, random);
    PoseSamples samples = PoseSamples.of(poses);
    assertSameOnVectors(
        PoseDistribution.sampleMean(samples, skin),
        PoseDistribution.sampleMean(samples, skin, Rig.HIP));
    assertSameOnVectors(
        PoseDistribution.ofSamples(samples, JointModel.INDEPENDENT_JOINTS).expectation(skin),
        PoseDistribution.ofSamples(samples, JointModel.INDEPENDENT_JOINTS)
            .measuredFrom(Rig.HIP)
            .expectation(skin));
  }

  private void assertSameOnVectors(ExpectationMatrix a, ExpectationMatrix b) {
    AnimationVector s = new AnimationVector();
    for (int n = 0; n < 20; n++) {
      s.clear();
      double weight = 0;
      for (int j = 0; j < a.jointCount(); j++) {
        double w = j == a.jointCount() - 1 ? -weight : random.nextGaussian();
        weight += w;
        s.append(j, random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), w);
      }
      double expected = new ExpectationMetric(a).squaredNorm(s);
      assertThat(new ExpectationMetric(b).squaredNorm(s))
          .isCloseTo(expected, within(1e-10 * expected));
    }
  }

  @Test
  void clipsAreSampledAtARate() {
    Clip clip =
        new Clip(
            "turn",
            List.of(
                new Clip.Track(
                    Rig.ROOT,
                    Clip.Property.TRANSLATION,
                    Clip.Interpolation.LINEAR,
                    new double[] {0, 0.3},
                    new double[] {0, 0, 0, 3, 0, 0})));
    PoseSamples samples = PoseSamples.ofClips(rig.skeleton, List.of(clip, clip), 10);
    assertThat(samples.count()).isEqualTo(8);
    List<Double> seen = new ArrayList<>();
    double[] local = new double[Affine.SIZE];
    samples.forEach(
        pose -> {
          pose.copyLocal(Rig.ROOT, local, 0);
          seen.add((double) Math.round(1e9 * local[3]) / 1e9);
        });
    assertThat(seen).containsExactly(0.0, 1.0, 2.0, 3.0, 0.0, 1.0, 2.0, 3.0);
  }

  @Test
  void mistakesAreRefused() {
    PoseSamples samples = PoseSamples.of(rig.rotated(2, random));
    PoseDistribution distribution =
        new PoseDistribution(rig.skeleton).group(samples, Rig.LEFT, Rig.RIGHT);
    assertThatThrownBy(() -> distribution.group(samples, Rig.FOOT, Rig.HIP))
        .hasMessageContaining("left");
    assertThatThrownBy(() -> distribution.measuredFrom(Rig.LEFT).expectation(rig.skin))
        .hasMessageContaining("left");
    assertThatThrownBy(() -> PoseSamples.of(List.of())).hasMessageContaining("got 0");
    Clip endless =
        new Clip(
            "endless",
            List.of(
                new Clip.Track(
                    0,
                    Clip.Property.TRANSLATION,
                    Clip.Interpolation.STEP,
                    new double[] {1e30},
                    new double[3])));
    assertThatThrownBy(() -> PoseSamples.ofClips(rig.skeleton, List.of(endless), 30))
        .hasMessageContaining("1000000");
    assertThatThrownBy(() -> PoseDistribution.sampleMean(samples, rig.skin, Rig.HIP))
        .hasMessageContaining("other");
    assertThatThrownBy(() -> new Turn(0, 0, 0, 0, 1)).hasMessageContaining("axis");
    assertThatThrownBy(() -> Turn.aboutX(1, 0)).hasMessageContaining("1.0 to 0.0");
  }
}
