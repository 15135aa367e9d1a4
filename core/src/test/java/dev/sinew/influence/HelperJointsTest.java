package dev.sinew.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.influence.HelperSearch.Loss;
import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseSamples;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Helpers follow their vertices and change nothing else. */
class HelperJointsTest {
  private static final double BEND = Math.toRadians(80);

  /** Returns a character of two joints with vertices around the second joint. */
  private static SkinnedCharacter elbow(double size, double weight) {
    Skeleton.Builder joints = Skeleton.builder();
    joints.add(
        "upper",
        Skeleton.NO_PARENT,
        new double[3],
        new double[] {0, 0, 0, 1},
        new double[] {size, size, size});
    joints.add("lower", 0, 1, 0, 0);
    Skeleton skeleton = joints.build();
    double[] positions = {
      0.8, 0.2, 0, 1.2, 0.2, 0, 1.2, -0.2, 0.1, 0.8, -0.2, 0.1, 1, 0, 0.3, 1, 0.1, -0.3
    };
    for (int i = 0; i < positions.length; i++) {
      positions[i] *= size;
    }
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < positions.length / 3; v++) {
      rows.add(0, 1 - weight);
      rows.add(1, weight);
      rows.endRow();
    }
    Clip bend = new Clip("bend", List.of(bending(Interpolation.LINEAR, 1)));
    return new SkinnedCharacter(
        skeleton,
        List.of(boundAtRest(skeleton)),
        List.of(
            new Geometry(
                "elbow",
                TriMesh.of(positions, new int[] {0, 1, 2, 2, 3, 4, 4, 5, 0}),
                new Skinning.Linear(rows.build()))),
        List.of(new Part("elbow", 0, 0, 0)),
        List.of(bend));
  }

  /** Returns a track that rotates the lower joint from 0 to {@link #BEND}. */
  private static Track bending(Interpolation interpolation, double end) {
    double[] turned = new double[8];
    Quaternion.identity(turned, 0);
    Quaternion.fromAxisAngle(0, 0, 1, BEND, turned, 4);
    return new Track(1, Property.ROTATION, interpolation, new double[] {0, end}, turned);
  }

  private static Skin boundAtRest(Skeleton skeleton) {
    Pose rest = new Pose(skeleton);
    int[] joints = IntStream.range(0, skeleton.jointCount()).toArray();
    double[] binds = new double[Affine.SIZE * joints.length];
    for (int j : joints) {
      rest.copyGlobal(j, binds, Affine.SIZE * j);
      Affine.invert(binds, Affine.SIZE * j, binds, Affine.SIZE * j);
    }
    return new Skin("skin", joints, binds);
  }

  private static List<HelperJoint> find(
      SkinnedCharacter character, int maxJoints, int count, int threads) {
    Geometry geometry = character.meshes().getFirst();
    Influences given = geometry.skinning().influences().orElseThrow();
    try (RunContext context = RunContext.ofThreads(threads)) {
      return HelperSearch.find(
          character.skins().getFirst(),
          PoseSamples.ofClips(character.skeleton(), character.clips(), 30),
          List.of(new Loss(geometry.mesh().positions(), given, given.heaviest(maxJoints))),
          maxJoints,
          count,
          context);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.01, 100})
  void helperRotatesByHalfTheAngle(double size) {
    SkinnedCharacter elbow = elbow(size, 0.5);
    SkinnedCharacter extended = HelperJoints.addTo(elbow, 0, find(elbow, 1, 1, 1));

    assertThat(extended.skeleton().jointCount()).isEqualTo(3);
    Pose pose = extended.restPose();
    extended.clips().getFirst().sample(1, pose);
    double[] motion = new double[3 * Affine.SIZE];
    extended.skins().getFirst().skinningMatrices(pose, motion);
    // M of the helper rotates by half the angle about the elbow, which hardly moves.
    int m = 2 * Affine.SIZE;
    assertThat(motion[m]).isCloseTo(Math.cos(BEND / 2), within(1e-6));
    assertThat(motion[m + 4]).isCloseTo(Math.sin(BEND / 2), within(1e-6));
    double[] elbowPoint = {size, 0, 0};
    double[] moved = new double[3];
    Affine.transformPoint(motion, m, elbowPoint, 0, moved, 0);
    assertThat(moved[0]).isCloseTo(size, within(0.03 * size));
    assertThat(moved[1]).isCloseTo(0, within(0.03 * size));
    assertThat(moved[2]).isCloseTo(0, within(0.03 * size));
  }

  /** Returns the elbow with other tracks. */
  private static SkinnedCharacter moving(SkinnedCharacter elbow, Track... tracks) {
    return new SkinnedCharacter(
        elbow.skeleton(),
        elbow.skins(),
        elbow.meshes(),
        elbow.parts(),
        List.of(new Clip("moving", List.of(tracks))));
  }

  /** Returns the skinning matrix of the helper at a time. */
  private static double[] helperMotion(SkinnedCharacter extended, double time) {
    Pose pose = extended.restPose();
    extended.clips().getFirst().sample(time, pose);
    double[] motion = new double[3 * Affine.SIZE];
    extended.skins().getFirst().skinningMatrices(pose, motion);
    return Arrays.copyOfRange(motion, 2 * Affine.SIZE, 3 * Affine.SIZE);
  }

  @Test
  void helpersFollowSteps() {
    SkinnedCharacter elbow = moving(elbow(1, 0.5), bending(Interpolation.STEP, 1));
    SkinnedCharacter extended = HelperJoints.addTo(elbow, 0, find(elbow, 1, 1, 1));
    assertThat(helperMotion(extended, 0.999)[0]).isCloseTo(1, within(1e-9));
    assertThat(helperMotion(extended, 1)[0]).isCloseTo(Math.cos(BEND / 2), within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-40, 1e-6, 1e-3, 0.1})
  void helperStaysNearParentWithSmallScale(double scale) {
    SkinnedCharacter elbow =
        moving(
            elbow(1, 0.6),
            new Track(
                1,
                Property.SCALE,
                Interpolation.LINEAR,
                new double[] {0, 0.5, 1},
                new double[] {1, 1, 1, scale, scale, scale, 1, 1, 1}),
            bending(Interpolation.LINEAR, 1));
    SkinnedCharacter extended = HelperJoints.addTo(elbow, 0, find(elbow, 1, 1, 1));
    assertThat(extended.skeleton().parent(2)).isEqualTo(1);
    double[] point = {1.2, 0.2, 0};
    double[] moved = new double[3];
    for (double time = 0; time <= 1; time += 1.0 / 997) {
      Affine.transformPoint(helperMotion(extended, time), 0, point, 0, moved, 0);
      assertThat(Math.hypot(moved[0], moved[1])).as("at " + time).isLessThan(3);
    }
  }

  /** Returns the elbow with another skin. */
  private static SkinnedCharacter withSkin(SkinnedCharacter elbow, Skeleton skeleton, Skin skin) {
    return new SkinnedCharacter(
        skeleton, List.of(skin), elbow.meshes(), elbow.parts(), elbow.clips());
  }

  @Test
  void parentsHaveInvertibleBindMatrices() {
    SkinnedCharacter elbow = elbow(1, 0.4);
    double[] binds = new double[2 * Affine.SIZE];
    elbow.skins().getFirst().copyInverseBind(1, binds, Affine.SIZE);
    Skin flat = new Skin("flat", new int[] {0, 1}, binds);
    List<HelperJoint> found = find(withSkin(elbow, elbow.skeleton(), flat), 1, 2, 1);
    assertThat(found).isNotEmpty().allMatch(helper -> helper.parent() == 1);

    Skin nothing = new Skin("nothing", new int[] {0, 1}, new double[2 * Affine.SIZE]);
    assertThat(find(withSkin(elbow, elbow.skeleton(), nothing), 1, 2, 1)).isEmpty();
  }

  @Test
  void thousandsOfJoints() {
    SkinnedCharacter elbow = elbow(1, 0.5);
    Skeleton.Builder joints = Skeleton.builder(elbow.skeleton());
    for (int j = 0; j < 3000; j++) {
      joints.add("spare " + j, 1, 0, 0, 0);
    }
    Skeleton skeleton = joints.build();
    SkinnedCharacter crowded = withSkin(elbow, skeleton, boundAtRest(skeleton));
    SkinnedCharacter extended = HelperJoints.addTo(crowded, 0, find(crowded, 1, 1, 2));
    assertThat(extended.skeleton().jointCount()).isEqualTo(3003);
    Pose pose = extended.restPose();
    extended.clips().getFirst().sample(1, pose);
    double[] motion = new double[Affine.SIZE * 3003];
    extended.skins().getFirst().skinningMatrices(pose, motion);
    assertThat(motion[Affine.SIZE * 3002]).isCloseTo(Math.cos(BEND / 2), within(1e-6));
  }

  @Test
  void keysOfLongClipsAreLimited() {
    SkinnedCharacter elbow = moving(elbow(1, 0.5), bending(Interpolation.LINEAR, 1e7));
    List<HelperJoint> one = find(elbow(1, 0.5), 1, 1, 1);
    SkinnedCharacter extended =
        HelperJoints.addTo(elbow, 0, Collections.nCopies(16, one.getFirst()));
    Track track = extended.clips().getFirst().tracks().getLast();
    assertThat(track.keyCount()).isBetween(3, 1 << 17);
    assertThat(track.lastTime()).isEqualTo(1e7);
  }

  @Test
  void skinsThatShareTheirJointsStillDo() {
    SkinnedCharacter elbow = elbow(1, 0.4);
    Skin own = elbow.skins().getFirst();
    double[] moved = new double[own.jointCount() * Affine.SIZE];
    for (int j = 0; j < own.jointCount(); j++) {
      own.copyInverseBind(j, moved, Affine.SIZE * j);
      moved[Affine.SIZE * j + 3] += 1;
    }
    Skin twin = new Skin("twin", new int[] {0, 1}, moved);
    Skin other = new Skin("other", new int[] {1}, Arrays.copyOf(moved, Affine.SIZE));
    SkinnedCharacter several =
        new SkinnedCharacter(
            elbow.skeleton(),
            List.of(own, twin, other),
            elbow.meshes(),
            elbow.parts(),
            elbow.clips());
    SkinnedCharacter extended = HelperJoints.addTo(several, 0, find(elbow, 1, 1, 1));
    assertThat(extended.skins().get(0).jointCount()).isEqualTo(3);
    assertThat(extended.skins().get(1).jointCount()).isEqualTo(3);
    assertThat(extended.skins().get(1).joint(2)).isEqualTo(extended.skins().get(0).joint(2));
    assertThat(extended.skins().get(2).jointCount()).isOne();
  }

  @Test
  void helperIsIdentityAtRest() {
    SkinnedCharacter elbow = elbow(1, 0.4);
    SkinnedCharacter extended = HelperJoints.addTo(elbow, 0, find(elbow, 1, 1, 1));
    double[] motion = new double[3 * Affine.SIZE];
    extended.skins().getFirst().skinningMatrices(extended.restPose(), motion);
    double[] identity = new double[Affine.SIZE];
    Affine.identity(identity, 0);
    assertThat(Arrays.copyOfRange(motion, 2 * Affine.SIZE, 3 * Affine.SIZE))
        .containsExactly(identity, within(1e-9));
  }

  @Test
  void noHelpersWithoutError() {
    SkinnedCharacter still = elbow(1, 0.5);
    double[] turned = new double[8];
    Quaternion.identity(turned, 0);
    Quaternion.fromAxisAngle(1, 2, 3, BEND, turned, 4);
    // Both joints rotate together.
    Track whole =
        new Track(0, Property.ROTATION, Interpolation.LINEAR, new double[] {0, 1}, turned);
    SkinnedCharacter rigid =
        new SkinnedCharacter(
            still.skeleton(),
            still.skins(),
            still.meshes(),
            still.parts(),
            List.of(new Clip("whole", List.of(whole))));
    assertThat(find(rigid, 1, 4, 1)).isEmpty();
    assertThat(find(still, 2, 4, 1)).isEmpty();
    assertThat(HelperJoints.addTo(rigid, 0, List.of())).isSameAs(rigid);
  }

  @Test
  void moreHelpersReduceError() {
    SkinnedCharacter biped = Samples.create("biped").character();
    double without = error(biped);
    double some = error(HelperJoints.addTo(biped, 0, find(biped, 1, 6, 2)));
    double many = error(HelperJoints.addTo(biped, 0, find(biped, 1, 24, 2)));
    assertThat(some).isLessThan(0.8 * without);
    assertThat(many).isLessThan(0.75 * some);
  }

  /** Returns the squared error over the frames with each vertex on its best joint. */
  private static double error(SkinnedCharacter character) {
    Skin skin = character.skins().getFirst();
    Geometry geometry = character.meshes().getFirst();
    Influences given = geometry.skinning().influences().orElseThrow();
    double[] rest = geometry.mesh().positions();
    double[][] errors = new double[given.vertexCount()][skin.jointCount()];
    AnimationCoords target = AnimationCoords.ofLinearBlend(skin, given, rest);
    double[] motion = new double[Affine.SIZE * skin.jointCount()];
    double[] globals = new double[motion.length];
    double[] right = new double[3];
    double[] moved = new double[3];
    PoseSamples.ofClips(character.skeleton(), character.clips(), 10)
        .forEach(
            pose -> {
              skin.skinningMatrices(pose, motion);
              for (int j = 0; j < skin.jointCount(); j++) {
                pose.copyGlobal(skin.joint(j), globals, Affine.SIZE * j);
              }
              for (int v = 0; v < errors.length; v++) {
                target.project(v, globals, right, 0);
                for (int j = 0; j < skin.jointCount(); j++) {
                  Affine.transformPoint(motion, Affine.SIZE * j, rest, 3 * v, moved, 0);
                  for (int c = 0; c < 3; c++) {
                    errors[v][j] += (moved[c] - right[c]) * (moved[c] - right[c]);
                  }
                }
              }
            });
    return Arrays.stream(errors).mapToDouble(e -> Arrays.stream(e).min().orElseThrow()).sum();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void otherJointsAreUnchanged(int maxJoints) {
    SkinnedCharacter biped = Samples.create("biped").character();
    SkinnedCharacter extended = HelperJoints.addTo(biped, 0, find(biped, maxJoints, 5, 2));
    SkinnedCharacter twice = HelperJoints.addTo(extended, 0, find(extended, maxJoints, 2, 2));

    assertThat(extended.skeleton().jointCount()).isEqualTo(biped.skeleton().jointCount() + 5);
    assertThat(extended.meshes()).isEqualTo(biped.meshes());
    Pose before = biped.restPose();
    Pose after = extended.restPose();
    double[] a = new double[Affine.SIZE];
    double[] b = new double[Affine.SIZE];
    for (int c = 0; c < biped.clips().size(); c++) {
      double end = biped.clips().get(c).duration();
      assertThat(extended.clips().get(c).duration()).isCloseTo(end, within(1e-6));
      for (double time = 0; time <= end; time += end / 7) {
        biped.clips().get(c).sample(time, before);
        extended.clips().get(c).sample(time, after);
        for (int j = 0; j < biped.skeleton().jointCount(); j++) {
          before.copyGlobal(j, a, 0);
          after.copyGlobal(j, b, 0);
          assertThat(b).containsExactly(a);
        }
      }
    }
    HashSet<String> names = new HashSet<>();
    for (int j = 0; j < twice.skeleton().jointCount(); j++) {
      assertThat(names.add(twice.skeleton().name(j))).as(twice.skeleton().name(j)).isTrue();
    }
  }

  @Test
  void resultDoesNotDependOnThreads() {
    SkinnedCharacter biped = Samples.create("biped").character();
    double[] motion = new double[Affine.SIZE * biped.skins().getFirst().jointCount()];
    Pose pose = biped.restPose();
    biped.clips().getFirst().sample(0.4, pose);
    biped.skins().getFirst().skinningMatrices(pose, motion);
    List<HelperJoint> one = find(biped, 2, 6, 1);
    List<HelperJoint> three = find(biped, 2, 6, 3);
    assertThat(three).hasSameSizeAs(one);
    double[] a = new double[Affine.SIZE];
    double[] b = new double[Affine.SIZE];
    for (int h = 0; h < one.size(); h++) {
      one.get(h).follow(motion, a);
      three.get(h).follow(motion, b);
      assertThat(b).containsExactly(a);
      assertThat(three.get(h).parent()).isEqualTo(one.get(h).parent());
    }
  }

  @Test
  void helperOfSingularParentIsIdentity() {
    SkinnedCharacter elbow = elbow(1, 0.5);
    HelperJoint helper = find(elbow, 1, 1, 1).getFirst();
    double[] motion = new double[2 * Affine.SIZE];
    double[] local = new double[Affine.SIZE];
    helper.follow(motion, local);
    double[] identity = new double[Affine.SIZE];
    Affine.identity(identity, 0);
    assertThat(local).containsExactly(identity);
  }
}
