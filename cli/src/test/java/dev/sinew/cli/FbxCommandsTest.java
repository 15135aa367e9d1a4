package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.testkit.FbxArm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on FBX files: whatever takes a character takes them, and the result is glTF. */
class FbxCommandsTest {
  @TempDir Path folder;
  private Path arm;

  @BeforeEach
  void write() throws IOException {
    byte[] image = PngWriter.encode(new Pixels(2, 1, new int[] {-1, 0xFF00FF00}));
    arm = Files.write(folder.resolve("arm.fbx"), FbxArm.file(7400, image).binary(true));
  }

  private Run run(String command) {
    String[] words = command.split(" ");
    for (int i = 0; i < words.length; i++) {
      words[i] = words[i].replace("DIR", folder.toString());
    }
    return Run.of(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simplify DIR/arm.fbx --ratio 0.8 -o DIR/out.glb",
        "limit DIR/arm.fbx --max-influences 1 -o DIR/out.gltf",
        "transform DIR/arm.fbx --scale 2 -o DIR/out.glb",
        "unwrap DIR/arm.fbx --resolution 32 -o DIR/out.glb",
        "subdivide DIR/arm.fbx --scheme loop -o DIR/out.glb",
        "merge DIR/arm.fbx --size 32 -o DIR/out.glb",
        "bounds DIR/arm.fbx -o DIR/out.glb",
        "retarget DIR/arm.fbx DIR/arm.fbx -o DIR/out.glb",
        "bake DIR/arm.fbx --detail DIR/arm.fbx --set 0 --resolution 16 -o DIR/out.glb"
      })
  void resultsAreGltf(String command) throws IOException {
    Run run = run(command);
    assertThat(run.err()).as(command).doesNotContain("sinew:");
    assertThat(run.status()).isZero();
    Path out = folder.resolve(command.endsWith("gltf") ? "out.gltf" : "out.glb");
    var character = GltfReader.read(out).requireSound().character();
    assertThat(character.clips()).isNotEmpty();
    assertThat(character.skins()).isNotEmpty();
  }

  @Test
  void nothingIsWrittenAsFbx() {
    for (String command :
        new String[] {
          "transform DIR/arm.fbx -o DIR/out.fbx", "simplify DIR/arm.fbx --ratio 1 -o DIR/out.fbx"
        }) {
      Run run = run(command);
      assertThat(run.status()).isNotZero();
      assertThat(run.err()).contains("out.fbx: FBX is read, but not written; expected a .glb");
      assertThat(folder.resolve("out.fbx")).doesNotExist();
    }
  }

  @Test
  void foldersAndPatternsOfModelsBecomeGlbs() {
    Run run = run("transform DIR/*.fbx -o DIR/all");
    assertThat(run.status()).isZero();
    assertThat(folder.resolve("all/arm.glb")).exists();
    assertThat(run("transform DIR --scale 2 -o DIR/more").status()).isZero();
    assertThat(folder.resolve("more/arm.glb")).exists();
  }

  @Test
  void filesAreRecognisedByTheirContent() throws IOException {
    Files.copy(arm, folder.resolve("arm.bin"));
    assertThat(run("inspect DIR/arm.bin").status()).isZero();
    Files.writeString(folder.resolve("text"), FbxArm.file(7400, new byte[0]).text());
    Run text = run("inspect DIR/text");
    assertThat(text.status()).isZero();
    assertThat(text.out())
        .contains("Bend", "Texture \"Skin\": its image \"skin.png\" is not found");
  }

  @Test
  void motionsOfFbxMoveOtherModels() {
    assertThat(run("pose DIR/arm.fbx --motion DIR/arm.fbx --time 1 -o DIR/out.obj").status())
        .isZero();
    assertThat(run("limit DIR/arm.fbx --motions DIR/arm.fbx --max-influences 1").status()).isZero();
  }

  @Test
  void aCorruptFileGivesASentence() throws IOException {
    byte[] bytes = Files.readAllBytes(arm);
    Files.write(arm, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    Run run = run("transform DIR/arm.fbx -o DIR/out.glb");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("sinew: ").contains("arm.fbx: byte ");
    assertThat(folder.resolve("out.glb")).doesNotExist();
  }
}
