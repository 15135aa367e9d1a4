package dev.sinew.posespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.posespace.TrainOptions.Form;
import dev.sinew.posespace.TrainOptions.Picks;
import dev.sinew.posespace.TrainResult.HeldOut;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Cylinder;
import dev.sinew.sample.Sample;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PoseSpaceTrainingTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final Sample ARM = SmallArm.POINTS;
  private static final Sample BEND = Cylinder.bending(90, 7);
  private static final TrainOptions OPTIONS =
      TrainOptions.DEFAULTS.withSkinning(SkinningMethod.SSD);

  private static PoseExamples examples(Sample sample) {
    return PoseExamples.of(sample.examples(), sample.poses());
  }

  private static TrainResult train(Sample sample, TrainOptions options) {
    return PoseSpaceTraining.run(sample.character(), examples(sample), options, CONTEXT);
  }

  private static float[] shape(SkinnedCharacter character, DeformerChoice choice, Pose pose) {
    CharacterSurface surface = CharacterSurface.of(character, choice);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(pose);
    float[] out = new float[3 * surface.vertexCount()];
    posed.copyVertexPositions(out);
    return out;
  }

  private static double largest(float[] a, float[] b) {
    double out = 0;
    for (int i = 0; i < a.length; i++) {
      out = Math.max(out, Math.abs(a[i] - b[i]));
    }
    return out;
  }

  @ParameterizedTest
  @EnumSource(
      value = PoseSpaceMethod.class,
      names = {"EIGENSKIN"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyInterpolatorReproducesItsExamples(PoseSpaceMethod method) {
    TrainResult result = train(ARM, OPTIONS.withMethod(method));
    assertThat(result.training().max()).isLessThan(1e-6);
    assertThat(result.holdout().rms()).isLessThan(0.5 * result.skin().rms());
  }

  @ParameterizedTest
  @EnumSource(SkinningMethod.class)
  void everySkinningModelCanBeCorrected(SkinningMethod skinning) {
    TrainResult result = train(ARM, OPTIONS.withSkinning(skinning).withPicks(Picks.FARTHEST, 12));
    assertThat(result.training().max()).isLessThan(1e-6);
    assertThat(result.heldOut()).isEqualTo(HeldOut.OTHERS);
    assertThat(result.holdout().rms()).isLessThan(0.5 * result.skin().rms());
  }

  @ParameterizedTest
  @EnumSource(JointSpace.class)
  void localLookupWorksInEverySpace(JointSpace space) {
    TrainResult result = train(ARM, OPTIONS.withMethod(PoseSpaceMethod.LOCAL).withSpace(space));
    assertThat(result.training().max()).isLessThan(1e-6);
    assertThat(result.holdout().rms()).isLessThan(0.5 * result.skin().rms());
  }

  @Test
  void eigenSkinStoresFewOffsets() {
    TrainResult result = train(ARM, OPTIONS.withMethod(PoseSpaceMethod.EIGENSKIN));
    assertThat(result.database().blocks())
        .allMatch(block -> block.rank() <= TrainOptions.EIGENSKIN_RANK);
    assertThat(result.training().rms()).isLessThan(0.05 * result.skin().rms());
  }

  @Test
  void aLossyBasisStaysWithinItsError() {
    TrainResult full = train(ARM, OPTIONS);
    TrainResult lossy = train(ARM, OPTIONS.withBasis(1e-3, Integer.MAX_VALUE));
    assertThat(lossy.training().max()).isBetween(1e-6, 1.2e-3);
    assertThat(lossy.database().blocks().getFirst().rank())
        .isLessThan(full.database().blocks().getFirst().rank());
  }

  @Test
  void offsetsOfZeroChangeNothing() {
    List<float[]> shapes = new ArrayList<>();
    for (Pose pose : ARM.poses()) {
      shapes.add(shape(ARM.character(), SkinningMethod.SSD, pose));
    }
    PoseExamples own = new PoseExamples(examples(ARM).names(), ARM.poses(), shapes);
    TrainResult result = PoseSpaceTraining.run(ARM.character(), own, OPTIONS, CONTEXT);
    Pose pose = ARM.poses().get(7);
    assertThat(shape(ARM.character(), new Correctives(result.database()), pose))
        .isEqualTo(shape(ARM.character(), SkinningMethod.SSD, pose));
  }

  /** Examples bend up to 30°; far poses turn the joint by more than 130°, about any axis. */
  @ParameterizedTest
  @EnumSource(PoseSpaceMethod.class)
  void correctivesAreBoundedAndVanishFarFromAllPoses(PoseSpaceMethod method) {
    Sample few = Cylinder.bending(30, 4);
    TrainResult result = train(few, OPTIONS.withMethod(method));
    double example = result.skin().max() * Cylinder.LENGTH;
    CharacterSurface plain = CharacterSurface.of(few.character(), SkinningMethod.SSD);
    CharacterSurface corrected =
        CharacterSurface.of(few.character(), new Correctives(result.database()));
    CharacterSurface.Posed before = plain.newPosed();
    CharacterSurface.Posed after = corrected.newPosed();
    Random random = new Random(11);
    for (int i = 0; i < 200; i++) {
      double degrees = random.nextDouble(180);
      Pose pose =
          turned(
              few.character(),
              1,
              random.nextGaussian(),
              random.nextGaussian(),
              random.nextGaussian(),
              degrees);
      before.set(pose);
      after.set(pose);
      double offset = largest(before.wedgePositions(), after.wedgePositions());
      assertThat(offset)
          .as("seed 11, pose %d, %.0f°", i, degrees)
          .isLessThan((degrees < 130 ? 1.5 : 0.02) * example);
    }
  }

  /** One example at 90°; half a turn the other way is no nearer to it than the rest pose is. */
  @ParameterizedTest
  @EnumSource(PoseSpaceMethod.class)
  void thePlainSkinComesBackFarFromOneExample(PoseSpaceMethod method) {
    SkinnedCharacter tube = BEND.character();
    PoseExamples one = examples(BEND).select(List.of(BEND.poses().size() - 1));
    PoseDatabase database =
        PoseSpaceTraining.run(tube, one, OPTIONS.withMethod(method), CONTEXT).database();
    for (double degrees : new double[] {-90, -135, -180}) {
      Pose far = turned(tube, 1, 0, 0, 1, degrees * turnOf(BEND));
      assertThat(largest(shape(tube, new Correctives(database), far), plain(tube, far)))
          .as("%.0f°", degrees)
          .isLessThan(1e-6);
    }
    Pose near = turned(tube, 1, 0, 0, 1, 45 * turnOf(BEND));
    assertThat(largest(shape(tube, new Correctives(database), near), plain(tube, near)))
        .isGreaterThan(0.01);
  }

  private static float[] plain(SkinnedCharacter character, Pose pose) {
    return shape(character, SkinningMethod.SSD, pose);
  }

  /** Returns the sign of the rotation about z by which a sample is bent. */
  private static double turnOf(Sample sample) {
    double[] global = new double[12];
    sample.poses().getLast().copyGlobal(1, global, 0);
    assertThat(Math.abs(global[4])).as("bent by 90° about z").isCloseTo(1, within(1e-6));
    return global[4];
  }

  /** An example at rest takes the place of the rest pose, which would count twice otherwise. */
  @Test
  void anExampleAtRestIsStoredOnce() {
    SkinnedCharacter tube = BEND.character();
    Pose rest = tube.restPose();
    Pose bent = BEND.poses().getLast();
    float[] still = plain(tube, rest);
    float[] shape = BEND.examples().positions(BEND.poses().size() - 1);
    TrainOptions options = OPTIONS.withMethod(PoseSpaceMethod.SHEPARD);
    PoseExamples one = new PoseExamples(List.of("bent"), List.of(bent), List.of(shape));
    PoseExamples two =
        new PoseExamples(List.of("still", "bent"), List.of(rest, bent), List.of(still, shape));
    PoseDatabase without = PoseSpaceTraining.run(tube, one, options, CONTEXT).database();
    PoseDatabase with = PoseSpaceTraining.run(tube, two, options, CONTEXT).database();
    assertThat(with.poses()).containsExactly("rest", "bent");
    PoseExamples only = new PoseExamples(List.of("still"), List.of(rest), List.of(still));
    assertThat(PoseSpaceTraining.run(tube, only, options, CONTEXT).database().poses())
        .containsExactly("rest");
    Pose half = turned(tube, 1, 0, 0, 1, 45 * turnOf(BEND));
    assertThat(
            largest(
                shape(tube, new Correctives(with), half),
                shape(tube, new Correctives(without), half)))
        .isLessThan(1e-6);
  }

  /** Poses with all joints turned, between and beyond the examples of the arm. */
  @ParameterizedTest
  @EnumSource(PoseSpaceMethod.class)
  void correctivesOfAnyPoseAreNotMuchLargerThanThoseOfExamples(PoseSpaceMethod method) {
    TrainResult result = train(ARM, OPTIONS.withMethod(method));
    double example = result.skin().max() * result.database().surface().unit();
    CharacterSurface.Posed before =
        CharacterSurface.of(ARM.character(), SkinningMethod.SSD).newPosed();
    CharacterSurface.Posed after =
        CharacterSurface.of(ARM.character(), new Correctives(result.database())).newPosed();
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      Pose pose = ARM.character().restPose();
      for (int j = 1; j < ARM.character().skeleton().jointCount(); j++) {
        turn(
            ARM.character(),
            j,
            random.nextGaussian(),
            random.nextGaussian(),
            random.nextGaussian(),
            random.nextDouble(180),
            pose);
      }
      pose.update();
      before.set(pose);
      after.set(pose);
      assertThat(largest(before.wedgePositions(), after.wedgePositions()))
          .as("seed 3, pose %d", i)
          .isLessThan(2.5 * example);
    }
  }

  /** Returns the rest pose with one joint turned about an axis of its parent. */
  private static Pose turned(
      SkinnedCharacter character, int joint, double x, double y, double z, double degrees) {
    Pose pose = character.restPose();
    turn(character, joint, x, y, z, degrees, pose);
    pose.update();
    return pose;
  }

  private static void turn(
      SkinnedCharacter character,
      int joint,
      double x,
      double y,
      double z,
      double degrees,
      Pose pose) {
    double[] t = new double[3];
    double[] rest = new double[4];
    double[] q = new double[4];
    character.skeleton().copyRestTranslation(joint, t, 0);
    character.skeleton().copyRestRotation(joint, rest, 0);
    Quaternion.fromAxisAngle(x, y, z, Math.toRadians(degrees), q, 0);
    Quaternion.multiply(q, 0, rest, 0, q, 0);
    pose.setLocal(joint, t, 0, q, 0, new double[] {1, 1, 1}, 0);
  }

  /** Section 5.3.1 of the thesis on examples: one vertex sculpted at 90°. */
  @ParameterizedTest
  @CsvSource({"INVERSE, 2", "INVERSE, 4", "FORWARD, 2", "FORWARD, 4"})
  void theDirectionOfAnOffsetTurnsWithTheJointInInverseForm(Form form, int middle) {
    SkinnedCharacter character = BEND.character();
    int joint = character.skins().getFirst().joint(1);
    int vertex = fullyMovedBy(BEND, 1);
    Pose last = BEND.poses().getLast();
    float[] sculpted = shape(character, SkinningMethod.SSD, last);
    double[] offset = {0.2, 0.1, 0};
    for (int axis = 0; axis < 3; axis++) {
      sculpted[3 * vertex + axis] += (float) offset[axis];
    }
    PoseExamples one = new PoseExamples(List.of("sculpt"), List.of(last), List.of(sculpted));
    TrainResult result = PoseSpaceTraining.run(character, one, OPTIONS.withForm(form), CONTEXT);
    Pose between = BEND.poses().get(middle);
    float[] plain = shape(character, SkinningMethod.SSD, between);
    float[] corrected = shape(character, new Correctives(result.database()), between);
    double[] found = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      found[axis] = (double) corrected[3 * vertex + axis] - plain[3 * vertex + axis];
    }
    double[] expected = form == Form.FORWARD ? offset : turnedWith(joint, last, between, offset);
    assertThat(Math.sqrt(dot(found, found))).isGreaterThan(0.001);
    assertThat(dot(found, expected) / Math.sqrt(dot(found, found) * dot(expected, expected)))
        .isCloseTo(1, within(1e-4));
    if (form == Form.INVERSE) {
      assertThat(dot(found, offset) / Math.sqrt(dot(found, found) * dot(offset, offset)))
          .isLessThan(0.98);
    }
  }

  private static int fullyMovedBy(Sample sample, int joint) {
    for (int v = 0; v < sample.mesh().vertexCount(); v++) {
      if (sample.influences().count(v) == 1 && sample.influences().joint(v, 0) == joint) {
        return v;
      }
    }
    throw new AssertionError("no vertex is moved by joint " + joint + " alone");
  }

  private static double[] turnedWith(int joint, Pose from, Pose to, double[] v) {
    double[] a = new double[Affine.SIZE];
    double[] b = new double[Affine.SIZE];
    from.copyGlobal(joint, a, 0);
    to.copyGlobal(joint, b, 0);
    Affine.invert(a, 0, a, 0);
    Affine.multiply(b, 0, a, 0, a, 0);
    double[] out = new double[3];
    Affine.transformVector(a, 0, v, 0, out, 0);
    return out;
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  /** Figure 6.5 of the thesis on examples. */
  @Test
  void correctivesOverSphericalBlendingTwistBetterThanOverLinearBlending() {
    Sample twist = Cylinder.twisting(150, 13);
    TrainOptions three = OPTIONS.withPicks(Picks.UNIFORM, 3);
    double linear = train(twist, three).holdout().rms();
    double spherical = train(twist, three.withSkinning(SkinningMethod.SBS)).holdout().rms();
    assertThat(spherical).isLessThan(0.5 * linear);
  }

  @Test
  void aSingularPoseKeepsItsExampleBehindTheSkin() {
    SkinnedCharacter character = BEND.character();
    Pose folded = turned(character, 1, 0, 0, 1, 180);
    Random random = new Random(5);
    float[] target = shape(character, SkinningMethod.SSD, folded);
    for (int i = 0; i < target.length; i++) {
      target[i] += (float) (0.02 * random.nextGaussian());
    }
    PoseExamples one = new PoseExamples(List.of("fold"), List.of(folded), List.of(target));
    TrainResult result = PoseSpaceTraining.run(character, one, OPTIONS, CONTEXT);
    assertThat(result.training().max()).isLessThan(1e-6);
    assertThat(result.notes()).anyMatch(note -> note.contains("after skinning"));
    for (Block block : result.database().blocks()) {
      for (float value : block.basis()) {
        assertThat(Math.abs(value)).isLessThan(1f);
      }
    }
  }

  @Test
  void correctivesMoveWithTheWholeCharacter() {
    for (Form form : Form.values()) {
      TrainResult result = train(ARM, OPTIONS.withForm(form));
      Correctives correctives = new Correctives(result.database());
      Pose pose = ARM.poses().get(9).copy();
      float[] before = shape(ARM.character(), correctives, pose);
      double[] motion = new double[Affine.SIZE];
      double[] q = new double[4];
      Quaternion.fromAxisAngle(0.6, 0, 0.8, 2, q, 0);
      Affine.fromTrs(new double[] {1, 2, 3}, 0, q, 0, new double[] {1, 1, 1}, 0, motion, 0);
      double[] local = new double[Affine.SIZE];
      for (int j = 0; j < ARM.character().skeleton().jointCount(); j++) {
        if (ARM.character().skeleton().parent(j) < 0) {
          pose.copyLocal(j, local, 0);
          Affine.multiply(motion, 0, local, 0, local, 0);
          pose.setLocal(j, local, 0);
        }
      }
      pose.update();
      float[] after = shape(ARM.character(), correctives, pose);
      double[] p = new double[3];
      for (int v = 0; v < before.length / 3; v++) {
        for (int axis = 0; axis < 3; axis++) {
          p[axis] = before[3 * v + axis];
        }
        Affine.transformPoint(motion, 0, p, 0, p, 0);
        for (int axis = 0; axis < 3; axis++) {
          assertThat((double) after[3 * v + axis]).isCloseTo(p[axis], within(2e-5));
        }
      }
    }
  }

  @Test
  void aCorrectiveKeepsTheContractOfDeformers() {
    Sample whole = SmallArm.WHOLE;
    TrainResult result =
        train(whole, OPTIONS.withMethod(PoseSpaceMethod.LOCAL).withPicks(Picks.UNIFORM, 6));
    Deformer deformer =
        new Correctives(result.database())
            .deformer(whole.character(), whole.character().parts().getFirst());
    int points = deformer.pointCount();
    Deformer.Posed posed = deformer.newPosed();
    posed.set(ARM.poses().get(4));
    PointBuffer all = PointBuffer.allocate(points, deformer.hasNormals());
    posed.fill(0, points, all);
    PointBuffer parts = PointBuffer.allocate(points, deformer.hasNormals());
    for (int from = 0; from < points; from += 97) {
      posed.fill(from, Math.min(points, from + 97), parts);
    }
    assertThat(parts.positions()).isEqualTo(all.positions());
    assertThat(parts.normals()).isEqualTo(all.normals());
  }

  @Test
  void theSameDatabaseComesFromAnyNumberOfThreads() {
    try (RunContext two = RunContext.ofThreads(2)) {
      TrainOptions options = OPTIONS.withMethod(PoseSpaceMethod.WEIGHTED);
      PoseDatabase a = train(ARM, options).database();
      PoseDatabase b =
          PoseSpaceTraining.run(ARM.character(), examples(ARM), options, two).database();
      assertThat(b.blocks()).hasSameSizeAs(a.blocks());
      for (int i = 0; i < a.blocks().size(); i++) {
        assertThat(b.blocks().get(i).weights()).isEqualTo(a.blocks().get(i).weights());
        assertThat(b.blocks().get(i).basis()).isEqualTo(a.blocks().get(i).basis());
      }
    }
  }

  @Test
  void contradictingExamplesAreNamed() {
    PoseExamples given = examples(ARM);
    List<String> names = List.of("first", "second");
    List<Pose> poses = List.of(given.poses().get(3), given.poses().get(3));
    PoseExamples same =
        new PoseExamples(names, poses, List.of(given.shapes().get(3), given.shapes().get(3)));
    assertThat(PoseSpaceTraining.run(ARM.character(), same, OPTIONS, CONTEXT).notes())
        .contains("second repeats first");
    PoseExamples different =
        new PoseExamples(names, poses, List.of(given.shapes().get(3), given.shapes().get(9)));
    assertThatThrownBy(() -> PoseSpaceTraining.run(ARM.character(), different, OPTIONS, CONTEXT))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("first and second have the same pose");
  }

  @Test
  void otherVertexCountsAndMissingJointsAreRefused() {
    PoseExamples given = examples(ARM);
    PoseExamples wrong =
        new PoseExamples(List.of("odd"), List.of(given.poses().get(1)), List.of(new float[9]));
    assertThatThrownBy(() -> PoseSpaceTraining.run(ARM.character(), wrong, OPTIONS, CONTEXT))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("example odd: expected " + ARM.mesh().vertexCount());
    PoseDatabase database = train(BEND, OPTIONS).database();
    assertThatThrownBy(
            () ->
                new Correctives(database)
                    .deformer(ARM.character(), ARM.character().parts().getFirst()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("transfer");
    assertThatThrownBy(() -> DatabaseTransfer.run(database, ARM.character(), CONTEXT))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("needs the joint");
  }

  /** A body and a sleeve on one skeleton are one surface. */
  @ParameterizedTest
  @EnumSource(
      value = PoseSpaceMethod.class,
      names = {"RBF", "WEIGHTED", "LOCAL"})
  void severalMeshesOnOneSkeletonAreCorrectedTogether(PoseSpaceMethod method) {
    SkinnedCharacter character = SmallArm.twoMeshes();
    PoseExamples given = SmallArm.twoMeshExamples();
    TrainResult result =
        PoseSpaceTraining.run(character, given, OPTIONS.withMethod(method), CONTEXT);
    assertThat(result.database().surface().partVertices()).hasSize(2);
    assertThat(result.training().max()).isLessThan(1e-6);
    assertThat(result.holdout().rms()).isLessThan(0.5 * result.skin().rms());
    Pose pose = given.poses().get(7);
    float[] corrected = shape(character, new Correctives(result.database()), pose);
    assertThat(largest(corrected, given.shapes().get(7))).isLessThan(1e-5);
  }

  /** Half a clip in many frames: neighbouring poses are much closer than most. */
  @ParameterizedTest
  @CsvSource({"RBF, 0", "RBF, 1e-3", "WEIGHTED, 0", "WEIGHTED, 1e-3", "LOCAL, 0", "LOCAL, 1e-3"})
  void denseExamplesAreReproduced(PoseSpaceMethod method, double noise) {
    PoseExamples dense = frames(ARM.character(), "flex", 40, noise);
    TrainResult result =
        PoseSpaceTraining.run(ARM.character(), dense, OPTIONS.withMethod(method), CONTEXT);
    assertThat(result.training().max()).isLessThan(1e-6);
    assertThat(result.notes()).noneMatch(note -> note.contains("met to"));
  }

  /** Frames of the first half of a clip, shaped by dual quaternions and noise. */
  private static PoseExamples frames(
      SkinnedCharacter character, String name, int count, double noise) {
    Random random = new Random(1);
    Clip clip = character.clip(name);
    List<String> names = new ArrayList<>();
    List<Pose> poses = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      Pose pose = character.restPose();
      clip.sample(0.5 * clip.duration() * f / count, pose);
      float[] shape = shape(character, SkinningMethod.DQS, pose);
      for (int i = 0; i < shape.length; i++) {
        shape[i] += (float) (noise * random.nextGaussian());
      }
      names.add("frame " + f);
      poses.add(pose);
      shapes.add(shape);
    }
    return new PoseExamples(names, poses, shapes);
  }

  @Test
  void whatIsNotMetIsNoted() {
    TrainResult few = train(ARM, OPTIONS.withMethod(PoseSpaceMethod.EIGENSKIN));
    assertThat(few.training().max()).isGreaterThan(1e-6);
    assertThat(few.notes()).anyMatch(note -> note.startsWith("the examples are met to "));
    assertThat(train(ARM, OPTIONS.withBasis(1e-3, Integer.MAX_VALUE)).notes()).isEmpty();
  }

  /** The reported error is that of databases that never saw the pose. */
  @ParameterizedTest
  @EnumSource(
      value = PoseSpaceMethod.class,
      names = {"RBF", "WEIGHTED", "LOCAL", "EIGENSKIN"})
  void leaveOneOutIsWhatTrainingWithoutEachExampleGives(PoseSpaceMethod method) {
    TrainOptions options = OPTIONS.withMethod(method);
    PoseExamples some = examples(ARM).select(List.of(0, 3, 7, 11, 14, 18, 22));
    TrainResult result = PoseSpaceTraining.run(ARM.character(), some, options, CONTEXT);
    PoseSpaceErrors errors = new PoseSpaceErrors(ARM.character(), CONTEXT);
    double sum = 0;
    for (int k = 0; k < some.count(); k++) {
      int left = k;
      PoseExamples others =
          some.select(IntStream.range(0, some.count()).filter(i -> i != left).boxed().toList());
      PoseDatabase without =
          PoseSpaceTraining.run(ARM.character(), others, options, CONTEXT).database();
      double rms = errors.of(new Correctives(without), some.select(List.of(k))).rms();
      sum += rms * rms;
    }
    double wanted = Math.sqrt(sum / some.count());
    assertThat(result.heldOut()).isEqualTo(HeldOut.LEAVE_ONE_OUT);
    assertThat(result.holdout().rms()).isCloseTo(wanted, within(1e-6 * wanted));
  }

  @Test
  void withManyExamplesTheLeftOutErrorIsAnEstimate() {
    PoseExamples many = frames(ARM.character(), "flex", 21, 0);
    assertThat(PoseSpaceTraining.run(ARM.character(), many, OPTIONS, CONTEXT).heldOut())
        .isEqualTo(HeldOut.LEAVE_ONE_OUT_ESTIMATE);
  }
}
