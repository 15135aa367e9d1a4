package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.png.PngWriter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.sample.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSizeReaderTest {
  @TempDir Path folder;

  private static long sum(FileSize size) {
    return size.geometry()
        + size.skin()
        + size.animation()
        + size.images()
        + size.json()
        + size.other();
  }

  @Test
  void partsOfABinaryFileAddUp() throws Exception {
    SkinnedCharacter arm = Samples.create("arm").character();
    Path file = folder.resolve("arm.glb");
    CharacterWriter.toDocument("arm", arm).write(file);
    FileSize size = FileSizeReader.measure(file);
    assertThat(size.bytes()).isEqualTo(Files.size(file)).isEqualTo(sum(size));
    int wedges = arm.meshes().getFirst().mesh().wedgeCount();
    int triangles = arm.meshes().getFirst().mesh().triangleCount();
    assertThat(size.geometry()).isEqualTo((3 + 3 + 2) * 4L * wedges + 3 * 2L * triangles);
    // Joints of one byte, weights of four, and the bind matrices.
    assertThat(size.skin()).isEqualTo(4 * 5L * wedges + 3 * 64);
    var texture = arm.material(0, 0).orElseThrow().texture().orElseThrow();
    int image = PngWriter.encode(texture.image().pixels().orElseThrow()).length;
    assertThat(size.images()).isEqualTo(image);
    assertThat(size.animation()).isPositive();
    assertThat(size.other()).isLessThan(64);
  }

  @Test
  void sideFilesBelongToTheFile() throws Exception {
    SkinnedCharacter arm = Samples.create("arm").character();
    Path binary = folder.resolve("arm.glb");
    Path text = folder.resolve("text/arm.gltf");
    Files.createDirectory(text.getParent());
    CharacterWriter.toDocument("arm", arm).write(binary);
    CharacterWriter.toDocument("arm", arm).write(text);
    FileSize one = FileSizeReader.measure(binary);
    FileSize two = FileSizeReader.measure(text);
    long written;
    try (Stream<Path> files = Files.list(text.getParent())) {
      written = files.mapToLong(file -> file.toFile().length()).sum();
    }
    assertThat(two.bytes()).isEqualTo(written).isEqualTo(sum(two));
    assertThat(two.geometry()).isEqualTo(one.geometry());
    assertThat(two.images()).isEqualTo(one.images());
  }

  @Test
  void embeddedDataCountsWithItsTextAndImageFilesCount() throws Exception {
    TinyGltf made = new TinyGltf();
    made.ladder(made.ladderInfluences(TinyGltf.FLOAT));
    made.add("images", "{'uri':'skin.png'}");
    made.add("images", "{'uri':'missing.png'}");
    made.add("images", "{'uri':'../outside.png'}");
    Files.write(folder.resolve("outside.png"), new byte[77]);
    Path models = Files.createDirectory(folder.resolve("models"));
    Files.write(models.resolve("skin.png"), new byte[500]);
    Path file = made.embedded(models.resolve("made.gltf"));
    FileSize size = FileSizeReader.measure(file);
    assertThat(size.bytes()).isEqualTo(Files.size(file) + 500).isEqualTo(sum(size));
    assertThat(size.images()).isEqualTo(500);
    // Base64 has four characters for three bytes, and the URI has a prefix.
    double text = 4 / 3.0;
    assertThat((double) size.geometry()).isCloseTo(text * (6 * 12 + 12 * 2), within(25.0));
    assertThat((double) size.skin()).isCloseTo(text * (6 * 4 + 6 * 16), within(25.0));
  }

  /** Positions and joints interleaved in one view. */
  @Test
  void aSharedViewIsDividedByTheSizesOfItsAccessors() throws Exception {
    TinyGltf made = new TinyGltf();
    int view = made.view(new byte[16 * 30], ",'byteStride':16");
    int positions =
        made.accessor("VEC3", TinyGltf.FLOAT, 30, ",'bufferView':" + view + ",'byteOffset':0");
    int joints =
        made.accessor(
            "VEC4", TinyGltf.UNSIGNED_BYTE, 30, ",'bufferView':" + view + ",'byteOffset':12");
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d,'JOINTS_0':%d}},"
            + "{'attributes':{'POSITION':%d}}]}",
        positions,
        joints,
        positions);
    Path file = made.binary(folder.resolve("interleaved.glb"));
    FileSize size = FileSizeReader.measure(file);
    assertThat(size.geometry()).isEqualTo(12 * 30);
    assertThat(size.skin()).isEqualTo(4 * 30);
    assertThat(sum(size)).isEqualTo(Files.size(file));
  }
}
