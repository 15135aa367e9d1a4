package dev.sinew.io.fbx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.FilePolicy;
import dev.sinew.io.FileSession;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.Material;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.FbxArm;
import dev.sinew.testkit.FbxFile;
import dev.sinew.testkit.FbxFile.Node;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole files that the test makes, as binary of several kinds and as text. */
class FbxReaderTest {
  private static final byte[] IMAGE =
      PngWriter.encode(new Pixels(2, 1, new int[] {-1, 0xFF00FF00}));

  @TempDir Path folder;

  private Path write(String form) throws IOException {
    FbxFile arm = FbxArm.file(form.contains("wide") ? 7700 : 7400, IMAGE);
    byte[] bytes =
        switch (form) {
          case "text", "wide text" -> arm.text().getBytes(StandardCharsets.UTF_8);
          case "big-endian" -> arm.binary(true, ByteOrder.BIG_ENDIAN);
          default -> arm.binary(form.contains("packed"));
        };
    return Files.write(folder.resolve("arm.fbx"), bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "packed", "wide", "wide packed", "big-endian", "text", "wide text"})
  void allFormsAreOneCharacter(String form) throws IOException {
    GltfAsset asset = GltfReader.read(write(form)).requireSound();
    SkinnedCharacter character = asset.character();
    assertThat(asset.issues()).isEmpty();
    assertThat(character.skeleton().jointCount()).isEqualTo(3);
    assertThat(character.skeleton().name(2)).isEqualTo("Tip");
    assertThat(character.meshes().getFirst().mesh().triangleCount()).isEqualTo(20);
    assertThat(character.clips().getFirst().name()).isEqualTo("Bend");
    assertThat(character.clips().getFirst().duration()).isEqualTo(1);
    assertThat(character.meshes().getFirst().morphs().names()).containsExactly("Swell");
    Material material = character.material(0, 0).orElseThrow();
    assertThat(material.name()).isEqualTo("Skin");
    Pixels pixels =
        material.texture(Material.BASE_COLOR).orElseThrow().image().pixels().orElseThrow();
    assertThat(pixels.argb()).containsExactly(-1, 0xFF00FF00);
    // A Phong exponent of 14: the fourth root of 2 / 16.
    assertThat(material.factor(Material.METALLIC_ROUGHNESS).green())
        .isCloseTo(Math.pow(0.125, 0.25), within(1e-9));

    assertThat(box(character, -1))
        .usingComparatorWithPrecision(1e-6)
        .containsExactly(-0.5, 0, -0.5, 0.5, 2, 0.5);
    // The tip turns to -x about a height of one metre; two of its corners swell by a quarter.
    assertThat(box(character, 1))
        .usingComparatorWithPrecision(1e-6)
        .containsExactly(-1, 0, -0.75, 0.5, 1.75, 0.75);
  }

  /** Returns the box of a character at rest, or at a time of its clip. */
  private static double[] box(SkinnedCharacter character, double time) {
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    if (time >= 0) {
      character.clips().getFirst().sample(time, pose);
    }
    posed.set(pose);
    double[] box = new double[6];
    Arrays.fill(box, 0, 3, Double.MAX_VALUE);
    Arrays.fill(box, 3, 6, -Double.MAX_VALUE);
    double[] positions = posed.mesh().positions();
    for (int i = 0; i < positions.length; i++) {
      box[i % 3] = Math.min(box[i % 3], positions[i]);
      box[3 + i % 3] = Math.max(box[3 + i % 3], positions[i]);
    }
    return box;
  }

  /** Returns the character of a text that is changed first. */
  private GltfAsset changed(UnaryOperator<String> change) throws IOException {
    String text = FbxArm.file(7400, IMAGE).text();
    String other = change.apply(text);
    assertThat(other).isNotEqualTo(text);
    return GltfReader.read(Files.writeString(folder.resolve("changed.fbx"), other));
  }

  @Test
  void unitsAndAxesBecomeMetresAndYUp() throws IOException {
    GltfAsset metres =
        changed(
            t ->
                t.replace(
                    "\"UnitScaleFactor\",\"double\",\"\",\"A\",1.0",
                    "\"UnitScaleFactor\",\"double\",\"\",\"A\",100.0"));
    assertThat(box(metres.character(), -1))
        .usingComparatorWithPrecision(1e-4)
        .containsExactly(-50, 0, -50, 50, 200, 50);
    // Z up, as in 3ds Max: the bar of the file goes to the back.
    GltfAsset max =
        changed(
            t ->
                t.replace("\"UpAxis\",\"int\",\"\",\"A\",1", "\"UpAxis\",\"int\",\"\",\"A\",2")
                    .replace(
                        "\"FrontAxis\",\"int\",\"\",\"A\",2", "\"FrontAxis\",\"int\",\"\",\"A\",1")
                    .replace(
                        "\"FrontAxisSign\",\"int\",\"\",\"A\",1",
                        "\"FrontAxisSign\",\"int\",\"\",\"A\",-1"));
    assertThat(box(max.character(), -1))
        .usingComparatorWithPrecision(1e-6)
        .containsExactly(-0.5, -0.5, -2, 0.5, 0.5, 0);
    assertThat(box(max.character(), 1))
        .usingComparatorWithPrecision(1e-6)
        .containsExactly(-1, -0.75, -1.75, 0.5, 0.75, 0);
    assertThat(volume(max.character())).isCloseTo(2, within(1e-6));
    // Left-handed: mirrored, with the order of corners changed.
    GltfAsset left =
        changed(
            t ->
                t.replace(
                    "\"CoordAxisSign\",\"int\",\"\",\"A\",1",
                    "\"CoordAxisSign\",\"int\",\"\",\"A\",-1"));
    assertThat(box(left.character(), 1))
        .usingComparatorWithPrecision(1e-6)
        .containsExactly(-0.5, 0, -0.75, 1, 1.75, 0.75);
    assertThat(volume(left.character())).isCloseTo(2, within(1e-6));
  }

  private static double volume(SkinnedCharacter character) {
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(character.restPose());
    var mesh = posed.mesh();
    double sum = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[][] p = new double[3][3];
      for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) {
          p[k][i] = mesh.positions()[3 * mesh.vertex(t, k) + i];
        }
      }
      sum +=
          p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1])
              - p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0])
              + p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    return sum / 6;
  }

  @Test
  void pointsThatNothingMovesFollowTheNode() throws IOException {
    // Both clusters lose the lowest ring; the mesh stands a metre to the side.
    GltfAsset asset =
        changed(
            t ->
                t.replace("a: 0,1,2,3,4,5,6,7\n", "a: 4,5,6,7\n")
                    .replace("a: 1.0,1.0,1.0,1.0,0.5,0.5,0.5,0.5\n", "a: 0.5,0.5,0.5,0.5\n")
                    .replaceFirst(
                        "(?s)(Model::Arm.*?Properties70: )\n",
                        "$1 {\n P: \"Lcl Translation\",\"\",\"\",\"A\",100,0,0\n}\n"));
    assertThat(asset.issues().toString()).doesNotContain("rror");
    double[] box = box(asset.character(), -1);
    assertThat(box).usingComparatorWithPrecision(1e-6).containsExactly(-0.5, 0, -0.5, 1.5, 2, 0.5);
  }

  @Test
  void layersAreAdded() throws IOException {
    FbxFile arm = FbxArm.file(7400, IMAGE);
    List<Node> records =
        arm.records().stream()
            .map(
                node ->
                    node.name().equals("Objects")
                        ? node.with(
                            Node.of("AnimationLayer", 72L, "AnimLayer::More", "")
                                .with(
                                    FbxFile.properties(FbxFile.property("Weight", "Number", 50.0))),
                            Node.of("AnimationCurveNode", 73L, "AnimCurveNode::T", "")
                                .with(FbxFile.properties(FbxFile.property("d|Y", "Number", 80.0))))
                        : node.name().equals("Connections")
                            ? node.with(
                                FbxFile.connection(72, 61, ""),
                                FbxFile.connection(73, 72, ""),
                                FbxFile.connection(73, 13, "Lcl Rotation"))
                            : node)
            .toList();
    Path file = Files.write(folder.resolve("layers.fbx"), new FbxFile(7400, records).binary(true));
    GltfAsset asset = GltfReader.read(file);
    assertThat(asset.issues().toString()).contains("2 layers");
    Pose pose = asset.character().restPose();
    asset.character().clips().getFirst().sample(0, pose);
    double[] q = new double[12];
    pose.copyGlobal(2, q, 0);
    assertThat(q[0]).isCloseTo(Math.cos(Math.toRadians(40)), within(1e-6));
  }

  @Test
  void imagesBesideTheFileAreFound() throws IOException {
    Files.createDirectories(folder.resolve("textures"));
    Files.write(folder.resolve("textures/skin.png"), IMAGE);
    GltfAsset asset =
        changed(
            t ->
                t.replaceAll("(?m)Content: ,\n\".*\"$", "")
                    .replace("skin.png", "C:\\\\work\\\\skin.png"));
    assertThat(asset.issues()).isEmpty();
    Material material = asset.character().material(0, 0).orElseThrow();
    assertThat(material.texture(Material.BASE_COLOR).orElseThrow().image().pixels()).isPresent();
    Files.delete(folder.resolve("textures/skin.png"));
    assertThat(changed(t -> t.replaceAll("(?m)Content: ,\n\".*\"$", "")).issues().toString())
        .contains("skin.png", "not found");
  }

  @Test
  void filesOutsideTheFolderAreNotRead() throws IOException {
    Path inner = Files.createDirectories(folder.resolve("inner"));
    Files.write(folder.resolve("skin.png"), IMAGE);
    String text =
        FbxArm.file(7400, IMAGE)
            .text()
            .replaceAll("(?m)Content: ,\n\".*\"$", "")
            .replace("skin.png", "..\\\\skin.png");
    Path file = Files.writeString(inner.resolve("arm.fbx"), text);
    assertThat(GltfReader.read(file).issues().toString()).contains("not found");
    FileSession open = new FileSession(FilePolicy.DEFAULTS.withAllowOutside(true));
    assertThat(GltfReader.read(file, open).issues()).isEmpty();
  }

  @Test
  void oldVersionsAndOtherFilesAreRefused() throws IOException {
    assertThatThrownBy(() -> changed(t -> t.replace("FBXVersion: 7400", "FBXVersion: 6100")))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("line 4: FBX of version 6100: expected 7000");
    Path other = Files.writeString(folder.resolve("other.fbx"), "solid cube");
    assertThatThrownBy(() -> GltfReader.read(other))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("neither a GLB nor JSON nor FBX");
  }
}
