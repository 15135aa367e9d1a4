package dev.sinew.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sinew.model.TriMesh;
import dev.sinew.run.Cancellation;
import dev.sinew.run.Progress;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Shapes that are no characters: each gives a documented answer or a clear message. */
class OddShapesTest {
  private static TriMesh mesh(RawMesh raw) {
    return TriMesh.of(raw.positions(), raw.triangles());
  }

  private static boolean says(SkeletonResult found, String text) {
    return found.issues().stream().anyMatch(issue -> issue.what().contains(text));
  }

  @Test
  void sphereIsAChain() {
    SkeletonResult found = FoundSkeleton.in(mesh(MeshSuite.icosphere(3)));
    assertTrue(says(found, "no limbs"), found.issues().toString());
    assertTrue(found.jointCount() >= 1);
  }

  @Test
  void torusIsCutOpen() {
    SkeletonResult found = FoundSkeleton.in(mesh(MeshSuite.torus(40, 16)));
    assertEquals(1, found.loops());
    assertTrue(says(found, "loops"), found.issues().toString());
  }

  @Test
  void sheetIsOpen() {
    SkeletonResult found = FoundSkeleton.in(mesh(MeshSuite.grid(20, 12)));
    assertTrue(says(found, "open"), found.issues().toString());
  }

  @Test
  void componentsFollowTheLargest() {
    TriMesh body = Samples.create("arm").mesh();
    RawMesh extra = MeshSuite.tetrahedron();
    double side = body.bounds().longestSide();
    double[] near = extra.positions();
    for (int i = 0; i < near.length; i++) {
      near[i] = 0.01 * side * near[i] + 2 * side;
    }
    RawMesh both =
        MeshSuite.both(
            "both",
            new RawMesh("body", body.positions(), body.triangles()),
            new RawMesh("extra", near, extra.triangles()));
    SkeletonResult found = FoundSkeleton.in(mesh(both));
    assertTrue(says(found, "separate components"), found.issues().toString());
    assertEquals(
        both.positions().length / 3,
        found.character().meshes().getFirst().skinning().influences().orElseThrow().vertexCount());
  }

  @Test
  void nonManifoldEdgesAreReported() {
    TriMesh body = Samples.create("arm").mesh();
    int[] triangles = Arrays.copyOf(body.triangles(), 3 * body.triangleCount() + 3);
    double[] positions = Arrays.copyOf(body.positions(), 3 * body.vertexCount() + 3);
    // A fin on the first edge.
    int fin = body.vertexCount();
    for (int axis = 0; axis < 3; axis++) {
      positions[3 * fin + axis] = 1.01 * positions[3 * triangles[0] + axis] + 0.01;
    }
    triangles[triangles.length - 3] = triangles[0];
    triangles[triangles.length - 2] = triangles[1];
    triangles[triangles.length - 1] = fin;
    SkeletonResult found = FoundSkeleton.in(TriMesh.of(positions, triangles));
    assertTrue(says(found, "non-manifold"), found.issues().toString());
  }

  @Test
  void smallAndDegenerateMeshes() {
    for (MeshSuite.Known known : MeshSuite.closed()) {
      assertTrue(FoundSkeleton.in(mesh(known.mesh())).jointCount() >= 1, known.toString());
    }
    for (MeshSuite.Known known : MeshSuite.open()) {
      assertTrue(FoundSkeleton.in(mesh(known.mesh())).jointCount() >= 1, known.toString());
    }
  }

  @Test
  void emptyMeshIsRefused() {
    RequestException e =
        assertThrows(
            RequestException.class, () -> FoundSkeleton.in(TriMesh.of(new double[0], new int[0])));
    assertTrue(String.valueOf(e.getMessage()).startsWith("shape-0: "), e.getMessage());
  }

  @Test
  void anotherCharacterIsLeftOut() {
    SkeletonResult found =
        FoundSkeleton.in(Samples.create("biped").mesh(), mesh(MeshSuite.icosphere(3)));
    assertEquals(1, found.poses().size());
    assertTrue(says(found, "left out"), found.issues().toString());
  }

  @Test
  void aBodyWithAnotherNumberOfLimbsIsLeftOut() {
    TriMesh biped = Samples.create("biped").mesh();
    TriMesh quadruped = Samples.create("quadruped").mesh();
    for (TriMesh[] two : new TriMesh[][] {{biped, quadruped}, {quadruped, biped}}) {
      SkeletonResult found = FoundSkeleton.in(two);
      assertEquals(1, found.poses().size());
      assertTrue(says(found, "ends of limbs, the reference"), found.issues().toString());
    }
  }

  @Test
  void canBeCancelled() {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    try (RunContext context = new RunContext(1, 1, Progress.SILENT, cancellation)) {
      assertThrows(
          CancellationException.class,
          () ->
              SkeletonExtraction.run(
                  List.of(new NamedShape("arm", Samples.create("arm").mesh())),
                  SkeletonOptions.DEFAULTS,
                  context));
    }
  }
}
