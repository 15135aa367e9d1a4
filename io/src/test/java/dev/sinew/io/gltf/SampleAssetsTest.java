package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.testkit.GltfOracle;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real files: reading, an unchanged round trip, and poses as glTF specifies them. */
@NeedsSharedData
class SampleAssetsTest {
  private static final double TOLERANCE = 1e-5;

  @TempDir Path folder;

  static Stream<Path> files() {
    return SharedData.gltfFiles().stream();
  }

  @Test
  void findsTheFiles() {
    assertThat(SharedData.gltfFiles()).hasSizeGreaterThanOrEqualTo(28);
  }

  @ParameterizedTest
  @MethodSource("files")
  void isUnchangedInItsOwnFormat(Path file) throws IOException {
    GltfDocument before = GltfDocument.read(file);
    Path copy = folder.resolve(file.getFileName());
    before.write(copy);
    GltfDocument after = GltfDocument.read(copy);

    assertThat(withoutBufferNames(after.json())).isEqualTo(withoutBufferNames(before.json()));
    assertThat(after.bufferCount()).isEqualTo(before.bufferCount());
    for (int i = 0; i < before.bufferCount(); i++) {
      assertThat(after.buffer(i)).isEqualTo(before.buffer(i));
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void keepsEveryViewInTheOtherFormat(Path file) throws IOException {
    GltfDocument before = GltfDocument.read(file);
    String name = String.valueOf(file.getFileName());
    Path copy = folder.resolve(name + (name.endsWith(".glb") ? ".gltf" : ".glb"));
    before.write(copy);
    GltfDocument after = GltfDocument.read(copy);

    Accessors then = new Accessors(before);
    Accessors now = new Accessors(after);
    int views = before.json().getAsJsonArray("bufferViews").size();
    for (int v = 0; v < views; v++) {
      ByteBuffer expected = then.viewBytes(v);
      assertThat(now.viewBytes(v)).as("buffer view %d", v).isEqualTo(expected);
    }
    JsonObject expected = withoutBuffers(before.json());
    assertThat(withoutBuffers(after.json())).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("files")
  void posesMatchTheOracle(Path file) throws IOException {
    GltfAsset asset = GltfReader.read(file).requireSound();
    OracleComparison.holds(asset, GltfOracle.open(file), TOLERANCE);
  }

  /** Buffer files are named after their file. */
  private static JsonObject withoutBufferNames(JsonObject json) {
    JsonObject copy = json.deepCopy();
    for (JsonElement buffer : copy.getAsJsonArray("buffers")) {
      buffer.getAsJsonObject().remove("uri");
    }
    return copy;
  }

  private static JsonObject withoutBuffers(JsonObject json) {
    JsonObject copy = json.deepCopy();
    copy.remove("buffers");
    for (JsonElement view : copy.getAsJsonArray("bufferViews")) {
      view.getAsJsonObject().remove("buffer");
      view.getAsJsonObject().remove("byteOffset");
    }
    return copy;
  }
}
