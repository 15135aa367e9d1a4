package dev.sinew.posespace.bake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Dual quaternion skinning, baked into targets for linear blending, stands for any correctives. */
class MorphBakeTest {
  private static final SkinnedCharacter BIPED = Samples.create("biped").character();
  private static final int WALK = 0;
  private static final int SQUAT = 2;
  private static final MorphBakeOptions OPTIONS = MorphBakeOptions.DEFAULTS.withFramesPerSecond(15);
  private static final MorphBakeResult BAKED = bake(BIPED, OPTIONS);

  private static MorphBakeResult bake(SkinnedCharacter character, MorphBakeOptions options) {
    try (RunContext context = RunContext.ofThreads(1)) {
      return MorphBake.run(
          character, seconds -> SkinningMethod.DQS, List.of(WALK, SQUAT), options, context);
    }
  }

  @Test
  void linearBlendingWithTheTargetsPlaysTheOtherModel() {
    MorphBakeResult baked = BAKED;
    assertThat(baked.targetCount()).isBetween(2, 40);
    assertThat(baked.error().largest()).isLessThanOrEqualTo(1e-3);
    assertThat(baked.error().rms()).isLessThan(0.2 * baked.skin().rms());
    double plain = 0;
    double corrected = 0;
    double plainTurn = 0;
    double correctedTurn = 0;
    for (int f = 0; f <= 24; f += 4) {
      CharacterSurface.Posed wanted = posed(BIPED, SkinningMethod.DQS, SQUAT, f / 30.0);
      CharacterSurface.Posed before = posed(BIPED, SkinningMethod.SSD, SQUAT, f / 30.0);
      CharacterSurface.Posed after = posed(baked.character(), SkinningMethod.SSD, SQUAT, f / 30.0);
      plain = Math.max(plain, largest(wanted.wedgePositions(), before.wedgePositions()));
      corrected = Math.max(corrected, largest(wanted.wedgePositions(), after.wedgePositions()));
      plainTurn += squares(normals(wanted), normals(before));
      correctedTurn += squares(normals(wanted), normals(after));
    }
    // The biped is 1.66 high; distances before skinning grow little with it.
    assertThat(corrected).isLessThan(1.3e-3 * 1.7).isLessThan(plain / 3);
    assertThat(correctedTurn).isLessThan(plainTurn);
  }

  /** Importers cut weights to the range of a slider, 0 to 1. */
  @Test
  void weightsAreOfOneSignAndOtherClipsStayAsTheyAre() {
    SkinnedCharacter baked = BAKED.character();
    double[] largest = new double[BAKED.targetCount()];
    for (int clip : new int[] {WALK, SQUAT}) {
      for (Track track : weights(baked.clips().get(clip))) {
        for (int i = 0; i < track.values().length; i++) {
          assertThat(track.values()[i]).isBetween(0.0, 1.0);
          largest[i % largest.length] = Math.max(largest[i % largest.length], track.values()[i]);
        }
      }
    }
    assertThat(largest).containsOnly(1);
    assertThat(weights(baked.clips().get(1))).isEmpty();
    assertThat(posed(baked, SkinningMethod.SSD, 1, 0.7).wedgePositions())
        .isEqualTo(posed(BIPED, SkinningMethod.SSD, 1, 0.7).wedgePositions());
  }

  @Test
  void fewerTargetsAreAnHonestLargerError() {
    MorphBakeResult few = bake(BIPED, OPTIONS.withTargets(2));
    assertThat(few.targets()).containsExactly(2);
    assertThat(few.error().largest()).isGreaterThan(1e-3);
    assertThat(few.error().rms()).isLessThan(few.skin().rms());
  }

  @Test
  void nothingToCorrectAddsNothing() {
    try (RunContext context = RunContext.ofThreads(1)) {
      MorphBakeResult same =
          MorphBake.run(BIPED, seconds -> SkinningMethod.SSD, List.of(WALK), OPTIONS, context);
      assertThat(same.targetCount()).isZero();
      assertThat(same.character().meshes().getFirst().morphs().isEmpty()).isTrue();
      assertThat(same.character().clips().getFirst().tracks())
          .hasSameSizeAs(BIPED.clips().getFirst().tracks());
    }
  }

  /** A breath drives the only target of its own, in steps, in the baked and in another clip. */
  @Test
  void ownTargetsAndTracksStay() {
    SkinnedCharacter breathing = breathing();
    MorphBakeResult baked = bake(breathing, OPTIONS.withError(3e-3));
    MorphTargets own = breathing.meshes().getFirst().morphs();
    MorphTargets all = baked.character().meshes().getFirst().morphs();
    assertThat(all.positionOffsets(0)).isEqualTo(own.positionOffsets(0));
    assertThat(all.restWeights()).hasSize(1 + baked.targetCount()).startsWith(0.25);
    int node = breathing.parts().getFirst().node();
    for (int clip : new int[] {WALK, 1}) {
      Pose before = breathing.restPose();
      Pose after = baked.character().restPose();
      for (double time = 0.01; time < 1; time += 0.0131) {
        breathing.clips().get(clip).sample(time, before);
        baked.character().clips().get(clip).sample(time, after);
        assertThat(after.morphWeight(node, 0)).isEqualTo(before.morphWeight(node, 0));
      }
    }
    Pose rest = baked.character().restPose();
    baked.character().clips().get(SQUAT).sample(0.5, rest);
    assertThat(rest.morphWeight(node, 0)).isEqualTo(0.25);
  }

  private static SkinnedCharacter breathing() {
    Geometry mesh = BIPED.meshes().getFirst();
    float[] breath = new float[3 * mesh.mesh().wedgeCount()];
    breath[5] = 0.01f;
    List<float @Nullable []> none = new ArrayList<>();
    none.add(null);
    MorphTargets own = new MorphTargets(List.of(breath), none, new double[] {0.25});
    int node = BIPED.parts().getFirst().node();
    Track steps =
        new Track(
            node,
            Property.WEIGHTS,
            Interpolation.STEP,
            new double[] {0.1, 0.4, 0.8},
            new double[] {1, 0.5, 0});
    List<Clip> clips = new ArrayList<>(BIPED.clips());
    for (int clip : new int[] {WALK, 1}) {
      List<Track> tracks = new ArrayList<>(clips.get(clip).tracks());
      tracks.add(steps);
      clips.set(clip, new Clip(clips.get(clip).name(), tracks));
    }
    return BIPED
        .withMeshes(
            List.of(new Geometry(mesh.name(), mesh.mesh(), mesh.skinning().asLinear(), own)))
        .withClips(clips);
  }

  @Test
  void splinesKeepTheirShapeBesideLinearKeys() {
    Track spline =
        new Track(
            0,
            Property.WEIGHTS,
            Interpolation.CUBICSPLINE,
            new double[] {0, 1},
            new double[] {0, 0, 3, -1, 1, 0});
    Track added =
        new Track(
            0, Property.WEIGHTS, Interpolation.LINEAR, new double[] {0, 0.5, 2}, new double[3]);
    Track merged = WeightTracks.merged(spline, 1, added);
    double[] a = new double[1];
    double[] b = new double[2];
    for (double time = 0; time < 2; time += 0.01) {
      spline.sample(time, a, 0);
      merged.sample(time, b, 0);
      assertThat(b[0]).isCloseTo(a[0], within(1e-4));
    }
  }

  /** With the coordinates of linear blending, the skin is as far away as without targets. */
  @Test
  void animationSpaceIsBakedIntoItsLinearBlend() {
    Geometry mesh = BIPED.meshes().getFirst();
    AnimationCoords coords = LinearSkin.of(BIPED, BIPED.parts().getFirst()).coords();
    SkinnedCharacter other =
        BIPED.withMeshes(
            List.of(
                new Geometry(
                    mesh.name(),
                    mesh.mesh(),
                    new Skinning.AnimationSpace(
                        coords, mesh.skinning().influences().orElseThrow()))));
    MorphBakeResult baked = bake(other, OPTIONS);
    assertThat(baked.targets()).isEqualTo(BAKED.targets());
    assertThat(baked.error()).isEqualTo(BAKED.error());
    assertThat(baked.animationSpace().orElseThrow().rms())
        .isCloseTo(baked.skin().rms(), within(1e-6));
    assertThat(BAKED.animationSpace()).isEmpty();
    assertThat(baked.character().meshes().getFirst().skinning().coords()).containsSame(coords);
  }

  private static List<Track> weights(Clip clip) {
    return clip.tracks().stream().filter(t -> t.property() == Property.WEIGHTS).toList();
  }

  private static CharacterSurface.Posed posed(
      SkinnedCharacter character, SkinningMethod method, int clip, double time) {
    Pose pose = character.restPose();
    character.clips().get(clip).sample(time, pose);
    CharacterSurface.Posed out = CharacterSurface.of(character, method).newPosed();
    out.set(pose);
    return out;
  }

  private static float[] normals(CharacterSurface.Posed posed) {
    return Objects.requireNonNull(posed.wedgeNormals());
  }

  private static double largest(float[] a, float[] b) {
    double most = 0;
    for (int i = 0; i < a.length; i += 3) {
      most =
          Math.max(
              most, Math.hypot(Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1]), a[i + 2] - b[i + 2]));
    }
    return most;
  }

  private static double squares(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum;
  }
}
