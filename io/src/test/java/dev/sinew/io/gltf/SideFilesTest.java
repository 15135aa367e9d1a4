package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.sinew.io.FileSession;
import dev.sinew.sample.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A .gltf file and its buffer files are one: all old or all new, and no other file is touched. */
class SideFilesTest {
  @TempDir Path folder;
  private Path model = Path.of("");

  @BeforeEach
  void write() throws IOException {
    model = folder.resolve("model.gltf");
    document("cylinder-bend").write(model);
  }

  private static GltfDocument document(String sample) {
    return CharacterWriter.toDocument(sample, Samples.create(sample).character());
  }

  private List<Path> buffers() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(path -> path.toString().endsWith(".bin")).sorted().toList();
    }
  }

  private static String bufferOf(Path gltf) throws IOException {
    JsonObject json = GltfDocument.read(gltf).json();
    return json.getAsJsonArray("buffers").get(0).getAsJsonObject().get("uri").getAsString();
  }

  @Test
  void anOldPairStaysCompleteUntilTheNewOneIs() throws IOException {
    byte[] before = Files.readAllBytes(model);
    try (FileSession files = new FileSession()) {
      document("arm").write(model, files);
      assertThat(model).hasBinaryContent(before);
      GltfReader.read(model).requireSound();
    }
    assertThat(model).hasBinaryContent(before);
    assertThat(buffers()).hasSize(1);
    GltfReader.read(model).requireSound();
  }

  @Test
  void theOldBufferIsDeletedWithTheOldModel() throws IOException {
    Path old = buffers().getFirst();
    document("arm").write(model);
    assertThat(buffers()).hasSize(1).doesNotContain(old);
    GltfReader.read(model).requireSound();
  }

  @Test
  void aBufferThatACopyOfTheModelUsesIsKept() throws IOException {
    Path copy = Files.copy(model, folder.resolve("backup.gltf"));
    document("arm").write(model);
    assertThat(buffers()).hasSize(2);
    GltfReader.read(copy).requireSound();
    GltfReader.read(model).requireSound();
  }

  @Test
  void writingTheSameAgainChangesNothing() throws IOException {
    List<Path> before = buffers();
    document("cylinder-bend").write(model);
    assertThat(buffers()).isEqualTo(before);
    GltfReader.read(model).requireSound();
  }

  @Test
  void aModelWrittenBackToItselfReplacesItsBuffer() throws IOException {
    try (FileSession files = new FileSession()) {
      files.readingToReplace(model);
      GltfDocument.read(model, files);
      document("arm").write(model, files);
      files.publish();
    }
    assertThat(buffers()).hasSize(1);
    GltfReader.read(model).requireSound();
  }

  @Test
  void theBufferOfAnotherModelIsKept() throws IOException {
    // a.gltf uses a buffer with the name that the output's buffer had in older versions.
    Path a = folder.resolve("a.gltf");
    Path own = Files.move(buffers().getFirst(), folder.resolve("b0.bin"));
    Files.writeString(a, Files.readString(model).replaceAll("model-[0-9a-f]{12}\\.bin", "b0.bin"));
    Files.delete(model);
    byte[] bytes = Files.readAllBytes(own);
    try (FileSession files = new FileSession()) {
      GltfDocument.read(a, files);
      document("arm").write(folder.resolve("b0.gltf"), files);
      files.publish();
    }
    assertThat(own).hasBinaryContent(bytes);
    assertThat(bufferOf(folder.resolve("b0.gltf"))).isNotEqualTo("b0.bin");
    GltfReader.read(a).requireSound();
    GltfReader.read(folder.resolve("b0.gltf")).requireSound();
    assertThatThrownBy(
            () -> {
              try (FileSession files = new FileSession()) {
                GltfDocument.read(a, files);
                document("arm").write(a, files);
              }
            })
        .hasMessageContaining("a.gltf: this file is an input");
  }
}
