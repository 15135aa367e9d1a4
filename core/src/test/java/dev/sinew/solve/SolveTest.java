package dev.sinew.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.pose.Turn;
import dev.sinew.rig.FoundPose;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SolveTest {
  private static final long SEED = 20261116;

  private final RunContext context = RunContext.ofThreads(1);
  private final Random random = new Random(SEED);

  /** Returns the positions of a character's surface in poses. */
  private static List<float[]> shapes(SkinnedCharacter character, List<Pose> poses) {
    CharacterSurface surface = CharacterSurface.of(character);
    CharacterSurface.Posed posed = surface.newPosed();
    List<float[]> out = new ArrayList<>();
    for (Pose pose : poses) {
      posed.set(pose);
      float[] shape = new float[3 * surface.vertexCount()];
      posed.copyVertexPositions(shape);
      out.add(shape);
    }
    return out;
  }

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(k -> "frame-" + k).toList();
  }

  private static PointTargets targets(SkinnedCharacter character, List<Pose> poses) {
    return PointTargets.ofShapes(character, names(poses.size()), shapes(character, poses));
  }

  /** Returns a pose with every joint of the skin turned by up to an angle, and a moved root. */
  private Pose randomPose(SkinnedCharacter character, double angle, double rootAngle) {
    Skeleton skeleton = character.skeleton();
    Pose pose = new Pose(skeleton);
    RigParameters rig = new RigParameters(new SurfacePoints(character), SolveOptions.DEFAULTS);
    double[] t = new double[3];
    double[] q = new double[4];
    double[] s = new double[3];
    for (int j = 0; j < rig.jointCount(); j++) {
      skeleton.copyRestTranslation(rig.joints[j], t, 0);
      skeleton.copyRestRotation(rig.joints[j], q, 0);
      skeleton.copyRestScale(rig.joints[j], s, 0);
      boolean root = rig.parents[j] < 0;
      double[] turn = new double[4];
      Quaternion.fromAxisAngle(
          random.nextGaussian(),
          random.nextGaussian(),
          random.nextGaussian(),
          (root ? rootAngle : angle) * random.nextDouble(),
          turn,
          0);
      Quaternion.multiply(q, 0, turn, 0, q, 0);
      for (int axis = 0; axis < 3 && root; axis++) {
        t[axis] += random.nextGaussian();
      }
      pose.setLocal(rig.joints[j], t, 0, q, 0, s, 0);
    }
    pose.update();
    return pose;
  }

  private List<Pose> randomPoses(SkinnedCharacter character, int count, double angle) {
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      poses.add(randomPose(character, angle, Math.PI));
    }
    return poses;
  }

  @ParameterizedTest
  @ValueSource(strings = {"biped", "quadruped", "arm", "cylinder-bend"})
  void recoversUnrelatedPosesOfTheSamples(String name) {
    SkinnedCharacter character = Samples.create(name).character();
    List<Pose> poses = randomPoses(character, 4, 1.2);
    SolveResult result =
        Solve.run(
            character, targets(character, poses), SolveOptions.DEFAULTS.withTolerance(0), context);
    assertThat(result.max()).as("seed %d", SEED).isLessThan(2e-5);
    Pose found = new Pose(character.skeleton());
    double[] expected = new double[Affine.SIZE];
    double[] actual = new double[Affine.SIZE];
    for (int k = 0; k < poses.size(); k++) {
      result.clip().sample(k / 30.0, found);
      for (int joint : result.joints()) {
        poses.get(k).copyGlobal(joint, expected, 0);
        found.copyGlobal(joint, actual, 0);
        assertThat(actual)
            .as("seed %d, joint %d", SEED, joint)
            .containsExactly(expected, within(1e-3));
      }
    }
  }

  @Test
  void skinsInAnimationSpaceAreSolvedAsTheyAre() {
    SkinnedCharacter plain = Samples.create("arm").character();
    SkinnedCharacter character = moved(plain);
    List<Pose> poses = randomPoses(character, 3, 1.0);
    SolveResult own =
        Solve.run(character, targets(character, poses), SolveOptions.DEFAULTS, context);
    assertThat(own.max()).isLessThan(1.1e-4);
    // The linear blend skin beside it has other shapes.
    SolveResult other = Solve.run(plain, targets(character, poses), SolveOptions.DEFAULTS, context);
    assertThat(other.rms()).isGreaterThan(1e-3);
  }

  /** Returns a character whose skin is no linear blend: coordinates moved at random. */
  private SkinnedCharacter moved(SkinnedCharacter character) {
    Part part = character.parts().getFirst();
    Geometry geometry = character.geometry(part);
    AnimationCoords linear = LinearSkin.of(character, part).coords();
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int v = 0; v < linear.rowCount(); v++) {
      for (int i = 0; i < linear.count(v); i++) {
        double[] p = new double[3];
        for (int axis = 0; axis < 3; axis++) {
          p[axis] = linear.value(v, i, axis) + 0.01 * random.nextGaussian();
        }
        rows.add(linear.joint(v, i), p[0], p[1], p[2], linear.value(v, i, 3));
      }
      rows.endRow();
    }
    return character.withMeshes(
        List.of(
            new Geometry(
                geometry.name(),
                geometry.mesh(),
                new Skinning.AnimationSpace(
                    rows.buildPoints(), geometry.skinning().influences().orElseThrow()),
                geometry.morphs())));
  }

  @Test
  void noiseIsAveragedOverThePoints() {
    SkinnedCharacter character = Samples.create("biped").character();
    List<Pose> poses = randomPoses(character, 2, 1.0);
    List<float[]> clean = shapes(character, poses);
    double side = 2;
    List<float[]> noisy = new ArrayList<>();
    for (float[] shape : clean) {
      float[] copy = shape.clone();
      for (int i = 0; i < copy.length; i++) {
        copy[i] += (float) (0.01 * side * random.nextGaussian());
      }
      noisy.add(copy);
    }
    SolveResult result =
        Solve.run(
            character,
            PointTargets.ofShapes(character, names(2), noisy),
            SolveOptions.DEFAULTS.withTolerance(0),
            context);
    double away = distance(character, result, clean);
    assertThat(result.rms()).isGreaterThan(0.01);
    assertThat(away).as("seed %d", SEED).isLessThan(0.3 * result.rms() * side);
  }

  /** Returns the rms distance of a result from shapes, in units of the model. */
  private static double distance(
      SkinnedCharacter character, SolveResult result, List<float[]> expected) {
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < expected.size(); k++) {
      Pose pose = new Pose(character.skeleton());
      result.clip().sample(k / 30.0, pose);
      poses.add(pose);
    }
    List<float[]> found = shapes(character, poses);
    double sum = 0;
    int count = 0;
    for (int k = 0; k < expected.size(); k++) {
      for (int i = 0; i < expected.get(k).length; i++) {
        double d = found.get(k)[i] - expected.get(k)[i];
        sum += d * d;
        count++;
      }
    }
    return Math.sqrt(3 * sum / count);
  }

  @Test
  void someMarkersAreEnoughAndMayBeHidden() {
    SkinnedCharacter character = Samples.create("biped").character();
    List<Pose> poses = randomPoses(character, 3, 0.6);
    List<float[]> full = shapes(character, poses);
    int[] vertices =
        IntStream.range(0, full.getFirst().length / 3).filter(v -> v % 25 == 0).toArray();
    List<float[]> frames = new ArrayList<>();
    for (float[] shape : full) {
      float[] own = new float[3 * vertices.length];
      for (int i = 0; i < vertices.length; i++) {
        for (int axis = 0; axis < 3; axis++) {
          boolean hidden = frames.size() == 1 && i % 3 == 0;
          own[3 * i + axis] = hidden ? Float.NaN : shape[3 * vertices[i] + axis];
        }
      }
      frames.add(own);
    }
    PointTargets markers = PointTargets.ofMarkers(character, vertices, names(3), frames);
    SolveResult result = Solve.run(character, markers, SolveOptions.DEFAULTS, context);
    assertThat(distance(character, result, full)).as("seed %d", SEED).isLessThan(1e-3);
    assertThat(result.frames().get(1).points()).isLessThan(result.frames().get(0).points());
    PointTargets same = PointTargets.ofShapes(character, names(3), full).only(vertices);
    assertThat(Solve.run(character, same, SolveOptions.DEFAULTS, context).rms()).isLessThan(1e-4);
  }

  @Test
  void oneMarkerLeavesTheOtherJointsAtRest() {
    SkinnedCharacter character = Samples.create("biped").character();
    float[] rest = shapes(character, List.of(new Pose(character.skeleton()))).getFirst();
    float[] target = {rest[0] + 0.1f, rest[1], rest[2]};
    float[] hidden = {Float.NaN, 0, 0};
    SolveResult result =
        Solve.run(
            character,
            PointTargets.ofMarkers(character, new int[] {0}, names(2), List.of(target, hidden)),
            SolveOptions.DEFAULTS,
            context);
    assertThat(result.max()).isLessThan(1e-4);
    assertThat(result.issues()).anyMatch(issue -> issue.what().contains("no known point"));
  }

  @Test
  void limitsAreKeptAndAnglesReported() {
    SkinnedCharacter character = Samples.create("arm").character();
    Skeleton skeleton = character.skeleton();
    RigParameters rig = new RigParameters(new SurfacePoints(character), SolveOptions.DEFAULTS);
    int joint = rig.joints[1];
    Map<Integer, List<Turn>> limits = new HashMap<>();
    limits.put(joint, List.of(Turn.aboutZ(-0.5, 0.5)));
    for (double angle : new double[] {0.3, 1.1}) {
      double[] turn = new double[4];
      double[] t = new double[3];
      double[] q = new double[4];
      Pose pose = new Pose(skeleton);
      skeleton.copyRestTranslation(joint, t, 0);
      skeleton.copyRestRotation(joint, q, 0);
      Quaternion.fromAxisAngle(0, 0, 1, angle, turn, 0);
      Quaternion.multiply(q, 0, turn, 0, q, 0);
      pose.setLocal(joint, t, 0, q, 0, new double[] {1, 1, 1}, 0);
      pose.update();
      PointTargets targets = targets(character, List.of(pose));
      SolveResult result =
          Solve.run(character, targets, SolveOptions.DEFAULTS.withRanges(limits), context);
      FoundPose.JointPose found = result.poses().getFirst().joints().get(1);
      assertThat(found.angles().x()).isCloseTo(0, within(1e-6));
      if (angle < 0.5) {
        assertThat(found.angles().z()).isCloseTo(Math.toDegrees(angle), within(1e-2));
        assertThat(result.max()).isLessThan(1e-4);
      } else {
        assertThat(found.angles().z()).isCloseTo(Math.toDegrees(0.5), within(1e-6));
        assertThat(result.rms()).isGreaterThan(1e-3);
      }
    }
  }

  @Test
  void eulerAnglesAndScalesAreParameters() {
    SkinnedCharacter character = Samples.create("biped").character();
    Pose pose = randomPose(character, 0.7, 0.5);
    double[] local = new double[Affine.SIZE];
    RigParameters rig = new RigParameters(new SurfacePoints(character), SolveOptions.DEFAULTS);
    int scaled = 2;
    pose.copyLocal(rig.joints[scaled], local, 0);
    for (int i = 0; i < Affine.SIZE; i++) {
      local[i] *= i % 4 < 3 ? 1.2 : 1;
    }
    pose.setLocal(rig.joints[scaled], local, 0);
    pose.update();
    PointTargets targets = targets(character, List.of(pose));
    SolveOptions options = SolveOptions.DEFAULTS.withEuler(true).withScales(true);
    SolveResult result = Solve.run(character, targets, options, context);
    assertThat(result.max()).as("seed %d", SEED).isLessThan(1e-4);
    assertThat(result.poses().getFirst().joints().get(scaled).scale()).isCloseTo(1.2, within(1e-3));
    assertThat(Solve.run(character, targets, options.withScales(false), context).rms())
        .isGreaterThan(1e-3);
  }

  @Test
  void freeJointsTranslate() {
    SkinnedCharacter character = Samples.create("arm").character();
    RigParameters rig = new RigParameters(new SurfacePoints(character), SolveOptions.DEFAULTS);
    Pose pose = randomPose(character, 0.7, 0.5);
    double[] local = new double[Affine.SIZE];
    pose.copyLocal(rig.joints[1], local, 0);
    local[3] += 0.05;
    pose.setLocal(rig.joints[1], local, 0);
    pose.update();
    PointTargets targets = targets(character, List.of(pose));
    SolveOptions free = SolveOptions.DEFAULTS.withFreeJoints(true);
    assertThat(Solve.run(character, targets, free, context).max()).isLessThan(1e-4);
    assertThat(Solve.run(character, targets, SolveOptions.DEFAULTS, context).max())
        .isGreaterThan(1e-3);
  }

  @Test
  void keysAreThinnedWithinTheToleranceOnAnyNumberOfThreads() {
    Sample sample = Samples.create("biped");
    SkinnedCharacter character = sample.character();
    Clip clip = character.clips().getFirst();
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < 20; k++) {
      Pose pose = new Pose(character.skeleton());
      clip.sample(k / 30.0, pose);
      poses.add(pose);
    }
    PointTargets targets = targets(character, poses);
    SolveOptions options = SolveOptions.DEFAULTS.withTolerance(2e-3);
    SolveResult one = Solve.run(character, targets, options, context);
    assertThat(one.keys().kept()).isLessThan(3 * one.keys().solved() / 4);
    assertThat(one.keys().moved()).isLessThanOrEqualTo(2e-3);
    assertThat(one.max()).isLessThan(2.1e-3);
    try (RunContext three = RunContext.ofThreads(3)) {
      SolveResult other = Solve.run(character, targets, options, three);
      assertThat(other.frames()).isEqualTo(one.frames());
      for (int i = 0; i < one.clip().tracks().size(); i++) {
        assertThat(other.clip().tracks().get(i).values())
            .isEqualTo(one.clip().tracks().get(i).values());
      }
    }
  }

  @Test
  void shapesInTheOrderOfTheFileAreAccepted() {
    SkinnedCharacter character = Samples.create("cylinder-bend").character();
    Pose pose = randomPose(character, 0.8, 0.3);
    CharacterSurface surface = CharacterSurface.of(character);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(pose);
    PointTargets targets =
        PointTargets.ofShapes(character, names(1), List.of(posed.wedgePositions().clone()));
    assertThat(surface.wedgeCount()).isGreaterThan(surface.vertexCount());
    assertThat(Solve.run(character, targets, SolveOptions.DEFAULTS, context).max())
        .isLessThan(1e-4);
  }

  @Test
  void badInputsAreNamed() {
    SkinnedCharacter character = Samples.create("arm").character();
    int count = CharacterSurface.of(character).vertexCount();
    assertThatThrownBy(
            () -> PointTargets.ofShapes(character, names(1), List.of(new float[3 * count + 3])))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(String.valueOf(count))
        .hasMessageContaining(String.valueOf(count + 1));
    float[] broken = new float[3 * count];
    broken[4] = Float.NaN;
    assertThatThrownBy(() -> PointTargets.ofShapes(character, names(1), List.of(broken)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("vertex 1 of frame-0");
    assertThatThrownBy(
            () ->
                PointTargets.ofMarkers(
                    character, new int[] {count}, names(1), List.of(new float[3])))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("got " + count);
    assertThatThrownBy(() -> PointTargets.ofShapes(character, List.of(), List.of()))
        .isInstanceOf(RequestException.class);
    float[] far = new float[3 * count];
    far[0] = 1e20f;
    PointTargets targets = PointTargets.ofShapes(character, names(1), List.of(far));
    assertThatThrownBy(() -> Solve.run(character, targets, SolveOptions.DEFAULTS, context))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("box sides");
    assertThatThrownBy(() -> SolveOptions.DEFAULTS.withTolerance(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shapesThatCollapseToAPointHaveAPose() {
    SkinnedCharacter character = Samples.create("arm").character();
    int count = CharacterSurface.of(character).vertexCount();
    SolveResult result =
        Solve.run(
            character,
            PointTargets.ofShapes(character, names(1), List.of(new float[3 * count])),
            SolveOptions.DEFAULTS.withScales(true),
            context);
    assertThat(result.rms()).isFinite();
  }
}
