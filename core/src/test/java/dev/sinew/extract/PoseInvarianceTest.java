package dev.sinew.extract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sinew.model.TriMesh;
import dev.sinew.rig.FoundPose;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What must not matter: the size, the direction and the triangles of poses, and the source. */
class PoseInvarianceTest {
  private static final Sample BIPED = Samples.create("biped");
  private static final Sample QUADRUPED = Samples.create("quadruped");
  private static final double SIDE = BIPED.mesh().bounds().longestSide();

  private static Map<String, double[]> joints(SkeletonResult found) {
    return FoundSkeleton.joints(found.character());
  }

  private static FoundPose.JointPose root(SkeletonResult found, int pose) {
    return found.poses().get(pose).joints().getFirst();
  }

  private static boolean says(SkeletonResult found, String text) {
    return found.issues().stream().anyMatch(issue -> issue.what().contains(text));
  }

  @Test
  void theSizeOfAPoseIsItsScale() {
    TriMesh pose = Remeshing.plain(BIPED.examples().mesh(5));
    for (TriMesh shape : new TriMesh[] {pose, Remeshing.shuffled(pose, 1)}) {
      SkeletonResult one = FoundSkeleton.in(BIPED.mesh(), shape);
      SkeletonResult seven = FoundSkeleton.in(BIPED.mesh(), Remeshing.turned(shape, 0, 7));
      assertTrue(FoundSkeleton.byName(joints(one), joints(seven)) < 1e-6 * SIDE);
      assertEquals(7 * root(one, 1).scale(), root(seven, 1).scale(), 1e-6);
      assertTrue(says(seven, "times the size"), seven.issues().toString());
      assertEquals(1, root(one, 1).scale(), 0.02);
      double error = FoundSkeleton.clipError(one.character(), 1, pose);
      double scaled = FoundSkeleton.clipError(seven.character(), 1, Remeshing.turned(pose, 0, 7));
      assertEquals(error, scaled, 1e-4);
    }
  }

  @Test
  void turnedPosesKeepTheirSides() {
    TriMesh pose = Remeshing.shuffled(BIPED.examples().mesh(14), 2);
    SkeletonResult ahead = FoundSkeleton.in(BIPED.mesh(), pose);
    for (double degrees : new double[] {90, 135, 180}) {
      SkeletonResult turned = FoundSkeleton.in(BIPED.mesh(), Remeshing.turned(pose, degrees, 1));
      double off = FoundSkeleton.byName(joints(ahead), joints(turned));
      assertTrue(off < 1e-6 * SIDE, degrees + " degrees: " + joints(turned).keySet());
      assertTrue(!says(turned, "may be swapped"), turned.issues().toString());
    }
  }

  @Test
  void verticesTellTheSides() {
    SkeletonResult still = FoundSkeleton.in(BIPED.mesh());
    SkeletonResult turned = FoundSkeleton.in(BIPED.mesh(), Remeshing.turned(BIPED.mesh(), 180, 1));
    // Nothing bends, so the joints are those of one shape.
    assertEquals(joints(still).keySet(), joints(turned).keySet());
    assertTrue(FoundSkeleton.byName(joints(still), joints(turned)) < 0.02 * SIDE);
    assertEquals(1, root(turned, 1).scale(), 1e-4);
    TriMesh behind = Remeshing.turned(BIPED.mesh(), 180, 1);
    assertTrue(FoundSkeleton.clipError(turned.character(), 1, behind) < 1e-5);
  }

  @Test
  void poseWithoutCorrespondenceKeepsBoneLengths() {
    TriMesh pose = Remeshing.plain(QUADRUPED.examples().mesh(9));
    SkeletonResult found = FoundSkeleton.in(QUADRUPED.mesh(), Remeshing.shuffled(pose, 3));
    for (FoundPose.JointPose joint : found.poses().get(1).joints().subList(1, found.jointCount())) {
      assertEquals(1, joint.scale(), 1e-6, joint.joint());
    }
    double error = FoundSkeleton.clipDistance(found.character(), 1, pose);
    assertTrue(error < 0.015, "clip off by " + error);
    assertEquals(0, found.corresponding());
  }

  @Test
  void distancesDoNotDependOnTriangles() {
    try (RunContext context = RunContext.ofThreads(1)) {
      ShapeTips whole =
          ShapeTips.find("whole", QUADRUPED.mesh(), ShapeTips.OWN_SIZE, context).withTips(0.1);
      TriMesh thin = Remeshing.splintered(QUADRUPED.mesh(), 2);
      ShapeTips other = ShapeTips.find("thin", thin, ShapeTips.OWN_SIZE, context).withTips(0.1);
      Optional<ShapeTips> matched = other.matching(whole, 0.02);
      assertTrue(matched.isPresent(), Arrays.deepToString(other.distances()));
      for (int i = 0; i < whole.tips().count(); i++) {
        assertArrayEquals(whole.distances()[i], matched.get().distances()[i], 0.05);
      }
    }
  }

  @Test
  void trianglesDoNotMakeAnotherCharacter() {
    TriMesh pose = Remeshing.plain(BIPED.examples().mesh(5));
    SkeletonResult found =
        FoundSkeleton.in(
            BIPED.mesh(),
            Remeshing.shuffled(pose, 1),
            Remeshing.decimated(pose, 0.5),
            Remeshing.splintered(pose, 1));
    assertEquals(4, found.poses().size(), found.issues().toString());
    // They are one shape, so its joints are in the same places.
    for (int k = 2; k < 4; k++) {
      assertTrue(jointsApart(found, 1, k) < 0.03 * SIDE, k + ": " + jointsApart(found, 1, k));
    }
  }

  /** Returns the root mean square distance between the joints of two poses. */
  private static double jointsApart(SkeletonResult found, int a, int b) {
    double sum = 0;
    int count = 0;
    for (int j = 0; j < found.poses().get(a).joints().size(); j++) {
      FoundPose.JointPose first = found.poses().get(a).joints().get(j);
      FoundPose.JointPose second = found.poses().get(b).joints().get(j);
      for (int axis = 0; axis < 3; axis++) {
        double d = first.position().get(axis) - second.position().get(axis);
        sum += d * d;
      }
      count++;
    }
    return Math.sqrt(sum / count);
  }

  @Test
  void otherShapesDoNotTakeAwayCorrespondence() {
    TriMesh[] poses = {BIPED.examples().mesh(5), BIPED.examples().mesh(20)};
    RawMesh sphere = MeshSuite.icosphere(2);
    SkeletonResult found =
        FoundSkeleton.in(
            BIPED.mesh(),
            poses[0],
            TriMesh.of(sphere.positions(), sphere.triangles()),
            Remeshing.shuffled(BIPED.examples().mesh(14), 4),
            poses[1]);
    assertEquals(2, found.corresponding());
    assertEquals(4, found.poses().size());
    assertTrue(FoundSkeleton.clipError(found.character(), 1, poses[0]) < 0.006);
    assertTrue(FoundSkeleton.clipError(found.character(), 3, poses[1]) < 0.006);
  }

  @Test
  void aSourceOnOneSideKeepsTheSymmetry() {
    SkeletonResult found =
        FoundSkeleton.in(SkeletonOptions.DEFAULTS.withSource(0.5, 0.7, 0), BIPED.mesh());
    Map<String, double[]> joints = joints(found);
    assertTrue(joints.keySet().stream().anyMatch(name -> name.contains(".L")), joints.toString());
    for (String name : joints.keySet()) {
      String image = name.replace(".L", ".?").replace(".R", ".L").replace(".?", ".R");
      assertTrue(joints.containsKey(image), name + " in " + joints.keySet());
    }
    assertEquals(5, found.limbCount());
  }

  @Test
  void shortLimbsNeedCurvesOfTheirOwn() {
    for (double minLimb : new double[] {0.01, 0.02}) {
      SkeletonOptions options = SkeletonOptions.DEFAULTS.withMinLimb(minLimb);
      SkeletonResult found = FoundSkeleton.in(options, QUADRUPED.mesh());
      assertTrue(found.limbCount() >= 6, found.limbs().toString());
      SkeletonResult coarse = FoundSkeleton.in(options.withLevels(8), QUADRUPED.mesh());
      assertTrue(says(coarse, "tips were left out"), coarse.issues().toString());
    }
  }
}
