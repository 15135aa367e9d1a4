package dev.sinew.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.bounds.ReachBounds;
import dev.sinew.bounds.Sphere;
import dev.sinew.math.Similarity;
import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Box;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.JointRange;
import dev.sinew.pose.JointRanges;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Moving a model and then computing with it equals computing and then moving the result. */
class MovedModelsTest {
  private static final SkinnedCharacter BIPED = Samples.create("biped").character();

  /** With a translation, which some bounds do not follow exactly. */
  private static final Similarity ANY =
      Similarity.scaling(3)
          .then(Similarity.rotation(1, -2, 0.5, 0.8))
          .then(Similarity.translation(0.5, -1, 2));

  private static final Similarity TURN =
      Similarity.scaling(0.01).then(Similarity.rotation(-1, 0.3, 2, 1.9));

  private static SkinnedCharacter moved(Similarity motion) {
    try (RunContext context = RunContext.ofThreads(1)) {
      TransformOptions options = TransformOptions.DEFAULTS.withMotion(motion);
      return Transform.run(BIPED, options, context).character();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = PoseSource.class,
      names = {"REST", "SKELETON", "CLIPS", "RANGE"})
  void expectations(PoseSource source) {
    SkinnedCharacter after = moved(ANY);
    ExpectationMatrix expected =
        PoseKnowledge.of(source, BIPED, 1).expectation(BIPED.skins().getFirst()).moved(ANY);
    ExpectationMatrix computed =
        PoseKnowledge.of(source, after, 1).expectation(after.skins().getFirst());
    int side = 4 * expected.jointCount();
    double size = 0;
    for (int r = 0; r < side; r++) {
      size = Math.max(size, expected.get(r, r));
    }
    for (int r = 0; r < side; r++) {
      for (int c = 0; c < side; c++) {
        assertThat(computed.get(r, c)).isCloseTo(expected.get(r, c), within(1e-6 * size));
      }
    }
  }

  @Test
  void distancesInAnimationSpaceScale() {
    SkinnedCharacter after = moved(ANY);
    ExpectationMetric before = metric(BIPED);
    ExpectationMetric then = metric(after);
    AnimationCoords old = LinearSkin.of(BIPED, BIPED.parts().getFirst()).coords();
    AnimationCoords made = LinearSkin.of(after, after.parts().getFirst()).coords();
    for (int v = 0; v + 1 < old.rowCount(); v += 97) {
      double expected =
          Math.sqrt(before.squaredDistance(old, v, old, v + 1, new AnimationVector()));
      double got = Math.sqrt(then.squaredDistance(made, v, made, v + 1, new AnimationVector()));
      assertThat(got).isCloseTo(3 * expected, within(1e-6 * (1 + expected)));
    }
  }

  private static ExpectationMetric metric(SkinnedCharacter character) {
    return new ExpectationMetric(
        PoseKnowledge.of(PoseSource.CLIPS, character, 1).expectation(character.skins().getFirst()));
  }

  /**
   * Translations of joints are bounded by boxes along the axes, so only quarter turns are exact.
   */
  @Test
  void jointRangesAndReach() {
    Similarity quarter = Similarity.scaling(0.01).then(UpAxis.Y.turnTo(UpAxis.NEGATIVE_X));
    SkinnedCharacter after = moved(quarter);
    List<JointRange> ranges = JointRanges.ofClips(BIPED.skeleton(), BIPED.clips());
    ReachBounds before = ReachBounds.of(BIPED.skeleton(), ranges);
    ReachBounds movedRanges =
        ReachBounds.of(after.skeleton(), JointRanges.moved(BIPED.skeleton(), ranges, quarter));
    ReachBounds computed =
        ReachBounds.of(after.skeleton(), JointRanges.ofClips(after.skeleton(), after.clips()));
    AnimationCoords old = LinearSkin.of(BIPED, BIPED.parts().getFirst()).coords();
    AnimationCoords made = LinearSkin.of(after, after.parts().getFirst()).coords();
    for (int v = 0; v < old.rowCount(); v += 53) {
      Sphere expected = before.sphere(BIPED.skins().getFirst(), old, v).moved(quarter);
      for (ReachBounds bounds : List.of(movedRanges, computed)) {
        Sphere got = bounds.sphere(after.skins().getFirst(), made, v);
        double allowed = 1e-6 * expected.radius();
        assertThat(got.radius()).isCloseTo(expected.radius(), within(allowed));
        assertThat(got.distance(expected.x(), expected.y(), expected.z())).isLessThan(allowed);
      }
    }
  }

  @Test
  void largestDistancesScale() {
    SkinnedCharacter after = moved(TURN);
    List<JointRange> ranges = JointRanges.ofClips(BIPED.skeleton(), BIPED.clips());
    ReachBounds before = ReachBounds.of(BIPED.skeleton(), ranges);
    ReachBounds then =
        ReachBounds.of(after.skeleton(), JointRanges.moved(BIPED.skeleton(), ranges, TURN));
    AnimationCoords old = LinearSkin.of(BIPED, BIPED.parts().getFirst()).coords();
    AnimationCoords made = LinearSkin.of(after, after.parts().getFirst()).coords();
    for (int v = 0; v + 1 < old.rowCount(); v += 53) {
      double distance = before.distance(BIPED.skins().getFirst(), old, v, old, v + 1);
      assertThat(then.distance(after.skins().getFirst(), made, v, made, v + 1))
          .isCloseTo(0.01 * distance, within(1e-6 * 0.01 * distance));
    }
  }

  @Test
  void boundsOfQuarterTurnsAreThoseOfTheMovedCharacter() {
    Similarity quarter =
        Similarity.scaling(100)
            .then(UpAxis.Y.turnTo(UpAxis.Z))
            .then(Similarity.translation(20, -30, 5));
    try (RunContext context = RunContext.ofThreads(1)) {
      BoundsResult expected = Bounds.run(BIPED, context).moved(quarter);
      BoundsResult computed = Bounds.run(moved(quarter), context);
      requireSame(expected.whole(), computed.whole());
      requireSame(expected.meshes().getFirst().bounds(), computed.meshes().getFirst().bounds());
      assertThat(computed.joints()).hasSameSizeAs(expected.joints());
    }
  }

  private static void requireSame(BoundsResult.Entry expected, BoundsResult.Entry got) {
    requireSame(expected.clips(), got.clips());
    requireSame(expected.range(), got.range());
    requireSame(expected.any(), got.any());
  }

  private static void requireSame(BoundsResult.Bound expected, BoundsResult.Bound got) {
    double size = expected.sphere().radius();
    assertThat(got.sphere().radius()).isCloseTo(size, within(0.01 * size));
    Box a = expected.box();
    Box b = got.box();
    assertThat(new double[] {b.minX(), b.minY(), b.minZ(), b.maxX(), b.maxY(), b.maxZ()})
        .containsExactly(
            new double[] {a.minX(), a.minY(), a.minZ(), a.maxX(), a.maxY(), a.maxZ()},
            within(0.01 * size));
  }

  @Test
  void movedBoundsHoldInAllClips() {
    SkinnedCharacter after = moved(ANY);
    BoundsResult bounds;
    try (RunContext context = RunContext.ofThreads(1)) {
      bounds = Bounds.run(BIPED, context).moved(ANY);
    }
    CharacterSurface.Posed shape = CharacterSurface.of(after).newPosed();
    Pose pose = after.restPose();
    for (int i = 0; i <= 20; i++) {
      after.clips().getFirst().sample(i / 20.0 * after.clips().getFirst().duration(), pose);
      shape.set(pose);
      for (BoundsResult.Bound bound :
          List.of(bounds.whole().clips(), bounds.whole().range(), bounds.whole().any())) {
        requireInside(shape.wedgePositions(), bound);
      }
    }
  }

  private static void requireInside(float[] points, BoundsResult.Bound bound) {
    Box inside = Box.of(points).union(bound.box());
    assertThat(inside).isEqualTo(bound.box());
    for (int i = 0; i < points.length; i += 3) {
      assertThat(bound.sphere().distance(points[i], points[i + 1], points[i + 2]))
          .isLessThanOrEqualTo(bound.sphere().radius());
    }
  }
}
