package dev.sinew.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clips that hardly move a character do not count as its motion. */
class StillClipsTest {
  private static final SkinnedCharacter BIPED = Samples.create("biped").character();

  /** A clip that turns every joint from rest by an angle about x, and moves the root. */
  private static Clip turned(String name, SkinnedCharacter of, double radians, double path) {
    Skeleton skeleton = of.skeleton();
    double[] times = {0, 0.067};
    List<Clip.Track> tracks = new ArrayList<>();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      double[] values = new double[8];
      double[] turn = new double[4];
      Quaternion.fromAxisAngle(1, 0, 0, radians, turn, 0);
      skeleton.copyRestRotation(j, values, 0);
      Quaternion.multiply(values, 0, turn, 0, values, 4);
      tracks.add(
          new Clip.Track(j, Clip.Property.ROTATION, Clip.Interpolation.LINEAR, times, values));
    }
    if (path != 0) {
      double[] way = new double[6];
      skeleton.copyRestTranslation(0, way, 0);
      skeleton.copyRestTranslation(0, way, 3);
      way[3] += path;
      tracks.add(
          new Clip.Track(0, Clip.Property.TRANSLATION, Clip.Interpolation.LINEAR, times, way));
    }
    return new Clip(name, tracks);
  }

  private static PoseKnowledge known(Clip... clips) {
    return PoseKnowledge.orSkeleton(PoseSource.CLIPS, BIPED.withClips(List.of(clips)), 1);
  }

  @Test
  void theBindPoseIsNoMotion() {
    Clip still = turned("bind pose", BIPED, 0, 0);
    PoseKnowledge knowledge = known(still);
    assertThat(knowledge.source()).isEqualTo(PoseSource.SKELETON);
    assertThat(knowledge.clips()).isEmpty();
    assertThat(knowledge.notes()).anyMatch(note -> note.contains("'bind pose' hardly moves"));
    assertThat(knowledge.notes()).anyMatch(note -> note.contains("45 degrees"));
    assertThatThrownBy(() -> PoseKnowledge.of(PoseSource.RANGE, BIPED.withClips(List.of(still)), 1))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("hardly move");
  }

  @Test
  void aPathOfTheWholeCharacterIsNoMotion() {
    assertThat(known(turned("slide", BIPED, 0, 5)).clips()).isEmpty();
  }

  @Test
  void smallTurnsDoNotCountAndLargeOnesDo() {
    assertThat(known(turned("breath", BIPED, 1e-4, 0)).clips()).isEmpty();
    Clip bow = turned("bow", BIPED, 0.2, 0);
    Clip still = turned("bind pose", BIPED, 0, 0);
    PoseKnowledge both = known(still, bow);
    assertThat(both.source()).isEqualTo(PoseSource.CLIPS);
    assertThat(both.clips()).containsExactly(bow);
    assertThat(both.notes()).hasSize(1);
    assertThat(both.spreadNames(8)).allMatch(name -> !name.startsWith("bind pose"));
    assertThat(known(bow).notes()).isEmpty();
    assertThat(PoseKnowledge.movingClips(BIPED)).isEqualTo(BIPED.clips());
  }

  /** Some exporters leave the nodes in the first pose of a clip. */
  @Test
  void theBindPoseIsNoMotionIfTheNodesRestElsewhere() {
    Clip bow = turned("bow", BIPED, 0.2, 0);
    Pose posed = BIPED.restPose();
    bow.sample(bow.duration(), posed);
    Skeleton.Builder nodes = Skeleton.builder();
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < BIPED.skeleton().jointCount(); j++) {
      posed.copyLocal(j, local, 0);
      nodes.addMatrix(BIPED.skeleton().name(j), BIPED.skeleton().parent(j), local);
    }
    SkinnedCharacter bowed =
        new SkinnedCharacter(
            nodes.build(),
            BIPED.skins(),
            BIPED.meshes(),
            BIPED.parts(),
            List.of(turned("bind pose", BIPED, 0, 0), bow),
            BIPED.materials());
    // The other clip goes from one to the other.
    assertThat(PoseKnowledge.movingClips(bowed)).containsExactly(bow);
  }

  @Test
  void allUsesGetTheSamePoses() {
    PoseKnowledge none = known();
    PoseKnowledge still = known(turned("bind pose", BIPED, 0, 0));
    List<Pose> first = none.spreadPoses(PlausiblePoses.MEASURED);
    List<Pose> second = still.spreadPoses(PlausiblePoses.MEASURED);
    Clip clip = PlausiblePoses.clip(BIPED, 1);
    Pose played = BIPED.restPose();
    for (int i = 1; i < PlausiblePoses.MEASURED; i++) {
      clip.sample((i - 1) / 30.0, played);
      assertThat(globals(second.get(i))).containsExactly(globals(first.get(i)), within(1e-12));
      assertThat(globals(played)).containsExactly(globals(first.get(i)), within(1e-9));
    }
  }

  /** Joints of other axes turn alike in the scene. */
  @Test
  void anotherSkeletonTakesTheSamePoses() {
    double[] axes = new double[4];
    Quaternion.fromAxisAngle(1, 2, 3, 1.1, axes, 0);
    double[] back = new double[4];
    Quaternion.conjugate(axes, 0, back, 0);
    Skeleton old = BIPED.skeleton();
    Skeleton.Builder joints = Skeleton.builder();
    for (int j = 0; j < old.jointCount(); j++) {
      double[] t = new double[3];
      double[] q = new double[4];
      double[] place = new double[Affine.SIZE];
      old.copyRestTranslation(j, t, 0);
      old.copyRestRotation(j, q, 0);
      if (old.parent(j) != Skeleton.NO_PARENT) {
        Affine.fromTrs(new double[3], 0, back, 0, new double[] {1, 1, 1}, 0, place, 0);
        Affine.transformVector(place, 0, t, 0, t, 0);
        Quaternion.multiply(back, 0, q, 0, q, 0);
      }
      Quaternion.multiply(q, 0, axes, 0, q, 0);
      joints.add(old.name(j), old.parent(j), t, q, new double[] {1, 1, 1});
    }
    SkinnedCharacter other = SkinnedCharacter.ofMesh("other", BIPED.meshes().getFirst().mesh());
    other =
        new SkinnedCharacter(
            joints.build(), List.of(), other.meshes(), other.parts(), List.of(), List.of());
    Pose one = BIPED.restPose();
    Pose two = other.restPose();
    PlausiblePoses.clip(BIPED, 1).sample(0.1, one);
    PlausiblePoses.clip(BIPED, other, 1).orElseThrow().sample(0.1, two);
    double[] a = globals(one);
    double[] b = globals(two);
    for (int i = 3; i < a.length; i += 4) {
      assertThat(b[i]).isCloseTo(a[i], within(1e-9));
    }
    SkinnedCharacter box = Samples.create("arm").character();
    assertThat(PlausiblePoses.clip(BIPED, box, 1)).isEmpty();
  }

  private static double[] globals(Pose pose) {
    double[] out = new double[Affine.SIZE * pose.skeleton().jointCount()];
    for (int j = 0; j < pose.skeleton().jointCount(); j++) {
      pose.copyGlobal(j, out, Affine.SIZE * j);
    }
    return out;
  }
}
