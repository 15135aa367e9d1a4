package dev.sinew.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.distance.CharacterComparison;
import dev.sinew.distance.CompareOptions;
import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FewerJointsTest {
  private static final long SEED = 17;
  private static final SkinnedCharacter BIPED = Samples.create("biped").character();

  private static final int BIPED_JOINTS = BIPED.skins().getFirst().jointCount();

  private static FewerJoints of(
      SkinnedCharacter character, BitSet kept, RunContext context, Integer... numbers) {
    double[] weights = new double[new JoinedCharacter(character).mesh().vertexCount()];
    Arrays.fill(weights, 1);
    return new FewerJoints(
        PoseKnowledge.orSkeleton(PoseSource.CLIPS, character, 1),
        weights,
        kept,
        List.of(numbers),
        context);
  }

  private static Influences rows(SkinnedCharacter character, int mesh) {
    return character.meshes().get(mesh).skinning().influences().orElseThrow();
  }

  private static double rms(SkinnedCharacter a, SkinnedCharacter b, RunContext context) {
    return CharacterComparison.run(a, b, CompareOptions.DEFAULTS.withFramesPerSecond(10), context)
        .error()
        .rms();
  }

  @Test
  void whatMovesNothingGoesFirstAndCostsNothing() {
    // A joint that the clips do not turn moves like the one above it.
    List<Clip> clips = new ArrayList<>();
    int still = BIPED.skeleton().find("hand.L");
    assertThat(still).isPositive();
    for (Clip clip : BIPED.clips()) {
      clips.add(
          new Clip(clip.name(), clip.tracks().stream().filter(t -> t.joint() != still).toList()));
    }
    SkinnedCharacter character = BIPED.withClips(clips);
    BitSet kept = new BitSet();
    kept.set(0, BIPED.skeleton().jointCount());
    kept.clear(still);
    kept.clear(BIPED.skeleton().find("foreArm.R"));
    try (RunContext context = RunContext.ofThreads(2)) {
      int left = BIPED_JOINTS - 1;
      FewerJoints fewer = of(character, kept, context, left, 1);
      assertThat(fewer.removed(left)).containsExactly(still);
      assertThat(rms(character, fewer.apply(character, left, 8), context)).isLessThan(1e-6);
      assertThat(fewer.left(1)).isEqualTo(BIPED_JOINTS - 2);
    }
  }

  @Test
  void numbersAreNestedAndJointsAreKept() {
    BitSet kept = new BitSet();
    int hand = BIPED.skeleton().find("hand.L");
    kept.set(hand);
    try (RunContext context = RunContext.ofThreads(2)) {
      FewerJoints fewer = of(BIPED, kept, context, 15, 10, 5, 1);
      assertThat(fewer.left(15)).isEqualTo(15);
      assertThat(fewer.removed(10)).containsAll(fewer.removed(15)).doesNotContain(hand);
      assertThat(fewer.removed(5)).containsAll(fewer.removed(10)).doesNotContain(hand);
      assertThat(fewer.left(1)).isEqualTo(1);
      double last = 0;
      for (int number : new int[] {15, 10, 5}) {
        SkinnedCharacter level = fewer.apply(BIPED, number, 4);
        double error = rms(BIPED, level, context);
        assertThat(error).isGreaterThanOrEqualTo(last);
        last = error;
        for (int m = 0; m < level.meshes().size(); m++) {
          assertThat(rows(level, m).maxCount())
              .isLessThanOrEqualTo(Math.max(4, rows(BIPED, m).maxCount()));
        }
        for (Skin skin : level.skins()) {
          for (int i = 0; i < skin.jointCount(); i++) {
            assertThat(fewer.removed(number)).doesNotContain(skin.joint(i));
          }
        }
      }
    }
  }

  @Test
  void theResultDoesNotDependOnThreads() {
    List<String> results = new ArrayList<>();
    for (int threads : new int[] {1, 3}) {
      try (RunContext context = RunContext.ofThreads(threads)) {
        FewerJoints fewer = of(BIPED, new BitSet(), context, 8);
        Influences rows = rows(fewer.apply(BIPED, 8, 4), 0);
        StringBuilder text = new StringBuilder(fewer.removed(8).toString());
        for (int v = 0; v < rows.vertexCount(); v++) {
          for (int i = 0; i < rows.count(v); i++) {
            text.append(rows.joint(v, i)).append(':').append(rows.weight(v, i)).append(' ');
          }
        }
        results.add(text.toString());
      }
    }
    assertThat(results.get(0)).isEqualTo(results.get(1));
  }

  /**
   * The weights are compared with random others on the same joints, over the frames of the clips.
   */
  @Test
  void noOtherWeightsAreBetter() {
    try (RunContext context = RunContext.ofThreads(2)) {
      FewerJoints fewer = of(BIPED, new BitSet(), context, 10);
      SkinnedCharacter level = fewer.apply(BIPED, 10, 4);
      Influences rows = rows(level, 0);
      Influences before = rows(BIPED, 0);
      Skin skin = level.skins().getFirst();
      Random random = new Random(SEED);
      List<Pose> frames = new ArrayList<>();
      for (Clip clip : BIPED.clips()) {
        for (double time = 0; time <= clip.duration(); time += 1 / 30.0) {
          Pose pose = BIPED.restPose();
          clip.sample(time, pose);
          frames.add(pose);
        }
      }
      int tried = 0;
      for (int v = 0; v < rows.vertexCount() && tried < 60; v += 7) {
        if (rows.count(v) < 2) {
          continue;
        }
        double[] weights = new double[rows.count(v)];
        int vertex = v;
        Arrays.setAll(weights, i -> rows.weight(vertex, i));
        double best = error(before, skin, rows, v, weights, frames);
        for (int trial = 0; trial < 20; trial++) {
          double share = 0.2 * random.nextDouble();
          int to = random.nextInt(weights.length);
          double[] other = weights.clone();
          for (int i = 0; i < other.length; i++) {
            other[i] = (1 - share) * other[i] + (i == to ? share : 0);
          }
          // The metric is regularised, so a blend may be better by a little in the clips alone.
          assertThat(error(before, skin, rows, v, other, frames))
              .as("seed %d, vertex %d", SEED, v)
              .isGreaterThan(best * (1 - 1e-3) - 1e-7);
        }
        tried++;
      }
      assertThat(tried).isGreaterThan(10);
    }
  }

  /** Returns the mean squared distance of a blend from the original vertex. */
  private static double error(
      Influences before, Skin skin, Influences rows, int v, double[] weights, List<Pose> frames) {
    double[] position = new double[3];
    for (int c = 0; c < 3; c++) {
      position[c] = BIPED.meshes().getFirst().mesh().position(v, c);
    }
    double sum = 0;
    for (Pose pose : frames) {
      double[] difference = new double[3];
      for (int i = 0; i < before.count(v); i++) {
        add(
            BIPED.skins().getFirst(),
            before.joint(v, i),
            before.weight(v, i),
            pose,
            position,
            difference);
      }
      for (int i = 0; i < weights.length; i++) {
        add(skin, rows.joint(v, i), -weights[i], pose, position, difference);
      }
      for (double d : difference) {
        sum += d * d;
      }
    }
    return sum / frames.size();
  }

  private static void add(
      Skin skin, int joint, double weight, Pose pose, double[] position, double[] sum) {
    double[] matrices = new double[12 * skin.jointCount()];
    skin.skinningMatrices(pose, matrices);
    double[] out = new double[3];
    Affine.transformPoint(matrices, 12 * joint, position, 0, out, 0);
    for (int c = 0; c < 3; c++) {
      sum[c] += weight * out[c];
    }
  }

  @Test
  void skinsThatShareJointsStayConsistent() {
    // A second mesh with a skin of one joint: when that goes, the skin gets another one.
    int hand = BIPED.skeleton().find("hand.L");
    Skin whole = BIPED.skins().getFirst();
    double[] bind = new double[12];
    for (int i = 0; i < whole.jointCount(); i++) {
      if (whole.joint(i) == hand) {
        whole.copyInverseBind(i, bind, 0);
      }
    }
    Geometry mesh = BIPED.meshes().getFirst();
    Influences.Builder one = Influences.builder();
    for (int v = 0; v < mesh.mesh().vertexCount(); v++) {
      one.add(0, 1).endRow();
    }
    List<Skin> skins = new ArrayList<>(BIPED.skins());
    skins.add(new Skin("ring", new int[] {hand}, bind));
    List<Geometry> meshes = new ArrayList<>(BIPED.meshes());
    meshes.add(mesh.withSkinning(new Skinning.Linear(one.build())));
    List<Part> parts = new ArrayList<>(BIPED.parts());
    parts.add(new Part("ring", parts.getFirst().node(), meshes.size() - 1, skins.size() - 1));
    SkinnedCharacter both =
        new SkinnedCharacter(BIPED.skeleton(), skins, meshes, parts, BIPED.clips());
    try (RunContext context = RunContext.ofThreads(2)) {
      FewerJoints fewer = of(both, new BitSet(), context, 2);
      SkinnedCharacter level = fewer.apply(both, 2, 4);
      BitSet left = new BitSet();
      for (Skin skin : level.skins()) {
        assertThat(skin.jointCount()).isPositive();
        for (int i = 0; i < skin.jointCount(); i++) {
          left.set(skin.joint(i));
        }
      }
      assertThat(left.cardinality()).isLessThanOrEqualTo(2);
      // At rest, the new joints move the vertices nowhere.
      CharacterComparison rest =
          new CharacterComparison(both, level, CompareOptions.DEFAULTS, context);
      rest.compareRest();
      assertThat(rest.result(List.of()).error().max()).isCloseTo(0, within(1e-5));
    }
  }

  @Test
  void animationSpaceIsRefused() {
    SkinnedCharacter space = AnimationSpaceConversion.of(BIPED);
    try (RunContext context = RunContext.ofThreads(1)) {
      assertThatThrownBy(() -> of(space, new BitSet(), context, 5))
          .isInstanceOf(RequestException.class)
          .hasMessageContaining("animation space");
    }
  }
}
