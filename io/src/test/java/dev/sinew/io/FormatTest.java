package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.draw.Picture;
import dev.sinew.io.Format.Kind;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.ply.PlyWriter;
import dev.sinew.io.png.PngWriter;
import dev.sinew.io.pointcache.PointCacheWriter;
import dev.sinew.io.progressive.StreamFile;
import dev.sinew.model.PolygonMesh;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.collapse.OperationStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats by extension and by content, and the errors for all other files. */
class FormatTest {
  private static final String READ =
      "a .glb, .gltf, .fbx, .vrm, .obj, .pc2, .mdd, .bvh or .psdb file";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "glb, CHARACTER, true, true",
    "vrm, CHARACTER, true, true",
    "gltf, CHARACTER, true, true",
    "fbx, CHARACTER, true, false",
    "usda, CHARACTER, false, true",
    "usdz, CHARACTER, false, true",
    "obj, MESH, true, true",
    "ply, MESH, false, true",
    "pc2, POINT_CACHE, true, true",
    "mdd, POINT_CACHE, true, true",
    "bvh, MOTION, true, true",
    "png, PICTURE, false, true"
  })
  void everyExtensionInAnyCase(String extension, Kind kind, boolean reads, boolean writes) {
    for (String name :
        List.of("a." + extension, "a.b." + extension.toUpperCase(Locale.ROOT), "." + extension)) {
      Format format = Format.named(Path.of("x.obj", name)).orElseThrow();
      assertThat(format.extensions()).containsExactly(extension);
      assertThat(format.kind()).isEqualTo(kind);
      assertThat(format.reads()).isEqualTo(reads);
      assertThat(format.writes()).isEqualTo(writes);
      assertThat(format).hasToString(extension.toUpperCase(Locale.ROOT));
    }
  }

  @Test
  void extensionsAreUnique() {
    List<String> extensions = Format.all().stream().flatMap(f -> f.extensions().stream()).toList();
    assertThat(extensions).hasSize(13).doesNotHaveDuplicates();
  }

  @Test
  void writtenFilesAreRecognisedByTheirContent() throws IOException {
    SkinnedCharacter character = Samples.create("arm").character();
    TriMesh mesh = character.meshes().getFirst().mesh();
    for (String name : List.of("a.glb", "a.gltf")) {
      CharacterWriter.toDocument(name, character).write(folder.resolve(name));
    }
    PlyWriter.write(folder.resolve("a.ply"), mesh);
    PngWriter.write(folder.resolve("a.png"), new Picture(1, 1, new int[1]));
    PointCacheWriter.pc2(folder.resolve("a.pc2"), 1, 0, 1, out -> out.append(new float[3]));
    Files.writeString(folder.resolve("a.bvh"), "\uFEFF \r\nhierarchy\n");
    StreamFile.write(folder.resolve("stream"), new OperationStream(3, 7, 1, List.of(), new int[0]));
    for (Format format :
        List.of(Format.GLB, Format.GLTF, Format.PLY, Format.PNG, Format.PC2, Format.BVH)) {
      Path file = folder.resolve("a." + format.extensions().getFirst());
      assertThat(Format.find(Files.copy(file, folder.resolve("no extension " + format))))
          .contains(format);
      assertThat(Format.find(Files.copy(file, folder.resolve("unknown." + format + ".data"))))
          .contains(format);
    }
    assertThat(Format.find(folder.resolve("stream"))).contains(Format.STREAM);
  }

  @Test
  void theExtensionDecidesAndTheReaderTakesTheActualContent() throws IOException {
    SkinnedCharacter character = Samples.create("arm").character();
    Path binary = folder.resolve("a.glb");
    CharacterWriter.toDocument("a", character).write(binary);
    Path misnamed = Files.move(binary, folder.resolve("a.gltf"));
    assertThat(Format.of(misnamed)).isEqualTo(Format.GLTF);
    assertThat(GltfReader.read(misnamed).requireSound().character().meshes()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.txt", "a", "a.", "a.glb2"})
  void otherFilesAreRejectedWithTheExtensionsThatAreRead(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "v 0 0 0\n");
    assertRejected(file);
    assertRejected(folder.resolve("missing").resolve(name));
    assertRejected(Files.createDirectory(folder.resolve("folder")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.ply", "a.png", "a.usda", "a.usdz"})
  void filesThatAreOnlyWrittenAreRejectedAsSuch(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "v 0 0 0\n");
    String format = name.substring(2).toUpperCase(Locale.ROOT);
    assertThatThrownBy(() -> Format.of(file))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessage(file + ": " + format + " is written, but not read; expected " + READ);
    assertRejected(folder.resolve("missing").resolve(name));
  }

  private static void assertRejected(Path file) {
    assertThatThrownBy(() -> Format.of(file))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessage(file + ": expected " + READ);
  }

  @Test
  void otherKindsAreRejected() {
    assertThatThrownBy(() -> Format.of(Path.of("a.obj"), Kind.CHARACTER))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessage("a.obj: expected a .glb, .gltf, .fbx or .vrm file");
    assertThatThrownBy(() -> Format.ofOutput(Path.of("a.bvh"), Kind.MESH, Kind.CHARACTER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a.bvh: expected a .obj, .ply, .glb, .gltf, .vrm, .usda or .usdz file as output");
    assertThatThrownBy(() -> Format.ofOutput(Path.of("a.fbx"), Kind.CHARACTER))
        .hasMessage(
            "a.fbx: FBX is read, but not written; expected a .glb, .gltf, .vrm, .usda or .usdz file"
                + " as output");
    assertThatThrownBy(() -> Format.ofOutput(Path.of("png"), Kind.PICTURE))
        .hasMessage("png: expected a .png file as output");
    assertThat(Format.expected(Format.PC2, Format.MDD)).isEqualTo("a .pc2 or .mdd file");
  }

  @ParameterizedTest
  @CsvSource({"a.OBJ, a, obj", "a.b.glb, a.b, glb", "a, a, ''", ".glb, .glb, glb", "a., a, ''"})
  void namesSplitIntoStemAndExtension(String name, String stem, String extension) {
    assertThat(Format.stemOf(Path.of("x.y", name))).isEqualTo(stem);
    assertThat(Format.extensionOf(Path.of("x.y", name))).isEqualTo(extension);
  }

  /** A new format is one constant: extensions, signature, reader and writer. */
  @Test
  void aNewMeshFormatNeedsOneConstant() throws IOException {
    Format points =
        Format.mesh(FormatTest::readPoints, null, Format.Content.text("POINTS"), "pts", "xyz");
    List<Format> formats = new ArrayList<>(Format.all());
    formats.add(points);
    Path file = Files.writeString(folder.resolve("cloud"), "points 1 2 3");
    assertThat(Format.find(file, formats)).contains(points);
    assertThat(Format.find(Path.of("a.XYZ"), formats)).contains(points);
    assertThat(points.reads()).isTrue();
    assertThat(points.writes()).isFalse();
    assertThat(points.readMesh(file).mesh().positions()).containsExactly(1, 2, 3);
  }

  private static MeshFile readPoints(Path file) throws IOException {
    String[] words = Files.readString(file).split(" ", -1);
    double[] position = new double[3];
    for (int k = 0; k < 3; k++) {
      position[k] = Double.parseDouble(words[k + 1]);
    }
    int[] none = {};
    PolygonMesh mesh =
        new PolygonMesh(
            position,
            new float[0],
            new float[0],
            new int[1],
            new PolygonMesh.Corners(none, none, none),
            none,
            List.of());
    return new MeshFile(mesh, List.of());
  }

  @Test
  void meshesNeedAFormatWithAReaderOrWriter() {
    assertThatThrownBy(() -> Format.PLY.readMesh(Path.of("a.ply")))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
