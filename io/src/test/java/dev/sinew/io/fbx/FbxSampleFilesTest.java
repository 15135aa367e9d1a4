package dev.sinew.io.fbx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files of other programs, of {@code ../shared/data/fbx}. Their positions are compared with Blender
 * by {@code tools/clients/fbx}.
 */
class FbxSampleFilesTest {
  private static GltfAsset read(String name) throws IOException {
    Path file = SharedData.file("fbx/" + name + ".fbx").orElse(null);
    Assumptions.assumeTrue(file != null, "no fbx/" + name + ".fbx in ../shared/data");
    return GltfReader.read(file).requireSound();
  }

  /** Every file has finite positions in all keys, and writing it as glTF changes none. */
  @TestFactory
  List<DynamicTest> allFiles() {
    List<Path> files = SharedData.filesEndingIn(".fbx");
    Assumptions.assumeFalse(files.isEmpty(), "no FBX files in ../shared/data");
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)))
        .toList();
  }

  private static void check(Path file) throws IOException {
    GltfAsset asset = GltfReader.read(file).requireSound();
    SkinnedCharacter character = asset.character();
    assertThat(asset.issues().stream().map(Issue::severity)).doesNotContain(Issue.Severity.ERROR);
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    posed.set(pose);
    posed.requireFinite();
    for (Clip clip : character.clips()) {
      clip.sample(clip.duration() / 2, pose);
      posed.set(pose);
      posed.requireFinite();
    }
    SkinnedCharacter again = GltfReader.read(asset.with(character)).requireSound().character();
    CharacterSurface.Posed other = CharacterSurface.of(again).newPosed();
    other.set(pose);
    assertThat(other.mesh().positions()).isEqualTo(posed.mesh().positions());
  }

  @ParameterizedTest
  @CsvSource({
    "animation_with_skeleton, 1058, 2112, 14, 1",
    "archer, 1507, 2530, 49, 1",
    "huesitos, 62, 120, 9, 1",
    "morph_test, 8, 12, 0, 0",
    "rotation_test, 8, 12, 0, 1",
    "spider, 734, 1368, 0, 0"
  })
  void counts(String name, int vertices, int triangles, int joints, int clips) throws IOException {
    SkinnedCharacter character = read(name).character();
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(character.restPose());
    assertThat(posed.mesh().vertexCount()).isEqualTo(vertices);
    assertThat(posed.mesh().triangleCount()).isEqualTo(triangles);
    assertThat(character.clips()).hasSize(clips);
    long moving =
        character.skins().stream()
            .flatMapToInt(
                skin -> java.util.stream.IntStream.range(0, skin.jointCount()).map(skin::joint))
            .distinct()
            .count();
    assertThat(moving).isEqualTo(joints);
  }

  @Test
  void anArcherIsAsTallAsAnElf() throws IOException {
    SkinnedCharacter archer = read("archer").character();
    CharacterSurface.Posed posed = CharacterSurface.of(archer).newPosed();
    posed.set(archer.restPose());
    double[] p = posed.mesh().positions();
    double[] ys = new double[p.length / 3];
    Arrays.setAll(ys, i -> p[3 * i + 1]);
    assertThat(Arrays.stream(ys).min().orElseThrow()).isBetween(-0.01, 0.01);
    assertThat(Arrays.stream(ys).max().orElseThrow()).isBetween(1.6, 1.7);
    assertThat(read("archer").issues().toString()).contains("ArcherRi01_W.PNG");
  }
}
