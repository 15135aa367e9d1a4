package dev.sinew.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.influence.InfluenceLimit.MetricSkin;
import dev.sinew.math.Affine;
import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.Skinning;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.RandomRig;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InfluenceLimitTest {
  private static final long SEED = 5;
  private static final int JOINTS = 11;
  private static final int VERTICES = 40;

  private final Random random = new Random(SEED);
  private final RandomRig rig = new RandomRig(JOINTS, 30, random);
  private final Skin skin = rig.skin();
  private final double[] rest = random.doubles(3 * VERTICES, -1, 3).toArray();
  private final Influences given = influences();
  private final AnimationCoords target = AnimationCoords.ofLinearBlend(skin, given, rest);
  private final ExpectationMatrix p =
      PoseDistribution.sampleMean(PoseSamples.of(rig.poses()), skin);
  private final List<MetricSkin> skins = List.of(new MetricSkin(skin, new ExpectationMetric(p)));
  private final RunContext one = RunContext.ofThreads(1);

  @AfterEach
  void stop() {
    one.close();
  }

  @Test
  void findsBestSingleJoint() {
    Influences limited =
        new InfluenceLimit(skins, 1, false)
            .apply(rest, new Skinning.Linear(given), one)
            .influences();
    for (int v = 0; v < VERTICES; v++) {
      double best = Double.POSITIVE_INFINITY;
      for (int i = 0; i < given.count(v); i++) {
        best = Math.min(best, error(v, new int[] {given.joint(v, i)}, new double[] {1}));
      }
      assertThat(limited.count(v)).isEqualTo(1);
      assertThat(error(v, limited)).as("seed %d", SEED).isCloseTo(best, within(1e-9));
    }
  }

  @Test
  void findsBestPair() {
    Influences limited =
        new InfluenceLimit(skins, 2, false)
            .apply(rest, new Skinning.Linear(given), one)
            .influences();
    for (int v = 0; v < VERTICES; v++) {
      double best = Double.POSITIVE_INFINITY;
      for (int i = 0; i < given.count(v); i++) {
        for (int j = 0; j < given.count(v); j++) {
          int[] pair = {given.joint(v, i), given.joint(v, j)};
          // The error is a parabola in the share of the first, so three values determine its
          // minimum.
          double e0 = error(v, pair, new double[] {0, 1});
          double e1 = error(v, pair, new double[] {1, 0});
          double middle = error(v, pair, new double[] {0.5, 0.5});
          double curve = 2 * (e0 + e1 - 2 * middle);
          double share = curve > 0 ? Math.clamp((e0 - e1 + curve) / (2 * curve), 0, 1) : 0;
          best = Math.min(best, error(v, pair, new double[] {share, 1 - share}));
        }
      }
      assertThat(limited.count(v)).isLessThanOrEqualTo(2);
      assertThat(error(v, limited)).as("seed %d", SEED).isCloseTo(best, within(1e-7));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void betterThanRandomBlendsAndDroppingSmallest(int maxJoints) {
    Influences limited =
        new InfluenceLimit(skins, maxJoints, false)
            .apply(rest, new Skinning.Linear(given), one)
            .influences();
    for (int v = 0; v < VERTICES; v++) {
      assertThat(limited.count(v)).isLessThanOrEqualTo(maxJoints);
      double error = error(v, limited);
      int kept = Math.min(maxJoints, given.count(v));
      for (int trial = 0; trial < 400; trial++) {
        int[] joints = new int[kept];
        double[] weights = new double[kept];
        for (int i = 0; i < kept; i++) {
          int pick = trial == 0 ? i : random.nextInt(given.count(v));
          joints[i] = given.joint(v, pick);
          weights[i] = trial == 0 ? given.weight(v, pick) : random.nextDouble();
        }
        double sum = Arrays.stream(weights).sum();
        Arrays.setAll(weights, i -> weights[i] / sum);
        assertThat(error)
            .as("seed %d, vertex %d", SEED, v)
            .isLessThanOrEqualTo(error(v, joints, weights) + 1e-9);
      }
    }
  }

  @Test
  void blendSearchFindsBestSet() {
    for (int trial = 0; trial < 60; trial++) {
      int n = 10;
      double[][] x = new double[14][];
      Arrays.setAll(x, r -> random.doubles(n, -1, 1).toArray());
      double[] a = new double[n * n];
      for (int i = 0; i < n * n; i++) {
        for (double[] row : x) {
          a[i] += row[i / n] * row[i % n];
        }
      }
      BlendSearch search = new BlendSearch(n);
      search.run(n, a, 4);
      double best = Double.POSITIVE_INFINITY;
      for (int set = 0; set < 1 << n; set++) {
        if (Integer.bitCount(set) == 4) {
          best = Math.min(best, errorOnSet(n, a, set));
        }
      }
      assertThat(search.error())
          .as("seed %d, trial %d", SEED, trial)
          .isCloseTo(best, within(1e-8 * best));
    }
  }

  private static double errorOnSet(int n, double[] a, int set) {
    int[] of = new int[Integer.bitCount(set)];
    int m = 0;
    for (int i = 0; i < n; i++) {
      if (((set >> i) & 1) != 0) {
        of[m++] = i;
      }
    }
    double[] part = new double[m * m];
    for (int i = 0; i < m * m; i++) {
      part[i] = a[n * of[i / m] + of[i % m]];
    }
    BlendSearch whole = new BlendSearch(m);
    whole.run(m, part, m);
    return whole.error();
  }

  @Test
  void verticesWithinLimitAreUnchanged() {
    Influences limited =
        new InfluenceLimit(skins, JOINTS, false)
            .apply(rest, new Skinning.Linear(given), one)
            .influences();
    for (int v = 0; v < VERTICES; v++) {
      for (int i = 0; i < given.count(v); i++) {
        assertThat(limited.joint(v, i)).isEqualTo(given.joint(v, i));
        assertThat(limited.weight(v, i)).isCloseTo(given.weight(v, i), within(1e-15));
      }
    }
  }

  @Test
  void resultDoesNotDependOnThreads() {
    Influences single =
        new InfluenceLimit(skins, 3, false)
            .apply(rest, new Skinning.Linear(given), one)
            .influences();
    AnimationCoords coords = new CoordsLimit(p, 3).apply(target, single, one);
    try (RunContext many = RunContext.ofThreads(5)) {
      Influences shared =
          new InfluenceLimit(skins, 3, false)
              .apply(rest, new Skinning.Linear(given), many)
              .influences();
      assertThat(weights(shared)).isEqualTo(weights(single));
      AnimationCoords sharedCoords = new CoordsLimit(p, 3).apply(target, shared, many);
      assertThat(sharedCoords.values()).isEqualTo(coords.values());
      assertThat(sharedCoords.joints()).isEqualTo(coords.joints());
    }
  }

  @Test
  void errorsOfTwoSkinsAreAdded() {
    // The same joints with another bind, so that each skin alone would choose differently.
    RandomRig other = new RandomRig(JOINTS, 30, new Random(SEED + 1));
    ExpectationMetric second =
        new ExpectationMetric(
            PoseDistribution.sampleMean(PoseSamples.of(other.poses()), other.skin()));
    MetricSkin a = skins.getFirst();
    MetricSkin b = new MetricSkin(other.skin(), second);
    Influences both =
        new InfluenceLimit(List.of(a, b), 1, false)
            .apply(rest, new Skinning.Linear(given), one)
            .influences();
    AnimationCoords otherTarget = AnimationCoords.ofLinearBlend(other.skin(), given, rest);
    for (int v = 0; v < VERTICES; v++) {
      double best = Double.POSITIVE_INFINITY;
      double got = Double.POSITIVE_INFINITY;
      for (int i = 0; i < given.count(v); i++) {
        int[] joint = {given.joint(v, i)};
        double sum =
            error(v, joint, new double[] {1})
                + error(v, joint, new double[] {1}, other, otherTarget);
        best = Math.min(best, sum);
        got = joint[0] == both.joint(v, 0) ? sum : got;
      }
      assertThat(got).as("seed %d, vertex %d", SEED, v).isCloseTo(best, within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void coordinatesAreAtLeastAsNearAsBlend(int maxJoints) {
    Influences blend =
        new InfluenceLimit(skins, maxJoints, false)
            .apply(rest, new Skinning.Linear(given), one)
            .influences();
    AnimationCoords coords = new CoordsLimit(p, maxJoints).apply(target, blend, one);
    double blended = 0;
    double limited = 0;
    for (int v = 0; v < VERTICES; v++) {
      assertThat(coords.count(v)).isLessThanOrEqualTo(Math.max(maxJoints, blend.count(v)));
      double own = error(v, blend);
      double free = error(v, coords);
      assertThat(free).as("seed %d, vertex %d", SEED, v).isLessThanOrEqualTo(own + 1e-6);
      blended += own;
      limited += free;
    }
    assertThat(limited).isLessThan(0.9 * blended);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void movingRestReducesError(int maxJoints) {
    InfluenceLimit.Result fixed =
        new InfluenceLimit(skins, maxJoints, false).apply(rest, new Skinning.Linear(given), one);
    InfluenceLimit.Result free =
        new InfluenceLimit(skins, maxJoints, true).apply(rest, new Skinning.Linear(given), one);
    assertThat(fixed.rest()).isEqualTo(rest);
    AnimationCoords moved = AnimationCoords.ofLinearBlend(skin, free.influences(), free.rest());
    double before = 0;
    double after = 0;
    for (int v = 0; v < VERTICES; v++) {
      double own = error(v, moved);
      assertThat(own).as("seed %d", SEED).isLessThanOrEqualTo(error(v, fixed.influences()) + 1e-9);
      assertThat(free.influences().count(v)).isLessThanOrEqualTo(maxJoints);
      before += error(v, fixed.influences());
      after += own;
      if (given.count(v) <= maxJoints) {
        assertThat(free.rest()[3 * v]).isEqualTo(rest[3 * v]);
      } else if (maxJoints == 1) {
        // One joint with a free rest position covers all of animation space on that joint.
        assertThat(own).isLessThanOrEqualTo(bestOn(1, v) * (1 + 1e-6) + 1e-9);
      }
    }
    assertThat(after).isLessThan(0.98 * before);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void coordinatesAreBestOfAllJointSets(int maxJoints) {
    Influences blend =
        new InfluenceLimit(skins, maxJoints, false)
            .apply(rest, new Skinning.Linear(given), one)
            .influences();
    AnimationCoords coords = new CoordsLimit(p, maxJoints).apply(target, blend, one);
    for (int v = 0; v < VERTICES; v++) {
      if (target.count(v) > maxJoints) {
        assertThat(error(v, coords))
            .as("seed %d, vertex %d", SEED, v)
            .isLessThanOrEqualTo(bestOn(maxJoints, v) * (1 + 1e-6) + 1e-9);
      }
    }
  }

  /**
   * Returns the squared distance to the nearest point on some joints; bit i of the set is entry i.
   */
  private double costOfKeeping(int v, int set) {
    InfluenceRemoval removal = new InfluenceRemoval(p);
    AnimationVector point = new AnimationVector().set(target, v);
    AnimationVector left = new AnimationVector();
    double cost = 0;
    for (int i = target.count(v) - 1; i >= 0; i--) {
      if (((set >> i) & 1) == 0) {
        cost += removal.remove(point, i, left);
        AnimationVector swapped = point;
        point = left;
        left = swapped;
      }
    }
    return cost;
  }

  /** Returns the least squared distance to a point on {@code maxJoints} of the joints. */
  private double bestOn(int maxJoints, int v) {
    double best = Double.POSITIVE_INFINITY;
    for (int set = 0; set < 1 << target.count(v); set++) {
      best = Integer.bitCount(set) == maxJoints ? Math.min(best, costOfKeeping(v, set)) : best;
    }
    return best;
  }

  @Test
  void approximatesGivenCoordinates() {
    // The weights of the coordinates differ from the influences: the blend must follow the
    // coordinates.
    Influences truth = influences();
    AnimationCoords goal = AnimationCoords.ofLinearBlend(skin, truth, rest);
    Influences found =
        new InfluenceLimit(skins, JOINTS, false)
            .apply(rest, new Skinning.AnimationSpace(goal, given), one)
            .influences();
    for (int v = 0; v < VERTICES; v++) {
      int row = v;
      int[] joints = new int[found.count(v)];
      double[] weights = new double[found.count(v)];
      Arrays.setAll(joints, i -> found.joint(row, i));
      Arrays.setAll(weights, i -> found.weight(row, i));
      assertThat(error(v, joints, weights, rig, goal)).isCloseTo(0, within(1e-9));
    }
  }

  @Test
  void refusesWrongArguments() {
    assertThatThrownBy(() -> new InfluenceLimit(skins, 0, false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new InfluenceLimit(skins, 1, false)
                    .apply(new double[3], new Skinning.Linear(given), one))
        .hasMessageContaining("120")
        .hasMessageContaining("3");
    RandomRig small = new RandomRig(2, 3, random);
    assertThatThrownBy(() -> new MetricSkin(small.skin(), new ExpectationMetric(p)))
        .hasMessageContaining("11")
        .hasMessageContaining("2");
  }

  private Influences influences() {
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < VERTICES; v++) {
      int n = 1 + random.nextInt(JOINTS - 1);
      for (int i = 0; i < n; i++) {
        rows.add(random.nextInt(JOINTS), 0.01 + random.nextDouble());
      }
      rows.endRow();
    }
    return rows.build();
  }

  private static double[] weights(Influences influences) {
    double[] out = new double[influences.totalCount()];
    int at = 0;
    for (int v = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        out[at++] = 100 * influences.joint(v, i) + influences.weight(v, i);
      }
    }
    return out;
  }

  private double error(int v, Influences row) {
    int[] joints = new int[row.count(v)];
    double[] weights = new double[joints.length];
    Arrays.setAll(joints, i -> row.joint(v, i));
    Arrays.setAll(weights, i -> row.weight(v, i));
    return error(v, joints, weights);
  }

  private double error(int v, int[] joints, double[] weights) {
    return error(v, joints, weights, rig, target);
  }

  /** Returns the mean squared distance over the poses. */
  private double error(int v, int[] joints, double[] weights, RandomRig of, AnimationCoords goal) {
    double sum = 0;
    double[] matrices = new double[Affine.SIZE * JOINTS];
    double[] at = new double[3];
    for (Pose pose : of.poses()) {
      double[] d = position(goal, v, pose, of.skin());
      of.skin().skinningMatrices(pose, matrices);
      for (int i = 0; i < joints.length; i++) {
        Affine.transformPoint(matrices, Affine.SIZE * joints[i], rest, 3 * v, at, 0);
        for (int k = 0; k < 3; k++) {
          d[k] -= weights[i] * at[k];
        }
      }
      sum += d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    }
    return sum / of.poses().size();
  }

  private double error(int v, AnimationCoords coords) {
    double sum = 0;
    for (Pose pose : rig.poses()) {
      double[] a = position(target, v, pose, skin);
      double[] b = position(coords, v, pose, skin);
      for (int k = 0; k < 3; k++) {
        sum += (a[k] - b[k]) * (a[k] - b[k]);
      }
    }
    return sum / rig.poses().size();
  }

  private static double[] position(AnimationCoords coords, int v, Pose pose, Skin skin) {
    double[] globals = new double[Affine.SIZE * skin.jointCount()];
    for (int j = 0; j < skin.jointCount(); j++) {
      pose.copyGlobal(skin.joint(j), globals, Affine.SIZE * j);
    }
    double[] out = new double[3];
    coords.project(v, globals, out, 0);
    return out;
  }
}
