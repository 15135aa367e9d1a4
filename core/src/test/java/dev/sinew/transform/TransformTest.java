package dev.sinew.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.influence.AnimationSpaceConversion;
import dev.sinew.math.Similarity;
import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.model.human.HumanBone;
import dev.sinew.model.human.Humanoid;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In every pose of every clip the transformed surface is the surface, transformed. */
class TransformTest {
  private static final double TOLERANCE = 1e-6;

  /** Two clips and the rest pose of a named character, under a random motion. */
  record Case(String name, SkinnedCharacter character, Similarity motion) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    List<Case> out = new ArrayList<>();
    for (String name : Samples.names()) {
      Random random = new Random(name.hashCode());
      SkinnedCharacter character = Samples.create(name).character();
      out.add(new Case(name, character, random(random)));
      out.add(
          new Case(
              name + " in animation space",
              AnimationSpaceConversion.of(character),
              random(random)));
    }
    for (int seed = 0; seed < 8; seed++) {
      out.add(new Case("mixed " + seed, MixedCharacter.create(seed), random(new Random(seed))));
    }
    return out.stream();
  }

  private static Similarity random(Random random) {
    return Similarity.scaling(Math.exp(2 * random.nextGaussian()))
        .then(
            Similarity.rotation(
                random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), 2))
        .then(
            Similarity.translation(
                random.nextDouble() - 0.5, random.nextDouble() - 0.5, random.nextDouble() - 0.5));
  }

  private static SkinnedCharacter run(SkinnedCharacter character, TransformOptions options) {
    try (RunContext context = RunContext.ofThreads(1)) {
      return Transform.run(character, options, context).character();
    }
  }

  private static SkinnedCharacter moved(SkinnedCharacter character, Similarity motion) {
    return run(character, TransformOptions.DEFAULTS.withMotion(motion));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void surfacesMove(Case given) {
    compare(given.character, moved(given.character, given.motion), given.motion);
  }

  /** Compares surfaces and normals at rest and in all clips. */
  private static void compare(SkinnedCharacter before, SkinnedCharacter after, Similarity motion) {
    CharacterSurface.Posed old = CharacterSurface.of(before).newPosed();
    CharacterSurface.Posed made = CharacterSurface.of(after).newPosed();
    Pose oldPose = before.restPose();
    Pose newPose = after.restPose();
    compare(old, oldPose, made, newPose, motion, "at rest");
    for (int c = 0; c < before.clips().size(); c++) {
      for (double share : new double[] {0, 0.31, 0.77, 1}) {
        double time = share * before.clips().get(c).duration();
        before.clips().get(c).sample(time, oldPose);
        after.clips().get(c).sample(time, newPose);
        compare(old, oldPose, made, newPose, motion, before.clips().get(c).name() + "@" + time);
      }
    }
  }

  private static void compare(
      CharacterSurface.Posed old,
      Pose oldPose,
      CharacterSurface.Posed made,
      Pose newPose,
      Similarity motion,
      String what) {
    old.set(oldPose);
    made.set(newPose);
    float[] expected = old.wedgePositions();
    float[] got = made.wedgePositions();
    double[] all = new double[expected.length];
    for (int i = 0; i < expected.length; i++) {
      all[i] = expected[i];
    }
    for (int i = 0; i < all.length; i += 3) {
      motion.movePoint(all, i);
    }
    // Coordinates are stored as floats, so their rounding depends on the distance of the origin.
    double size = Box.of(all).longestSide();
    double[] origin = new double[3];
    Box reach = Box.of(all).union(Box.of(origin));
    double allowed = TOLERANCE * Math.max(size, reach.longestSide());
    for (int i = 0; i < all.length; i++) {
      assertThat((double) got[i]).as(what + ", number " + i).isCloseTo(all[i], within(allowed));
    }
    float[] oldNormals = old.wedgeNormals();
    float[] newNormals = made.wedgeNormals();
    if (oldNormals == null || newNormals == null) {
      assertThat(oldNormals == null).isEqualTo(newNormals == null);
      return;
    }
    double[] normal = new double[3];
    for (int i = 0; i < oldNormals.length; i += 3) {
      for (int k = 0; k < 3; k++) {
        normal[k] = oldNormals[i + k];
      }
      motion.turn(normal, 0);
      for (int k = 0; k < 3; k++) {
        assertThat((double) newNormals[i + k])
            .as(what + ", normal " + i / 3)
            .isCloseTo(normal[k], within(2e-4));
      }
    }
  }

  @Test
  void goesThereAndBack() {
    SkinnedCharacter biped = Samples.create("biped").character();
    Similarity there = Similarity.scaling(4).then(UpAxis.Y.turnTo(UpAxis.Z));
    Similarity back = UpAxis.Z.turnTo(UpAxis.Y).then(Similarity.scaling(0.25));
    SkinnedCharacter same = moved(moved(biped, there), back);
    // A power of two and a quarter turn are exact.
    assertThat(same.meshes().getFirst().mesh().positions())
        .isEqualTo(biped.meshes().getFirst().mesh().positions());
    compare(biped, same, Similarity.IDENTITY);
  }

  @Test
  void scalesLengthsAndNoMatrix() {
    SkinnedCharacter biped = Samples.create("biped").character();
    SkinnedCharacter small = moved(biped, Similarity.scaling(0.01));
    double[] scale = new double[3];
    double[] before = new double[3];
    double[] after = new double[3];
    for (int j = 0; j < biped.skeleton().jointCount(); j++) {
      small.skeleton().copyRestScale(j, scale, 0);
      assertThat(scale).containsExactly(1, 1, 1);
      biped.skeleton().copyRestTranslation(j, before, 0);
      small.skeleton().copyRestTranslation(j, after, 0);
      assertThat(after).containsExactly(0.01 * before[0], 0.01 * before[1], 0.01 * before[2]);
    }
    assertThat(small.meshes().getFirst().mesh().bounds().longestSide())
        .isCloseTo(0.01 * biped.meshes().getFirst().mesh().bounds().longestSide(), within(1e-9));
  }

  @Test
  void turnsTheVerticesOfSkinnedMeshes() {
    SkinnedCharacter biped = Samples.create("biped").character();
    SkinnedCharacter turned = moved(biped, UpAxis.Y.turnTo(UpAxis.Z));
    TriMesh old = biped.meshes().getFirst().mesh();
    TriMesh made = turned.meshes().getFirst().mesh();
    MeshAttribute oldNormals = old.attribute(MeshAttribute.NORMAL).orElseThrow();
    MeshAttribute newNormals = made.attribute(MeshAttribute.NORMAL).orElseThrow();
    for (int v = 0; v < old.vertexCount(); v++) {
      assertThat(made.position(v, 0)).isEqualTo(old.position(v, 0));
      assertThat(made.position(v, 1)).isEqualTo(-old.position(v, 2));
      assertThat(made.position(v, 2)).isEqualTo(old.position(v, 1));
    }
    for (int w = 0; w < old.wedgeCount(); w++) {
      assertThat(newNormals.value(w, 2)).isEqualTo(oldNormals.value(w, 1));
    }
  }

  @Test
  void keepsTheVerticesOfMeshesThatAreAlsoShownWithoutASkin() {
    SkinnedCharacter mixed = MixedCharacter.create(3);
    Similarity turn = Similarity.rotation(1, 2, 3, 1);
    try (RunContext context = RunContext.ofThreads(1)) {
      TransformResult result =
          Transform.run(mixed, TransformOptions.DEFAULTS.withMotion(turn), context);
      assertThat(result.turnedMeshes()).isEqualTo(1);
      for (int m = 1; m < 3; m++) {
        assertThat(result.character().meshes().get(m).mesh().positions())
            .isEqualTo(mixed.meshes().get(m).mesh().positions());
      }
      assertThat(result.character().meshes().getFirst().mesh().positions())
          .isNotEqualTo(mixed.meshes().getFirst().mesh().positions());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anotherRestPoseKeepsTheClips(Case given) {
    SkinnedCharacter character = given.character;
    Clip clip = character.clips().getFirst();
    double time = 0.4 * clip.duration();
    SkinnedCharacter rested = run(character, TransformOptions.DEFAULTS.withRest(clip.name(), time));
    CharacterSurface.Posed old = CharacterSurface.of(character).newPosed();
    CharacterSurface.Posed made = CharacterSurface.of(rested).newPosed();
    Pose oldPose = character.restPose();
    clip.sample(time, oldPose);
    compare(old, oldPose, made, rested.restPose(), Similarity.IDENTITY, "new rest pose");
    for (int c = 0; c < character.clips().size(); c++) {
      Pose newPose = rested.restPose();
      assertThat(rested.clips().get(c).duration()).isEqualTo(character.clips().get(c).duration());
      for (double share : new double[] {0, 0.6, 1}) {
        double t = share * clip.duration();
        character.clips().get(c).sample(t, oldPose);
        rested.clips().get(c).sample(t, newPose);
        compare(old, oldPose, made, newPose, Similarity.IDENTITY, character.clips().get(c).name());
      }
    }
  }

  @Test
  void restAndMotionCombine() {
    SkinnedCharacter character = MixedCharacter.create(11);
    Similarity motion = random(new Random(11));
    SkinnedCharacter both =
        run(character, TransformOptions.DEFAULTS.withMotion(motion).withRest("some", 0.7));
    SkinnedCharacter rested = run(character, TransformOptions.DEFAULTS.withRest("some", 0.7));
    compare(rested, both, motion);
  }

  @Test
  void refusesAShearedRestPose() {
    double[] matrix = {1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    Skeleton.Builder skeleton = Skeleton.builder();
    skeleton.addMatrix("bent", -1, matrix);
    Clip clip =
        new Clip(
            "move",
            List.of(
                new Clip.Track(
                    0,
                    Clip.Property.TRANSLATION,
                    Clip.Interpolation.LINEAR,
                    new double[1],
                    new double[] {1, 0, 0})));
    SkinnedCharacter character =
        new SkinnedCharacter(skeleton.build(), List.of(), List.of(), List.of(), List.of(clip));
    assertThatThrownBy(() -> run(character, TransformOptions.DEFAULTS.withRest("move", 0)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("without shear")
        .hasMessageContaining("'bent'");
  }

  @Test
  void refusesWhatIsOutOfRange() {
    SkinnedCharacter biped = Samples.create("biped").character();
    assertThatThrownBy(() -> moved(biped, Similarity.scaling(1e39)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("out of range");
    assertThatThrownBy(() -> run(biped, TransformOptions.DEFAULTS.withRest("fly", 0)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("no clip 'fly'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TransformOptions.DEFAULTS.withRest("walk", Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> TransformOptions.DEFAULTS.withScale(0));
  }

  @Test
  void movesACharacterWithoutMeshes() {
    SkinnedCharacter empty =
        new SkinnedCharacter(
            Skeleton.builder().build(), List.of(), List.of(), List.of(), List.of());
    assertThat(moved(empty, Similarity.scaling(2)).parts()).isEmpty();
  }

  @Test
  void turnsEveryAxisIntoEveryOther() {
    double[] unit = new double[3];
    for (UpAxis from : UpAxis.values()) {
      for (UpAxis to : UpAxis.values()) {
        direction(from, unit);
        from.turnTo(to).movePoint(unit, 0);
        double[] expected = new double[3];
        direction(to, expected);
        assertThat(unit).as(from + " to " + to).containsExactly(expected);
      }
    }
  }

  private static void direction(UpAxis axis, double[] out) {
    Arrays.fill(out, 0);
    String name = axis.toString();
    out["xyz".indexOf(name.charAt(name.length() - 1))] = name.startsWith("-") ? -1 : 1;
  }

  @Test
  void skinsOfSeveralMeshesTurnTogether() {
    TurnedSkins turned =
        TurnedSkins.of(
            5,
            new boolean[] {true, true, true, false},
            List.of(
                new TurnedSkins.Use(4, 3),
                new TurnedSkins.Use(0, 0),
                new TurnedSkins.Use(1, 0),
                new TurnedSkins.Use(1, 1),
                new TurnedSkins.Use(2, 2),
                new TurnedSkins.Use(2, SkinnedCharacter.NO_SKIN)));
    assertThat(turned.mesh(0)).isTrue();
    assertThat(turned.mesh(1)).isTrue();
    assertThat(turned.skin(0)).isTrue();
    assertThat(turned.skin(1)).isTrue();
    assertThat(turned.mesh(2)).isFalse();
    assertThat(turned.skin(2)).isFalse();
    assertThat(turned.mesh(3)).isFalse();
    assertThat(turned.mesh(4)).as("in other units than the scene").isFalse();
    assertThat(turned.skin(3)).isFalse();
  }

  @Test
  void aHumanoidTurnsWithItsBones() {
    SkinnedCharacter biped = Samples.create("biped").character();
    Skeleton told =
        biped
            .skeleton()
            .withHumanoid(
                new Humanoid(
                    Map.of(HumanBone.HIPS, 1, HumanBone.HEAD, biped.skeleton().find("head"))));
    SkinnedCharacter character =
        new SkinnedCharacter(
            told, biped.skins(), biped.meshes(), biped.parts(), biped.clips(), biped.materials());
    SkinnedCharacter moved =
        new MovedCharacter(character, random(new Random(1)), RunContext.ofThreads(1)).character();
    assertThat(moved.skeleton().humanoid()).isEqualTo(told.humanoid());
    SkinnedCharacter posed = RestChange.of(character, character.clips().getFirst().name(), 0.1);
    assertThat(posed.skeleton().humanoid()).isEqualTo(told.humanoid());
  }
}
