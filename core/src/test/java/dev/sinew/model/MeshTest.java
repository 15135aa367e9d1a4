package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Triangle and polygon meshes: contents, argument checks, seams. */
class MeshTest {
  private static final double[] SQUARE = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  private static final int[] SAME = {0, 1, 2, 3};
  private static final int[] HALVES = {0, 1, 2, 0, 2, 3};

  private static void assertRejected(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @MethodSource("dev.sinew.testkit.MeshSuite#all")
  void anyMeshIsKeptUnchanged(RawMesh raw) {
    TriMesh mesh = TriMesh.of(raw.positions(), raw.triangles());
    assertThat(mesh.positions()).isEqualTo(raw.positions());
    assertThat(mesh.triangles()).isEqualTo(raw.triangles());
    assertThat(mesh.wedgeCount()).isEqualTo(raw.vertexCount());
    assertThat(mesh.groupCount()).isEqualTo(raw.triangleCount() > 0 ? 1 : 0);
    assertThat(mesh.bounds().isEmpty()).isEqualTo(raw.vertexCount() == 0);
  }

  @Test
  void arraysAreCopiedInAndOut() {
    double[] positions = SQUARE.clone();
    TriMesh mesh = TriMesh.of(positions, HALVES);
    positions[0] = 99;
    mesh.positions()[0] = 99;
    mesh.triangles()[0] = 99;
    mesh.cornerWedges()[0] = 99;
    assertThat(mesh.position(0, 0)).isZero();
    assertThat(mesh.vertex(0, 0)).isZero();
  }

  @Test
  void aTriMeshChecksItsArguments() {
    int[] groups = {0, 0};
    assertRejected(
        () -> TriMesh.of(new double[4], new int[0]), "positions: expected a multiple of 3, got 4");
    assertRejected(
        () -> TriMesh.of(new double[] {0, Double.NaN, 0}, new int[0]),
        "positions[1]: expected a finite number, got NaN");
    assertRejected(() -> TriMesh.of(SQUARE, new int[] {0, 1}), "expected a multiple of 3, got 2");
    assertRejected(
        () -> TriMesh.of(SQUARE, new int[] {0, 1, 4}), "corners[2]: expected 0 to 3, got 4");
    assertRejected(
        () -> new TriMesh(SQUARE, new int[] {0, 1, 4}, new int[0], new int[0], List.of()),
        "wedgeVertex[2]: expected 0 to 3, got 4");
    assertRejected(
        () -> new TriMesh(SQUARE, SAME, HALVES, new int[1], List.of()),
        "groups: expected 2, got 1");
    assertRejected(() -> new TriMesh(SQUARE, SAME, HALVES, new int[] {0, -1}, List.of()), "got -1");
    MeshAttribute uv = new MeshAttribute(MeshAttribute.UV, 2, new float[8]);
    MeshAttribute shorter = new MeshAttribute(MeshAttribute.UV, 2, new float[6]);
    assertRejected(
        () -> new TriMesh(SQUARE, SAME, HALVES, groups, List.of(shorter)),
        "wedges of TEXCOORD_0: expected 4, got 3");
    assertRejected(
        () -> new TriMesh(SQUARE, SAME, HALVES, groups, List.of(uv, uv)),
        "expected different names, got [TEXCOORD_0, TEXCOORD_0]");
    assertRejected(
        () -> new MeshAttribute("A", 2, new float[3]), "expected a multiple of 2, got 3");
    assertRejected(
        () -> TriMesh.of(SQUARE, HALVES).withPositions(new double[3]), "expected 12, got 3");
  }

  @Test
  void anAttributeIsReplacedByName() {
    TriMesh mesh =
        TriMesh.of(SQUARE, HALVES)
            .withAttribute(new MeshAttribute(MeshAttribute.UV, 2, new float[8]))
            .withAttribute(
                new MeshAttribute(MeshAttribute.UV, 2, new float[] {1, 2, 3, 4, 5, 6, 7, 8}));
    assertThat(mesh.attributes()).hasSize(1);
    assertThat(mesh.attribute(MeshAttribute.UV).orElseThrow().value(2, 1)).isEqualTo(6);
  }

  // ---- polygons --------------------------------------------------------------------------------

  /** Returns two quads that share an edge. */
  private static PolygonMesh twoQuads(float[] uvs, int[] cornerUv) {
    return new PolygonMesh(
        MeshSuite.grid(2, 1).positions(),
        uvs,
        new float[0],
        new int[] {0, 4, 8},
        new PolygonMesh.Corners(new int[] {0, 1, 4, 3, 1, 2, 5, 4}, cornerUv, new int[0]),
        new int[] {0, 1},
        List.of("left", "right"));
  }

  @Test
  void polygonsBecomeFansFromTheirFirstCorner() {
    TriMesh mesh = twoQuads(new float[0], new int[0]).toTriMesh();
    assertThat(mesh.triangles()).containsExactly(0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4);
    assertThat(mesh.groups()).containsExactly(0, 0, 1, 1);
    assertThat(mesh.wedgeCount()).isEqualTo(6);
    assertThat(mesh.attributes()).isEmpty();
  }

  @Test
  void aSeamGivesAVertexAWedgePerSide() {
    // The right quad has its own texture coordinates, also along the shared edge 1 4.
    float[] uvs = {0, 0, 1, 0, 1, 1, 0, 1, 5, 5, 6, 5, 6, 6, 5, 6};
    PolygonMesh polygons = twoQuads(uvs, new int[] {0, 1, 2, 3, 4, 5, 6, 7});
    TriMesh mesh = polygons.toTriMesh();
    assertThat(mesh.vertexCount()).isEqualTo(6);
    assertThat(mesh.wedgeCount()).isEqualTo(8);
    assertThat(mesh.triangles()).containsExactly(0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4);
    MeshAttribute uv = mesh.attribute(MeshAttribute.UV).orElseThrow();
    int[] corner = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
    for (int c = 0; c < corner.length; c++) {
      int wedge = mesh.wedge(c / 3, c % 3);
      assertThat(uv.value(wedge, 0)).isEqualTo(uvs[2 * corner[c]]);
      assertThat(uv.value(wedge, 1)).isEqualTo(uvs[2 * corner[c] + 1]);
    }
    for (int v = 0; v < 6; v++) {
      assertThat(mesh.vertexOfWedge(v)).as("the first wedges are the vertices").isEqualTo(v);
    }
  }

  @Test
  void equalCoordinatesMakeNoSeam() {
    float[] uvs = {0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1};
    assertThat(twoQuads(uvs, new int[] {0, 1, 4, 3, 1, 2, 5, 4}).toTriMesh().wedgeCount())
        .isEqualTo(6);
  }

  @Test
  void normalsSplitWedgesToo() {
    PolygonMesh polygons =
        new PolygonMesh(
            SQUARE,
            new float[0],
            new float[] {0, 0, 1, 0, 1, 0},
            new int[] {0, 3, 6},
            new PolygonMesh.Corners(HALVES, new int[0], new int[] {0, 0, 0, 1, 1, 1}),
            new int[] {0, 0},
            List.of("all"));
    TriMesh mesh = polygons.toTriMesh();
    assertThat(mesh.wedgeCount()).isEqualTo(6);
    MeshAttribute normal = mesh.attribute(MeshAttribute.NORMAL).orElseThrow();
    for (int k = 0; k < 3; k++) {
      assertThat(normal.value(mesh.wedge(0, k), 2)).isEqualTo(1);
      assertThat(normal.value(mesh.wedge(1, k), 1)).isEqualTo(1);
    }
  }

  @Test
  void aPolygonMeshChecksItsArguments() {
    assertRejected(() -> faces(0, 2), "face 0: expected 3 corners or more, got 2");
    assertRejected(() -> faces(0, 3, 4), "face 1: expected 3 corners or more, got 1");
    assertRejected(() -> faces(0, 9, 4), "face 1: expected 3 corners or more, got -5");
    assertRejected(() -> faces(0, 2_000_000_000, -2_000_000_000, 4), "got -4000000000");
    assertRejected(() -> faces(1, 4), "faceStart: expected to begin with 0");
    assertRejected(() -> faces(), "faceStart: expected to begin with 0");
    assertRejected(
        () -> quad(new int[] {0, 1, 2, 4}, 0), "cornerVertex[3]: expected 0 to 3, got 4");
    assertRejected(() -> quad(new int[] {0, 1, 2}, 0), "expected 3, got 4");
    assertRejected(() -> quad(SAME, 1), "faceGroup[0]: expected 0 to 0, got 1");
    assertRejected(
        () -> twoQuads(new float[] {0, 0}, new int[8 - 1]), "cornerUv: expected 8, got 7");
    assertRejected(
        () -> twoQuads(new float[] {0, 0}, new int[] {0, 0, 0, 0, 0, 0, 0, 1}),
        "cornerUv[7]: expected 0 to 0, got 1");
    assertRejected(
        () -> twoQuads(new float[] {0, 0}, new int[] {0, 0, 0, -2, 0, 0, 0, 0}), "got -2");
  }

  private static PolygonMesh faces(int... faceStart) {
    int corners = faceStart.length == 0 ? 0 : Math.max(0, faceStart[faceStart.length - 1]);
    return polygons(faceStart, new int[corners], new int[Math.max(0, faceStart.length - 1)]);
  }

  private static PolygonMesh quad(int[] corners, int group) {
    return polygons(new int[] {0, 4}, corners, new int[] {group});
  }

  private static PolygonMesh polygons(int[] faceStart, int[] corners, int[] groups) {
    return new PolygonMesh(
        SQUARE,
        new float[0],
        new float[0],
        faceStart,
        new PolygonMesh.Corners(corners, new int[0], new int[0]),
        groups,
        List.of("all"));
  }
}
