package dev.sinew.simplify.polish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.distance.PosedSurfaceError;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.collapse.InfluenceRanking;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Levels of the sample arm, fitted to the whole arm. */
class PolishTest {
  private static final long SEED = 13;
  private static final int ITERATIONS = 4;
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final SkinnedCharacter ARM = Samples.create("arm").character();
  private static final JoinedCharacter JOINED = new JoinedCharacter(ARM);
  private static final WeightedPoses POSES =
      PoseKnowledge.of(PoseSource.CLIPS, ARM, 1).samplePoses(JOINED, 8);

  private static SkinnedCharacter level(SimplifyOptions options) {
    return Simplify.run(ARM, options.withRatios(0.1).withPolish(false), CONTEXT)
        .levels()
        .getFirst()
        .character();
  }

  private static SkinnedCharacter polished(SkinnedCharacter level, BitSet fixed) {
    return Polish.run(origin(level), level, POSES, fixed, ITERATIONS, CONTEXT);
  }

  private static double rms(SkinnedCharacter level) {
    return new PosedSurfaceError(ARM, new PosedSurfaceError.Thoroughness(40, 3000, 0), CONTEXT)
        .measure(level)
        .rms();
  }

  private static LevelOrigin origin(SkinnedCharacter level) {
    return LevelOrigin.ofOnePart(JOINED, new JoinedCharacter(level).mesh().triangleCount());
  }

  @Test
  void bringsTheSurfacesCloser() {
    SkinnedCharacter level = level(SimplifyOptions.DEFAULTS);
    SkinnedCharacter fitted = polished(level, new BitSet());
    assertThat(rms(fitted)).isLessThan(0.9 * rms(level));
    assertThat(fitted.meshes().getFirst().mesh().triangles())
        .isEqualTo(level.meshes().getFirst().mesh().triangles());
  }

  @Test
  void weightsStayWeights() {
    SkinnedCharacter level = level(SimplifyOptions.DEFAULTS);
    Influences before = level.meshes().getFirst().skinning().influences().orElseThrow();
    Influences after =
        polished(level, new BitSet()).meshes().getFirst().skinning().influences().orElseThrow();
    int changed = 0;
    for (int v = 0; v < after.vertexCount(); v++) {
      assertThat(after.count(v)).isLessThanOrEqualTo(before.count(v));
      double sum = 0;
      for (int i = 0; i < after.count(v); i++) {
        assertThat(after.weight(v, i)).isPositive();
        sum += after.weight(v, i);
      }
      assertThat(sum).isCloseTo(1, within(1e-9));
      changed += after.count(v) > 1 && after.weight(v, 0) != before.weight(v, 0) ? 1 : 0;
    }
    assertThat(changed).isPositive();
  }

  /** Coordinates that linear blending cannot represent are moved as well. */
  @Test
  void polishesAnimationSpace() {
    SkinnedCharacter level = level(SimplifyOptions.DEFAULTS.withInfluences(InfluenceRanking.ERROR));
    assertThat(level.meshes().getFirst().skinning().coords()).isPresent();
    assertThat(rms(polished(level, new BitSet()))).isLessThan(0.95 * rms(level));
  }

  @Test
  void fixedPointsStay() {
    SkinnedCharacter level = level(SimplifyOptions.DEFAULTS);
    BitSet fixed = new BitSet();
    fixed.set(0, 20);
    Geometry before = level.meshes().getFirst();
    Geometry after = polished(level, fixed).meshes().getFirst();
    int moved = 0;
    for (int v = 0; v < before.mesh().vertexCount(); v++) {
      boolean same = true;
      for (int k = 0; k < 3; k++) {
        same &= before.mesh().position(v, k) == after.mesh().position(v, k);
      }
      assertThat(same || !fixed.get(v)).as("vertex %d", v).isTrue();
      moved += same ? 0 : 1;
    }
    assertThat(moved).isGreaterThan(50);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void theSameBytesOnAnyNumberOfThreads(int threads) {
    SkinnedCharacter level = level(SimplifyOptions.DEFAULTS);
    Geometry one = polished(level, new BitSet()).meshes().getFirst();
    try (RunContext several = RunContext.ofThreads(threads)) {
      Geometry other =
          Polish.run(origin(level), level, POSES, new BitSet(), ITERATIONS, several)
              .meshes()
              .getFirst();
      assertThat(other.mesh().positions()).isEqualTo(one.mesh().positions());
    }
  }

  @Test
  void aPerfectLevelIsLeftAlone() {
    assertThat(polished(ARM, new BitSet())).isSameAs(ARM);
  }

  /** The derivatives agree with differences, for positions and for weights. */
  @Test
  void derivatives() {
    SkinnedCharacter level = level(SimplifyOptions.DEFAULTS);
    LevelSkin skin = new LevelSkin(new JoinedCharacter(level), POSES.poses());
    Random random = new Random(SEED);
    int weighted = 0;
    for (int i = 0; i < 200; i++) {
      int p = random.nextInt(skin.pointCount());
      int k = random.nextInt(skin.poseCount());
      int unknown = random.nextInt(LevelPoints.UNKNOWNS);
      double[] derivatives = new double[3 * LevelPoints.UNKNOWNS];
      skin.derivatives(k, p, derivatives);
      if (unknown >= 3 && unknown - 2 >= skin.joints(p).length) {
        continue;
      }
      weighted += unknown >= 3 ? 1 : 0;
      double h = 1e-3;
      double[] step = new double[LevelPoints.UNKNOWNS * skin.pointCount()];
      step[LevelPoints.UNKNOWNS * p + unknown] = h;
      if (unknown >= 3 && wasClipped(skin, p, unknown - 2, h)) {
        continue;
      }
      float[] before = new float[3 * skin.pointCount()];
      float[] after = before.clone();
      skin.pose(k, before);
      skin.save();
      skin.add(p, step, 1);
      skin.pose(k, after);
      skin.restore(p);
      for (int r = 0; r < 3; r++) {
        assertThat((after[3 * p + r] - before[3 * p + r]) / h)
            .as("seed %d, point %d, pose %d, unknown %d", SEED, p, k, unknown)
            .isCloseTo(derivatives[3 * unknown + r], within(2e-3));
      }
    }
    assertThat(weighted).isPositive();
  }

  private static boolean wasClipped(LevelSkin skin, int p, int joint, double h) {
    return skin.weights(p)[0] < h || skin.weights(p)[joint] + h > 1;
  }
}
