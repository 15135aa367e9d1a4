package dev.sinew.retarget;

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
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Motions of the built-in biped on copies of it with other names, axes of joints and rest poses.
 */
class RetargetTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final SkinnedCharacter BIPED = Samples.create("biped").character();

  private static RetargetResult run(Motion motion, SkinnedCharacter target) {
    return Retarget.run(motion, target, RetargetOptions.DEFAULTS, CONTEXT);
  }

  /** Another file of the same rig, with its joints in another order, keeps all tracks. */
  @Test
  void theSameRigKeepsItsTracks() {
    Clip clip = BIPED.clips().getFirst();
    SkinnedCharacter other = onto(BIPED, stretched(BIPED.skeleton()));
    RetargetResult moved = run(new Motion(BIPED, clip), onto(BIPED, BIPED.skeleton()));
    assertThat(moved.isSame()).isTrue();
    assertThat(moved.clip().tracks()).hasSameSizeAs(clip.tracks());
    for (int t = 0; t < clip.tracks().size(); t++) {
      assertThat(moved.clip().tracks().get(t).values()).isEqualTo(clip.tracks().get(t).values());
    }
    // Other lengths: no longer the same, but mapped to nearly the same poses.
    RetargetResult mapped = run(new Motion(BIPED, clip), other);
    assertThat(mapped.isSame()).isFalse();
    assertSamePlaces(clip, BIPED.skeleton(), mapped.clip(), other.skeleton(), 2e-3);
  }

  /** Turned axes of joints, as programs differ in them, do not change where bones point. */
  @Test
  void axesOfJointsDoNotMatter() {
    long seed = 11;
    Random random = new Random(seed);
    RetargetOptions sliding = RetargetOptions.DEFAULTS.withHoldFeet(false);
    Skeleton turned = turnedJoints(BIPED.skeleton(), random);
    for (Clip clip : BIPED.clips()) {
      RetargetResult mapped =
          Retarget.run(new Motion(BIPED.skeleton(), clip), turned, sliding, CONTEXT);
      assertThat(mapped.unmatched()).isEmpty();
      assertSamePlaces(clip, BIPED.skeleton(), mapped.clip(), turned, 1e-5);
      // And back: a source whose joints have rotations at rest.
      RetargetResult back =
          Retarget.run(new Motion(turned, mapped.clip()), BIPED.skeleton(), sliding, CONTEXT);
      assertSamePlaces(clip, BIPED.skeleton(), back.clip(), BIPED.skeleton(), 1e-5);
    }
  }

  /** A file whose nodes rest in a frame of a motion, but whose skin was bound as the biped's. */
  @Test
  void turnsCountFromTheBindPose() {
    Clip clip = BIPED.clips().getFirst();
    SkinnedCharacter posed = onto(BIPED, resting(BIPED.skeleton(), clip, 0.3));
    // Not the same rig: its locals at rest differ.
    RetargetResult mapped = run(new Motion(BIPED, clip), posed);
    assertThat(mapped.isSame()).isFalse();
    assertSamePlaces(clip, BIPED.skeleton(), mapped.clip(), posed.skeleton(), 2e-2);
  }

  @Test
  void namesOfTheCallerComeFirst() {
    Skeleton.Builder from = Skeleton.builder();
    from.add("one", Skeleton.NO_PARENT, 0, 0, 0);
    from.add("two", 0, 0, 1, 0);
    Skeleton.Builder to = Skeleton.builder();
    to.add("two", Skeleton.NO_PARENT, 0, 0, 0);
    to.add("three", 0, 0, 1, 0);
    Clip clip = new Clip("turn", List.of(turn(0, 0, 0, 0.6, 0.8), turn(1, 0, 0, 0.6, 0.8)));
    Motion motion = new Motion(from.build(), clip);
    RetargetOptions named = RetargetOptions.DEFAULTS.withNames(Map.of("one", "two"));
    RetargetResult mapped = Retarget.run(motion, to.build(), named, CONTEXT);
    assertThat(mapped.matched()).containsExactly("two");
    assertThat(mapped.unmatched()).containsExactly("two");
    RetargetOptions unknown = RetargetOptions.DEFAULTS.withNames(Map.of("one", "four"));
    assertThatThrownBy(() -> Retarget.run(motion, to.build(), unknown, CONTEXT))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("there is no joint four");
  }

  /** Between the keys of a spline there are others, so that its course is kept. */
  @Test
  void splinesAreSampled() {
    Skeleton.Builder one = Skeleton.builder();
    one.add("joint", Skeleton.NO_PARENT, 0, 0, 0);
    Skeleton.Builder two = Skeleton.builder();
    two.add("above", Skeleton.NO_PARENT, 0, 0, 0);
    two.add("joint", 0, 0, 0, 0);
    double[] values = {0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
    Clip.Track spline =
        new Clip.Track(
            0, Clip.Property.ROTATION, Clip.Interpolation.CUBICSPLINE, new double[] {0, 1}, values);
    Motion motion = new Motion(one.build(), new Clip("spline", List.of(spline)));
    RetargetResult mapped = Retarget.run(motion, two.build(), RetargetOptions.DEFAULTS, CONTEXT);
    double[] expected = new double[4];
    double[] found = new double[4];
    for (double time = 0; time <= 1; time += 0.1) {
      spline.sample(time, expected, 0);
      mapped.clip().tracks().getFirst().sample(time, found, 0);
      double dot = 0;
      for (int k = 0; k < 4; k++) {
        dot += expected[k] * found[k];
      }
      assertThat(Math.abs(dot)).as("at %s", time).isCloseTo(1, within(1e-4));
    }
  }

  private static Clip.Track turn(int joint, double... rotation) {
    return new Clip.Track(
        joint, Clip.Property.ROTATION, Clip.Interpolation.LINEAR, new double[] {0}, rotation);
  }

  private static SkinnedCharacter onto(SkinnedCharacter character, Skeleton skeleton) {
    return new SkinnedCharacter(
        skeleton, character.skins(), character.meshes(), character.parts(), List.of());
  }

  /** Bones of another length: no longer the same rig. */
  private static Skeleton stretched(Skeleton skeleton) {
    Skeleton.Builder out = Skeleton.builder();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      double[] local = new double[Affine.SIZE];
      skeleton.copyRestLocal(j, local, 0);
      if (skeleton.parent(j) != Skeleton.NO_PARENT) {
        local[3] *= 1.002;
      }
      out.addMatrix(skeleton.name(j), skeleton.parent(j), local);
    }
    return out.build();
  }

  /** The same joints in the same places, each with axes of its own. */
  private static Skeleton turnedJoints(Skeleton skeleton, Random random) {
    Pose rest = new Pose(skeleton);
    List<double[]> globals = new ArrayList<>();
    Skeleton.Builder out = Skeleton.builder();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      double[] global = new double[Affine.SIZE];
      rest.copyGlobal(j, global, 0);
      double[] axes = new double[Quaternion.SIZE];
      for (int k = 0; k < 4; k++) {
        axes[k] = random.nextGaussian();
      }
      Quaternion.normalize(axes, 0);
      double[] at = {global[3], global[7], global[11]};
      double[] own = new double[Affine.SIZE];
      Affine.fromTrs(at, 0, axes, 0, new double[] {1, 1, 1}, 0, own, 0);
      globals.add(own);
      double[] local = own.clone();
      int parent = skeleton.parent(j);
      if (parent != Skeleton.NO_PARENT) {
        double[] back = new double[Affine.SIZE];
        Affine.invert(globals.get(parent), 0, back, 0);
        Affine.multiply(back, 0, own, 0, local, 0);
      }
      out.addMatrix(skeleton.name(j), parent, local);
    }
    return out.build();
  }

  /** The joints as a clip shows them at a time. */
  private static Skeleton resting(Skeleton skeleton, Clip clip, double time) {
    Pose pose = new Pose(skeleton);
    clip.sample(time, pose);
    Skeleton.Builder out = Skeleton.builder();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      double[] local = new double[Affine.SIZE];
      pose.copyLocal(j, local, 0);
      out.addMatrix(skeleton.name(j), skeleton.parent(j), local);
    }
    return out.build();
  }

  /** Joints are at the same places relative to the first, in units of the body's height. */
  private static void assertSamePlaces(
      Clip first, Skeleton of, Clip second, Skeleton other, double tolerance) {
    Pose one = new Pose(of);
    Pose two = new Pose(other);
    for (double time = 0; time <= first.duration(); time += 0.2) {
      first.sample(time, one);
      second.sample(time, two);
      for (int j = 1; j < of.jointCount(); j++) {
        double[] a = place(one, j);
        double[] b = place(two, j);
        double[] a0 = place(one, 0);
        double[] b0 = place(two, 0);
        for (int k = 0; k < 3; k++) {
          assertThat(b[k] - b0[k])
              .as("%s of %s at %s", first.name(), of.name(j), time)
              .isCloseTo(a[k] - a0[k], within(tolerance));
        }
      }
    }
  }

  private static double[] place(Pose pose, int joint) {
    double[] global = new double[Affine.SIZE];
    pose.copyGlobal(joint, global, 0);
    return new double[] {global[3], global[7], global[11]};
  }
}
