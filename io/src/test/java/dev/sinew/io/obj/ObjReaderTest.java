package dev.sinew.io.obj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.Corrupted;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.MeshFile;
import dev.sinew.model.Issue;
import dev.sinew.model.PolygonMesh;
import dev.sinew.model.Topology;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjReaderTest {
  private static final String EVERYTHING =
      """
      # a quad and a triangle
      mtllib some.mtl
      o thing
      v 0 0 0 0.5 0.5 0.5
      v 1 0 0 1
      v  1\t1 -2.5e-1
      v 0 1 0
      vt 0 0
      vt 1 0 0
      vt 1
      vn 0 0 1
      s 1
      usemtl red paint
      f 1/1/1 2/2/1 3/3/1 4//1 # the quad
      usemtl blue
      p 1
      l 1 2 3
      curv2 1 2 \\
         3 4
      f -4 \\
        -3/-2 -2/-1/
      usemtl red paint
      f 4 3 1
      """;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static MeshFile read(String text) throws MalformedAssetException {
    return ObjReader.read("test.obj", bytes(text));
  }

  private static void assertEverything(PolygonMesh mesh) {
    assertThat(mesh.positions()).containsExactly(0, 0, 0, 1, 0, 0, 1, 1, -0.25, 0, 1, 0);
    assertThat(mesh.uvs()).containsExactly(0, 0, 1, 0, 1, 0);
    assertThat(mesh.normals()).containsExactly(0, 0, 1);
    assertThat(mesh.faceStart()).containsExactly(0, 4, 7, 10);
    assertThat(mesh.corners().vertex()).containsExactly(0, 1, 2, 3, 0, 1, 2, 3, 2, 0);
    assertThat(mesh.corners().uv()).containsExactly(0, 1, 2, -1, -1, 1, 2, -1, -1, -1);
    assertThat(mesh.corners().normal()).containsExactly(0, 0, 0, 0, -1, -1, -1, -1, -1, -1);
    assertThat(mesh.faceGroup()).containsExactly(0, 1, 0);
    assertThat(mesh.groupNames()).containsExactly("red paint", "blue");
  }

  @Test
  void readsAllTypesOfLines() throws Exception {
    MeshFile result = read(EVERYTHING);
    assertThat(result.issues()).isEmpty();
    assertEverything(result.mesh());
  }

  @Test
  void readsAllLineEnds() throws Exception {
    assertEverything(read(EVERYTHING.replace("\n", "\r\n")).mesh());
    assertEverything(read(EVERYTHING.replace("\n", "\r")).mesh());
    assertEverything(read("\uFEFF" + EVERYTHING.stripTrailing()).mesh());
  }

  @Test
  void commentsDoNotJoinLines() throws Exception {
    assertThat(read("# C:\\poses\\\nv 1 2 3\n").mesh().vertexCount()).isEqualTo(1);
  }

  @Test
  void facesMayReferToLaterVertices() throws Exception {
    PolygonMesh mesh = read("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n").mesh();
    assertThat(mesh.corners().vertex()).containsExactly(0, 1, 2);
    assertThat(mesh.groupNames()).containsExactly(ObjReader.NO_MATERIAL);
  }

  @Test
  void skipsFacesOfFewerThanThreeCornersWithAWarning() throws Exception {
    MeshFile result = read("v 0 0 0\nf\nf 1/7 1\nf 1 1 1\n" + "f 1\n".repeat(200));
    assertThat(result.mesh().faceCount()).isEqualTo(1);
    assertThat(result.mesh().corners().uv()).isEmpty();
    assertThat(result.issues()).hasSize(101);
    assertThat(result.issues().get(0))
        .isEqualTo(Issue.warning("line 2", "a face of 0 corners was skipped"));
    assertThat(result.issues().get(1).where()).isEqualTo("line 3");
    assertThat(result.issues().getLast().what()).startsWith("102 more");
  }

  @Test
  void ignoresReferencesToMissingTextureCoordinates() throws Exception {
    MeshFile result = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1/7 2/2/8 3/3/9\n");
    assertThat(result.mesh().faceCount()).isEqualTo(1);
    assertThat(result.mesh().corners().uv()).isEmpty();
    assertThat(result.mesh().corners().normal()).isEmpty();
    assertThat(result.issues()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v 0 0|2|expected a number, got the end of the line",
        "v 0 zero 0|2|got 'zero'",
        "v 0 0 nan|2|got 'nan'",
        "v 0 0 -inf|2|got '-inf'",
        "v 0 0 1e400|2|fits 64 bits",
        "vn 0 0|2|expected a number",
        "vn 0 0 1e39|2|fits 32 bits",
        "vt|2|expected a number",
        "f 1 2 4|2|vertex 4: the file has only 3",
        "f 1/2 2/1 3/1|2|texture coordinate 2: the file has only 1",
        "f 1//2 2//1 3//1|2|normal 2: the file has only 1",
        "f 0 1 2|2|indices begin with 1",
        "f -1 -2 -3|2|only 1 precede it",
        "f 1 2 x|2|expected an integer",
        "f 1 2 3.5|2|expected a corner",
        "f 1 2 3/1/1/1|2|expected a corner",
        "f 1 2 99999999999|2|31 bits",
        "f 1 2 2147483647|2|vertex 2147483647",
      })
  void errorsHaveTheirLine(String bad, int line, String reason) {
    String text = "v 0 0 0\n" + bad + "\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\n";
    assertThatThrownBy(() -> read(text))
        .isInstanceOfSatisfying(
            MalformedAssetException.class,
            e -> {
              assertThat(e.source()).isEqualTo("test.obj");
              assertThat(e.where()).isEqualTo("line " + line);
              assertThat(e.reason()).contains(reason);
            });
  }

  @Test
  void aFileWithoutVerticesIsRejected() {
    assertThatThrownBy(() -> read("\u0089PNG\r\n\u001a\n"))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessage("test.obj: no vertices: this is not an OBJ mesh");
  }

  @Test
  void malformedFilesAreRejectedOrRead() {
    Corrupted.Reader reader = file -> ObjReader.read("test.obj", file).mesh().toTriMesh();
    assertThat(Corrupted.everyPrefix(bytes(EVERYTHING), reader)).isGreaterThan(10);
    assertThat(Corrupted.byteFlips(bytes(EVERYTHING), 7, 2000, reader)).isGreaterThan(100);
  }

  @NeedsSharedData
  @Test
  void readsTheHorses() throws Exception {
    Path folder = SharedData.path("horse");
    MeshFile horse = ObjReader.read(folder.resolve("horse-reference.obj"));
    assertThat(horse.issues()).isEmpty();
    assertThat(horse.mesh().vertexCount()).isEqualTo(8431);
    assertThat(horse.mesh().faceCount()).isEqualTo(16843);
    assertThat(Topology.of(horse.mesh().toTriMesh()).boundaryEdgeCount()).isEqualTo(19);
  }

  @NeedsSharedData
  @Test
  void readsTheBoneOfQuads() throws Exception {
    PolygonMesh bone = ObjReader.read(SharedData.path("bone").resolve("bone-reference.obj")).mesh();
    assertThat(bone.vertexCount()).isEqualTo(754);
    assertThat(bone.faceCount()).isEqualTo(752);
    assertThat(bone.corners().vertex()).hasSize(4 * 752);
    assertThat(bone.positions()).startsWith(-1.07503414, -0.283409595, 0.552805305);
  }
}
