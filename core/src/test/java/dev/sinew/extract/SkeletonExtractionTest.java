package dev.sinew.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.TriMesh;
import dev.sinew.model.human.BoneNames;
import dev.sinew.rig.FoundPose;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Skeletons of the built-in characters, whose joints are known. */
class SkeletonExtractionTest {
  private static Sample biped;
  private static Sample quadruped;
  private static SkeletonResult still;

  @BeforeAll
  static void findOne() {
    biped = Samples.create("biped");
    quadruped = Samples.create("quadruped");
    still = FoundSkeleton.in(biped.mesh());
  }

  /** Poses of a sample, each with a triangulation of its own; the reference first. */
  private static TriMesh[] triangulated(Sample sample, int... poses) {
    List<TriMesh> out = new ArrayList<>();
    for (int i = 0; i < poses.length; i++) {
      out.add(Remeshing.decimated(sample.examples().mesh(poses[i]), 0.5 + 0.05 * i));
    }
    return out.toArray(TriMesh[]::new);
  }

  private static double mirrorError(Map<String, double[]> joints) {
    double worst = 0;
    for (Map.Entry<String, double[]> joint : joints.entrySet()) {
      String other = joint.getKey().replace(".L", ".R").replaceFirst("^left", "right");
      if (!other.equals(joint.getKey())) {
        double[] p = joint.getValue();
        double[] image = Objects.requireNonNull(joints.get(other));
        worst = Math.max(worst, Points.distance(new double[] {-p[0], p[1], p[2]}, image));
      }
    }
    return worst;
  }

  @Test
  void oneShapeGivesAUsableRig() {
    assertEquals(5, still.limbCount());
    assertTrue(still.jointCount() >= 12, "joints " + still.jointCount());
    Map<String, double[]> joints = FoundSkeleton.joints(still.character());
    for (Map.Entry<String, double[]> joint : joints.entrySet()) {
      double winding = FoundSkeleton.winding(biped.mesh(), joint.getValue());
      assertTrue(winding > 0.5, joint.getKey() + " is outside: " + winding);
    }
    double side = biped.mesh().bounds().longestSide();
    assertTrue(mirrorError(joints) < 0.02 * side, "asymmetry " + mirrorError(joints));
    assertTrue(still.character().clips().isEmpty());
  }

  @Test
  void weightsFollowTheLimbs() {
    Influences weights =
        still.character().meshes().getFirst().skinning().influences().orElseThrow();
    assertEquals(biped.mesh().vertexCount(), weights.vertexCount());
    assertTrue(weights.maxCount() <= 4);
    // A hand is not moved by a leg, whatever is near it.
    int[] limbs = still.fields().limbs();
    String[] names =
        still.limbs().stream().map(SkeletonResult.FoundLimb::name).toArray(String[]::new);
    for (int v = 0; v < limbs.length; v++) {
      if (names[limbs[v]].startsWith("arm")) {
        for (int i = 0; i < weights.count(v); i++) {
          int joint = still.character().skins().getFirst().joint(weights.joint(v, i));
          String moved = still.character().skeleton().name(joint);
          assertTrue(
              !moved.contains("Leg") || weights.weight(v, i) < 0.05,
              names[limbs[v]] + " moves with " + moved);
        }
      }
    }
  }

  @Test
  void otherTriangulationsGiveTheSameJoints() {
    TriMesh[] copies = {
      Remeshing.remeshed(biped.mesh(), 1),
      Remeshing.decimated(biped.mesh(), 0.3),
      Remeshing.noisy(biped.mesh(), 0.002, 42)
    };
    for (TriMesh copy : copies) {
      assertSameJoints(still, copy, biped.mesh().bounds().longestSide());
    }
    TriMesh coarse = Remeshing.decimated(quadruped.mesh(), 0.3);
    assertSameJoints(
        FoundSkeleton.in(quadruped.mesh()), coarse, quadruped.mesh().bounds().longestSide());
  }

  /** Joints of the same names, also the branchings, are at the same places. */
  private static void assertSameJoints(SkeletonResult one, TriMesh copy, double side) {
    Map<String, double[]> joints = FoundSkeleton.joints(one.character());
    Map<String, double[]> other = FoundSkeleton.joints(FoundSkeleton.in(copy).character());
    double off = FoundSkeleton.byName(joints, other) / side;
    assertTrue(off < 0.03, copy.vertexCount() + " vertices: " + off + " " + other.keySet());
  }

  @Test
  void rigidMotionAndScaleMoveTheJointsAlong() {
    double[] q = new double[4];
    Quaternion.fromAxisAngle(1, 2, 3, Math.toRadians(77), q, 0);
    double[] motion = new double[Affine.SIZE];
    Affine.fromTrs(new double[] {3, -4, 5}, 0, q, 0, new double[] {7, 7, 7}, 0, motion, 0);
    double[] x = biped.mesh().positions();
    double[] moved = new double[x.length];
    for (int v = 0; v < x.length; v += 3) {
      Affine.transformPoint(motion, 0, x, v, moved, v);
    }
    Map<String, double[]> expected = FoundSkeleton.joints(still.character());
    expected.values().forEach(p -> Affine.transformPoint(motion, 0, p.clone(), 0, p, 0));
    Map<String, double[]> found =
        FoundSkeleton.joints(FoundSkeleton.in(biped.mesh().withPositions(moved)).character());
    double side = 7 * biped.mesh().bounds().longestSide();
    assertTrue(FoundSkeleton.byName(expected, found) < 1e-6 * side, found.keySet().toString());
  }

  @Test
  void posesOfTheBipedGiveItsJoints() {
    SkeletonResult found = FoundSkeleton.in(triangulated(biped, 0, 2, 5, 8, 14, 20, 22));
    assertEquals(7, found.poses().size(), found.issues().toString());
    assertEquals(5, found.limbCount());
    Map<String, double[]> joints = FoundSkeleton.joints(found.character());
    Map<String, double[]> truth = FoundSkeleton.joints(biped.character());
    double side = biped.mesh().bounds().longestSide();
    assertCount(truth.size(), joints.size());
    assertTrue(FoundSkeleton.meanDistance(joints, truth) < 0.05 * side);
    assertTrue(FoundSkeleton.meanDistance(truth, joints) < 0.05 * side);
    assertTrue(mirrorError(joints) < 0.02 * side);
    assertNear(
        List.of("foreArm", "hand", "shin", "foot", "thigh", "upperArm"), truth, joints, side);
    assertClips(found);
  }

  @Test
  void posesOfTheQuadrupedGiveItsJoints() {
    SkeletonResult found = FoundSkeleton.in(triangulated(quadruped, 0, 3, 9, 12, 15, 20, 22));
    assertEquals(7, found.poses().size(), found.issues().toString());
    assertEquals(6, found.limbCount());
    Map<String, double[]> joints = FoundSkeleton.joints(found.character());
    Map<String, double[]> truth = FoundSkeleton.joints(quadruped.character());
    double side = quadruped.mesh().bounds().longestSide();
    assertTrue(FoundSkeleton.meanDistance(joints, truth) < 0.05 * side);
    assertTrue(FoundSkeleton.meanDistance(truth, joints) < 0.05 * side);
    assertCount(truth.size(), joints.size());
    assertTrue(mirrorError(joints) < 0.02 * side, "asymmetry " + mirrorError(joints) / side);
    // The shoulder is inside the body: only its motion shows where.
    assertNear(List.of("foreLeg", "foreShank", "foreHoof", "hock", "hoof"), truth, joints, side);
    assertClips(found);
  }

  /** Shoulders move against the chest by joints of their own, whether the shapes show it or not. */
  @Test
  void shouldersAreJoints() {
    SkeletonResult steady = FoundSkeleton.in(withArms(0, 50), withArms(0, 10), withArms(0, -20));
    SkeletonResult shrugging =
        FoundSkeleton.in(withArms(0, 50), withArms(45, 10), withArms(-45, -20));
    double side = biped.mesh().bounds().longestSide();
    for (SkeletonResult found : List.of(steady, shrugging)) {
      Map<String, double[]> joints = FoundSkeleton.joints(found.character());
      assertTrue(joints.containsKey("leftShoulder"), joints.keySet().toString());
      assertTrue(mirrorError(joints) < 0.02 * side, "asymmetry " + mirrorError(joints) / side);
    }
    // Only shapes in which they move show where they are.
    assertNear(
        List.of("clavicle", "upperArm"),
        FoundSkeleton.joints(biped.character()),
        FoundSkeleton.joints(shrugging.character()),
        side);
  }

  /** The joints of a body have the names and places of those of a human body. */
  @Test
  void jointsOfABodyAreThoseOfAHuman() {
    Map<String, String> truth =
        Map.ofEntries(
            Map.entry("hips", "hips"),
            Map.entry("leftUpperLeg", "thigh.L"),
            Map.entry("leftLowerLeg", "shin.L"),
            Map.entry("leftFoot", "foot.L"),
            Map.entry("leftUpperArm", "upperArm.L"),
            Map.entry("leftLowerArm", "foreArm.L"),
            Map.entry("leftHand", "hand.L"),
            Map.entry("rightHand", "hand.R"),
            Map.entry("neck", "neck"),
            Map.entry("head", "head"));
    Map<String, double[]> found = FoundSkeleton.joints(still.character());
    Map<String, double[]> own = FoundSkeleton.joints(biped.character());
    double side = biped.mesh().bounds().longestSide();
    truth.forEach(
        (name, ownName) -> {
          double[] expected = Objects.requireNonNull(own.get(ownName), own.keySet().toString());
          double[] at = Objects.requireNonNull(found.get(name), found.keySet().toString());
          assertTrue(
              Points.distance(expected, at) < 0.06 * side,
              name + " is off by " + Points.distance(expected, at) / side);
        });
    Map<String, double[]> plain =
        FoundSkeleton.joints(
            FoundSkeleton.in(SkeletonOptions.DEFAULTS.withNames(BoneNames.PLAIN), biped.mesh())
                .character());
    assertTrue(plain.containsKey("upperArm.L"), plain.keySet().toString());
  }

  /** The y axis of a joint points to the next joint of its limb. */
  @Test
  void axesAreAlongTheBones() {
    Pose rest = still.character().restPose();
    double[] g = new double[Affine.SIZE];
    Map<String, double[]> joints = FoundSkeleton.joints(still.character());
    Map<String, String> next =
        Map.of("leftUpperArm", "leftLowerArm", "leftLowerLeg", "leftFoot", "neck", "head");
    next.forEach(
        (from, to) -> {
          for (int j = 0; j < still.character().skeleton().jointCount(); j++) {
            if (still.character().skeleton().name(j).equals(from)) {
              rest.copyGlobal(j, g, 0);
              double[] bone =
                  Points.difference(
                      Objects.requireNonNull(joints.get(to)),
                      Objects.requireNonNull(joints.get(from)));
              assertTrue(Points.angle(bone, new double[] {g[1], g[5], g[9]}) < 1e-6, from);
            }
          }
        });
  }

  @Test
  void legsOfABodyOnFourFeetAreNamed() {
    List<String> names =
        FoundSkeleton.in(quadruped.mesh()).limbs().stream()
            .map(SkeletonResult.FoundLimb::name)
            .toList();
    assertTrue(
        names.containsAll(
            List.of("head", "tail", "frontLeg.L", "frontLeg.R", "hindLeg.L", "hindLeg.R")),
        names.toString());
  }

  /**
   * Returns the biped with clavicles and forearms turned, in degrees; upper arms only move along.
   */
  private static TriMesh withArms(double clavicle, double forearm) {
    Pose pose = biped.character().restPose();
    for (int sign = -1; sign <= 1; sign += 2) {
      String s = sign > 0 ? ".L" : ".R";
      turn(pose, "clavicle" + s, sign * clavicle);
      turn(pose, "upperArm" + s, -sign * clavicle);
      turn(pose, "foreArm" + s, sign * forearm);
    }
    pose.update();
    CharacterSurface.Posed posed = CharacterSurface.of(biped.character()).newPosed();
    posed.set(pose);
    return posed.mesh();
  }

  private static void turn(Pose pose, String joint, double degrees) {
    int j = pose.skeleton().find(joint);
    double[] local = new double[Affine.SIZE];
    pose.copyLocal(j, local, 0);
    double[] q = new double[Quaternion.SIZE];
    Quaternion.fromAxisAngle(0, 0, 1, Math.toRadians(degrees), q, 0);
    pose.setLocal(
        j, new double[] {local[3], local[7], local[11]}, 0, q, 0, new double[] {1, 1, 1}, 0);
  }

  /** Joints that hardly move are not seen, and some are found that do not exist. */
  private static void assertCount(int known, int found) {
    assertTrue(Math.abs(found - known) <= 0.25 * known, "joints " + found + " of " + known);
  }

  /** Both joints of each pair are found. */
  private static void assertNear(
      List<String> pairs, Map<String, double[]> truth, Map<String, double[]> joints, double side) {
    for (String joint : pairs) {
      for (String s : List.of(".L", ".R")) {
        double off =
            FoundSkeleton.nearest(Objects.requireNonNull(truth.get(joint + s)), joints) / side;
        assertTrue(off < 0.05, joint + s + " " + off);
      }
    }
  }

  /** Every pose has a clip of rotations; only the whole body may have a scale. */
  private static void assertClips(SkeletonResult found) {
    assertEquals(found.poses().size(), found.character().clips().size());
    for (Clip clip : found.character().clips()) {
      assertTrue(clip.tracks().stream().noneMatch(t -> t.property() == Clip.Property.WEIGHTS));
    }
    for (FoundPose pose : found.poses()) {
      for (FoundPose.JointPose joint : pose.joints()) {
        boolean root = joint.equals(pose.joints().getFirst());
        assertEquals(1, joint.scale(), root ? 0.02 : 1e-6, pose.name() + " " + joint.joint());
      }
    }
  }

  @Test
  void aGivenSourceIsUsed() {
    SkeletonResult found =
        FoundSkeleton.in(SkeletonOptions.DEFAULTS.withSource(0.55, 0.72, 0), biped.mesh());
    assertEquals(5, found.limbCount());
    double[] values = found.fields().values();
    int least = 0;
    for (int v = 0; v < values.length; v++) {
      least = values[v] < values[least] ? v : least;
    }
    assertTrue(biped.mesh().position(least, 0) > 0.4);
  }

  @Test
  void threadsDoNotMatter() {
    try (RunContext one = RunContext.ofThreads(1)) {
      SkeletonResult other =
          SkeletonExtraction.run(
              List.of(new NamedShape("shape-0", biped.mesh())), SkeletonOptions.DEFAULTS, one);
      Map<String, double[]> a = FoundSkeleton.joints(still.character());
      Map<String, double[]> b = FoundSkeleton.joints(other.character());
      assertEquals(a.keySet(), b.keySet());
      a.forEach((name, p) -> assertTrue(Arrays.equals(p, b.get(name)), name));
    }
  }
}
