package dev.sinew.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.JointModel;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import dev.sinew.pose.Rig;
import dev.sinew.sample.Samples;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PoseMetricTest {
  private static final long SEED = 4;

  private final Rig rig = new Rig();
  private final Random random = new Random(SEED);

  /** Returns a character's vertices in animation space. */
  private static AnimationCoords coords(SkinnedCharacter character) {
    Geometry geometry = character.meshes().getFirst();
    return AnimationCoords.ofLinearBlend(
        character.skins().getFirst(),
        geometry.skinning().influences().orElseThrow(),
        geometry.mesh().positions());
  }

  private static double[] globals(Pose pose, Skin skin) {
    double[] out = new double[Affine.SIZE * skin.jointCount()];
    for (int i = 0; i < skin.jointCount(); i++) {
      pose.copyGlobal(skin.joint(i), out, Affine.SIZE * i);
    }
    return out;
  }

  @Test
  void allMetricsOfOnePoseAreEuclidean() {
    SkinnedCharacter character = Samples.create("biped").character();
    Skin skin = character.skins().getFirst();
    AnimationCoords coords = coords(character);
    Pose pose = new Pose(character.skeleton());
    character.clips().getFirst().sample(0.4, pose);
    double[] globals = globals(pose, skin);
    PoseSamples one = PoseSamples.of(List.of(pose));
    List<PoseMetric> metrics =
        List.of(
            new ExpectationMetric(PoseDistribution.sampleMean(one, skin)),
            new ExpectationMetric(
                PoseDistribution.ofSamples(one, JointModel.INDEPENDENT_JOINTS).expectation(skin)),
            new ExpectationMetric(
                PoseDistribution.ofSamples(one, JointModel.FIXED_TRANSLATIONS).expectation(skin)),
            new ExpectationMetric(
                PoseDistribution.ofSamples(one, JointModel.INDEPENDENT_JOINTS)
                    .group(one, skin.joint(2), skin.joint(5))
                    .expectation(skin)),
            RestMetric.of(pose, skin),
            new SampledMetric(one, skin));
    AnimationVector work = new AnimationVector();
    double[] p = new double[3];
    double[] q = new double[3];
    for (int n = 0; n < 300; n++) {
      int a = random.nextInt(coords.rowCount());
      int b = random.nextInt(coords.rowCount());
      coords.project(a, globals, p, 0);
      coords.project(b, globals, q, 0);
      double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
      for (PoseMetric metric : metrics) {
        assertThat(metric.squaredDistance(coords, a, coords, b, work))
            .as("%s, seed %d", metric.getClass().getSimpleName(), SEED)
            .isCloseTo(x * x + y * y + z * z, within(1e-12));
      }
    }
  }

  @Test
  void bindPoseGivesTheDistancesOfTheMesh() {
    SkinnedCharacter character = Samples.create("biped").character();
    AnimationCoords coords = coords(character);
    RestMetric metric = RestMetric.ofBinding(character.skins().getFirst());
    var mesh = character.meshes().getFirst().mesh();
    AnimationVector work = new AnimationVector();
    for (int n = 0; n < 100; n++) {
      int a = random.nextInt(coords.rowCount());
      int b = random.nextInt(coords.rowCount());
      double square = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = mesh.position(a, axis) - mesh.position(b, axis);
        square += d * d;
      }
      assertThat(metric.squaredDistance(coords, a, coords, b, work))
          .isCloseTo(square, within(1e-12));
    }
    Skin flat = new Skin("flat", new int[] {0}, new double[12]);
    assertThatThrownBy(() -> RestMetric.ofBinding(flat)).hasMessageContaining("invertible");
  }

  private List<PoseMetric> metrics() {
    PoseSamples samples = PoseSamples.of(rig.distorted(5, random));
    return List.of(
        new ExpectationMetric(PoseDistribution.sampleMean(samples, rig.skin)),
        new SampledMetric(samples, rig.skin),
        RestMetric.ofBinding(rig.skin));
  }

  @Test
  void sampledMetricEqualsThatOfTheSampleMean() {
    List<PoseMetric> metrics = metrics();
    for (int n = 0; n < 50; n++) {
      AnimationVector s = rig.vector(random);
      AnimationVector t = rig.vector(random);
      double expected = metrics.get(1).inner(s, t);
      assertThat(metrics.get(0).inner(s, t)).isCloseTo(expected, within(1e-11));
      assertThat(metrics.get(0).squaredNorm(s))
          .isCloseTo(metrics.get(1).squaredNorm(s), within(1e-11));
    }
  }

  /** Compares both implementations with sᵀPs, entry by entry of the matrix. */
  @Test
  void bothNormsEqualTheQuadraticForm() {
    ExpectationMatrix matrix =
        PoseDistribution.sampleMean(PoseSamples.of(rig.distorted(5, random)), rig.skin);
    ExpectationMetric metric = new ExpectationMetric(matrix);
    for (int n = 0; n < 200; n++) {
      AnimationVector s = rig.vector(random);
      double expected = 0;
      for (int row = 0; row < 4 * rig.skin.jointCount(); row++) {
        for (int col = 0; col < 4 * rig.skin.jointCount(); col++) {
          expected +=
              valueAt(s, row / 4, row % 4) * matrix.get(row, col) * valueAt(s, col / 4, col % 4);
        }
      }
      assertThat(metric.squaredNorm(s)).as("seed %d", SEED).isCloseTo(expected, within(1e-11));
      assertThat(metric.plainSquare(s)).as("seed %d", SEED).isCloseTo(expected, within(1e-11));
    }
  }

  @Test
  void innerProductsAreSymmetricAndBilinear() {
    for (PoseMetric metric : metrics()) {
      for (int n = 0; n < 30; n++) {
        AnimationVector s = rig.vector(random);
        AnimationVector t = rig.vector(random);
        AnimationVector u = rig.vector(random);
        double c = random.nextGaussian();
        AnimationVector combined = sum(s, c, u);
        assertThat(metric.inner(s, t)).isCloseTo(metric.inner(t, s), within(1e-11));
        assertThat(metric.inner(combined, t))
            .isCloseTo(metric.inner(s, t) + c * metric.inner(u, t), within(1e-10));
        assertThat(metric.inner(s, s)).isCloseTo(metric.squaredNorm(s), within(1e-11));
        assertThat(metric.squaredNorm(s)).isPositive();
      }
    }
  }

  /** Returns s + c u over all joints. */
  private AnimationVector sum(AnimationVector s, double c, AnimationVector u) {
    AnimationVector out = new AnimationVector();
    for (int j = 0; j < rig.skin.jointCount(); j++) {
      double[] at = new double[4];
      for (int e = 0; e < 4; e++) {
        at[e] = valueAt(s, j, e) + c * valueAt(u, j, e);
      }
      out.append(j, at[0], at[1], at[2], at[3]);
    }
    return out;
  }

  private static double valueAt(AnimationVector s, int joint, int component) {
    for (int i = 0; i < s.count(); i++) {
      if (s.joint(i) == joint) {
        return s.value(i, component);
      }
    }
    return 0;
  }

  @Test
  void jointsOutsideTheSkinAreRefused() {
    AnimationVector s = new AnimationVector().append(0, 1, 0, 0, 0);
    AnimationVector beyond = new AnimationVector().append(5, 1, 0, 0, 0);
    for (PoseMetric metric : metrics()) {
      assertThatThrownBy(() -> metric.inner(s, beyond)).hasMessageContaining("less than 5, got 5");
      assertThatThrownBy(() -> metric.squaredNorm(beyond)).hasMessageContaining("got 5");
    }
  }

  @Test
  void measuringAllocatesNothing() {
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int r = 0; r < 20; r++) {
      for (int j = r % 3; j < 5; j += 1 + r % 2) {
        rows.add(j, r, j, 1, j == r % 3 ? 1 : 0);
      }
      rows.endRow();
    }
    AnimationCoords coords = rows.buildPoints();
    AnimationVector work = new AnimationVector();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (PoseMetric metric : metrics()) {
      long min = Long.MAX_VALUE;
      double sum = 0;
      // Code that uses the Vector API stops allocating once the optimising compiler has compiled
      // it.
      for (int round = 0; round < 30_000 && min > 0; round++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int r = 1; r < 20; r++) {
          sum += metric.squaredDistance(coords, r - 1, coords, r, work);
          sum += metric.inner(work, work);
        }
        min = Math.min(min, threads.getCurrentThreadAllocatedBytes() - before);
      }
      assertThat(sum).isPositive();
      assertThat(min).as(metric.getClass().getSimpleName()).isZero();
    }
  }

  @Test
  void differencesHaveTheJointsOfBoth() {
    AnimationCoords.Builder rows = AnimationCoords.builder();
    rows.add(0, 1, 2, 3, 0.25).add(2, 4, 5, 6, 0.75).endRow();
    rows.add(1, 7, 8, 9, 0.5).add(2, 1, 1, 1, 0.5).endRow();
    AnimationCoords coords = rows.buildPoints();
    AnimationVector difference = new AnimationVector().setDifference(coords, 0, coords, 1);
    assertThat(difference.count()).isEqualTo(3);
    assertThat(difference.weight()).isZero();
    AnimationCoords expected =
        coords.rows(new int[] {1}).plusScaled(-1, coords.rows(new int[] {0}));
    for (int i = 0; i < 3; i++) {
      assertThat(difference.joint(i)).isEqualTo(expected.joint(0, i));
      for (int c = 0; c < 4; c++) {
        assertThat(difference.value(i, c)).isEqualTo(expected.value(0, i, c));
      }
    }
    assertThat(difference.set(coords, 1).weight()).isEqualTo(1);
    assertThat(difference.count()).isEqualTo(2);
    assertThatThrownBy(() -> difference.append(2, 0, 0, 0, 0))
        .hasMessageContaining("3 or more, got 2");
  }
}
