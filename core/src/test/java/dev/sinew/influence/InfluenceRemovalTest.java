package dev.sinew.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import dev.sinew.pose.Regularisation;
import dev.sinew.simplify.RandomRig;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InfluenceRemovalTest {
  private static final long SEED = 17;
  private static final int JOINTS = 7;

  private final Random random = new Random(SEED);
  private final RandomRig rig = new RandomRig(JOINTS, 40, random);
  private final ExpectationMatrix p =
      PoseDistribution.sampleMean(PoseSamples.of(rig.poses()), rig.skin())
          .regularised(Regularisation.DEFAULTS);
  private final ExpectationMetric metric = new ExpectationMetric(p);
  private final InfluenceRemoval removal = new InfluenceRemoval(p);

  @Test
  void priceIsDistanceToResult() {
    for (int trial = 0; trial < 200; trial++) {
      AnimationVector point = point(2 + random.nextInt(JOINTS - 1));
      int entry = random.nextInt(point.count());
      AnimationVector out = new AnimationVector();

      double price = removal.price(point, entry);

      assertThat(removal.remove(point, entry, out)).isEqualTo(price);
      assertThat(out.count()).isEqualTo(point.count() - 1);
      assertThat(out.weight()).isCloseTo(1, within(1e-9));
      double distance = metric.squaredNorm(difference(point, out));
      assertThat(price).as("seed %d", SEED).isCloseTo(distance, within(1e-9 * (1 + distance)));
    }
  }

  @Test
  void resultIsNearestPoint() {
    for (int trial = 0; trial < 60; trial++) {
      AnimationVector point = point(2 + random.nextInt(JOINTS - 1));
      AnimationVector out = new AnimationVector();
      double price = removal.remove(point, random.nextInt(point.count()), out);
      // Any change that keeps the weight increases the distance.
      for (int nudge = 0; nudge < 50; nudge++) {
        double size = Math.pow(10, -4 * random.nextDouble());
        AnimationVector other = nudged(out, size);
        assertThat(metric.squaredNorm(difference(point, other)))
            .as("seed %d", SEED)
            .isGreaterThanOrEqualTo(price * (1 - 1e-6) - 1e-12);
      }
    }
  }

  @Test
  void removalsCommuteAndCostsAddUp() {
    for (int trial = 0; trial < 60; trial++) {
      AnimationVector point = point(5);
      AnimationVector one = new AnimationVector();
      AnimationVector oneThenThree = new AnimationVector();
      AnimationVector three = new AnimationVector();
      AnimationVector threeThenOne = new AnimationVector();

      double first = removal.remove(point, 1, one) + removal.remove(one, 2, oneThenThree);
      double second = removal.remove(point, 3, three) + removal.remove(three, 1, threeThenOne);

      assertThat(first).as("seed %d", SEED).isCloseTo(second, within(1e-6 * second));
      assertThat(metric.squaredNorm(difference(point, oneThenThree)))
          .isCloseTo(first, within(1e-6 * first));
      assertThat(metric.squaredNorm(difference(oneThenThree, threeThenOne)))
          .isCloseTo(0, within(1e-9 * first));
    }
  }

  @Test
  void removalOfRedundantJointIsFree() {
    // Joint 1 is a child of joint 0 and never rotates.
    Skeleton.Builder tree = Skeleton.builder();
    tree.add("a", Skeleton.NO_PARENT, 0, 0, 0);
    tree.add("b", 0, 0, 1, 0);
    tree.add("c", 0, 1, 0, 0);
    Skeleton skeleton = tree.build();
    Skin skin = RandomRig.skinOf(skeleton);
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < 12; k++) {
      Pose pose = new Pose(skeleton);
      RandomRig.turn(pose, 0, random);
      RandomRig.turn(pose, 2, random);
      pose.update();
      poses.add(pose);
    }
    // Without regularisation P is singular, the case under test.
    ExpectationMatrix singular = PoseDistribution.sampleMean(PoseSamples.of(poses), skin);
    AnimationVector point =
        new AnimationVector()
            .append(0, 0.1, 0.2, 0.3, 0.3)
            .append(1, 0.3, -0.2, 0.1, 0.3)
            .append(2, 0.2, 0.2, 0.2, 0.4);
    InfluenceRemoval own = new InfluenceRemoval(singular);

    assertThat(own.price(point, 1)).isCloseTo(0, within(1e-10));
    assertThat(own.price(point, 2)).isGreaterThan(1e-3);
    assertThat(own.cheapest(point)).isLessThan(2);
    AnimationVector out = new AnimationVector();
    own.remove(point, 1, out);
    double[] given = new double[3];
    double[] left = new double[3];
    for (Pose pose : poses) {
      RandomRig.project(pose, skin, point, given);
      RandomRig.project(pose, skin, out, left);
      assertThat(left).containsExactly(given, within(1e-5));
    }
  }

  @Test
  void limitReturnsCost() {
    AnimationVector point = point(JOINTS);
    double before = 0;
    for (int maxJoints = JOINTS; maxJoints >= 1; maxJoints--) {
      AnimationVector out = new AnimationVector();
      double cost = removal.limit(point, maxJoints, out, new AnimationVector());
      assertThat(out.count()).isEqualTo(maxJoints);
      assertThat(cost).isGreaterThanOrEqualTo(before);
      assertThat(cost)
          .isCloseTo(metric.squaredNorm(difference(point, out)), within(1e-6 * (1e-9 + cost)));
      before = cost;
    }
  }

  @Test
  void plansAreCached() {
    for (int i = 0; i < 99; i++) {
      removal.cheapest(new AnimationVector().append(1, i, 0, 0, 0.5).append(4, 0, i, 0, 0.5));
    }
    assertThat(removal.hitRate()).isCloseTo(98.0 / 99, within(1e-12));
  }

  @Test
  void refusesWrongArguments() {
    AnimationVector one = new AnimationVector().append(2, 0, 0, 0, 1);
    assertThat(removal.price(one, 0)).isInfinite();
    assertThatThrownBy(() -> removal.remove(one, 0, new AnimationVector()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> removal.price(one, 1)).hasMessageContaining("1");
    AnimationVector far = new AnimationVector().append(0, 0, 0, 0, 1).append(JOINTS, 0, 0, 0, 0);
    assertThatThrownBy(() -> removal.price(far, 0)).hasMessageContaining("7");
  }

  /** Returns a random point with {@code count} joints. */
  private AnimationVector point(int count) {
    AnimationVector made = new AnimationVector();
    double left = 1;
    int joint = 0;
    for (int i = 0; i < count; i++) {
      joint += i == 0 ? random.nextInt(JOINTS - count + 1) : 1;
      double w = i == count - 1 ? left : random.nextDouble() - 0.2;
      left -= w;
      made.append(joint, random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), w);
    }
    return made;
  }

  private AnimationVector nudged(AnimationVector from, double size) {
    AnimationVector made = new AnimationVector();
    double left = 0;
    for (int i = 0; i < from.count(); i++) {
      double w = i == from.count() - 1 ? -left : size * random.nextGaussian();
      left += w;
      made.append(
          from.joint(i),
          from.value(i, 0) + size * random.nextGaussian(),
          from.value(i, 1) + size * random.nextGaussian(),
          from.value(i, 2) + size * random.nextGaussian(),
          from.value(i, 3) + w);
    }
    return made;
  }

  private static AnimationVector difference(AnimationVector from, AnimationVector to) {
    AnimationVector made = new AnimationVector();
    for (int j = 0; j < JOINTS; j++) {
      double[] d = new double[4];
      for (int i = 0; i < to.count(); i++) {
        for (int c = 0; c < 4 && to.joint(i) == j; c++) {
          d[c] += to.value(i, c);
        }
      }
      for (int i = 0; i < from.count(); i++) {
        for (int c = 0; c < 4 && from.joint(i) == j; c++) {
          d[c] -= from.value(i, c);
        }
      }
      made.append(j, d[0], d[1], d[2], d[3]);
    }
    return made;
  }
}
