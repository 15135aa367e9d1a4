package dev.sinew.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WithoutJointsTest {
  private static final long SEED = 3;
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  /** A chain with a branch at each end, with random clips, that carries a mesh at its root. */
  private static SkinnedCharacter randomCharacter(Random random, boolean stretched) {
    Skeleton.Builder joints = Skeleton.builder();
    for (int j = 0; j < 8; j++) {
      double size = 0.8 + 0.4 * random.nextDouble();
      joints.add(
          "joint " + j,
          j == 0 ? Skeleton.NO_PARENT : j == 7 ? 2 : j - 1,
          new double[] {0.3, 0.1 * random.nextDouble(), 0},
          turn(random),
          new double[] {size, stretched ? 1.7 * size : size, size});
    }
    List<Track> tracks = new ArrayList<>();
    for (int j = 1; j < 8; j++) {
      int keys = 2 + random.nextInt(6);
      double[] times = new double[keys];
      double[] values = new double[4 * keys];
      double[] places = new double[3 * keys];
      for (int k = 0; k < keys; k++) {
        times[k] = k * (0.2 + 0.1 * random.nextDouble() / keys);
        System.arraycopy(turn(random), 0, values, 4 * k, 4);
        places[3 * k] = random.nextDouble();
      }
      if (random.nextInt(4) > 0) {
        Interpolation how = random.nextInt(4) == 0 ? Interpolation.STEP : Interpolation.LINEAR;
        tracks.add(
            new Track(j, Property.ROTATION, j == 2 ? Interpolation.LINEAR : how, times, values));
      }
      if (random.nextInt(3) == 0) {
        tracks.add(new Track(j, Property.TRANSLATION, Interpolation.LINEAR, times, places));
      }
    }
    SkinnedCharacter mesh = Samples.create("arm").character();
    return new SkinnedCharacter(
        joints.build(),
        List.of(),
        List.of(new SkinnedCharacter.Geometry("arm", mesh.meshes().getFirst().mesh())),
        List.of(new Part("arm", 0, 0, SkinnedCharacter.NO_SKIN)),
        List.of(new Clip("clip", tracks)));
  }

  private static double[] turn(Random random) {
    double[] out = new double[Quaternion.SIZE];
    Quaternion.fromAxisAngle(
        random.nextGaussian(),
        random.nextGaussian(),
        random.nextGaussian(),
        random.nextDouble(),
        out,
        0);
    return out;
  }

  /** Returns the skeleton that a result means, with the joints that are left. */
  private static SkinnedCharacter pruned(SkinnedCharacter from, WithoutJoints.Result made) {
    Skeleton.Builder joints = Skeleton.builder();
    int[] place = new int[from.skeleton().jointCount()];
    for (int j = 0; j < place.length; j++) {
      if (!made.gone().get(j)) {
        double[] parts = new double[10];
        made.skeleton().copyRestTranslation(j, parts, 0);
        made.skeleton().copyRestRotation(j, parts, 3);
        made.skeleton().copyRestScale(j, parts, 7);
        int above = made.above(j);
        place[j] =
            joints.add(
                from.skeleton().name(j),
                above == Skeleton.NO_PARENT ? above : place[above],
                new double[] {parts[0], parts[1], parts[2]},
                new double[] {parts[3], parts[4], parts[5], parts[6]},
                new double[] {parts[7], parts[8], parts[9]});
      }
    }
    List<Clip> clips = new ArrayList<>();
    for (Clip clip : made.clips()) {
      clips.add(
          new Clip(
              clip.name(),
              clip.tracks().stream()
                  .map(
                      t ->
                          new Track(
                              place[t.joint()],
                              t.property(),
                              t.interpolation(),
                              t.times(),
                              t.values()))
                  .toList()));
    }
    return new SkinnedCharacter(
        joints.build(), from.skins(), from.meshes(), from.parts(), clips, from.materials());
  }

  @Test
  void whatIsLeftMovesAsBefore() {
    Random random = new Random(SEED);
    for (int round = 0; round < 60; round++) {
      SkinnedCharacter whole = randomCharacter(random, false);
      BitSet gone = new BitSet();
      for (int j = 1; j < 8; j++) {
        gone.set(j, random.nextBoolean());
      }
      WithoutJoints.Result made = WithoutJoints.of(whole, gone, CONTEXT);
      SkinnedCharacter left = pruned(whole, made);
      double side = whole.meshes().getFirst().mesh().bounds().longestSide();
      for (int sample = 0; sample <= 20; sample++) {
        double time = whole.clips().getFirst().duration() * sample / 20;
        boolean steps =
            whole.clips().getFirst().tracks().stream()
                .anyMatch(t -> t.interpolation() == Interpolation.STEP);
        if (!steps) {
          assertSame(whole, left, time, 5e-4 * side, "seed %d, round %d".formatted(SEED, round));
        }
      }
      assertSame(whole, left, -1, 1e-9, "seed %d, round %d, rest".formatted(SEED, round));
    }
  }

  private static void assertSame(
      SkinnedCharacter whole, SkinnedCharacter left, double time, double tolerance, String what) {
    Pose before = whole.restPose();
    Pose after = left.restPose();
    if (time >= 0) {
      whole.clips().getFirst().sample(time, before);
      left.clips().getFirst().sample(time, after);
    }
    double[] a = new double[Affine.SIZE];
    double[] b = new double[Affine.SIZE];
    for (int j = 0; j < left.skeleton().jointCount(); j++) {
      before.copyGlobal(whole.skeleton().find(left.skeleton().name(j)), a, 0);
      after.copyGlobal(j, b, 0);
      for (int i = 0; i < Affine.SIZE; i++) {
        assertThat(b[i]).as("%s, joint %d at %f", what, j, time).isCloseTo(a[i], within(tolerance));
      }
    }
  }

  @Test
  void aJointStaysWhereItsChildrenWouldBeSheared() {
    SkinnedCharacter whole = randomCharacter(new Random(SEED), true);
    BitSet gone = new BitSet();
    gone.set(5);
    assertThat(WithoutJoints.of(whole, gone, CONTEXT).gone().isEmpty()).isTrue();
    gone.set(6); // The end of the chain: nothing hangs below.
    BitSet end = new BitSet();
    end.set(6);
    assertThat(WithoutJoints.of(whole, end, CONTEXT).gone()).isEqualTo(end);
  }

  @Test
  void aForkThatMovesStays() {
    SkinnedCharacter whole = randomCharacter(new Random(SEED), false);
    BitSet fork = new BitSet();
    fork.set(2);
    boolean moves =
        whole.clips().getFirst().tracks().stream().anyMatch(track -> track.joint() == 2);
    assertThat(WithoutJoints.of(whole, fork, CONTEXT).gone().isEmpty()).isEqualTo(moves);
  }
}
