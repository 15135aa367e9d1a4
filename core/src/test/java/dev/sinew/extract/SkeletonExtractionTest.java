package dev.sinew.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.FoundPose;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
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
      if (joint.getKey().contains(".L")) {
        double[] p = joint.getValue();
        double[] image = Objects.requireNonNull(joints.get(joint.getKey().replace(".L", ".R")));
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
    Influences weights = Objects.requireNonNull(still.character().meshes().getFirst().influences());
    assertEquals(biped.mesh().vertexCount(), weights.vertexCount());
    assertTrue(weights.maxCount() <= 4);
    // A hand is not moved by a leg, whatever is near it.
    int[] limbs = still.fields().limbs();
    String[] names =
        still.limbs().stream().map(SkeletonResult.FoundLimb::name).toArray(String[]::new);
    for (int v = 0; v < limbs.length; v++) {
      if (names[limbs[v]].startsWith("limb3")) {
        for (int i = 0; i < weights.count(v); i++) {
          int joint = still.character().skins().getFirst().joint(weights.joint(v, i));
          String moved = still.character().skeleton().name(joint);
          assertTrue(
              !moved.startsWith("limb2") || weights.weight(v, i) < 0.05,
              names[limbs[v]] + " moves with " + moved);
        }
      }
    }
  }

  @Test
  void otherTriangulationsGiveTheSameJoints() {
    double side = biped.mesh().bounds().longestSide();
    Map<String, double[]> joints = FoundSkeleton.joints(still.character());
    TriMesh[] copies = {
      Remeshing.remeshed(biped.mesh(), 1),
      Remeshing.decimated(biped.mesh(), 0.3),
      Remeshing.noisy(biped.mesh(), 0.002, 42)
    };
    for (TriMesh copy : copies) {
      SkeletonResult found = FoundSkeleton.in(copy);
      Map<String, double[]> other = FoundSkeleton.joints(found.character());
      String what = copy.vertexCount() + " vertices: " + other.keySet();
      assertEquals(joints.size(), other.size(), what);
      assertTrue(
          FoundSkeleton.largestDistance(joints, other) < 0.03 * side,
          what + " " + FoundSkeleton.largestDistance(joints, other) / side);
    }
  }

  @Test
  void rigidMotionAndScaleMoveTheJointsAlong() {
    double[] x = biped.mesh().positions();
    double[] moved = new double[x.length];
    for (int v = 0; v < x.length; v += 3) {
      moved[v] = 10 * x[v + 2] + 3;
      moved[v + 1] = 10 * x[v + 1] - 4;
      moved[v + 2] = -10 * x[v] + 5;
    }
    List<double[]> before = List.copyOf(FoundSkeleton.joints(still.character()).values());
    List<double[]> after =
        List.copyOf(
            FoundSkeleton.joints(FoundSkeleton.in(biped.mesh().withPositions(moved)).character())
                .values());
    assertEquals(before.size(), after.size());
    double side = 10 * biped.mesh().bounds().longestSide();
    for (double[] p : before) {
      double[] expected = {10 * p[2] + 3, 10 * p[1] - 4, -10 * p[0] + 5};
      double off = after.stream().mapToDouble(q -> Points.distance(expected, q)).min().orElse(0);
      assertTrue(off < 1e-6 * side, "off by " + off / side);
    }
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

  /** Bones keep their lengths in every clip. */
  private static void assertClips(SkeletonResult found) {
    assertEquals(found.poses().size(), found.character().clips().size());
    for (Clip clip : found.character().clips()) {
      assertTrue(clip.tracks().stream().noneMatch(t -> t.property() == Clip.Property.WEIGHTS));
    }
    List<Double> scales =
        found.poses().stream()
            .flatMap(pose -> pose.joints().stream())
            .map(FoundPose.JointPose::scale)
            .toList();
    assertTrue(scales.stream().allMatch(s -> s > 0.5 && s < 2), scales.toString());
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
