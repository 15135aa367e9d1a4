package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.FilePolicy;
import dev.sinew.io.FilePolicy.Storage;
import dev.sinew.io.FileSession;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.KhronosValidator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quantised and compressed outputs show what plain ones show, in fewer bytes. */
class StoredFormTest {
  @TempDir Path folder;
  private Path plain = Path.of("");

  @BeforeEach
  void writeAPlainFile() throws IOException {
    plain = folder.resolve("plain.glb");
    CharacterWriter.toDocument("arm", Samples.create("arm").character()).write(plain);
  }

  private FileSession stored(String name, Path from, Storage quantize, Storage compress)
      throws IOException {
    FileSession files = new FileSession(FilePolicy.DEFAULTS.withStorage(quantize, compress));
    try (files) {
      GltfDocument.read(from, files).write(folder.resolve(name), files);
      files.publish();
    }
    return files;
  }

  private static double farthest(Path a, Path b) throws IOException {
    double most = 0;
    SkinnedCharacter first = GltfReader.read(a).requireSound().character();
    SkinnedCharacter second = GltfReader.read(b).requireSound().character();
    for (double time : new double[] {0, 0.3, 0.7}) {
      float[] p = positions(first, time);
      float[] q = positions(second, time);
      assertThat(q).hasSameSizeAs(p);
      for (int i = 0; i < p.length; i++) {
        most = Math.max(most, Math.abs(p[i] - q[i]));
      }
    }
    return most;
  }

  private static float[] positions(SkinnedCharacter character, double time) {
    Pose pose = character.restPose();
    character.clips().getFirst().sample(time, pose);
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(pose);
    TriMesh mesh = posed.mesh();
    return mesh.wedgePositions();
  }

  @Test
  void compressionLosesNothing() throws IOException {
    FileSession files = stored("small.glb", plain, Storage.AS_INPUT, Storage.ALWAYS);
    Path small = folder.resolve("small.glb");
    assertThat(farthest(plain, small)).isZero();
    assertThat(Files.size(small)).isLessThan(Files.size(plain));
    assertThat(files.issues()).singleElement().asString().contains("EXT_meshopt_compression");
    stored("small.gltf", plain, Storage.AS_INPUT, Storage.ALWAYS);
    assertThat(farthest(plain, folder.resolve("small.gltf"))).isZero();
  }

  @Test
  void quantisedPositionsAreWithinAStep() throws IOException {
    stored("q.glb", plain, Storage.ALWAYS, Storage.ALWAYS);
    Path quantized = folder.resolve("q.glb");
    assertThat(GltfDocument.read(quantized).extensions("extensionsRequired"))
        .contains("KHR_mesh_quantization", "EXT_meshopt_compression");
    // The longest side of the arm is about 3; a step is a 65535th of it, weights have 16 bits.
    assertThat(farthest(plain, quantized)).isPositive().isLessThan(2e-4);
    assertThat(Files.size(quantized)).isLessThan(Files.size(plain) * 3 / 4);
  }

  @Test
  void outputsAreStoredLikeTheirInputs() throws IOException {
    stored("q.glb", plain, Storage.ALWAYS, Storage.ALWAYS);
    Path quantized = folder.resolve("q.glb");
    stored("again.glb", quantized, Storage.AS_INPUT, Storage.AS_INPUT);
    assertThat(farthest(quantized, folder.resolve("again.glb"))).isLessThan(1e-6);
    assertThat(GltfDocument.read(folder.resolve("again.glb")).extensions("extensionsUsed"))
        .contains("KHR_mesh_quantization", "EXT_meshopt_compression");
    FileSession files = stored("open.glb", quantized, Storage.NEVER, Storage.NEVER);
    assertThat(farthest(quantized, folder.resolve("open.glb"))).isLessThan(1e-6);
    assertThat(GltfDocument.read(folder.resolve("open.glb")).extensions("extensionsUsed"))
        .doesNotContain("EXT_meshopt_compression");
    assertThat(files.issues()).anyMatch(note -> note.what().contains("decompressed"));
  }

  /** A mesh without a skin on a node that a clip moves and that has a child. */
  @Test
  void nodesWithMeshesKeepTheirPlaces() throws IOException {
    TinyGltf tiny = new TinyGltf();
    tiny.ladder("");
    tiny.set(
        "nodes",
        "[{'mesh':0,'translation':[1,2,3],'rotation':[0,0,0.6,0.8],'scale':[2,1,1],'children':[1]},"
            + "{'mesh':0,'translation':[0,4,0],'rotation':[0.6,0,0,0.8],'scale':[1,2,3]}]");
    tiny.set("scenes", "[{'nodes':[0]}]");
    tiny.set("scene", "0");
    int times = tiny.floats("SCALAR", 0, 1);
    tiny.clip(0, "translation", "LINEAR", times, tiny.floats("VEC3", 1, 2, 3, 4, 5, 6));
    Path file = tiny.binary(folder.resolve("node.glb"));
    stored("node-q.glb", file, Storage.ALWAYS, Storage.NEVER);
    // The mesh of the moved node is in a new child, the last node: its points come last.
    for (double time : new double[] {0, 0.5}) {
      float[] before = positions(GltfReader.read(file).character(), time);
      float[] after = positions(GltfReader.read(folder.resolve("node-q.glb")).character(), time);
      int half = before.length / 2;
      for (int i = 0; i < before.length; i++) {
        assertThat(after[(i + half) % before.length]).isCloseTo(before[i], within(1e-3f));
      }
    }
  }

  /** In 16 bits all triangles of this texture would have the same three corners. */
  @Test
  void textureCoordinatesThatAreTooSmallStayFloats() throws IOException {
    SkinnedCharacter arm = Samples.create("arm").character();
    SkinnedCharacter.Geometry geometry = arm.meshes().getFirst();
    MeshAttribute uv = geometry.mesh().attribute(MeshAttribute.UV).orElseThrow();
    float[] values = uv.toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] = 0.5f + 1e-5f * values[i];
    }
    TriMesh small = geometry.mesh().withAttribute(new MeshAttribute(MeshAttribute.UV, 2, values));
    Path file = folder.resolve("small-uv.glb");
    CharacterWriter.toDocument("arm", arm.withMeshes(List.of(geometry.withMesh(small))))
        .write(file);
    FileSession files = stored("small-uv-q.glb", file, Storage.ALWAYS, Storage.NEVER);
    assertThat(files.issues())
        .anyMatch(n -> n.what().contains("triangles would flip or lose their area"));
    TriMesh read =
        GltfReader.read(folder.resolve("small-uv-q.glb")).character().meshes().getFirst().mesh();
    MeshAttribute found = read.attribute(MeshAttribute.UV).orElseThrow();
    assertThat(
            IntStream.range(0, found.count()).mapToObj(i -> found.value(i, 0)).distinct().count())
        .isGreaterThan(50);
    FileSession usual = stored("usual-q.glb", plain, Storage.ALWAYS, Storage.NEVER);
    assertThat(usual.issues()).noneMatch(note -> note.what().contains("texture coordinates"));
  }

  @Test
  void theValidatorFindsNoErrors() throws Exception {
    KhronosValidator.assumeInstalled();
    stored("a.glb", plain, Storage.ALWAYS, Storage.ALWAYS);
    stored("b.glb", plain, Storage.ALWAYS, Storage.NEVER);
    stored("c.gltf", plain, Storage.AS_INPUT, Storage.ALWAYS);
    List<Path> all =
        List.of(folder.resolve("a.glb"), folder.resolve("b.glb"), folder.resolve("c.gltf"));
    KhronosValidator.errors(all)
        .forEach((file, errors) -> assertThat(errors).as("" + file).isEmpty());
  }
}
