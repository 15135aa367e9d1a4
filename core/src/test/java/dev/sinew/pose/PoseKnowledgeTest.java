package dev.sinew.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoseKnowledgeTest {
  private static final long SEED = 20070;
  private static final int ROOT = 0, HIP = 1, KNEE = 2, FOOT = 3;

  /** A chain of four joints with rest rotations and scales; the root is not in the skin. */
  private static SkinnedCharacter character(Clip... clips) {
    Skeleton.Builder b = Skeleton.builder();
    b.add("root", -1, new double[] {1, 0, -2}, turn(1, 1, 0, 0.5), new double[] {2, 2, 2});
    b.add("hip", ROOT, new double[] {0, 1, 0}, turn(0, 1, 0, 0.4), new double[] {1, 1.5, 0.8});
    b.add("knee", HIP, new double[] {0.2, -1, 0}, turn(1, 0, 1, -0.6), new double[] {0.9, 1, 1.2});
    b.add("foot", KNEE, new double[] {0, -0.8, 0.3}, turn(1, 2, 3, 1), new double[] {1, 0.7, 1});
    Skeleton skeleton = b.build();
    int[] joints = {FOOT, HIP, KNEE};
    double[] binds = new double[Affine.SIZE * joints.length];
    Pose rest = new Pose(skeleton);
    for (int i = 0; i < joints.length; i++) {
      rest.copyGlobal(joints[i], binds, Affine.SIZE * i);
      Affine.invert(binds, Affine.SIZE * i, binds, Affine.SIZE * i);
    }
    double[] positions = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    Influences.Builder influences = Influences.builder();
    for (int i = 0; i < joints.length; i++) {
      influences.add(i, 1).endRow();
    }
    return new SkinnedCharacter(
        skeleton,
        List.of(new Skin("leg", joints, binds)),
        List.of(
            new SkinnedCharacter.Geometry(
                "leg",
                TriMesh.of(positions, new int[] {0, 1, 2}),
                new Skinning.Linear(influences.build()))),
        List.of(new SkinnedCharacter.Part("leg", 0, 0, 0)),
        List.of(clips));
  }

  private static double[] turn(double x, double y, double z, double angle) {
    double[] q = new double[4];
    Quaternion.fromAxisAngle(x, y, z, angle, q, 0);
    return q;
  }

  /** A clip that holds the foot's translation at (x, 0, 0). */
  private static Clip holding(String name, double x, double duration) {
    return new Clip(
        name,
        List.of(
            new Clip.Track(
                FOOT,
                Clip.Property.TRANSLATION,
                Clip.Interpolation.STEP,
                new double[] {duration},
                new double[] {x, 0, 0})));
  }

  private static double footX(Pose pose) {
    double[] local = new double[Affine.SIZE];
    pose.copyLocal(FOOT, local, 0);
    return local[3];
  }

  /** Returns the total weight of the sample poses with the foot at (x, 0, 0). */
  private static double weightAt(WeightedPoses chosen, double x) {
    double sum = 0;
    for (int i = 0; i < chosen.poses().size(); i++) {
      sum += footX(chosen.poses().get(i)) == x ? chosen.weights().get(i) : 0;
    }
    return sum;
  }

  private static WeightedPoses samples(PoseKnowledge knowledge, int count) {
    return knowledge.samplePoses(new JoinedCharacter(knowledge.character()), count);
  }

  @Test
  void skeletonExpectationIsTheMeanOverItsRandomPoses() {
    int draws = 20_000;
    SkinnedCharacter character = character();
    Skin skin = character.skins().getFirst();
    PoseKnowledge knowledge = PoseKnowledge.of(PoseSource.SKELETON, character, SEED);
    // Without clips these are the rest pose and the poses that sample poses are chosen from.
    List<Pose> poses = knowledge.spreadPoses(draws + 1).subList(1, draws + 1);
    assertThat(PoseDistribution.commonRoot(character.skeleton(), skin)).isEqualTo(HIP);

    int side = 4 * skin.jointCount();
    double[] sum = new double[side * side];
    double[] squares = new double[side * side];
    double[] means = new double[Affine.SIZE * skin.jointCount()];
    for (Pose pose : poses) {
      double[] globals = globalsFromHip(pose, skin);
      for (int i = 0; i < means.length; i++) {
        means[i] += globals[i] / draws;
      }
      for (int row = 0; row < side; row++) {
        for (int col = 0; col < side; col++) {
          double product = 0;
          for (int k = 0; k < 3; k++) {
            product += entry(globals, k, row) * entry(globals, k, col);
          }
          sum[side * row + col] += product;
          squares[side * row + col] += product * product;
        }
      }
    }
    for (int i = 0; i < sum.length; i++) {
      sum[i] /= draws;
    }
    ExpectationMatrix sampled =
        ExpectationMatrix.ofRows(skin.jointCount(), sum.clone(), means)
            .regularised(Regularisation.DEFAULTS);
    ExpectationMatrix expectation = knowledge.expectation(skin);
    for (int i = 0; i < sum.length; i++) {
      double variance = Math.max(0, squares[i] / draws - sum[i] * sum[i]);
      assertThat(expectation.get(i / side, i % side))
          .as("P[%d, %d], seed %d", i / side, i % side, SEED)
          .isCloseTo(
              sampled.get(i / side, i % side), within(5 * Math.sqrt(variance / draws) + 1e-6));
    }
  }

  /** Returns the global transforms of the skin's joints, moved so that the hip is at rest. */
  private static double[] globalsFromHip(Pose pose, Skin skin) {
    double[] motion = new double[Affine.SIZE];
    double[] rest = new double[Affine.SIZE];
    new Pose(pose.skeleton()).copyGlobal(HIP, rest, 0);
    pose.copyGlobal(HIP, motion, 0);
    assertThat(Affine.invert(motion, 0, motion, 0)).isTrue();
    Affine.multiply(rest, 0, motion, 0, motion, 0);
    double[] globals = new double[Affine.SIZE * skin.jointCount()];
    PoseDistribution.copyGlobals(pose, skin, globals);
    for (int g = 0; g < globals.length; g += Affine.SIZE) {
      Affine.multiply(motion, 0, globals, g, globals, g);
    }
    return globals;
  }

  /** Returns an entry of the 3×4b matrix G. */
  private static double entry(double[] globals, int row, int col) {
    return globals[Affine.SIZE * (col / 4) + 4 * row + col % 4];
  }

  /**
   * Integrates over the axis by a Gauss rule in z and equal steps about z, exact for polynomials of
   * degree 5, and over the angle by Simpson's rule.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, PoseKnowledge.SKELETON_TURN, 1.5, Math.PI})
  void momentsAboutAnyAxisAreTheIntegrals(double limit) {
    double[] heights = {-Math.sqrt(0.6), 0, Math.sqrt(0.6)};
    double[] heightWeights = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    int around = 8;
    int steps = 400;
    double[] mean = new double[9];
    double[] second = new double[81];
    double[] r = new double[9];
    double[] local = new double[Affine.SIZE];
    for (int h = 0; h < heights.length; h++) {
      double radius = Math.sqrt(1 - heights[h] * heights[h]);
      for (int a = 0; a < around; a++) {
        double phi = 2 * Math.PI * a / around;
        for (int s = 0; s <= steps; s++) {
          double simpson = (s == 0 || s == steps ? 1 : s % 2 == 1 ? 4 : 2) / (3.0 * steps);
          double weight = heightWeights[h] / around * simpson;
          double[] q =
              turn(radius * Math.cos(phi), radius * Math.sin(phi), heights[h], limit * s / steps);
          Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, local, 0);
          for (int i = 0; i < 9; i++) {
            r[i] = local[4 * (i / 3) + i % 3];
            mean[i] += weight * r[i];
          }
          for (int i = 0; i < 81; i++) {
            second[i] += weight * r[i / 9] * r[i % 9];
          }
        }
      }
    }
    LinearMoments moments = LinearMoments.aboutAnyAxis(limit);
    assertThat(moments.mean()).containsExactly(mean, within(1e-9));
    assertThat(moments.second()).containsExactly(second, within(1e-9));
  }

  @Test
  void skeletonSamplePosesLieWithinTheJointRanges() {
    SkinnedCharacter character = character();
    PoseKnowledge knowledge = PoseKnowledge.of(PoseSource.SKELETON, character, SEED);
    List<JointRange> ranges = knowledge.jointRanges();
    WeightedPoses chosen = samples(knowledge, 50);
    assertThat(chosen.poses()).hasSize(50);
    assertThat(chosen.weights().stream().mapToDouble(w -> w).sum()).isCloseTo(1, within(1e-12));
    double largest = 0;
    for (Pose pose : chosen.poses()) {
      for (int j = 0; j < character.skeleton().jointCount(); j++) {
        JointRange.Cone cone = (JointRange.Cone) ranges.get(j);
        assertThat(cone.angle()).isEqualTo(Math.PI / 4);
        double angle = angleFromMean(pose, j, cone);
        assertThat(angle).as("joint %d, seed %d", j, SEED).isLessThanOrEqualTo(Math.PI / 4 + 1e-9);
        largest = Math.max(largest, angle);
      }
    }
    // The poses use the range.
    assertThat(Math.toDegrees(largest)).isGreaterThan(40);
  }

  /** Returns the angle of a joint from its cone's mean; checks its translation and scale. */
  private static double angleFromMean(Pose pose, int joint, JointRange.Cone cone) {
    double[] local = new double[Affine.SIZE];
    double[] mean = new double[Affine.SIZE];
    pose.copyLocal(joint, local, 0);
    double[] q = {cone.x(), cone.y(), cone.z(), cone.w()};
    double[] scale = {cone.scale().minX(), cone.scale().minY(), cone.scale().minZ()};
    assertThat(cone.scale().diagonal()).isZero();
    assertThat(cone.translation().count()).isEqualTo(1);
    Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, mean, 0);
    double trace = 0;
    for (int c = 0; c < 3; c++) {
      double length = 0;
      for (int r = 0; r < 3; r++) {
        length += local[4 * r + c] * local[4 * r + c];
        trace += mean[4 * r + c] * local[4 * r + c] / scale[c];
      }
      assertThat(Math.sqrt(length)).isCloseTo(scale[c], within(1e-12));
      assertThat(local[4 * c + 3]).isCloseTo(cone.translation().value(0, c), within(1e-12));
    }
    return Math.acos(Math.clamp((trace - 1) / 2, -1.0, 1.0));
  }

  @Test
  void clipOfWeightZeroGetsNoSampleWeight() {
    Clip used = holding("used", 2, 1);
    Clip unused = holding("unused", -2, 1);
    PoseKnowledge knowledge =
        PoseKnowledge.of(PoseSource.CLIPS, character(used, unused), SEED)
            .withClipWeights(Map.of("unused", 0.0));
    WeightedPoses chosen = samples(knowledge, 10);
    assertThat(weightAt(chosen, -2)).isZero();
    // The rest pose has 2 percent of the clips' weight.
    assertThat(weightAt(chosen, 2)).isCloseTo(1 / 1.02, within(1e-12));
    assertThat(weightAt(chosen, 0)).isCloseTo(0.02 / 1.02, within(1e-12));

    WeightedPoses both = samples(knowledge.withClipWeights(Map.of("used", 3.0)), 10);
    assertThat(weightAt(both, 2)).isCloseTo(3 * weightAt(both, -2), within(1e-12));
  }

  @Test
  void clipWeightsThatAreAllZeroAreRefused() {
    Clip clip = holding("clip", 2, 1);
    PoseKnowledge knowledge =
        PoseKnowledge.of(PoseSource.CLIPS, character(clip), SEED).withClipWeights(Map.of("0", 0.0));
    assertThatThrownBy(() -> samples(knowledge, 10))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("clip weights");
  }

  @ParameterizedTest
  @EnumSource(
      value = PoseSource.class,
      names = {"CLIPS", "RANGE"})
  void clipWeightsReachTheExpectation(PoseSource source) {
    Clip used = holding("used", 2, 1);
    Clip unused = holding("unused", -2, 3);
    Skin skin = character(used).skins().getFirst();
    ExpectationMatrix weighted =
        PoseKnowledge.of(source, character(used, unused), SEED)
            .withClipWeights(Map.of("unused", 0.0))
            .expectation(skin);
    ExpectationMatrix alone = PoseKnowledge.of(source, character(used), SEED).expectation(skin);
    assertThat(weighted.blocks()).containsExactly(alone.blocks(), within(1e-12));
    ExpectationMatrix both =
        PoseKnowledge.of(source, character(used, unused), SEED).expectation(skin);
    // Entry (3, 3) of the foot: its expected squared distance from the origin.
    assertThat(both.get(3, 3)).isNotCloseTo(alone.get(3, 3), within(0.01));
  }

  @ParameterizedTest
  @EnumSource(
      value = PoseSource.class,
      names = {"CLIPS", "RANGE"})
  void clipsOfWeightZeroAreNotInTheJointRanges(PoseSource source) {
    Clip used = holding("used", 2, 1);
    Clip unused = holding("unused", -2, 3);
    PoseKnowledge both = PoseKnowledge.of(source, character(used, unused), SEED);
    PoseKnowledge alone = PoseKnowledge.of(source, character(used), SEED);
    assertThat(reach(both.withClipWeights(Map.of("unused", 0.0))))
        .isEqualTo(reach(alone))
        .isNotEqualTo(reach(both));
  }

  /** Returns the sideways translations that the range of a joint contains. */
  private static List<Double> reach(PoseKnowledge knowledge) {
    List<Double> out = new ArrayList<>();
    for (JointRange range : knowledge.jointRanges()) {
      if (range instanceof JointRange.Cone cone) {
        for (int i = 0; i < cone.translation().count(); i++) {
          for (int c = 0; c < 3; c++) {
            out.add(cone.translation().value(i, c));
          }
        }
      }
    }
    return out;
  }

  @Test
  void framesOfClipsHaveWeightsOfMeanOne() {
    Clip one = holding("one", 2, 1);
    Clip other = holding("other", -2, 3);
    PoseSamples frames =
        PoseKnowledge.of(PoseSource.CLIPS, character(one, other), SEED)
            .withClipWeights(Map.of("other", 4.0))
            .frames();
    double sum = 0;
    for (int i = 0; i < frames.count(); i++) {
      sum += frames.weight(i);
    }
    assertThat(sum).isCloseTo(frames.count(), within(1e-9));
    assertThat(frames.weight(frames.count() - 1)).isCloseTo(4 * frames.weight(0), within(1e-12));
  }

  @ParameterizedTest
  @EnumSource
  void withoutClipsTheSkeletonReplacesSourcesThatNeedThem(PoseSource source) {
    SkinnedCharacter character = character();
    PoseSource found = PoseKnowledge.orSkeleton(source, character, SEED).source();
    if (source.needsClips()) {
      assertThat(found).isEqualTo(PoseSource.SKELETON);
      assertThatThrownBy(() -> PoseKnowledge.of(source, character, SEED))
          .isInstanceOf(RequestException.class)
          .hasMessageContaining(source.toString());
    } else {
      assertThat(found).isEqualTo(source);
      assertThat(PoseKnowledge.of(source, character, SEED).source()).isEqualTo(source);
    }
    SkinnedCharacter withClip = character(holding("clip", 2, 1));
    assertThat(PoseKnowledge.orSkeleton(source, withClip, SEED).source()).isEqualTo(source);
  }

  @ParameterizedTest
  @EnumSource(names = {"CLIPS", "RANGE"})
  void clipsOfDurationZeroGiveSamplePoses(PoseSource source) {
    SkinnedCharacter character = character(holding("one", 2, 0), holding("two", -2, 0));
    assertThat(character.clips().getFirst().duration()).isZero();
    WeightedPoses chosen = samples(PoseKnowledge.of(source, character, SEED), 10);
    assertThat(chosen.poses()).hasSize(3);
    assertThat(weightAt(chosen, 2)).isPositive();
    assertThat(weightAt(chosen, -2)).isPositive();
  }
}
