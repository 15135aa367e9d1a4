package dev.sinew.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sinew.model.Influences;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Skeletons of a character made of separate shells: the built-in biped, cut apart. */
class ShellsTest {
  private static final int HEAD = 0;
  private static final int TRUNK = 1;
  private static final int LEFT_ARM = 2;
  private static final int RIGHT_ARM = 3;
  private static final int PARTS = 6;

  private static Sample biped;
  private static SkeletonResult whole;
  private static TriMesh cut;
  private static SkeletonResult shells;

  @BeforeAll
  static void find() {
    biped = Samples.create("biped");
    whole = FoundSkeleton.in(biped.mesh());
    cut = cut(biped.mesh(), 0.97);
    shells = FoundSkeleton.in(cut);
  }

  /** Returns the part of a triangle of the biped. */
  private static int part(int triangle) {
    double[] p = new double[3];
    for (int c = 0; c < 3; c++) {
      for (int axis = 0; axis < 3; axis++) {
        p[axis] += biped.mesh().position(biped.mesh().vertex(triangle, c), axis) / 3;
      }
    }
    if (Math.abs(p[0]) > 0.2 && p[1] > 0.7 && p[1] < 1.3) {
      return p[0] > 0 ? LEFT_ARM : RIGHT_ARM;
    }
    if (p[1] < 0.62) {
      return p[0] > 0 ? 4 : 5;
    }
    return p[1] > 1.2 ? HEAD : TRUNK;
  }

  /** Cuts a shape of the biped into open shells, each scaled about its centre. */
  private static TriMesh cut(TriMesh mesh, double scale) {
    int[][] copies = new int[PARTS][mesh.vertexCount()];
    double[] positions = new double[3 * PARTS * mesh.vertexCount()];
    int[] triangles = new int[3 * mesh.triangleCount()];
    int n = 0;
    for (int part = 0; part < PARTS; part++) {
      Arrays.fill(copies[part], -1);
      int first = n;
      double[] centre = new double[3];
      for (int t = 0; t < mesh.triangleCount(); t++) {
        for (int c = 0; c < 3 && part(t) == part; c++) {
          int v = mesh.vertex(t, c);
          if (copies[part][v] < 0) {
            for (int axis = 0; axis < 3; axis++) {
              positions[3 * n + axis] = mesh.position(v, axis);
              centre[axis] += mesh.position(v, axis);
            }
            copies[part][v] = n++;
          }
          triangles[3 * t + c] = copies[part][v];
        }
      }
      for (int i = 3 * first; i < 3 * n; i++) {
        double middle = centre[i % 3] / (n - first);
        positions[i] = middle + scale * (positions[i] - middle);
      }
    }
    return TriMesh.of(Arrays.copyOf(positions, 3 * n), triangles);
  }

  private static void assertLikeTheWhole(SkeletonResult found) {
    assertEquals(whole.limbCount(), found.limbCount());
    double side = biped.mesh().bounds().longestSide();
    Map<String, double[]> joints = FoundSkeleton.joints(found.character());
    Map<String, double[]> wanted = FoundSkeleton.joints(whole.character());
    double off = FoundSkeleton.byName(wanted, joints) / side;
    assertTrue(off < 0.05, off + " " + joints.keySet() + " instead of " + wanted.keySet());
  }

  @Test
  void shellsHaveTheJointsOfTheWhole() {
    assertTrue(
        shells.issues().stream().anyMatch(issue -> issue.what().contains("6 separate shells")),
        shells.issues().toString());
    assertLikeTheWhole(shells);
  }

  @Test
  void widerGapsAreClosedToo() {
    assertEquals(whole.limbCount(), FoundSkeleton.in(cut(biped.mesh(), 0.94)).limbCount());
  }

  @Test
  void everyVertexHasWeightsOfItsPart() {
    Influences weights =
        shells.character().meshes().getFirst().skinning().influences().orElseThrow();
    assertEquals(cut.vertexCount(), weights.vertexCount());
    for (int v = 0; v < weights.vertexCount(); v++) {
      double sum = 0;
      for (int i = 0; i < weights.count(v); i++) {
        sum += weights.weight(v, i);
      }
      assertEquals(1, sum, 1e-9);
    }
    for (int t = 0; t < cut.triangleCount(); t++) {
      int v = cut.vertex(t, 0);
      String other = part(t) == LEFT_ARM ? ".R" : part(t) == RIGHT_ARM ? ".L" : "none";
      for (int i = 0; i < weights.count(v); i++) {
        int joint = shells.character().skins().getFirst().joint(weights.joint(v, i));
        String name = shells.character().skeleton().name(joint);
        assertTrue(
            !name.contains(other) || weights.weight(v, i) < 0.05, "part " + part(t) + " " + name);
      }
    }
  }

  @Test
  void theFieldCoversAllShells() {
    for (int v = 0; v < cut.vertexCount(); v++) {
      assertTrue(shells.fields().limbs()[v] >= 0 && !Double.isNaN(shells.fields().values()[v]));
    }
  }

  @Test
  void sameInputGivesTheSameRig() {
    SkeletonResult again = FoundSkeleton.in(cut);
    assertEquals(
        0,
        FoundSkeleton.byName(
            FoundSkeleton.joints(shells.character()), FoundSkeleton.joints(again.character())));
    Influences a = shells.character().meshes().getFirst().skinning().influences().orElseThrow();
    Influences b = again.character().meshes().getFirst().skinning().influences().orElseThrow();
    for (int v = 0; v < a.vertexCount(); v++) {
      assertEquals(a.count(v), b.count(v));
      for (int i = 0; i < a.count(v); i++) {
        assertEquals(a.joint(v, i), b.joint(v, i));
        assertEquals(a.weight(v, i), b.weight(v, i));
      }
    }
  }

  @Test
  void posesOfShellsCorrespond() {
    SkeletonResult found =
        FoundSkeleton.in(
            cut, cut(biped.examples().mesh(3), 0.97), cut(biped.examples().mesh(14), 0.97));
    assertEquals(2, found.corresponding(), found.issues().toString());
    assertEquals(whole.limbCount(), found.limbCount());
    double error =
        FoundSkeleton.clipError(found.character(), 1, cut(biped.examples().mesh(3), 0.97));
    assertTrue(error < 0.01, "error " + error);
  }
}
