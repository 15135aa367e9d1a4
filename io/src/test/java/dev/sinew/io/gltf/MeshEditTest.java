package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.SharedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replacing meshes changes them and nothing else; animation coordinates survive a file. */
class MeshEditTest {
  @TempDir Path folder;

  static Stream<Path> files() {
    return SharedData.gltfFiles().stream();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("files")
  void replacingEveryMeshByItselfChangesNothingThatMatters(Path file) throws Exception {
    GltfAsset before = GltfReader.read(file).requireSound();
    MeshEdit edit = new MeshEdit(before);
    for (int m = 0; m < before.character().meshes().size(); m++) {
      edit.replace(m, before.character().meshes().get(m));
    }
    Path copy = folder.resolve("copy.glb");
    edit.build().write(copy);
    GltfAsset after = GltfReader.read(copy).requireSound();
    SkinnedCharacter one = before.character();
    SkinnedCharacter two = after.character();
    assertThat(two.clips()).hasSameSizeAs(one.clips());
    assertThat(two.parts()).isEqualTo(one.parts());
    for (int m = 0; m < one.meshes().size(); m++) {
      Geometry a = one.meshes().get(m);
      Geometry b = two.meshes().get(m);
      assertThat(b.mesh().triangleCount()).isEqualTo(a.mesh().triangleCount());
      assertThat(b.mesh().bounds()).isEqualTo(a.mesh().bounds());
      assertThat(b.mesh().attributes()).hasSameSizeAs(a.mesh().attributes());
      assertThat(b.mesh().groupCount()).isEqualTo(a.mesh().groupCount());
    }
    for (String member : List.of("materials", "nodes", "textures", "scenes", "cameras")) {
      assertThat(after.document().json().get(member))
          .as(member)
          .isEqualTo(before.document().json().get(member));
    }
    assertThat(Files.size(copy)).isLessThan(2 * before.document().fileSize() + 4000);
  }

  @Test
  void leavesOutWhatOnlyTheOldMeshUsed() throws Exception {
    GltfAsset asset = written("arm");
    MeshEdit edit = new MeshEdit(asset);
    edit.replace(0, asset.character().meshes().getFirst());
    assertThat(edit.build().buffer(0).limit())
        .isLessThanOrEqualTo(asset.document().buffer(0).limit());
  }

  @Test
  void keepsEveryAccessorWhenAnExtensionMightNameIt() throws Exception {
    GltfAsset asset = written("arm");
    JsonObject json = asset.document().json();
    json.add("extensionsUsed", new com.google.gson.JsonArray());
    json.getAsJsonArray("extensionsUsed").add(new JsonPrimitive("ACME_points_at_things"));
    int accessors = json.getAsJsonArray("accessors").size();
    MeshEdit edit = new MeshEdit(asset);
    edit.replace(0, asset.character().meshes().getFirst());
    JsonObject edited = edit.build().json();
    for (int a = 0; a < accessors; a++) {
      assertThat(edited.getAsJsonArray("accessors").get(a).getAsJsonObject().get("count"))
          .isEqualTo(json.getAsJsonArray("accessors").get(a).getAsJsonObject().get("count"));
    }
  }

  @Test
  void animationCoordinatesSurviveAFile() throws Exception {
    Sample sample = Samples.create("arm");
    AnimationCoords linear =
        AnimationCoords.ofLinearBlend(
            sample.skin(), sample.influences(), sample.mesh().positions());
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int r = 0; r < linear.rowCount(); r++) {
      rows.add(linear, r, 1).add(r % 3, 0.01 * r, -0.02, 0.03, 0).endRow();
    }
    AnimationCoords coords = rows.buildPoints();
    Geometry plain = sample.character().meshes().getFirst();
    Geometry general = new Geometry(plain.name(), plain.mesh(), plain.influences(), null, coords);
    SkinnedCharacter character =
        new SkinnedCharacter(
            sample.character().skeleton(),
            sample.character().skins(),
            List.of(general),
            sample.character().parts(),
            sample.character().clips());
    Path file = folder.resolve("general.glb");
    CharacterWriter.toDocument("general", character).write(file);
    GltfAsset read = GltfReader.read(file).requireSound();
    AnimationCoords back = Objects.requireNonNull(read.character().meshes().getFirst().coords());
    assertThat(back.rowCount()).isEqualTo(coords.rowCount());
    for (int r = 0; r < coords.rowCount(); r++) {
      assertThat(back.count(r)).isEqualTo(coords.count(r));
      assertThat(back.weight(r)).isCloseTo(1, within(1e-9));
      for (int i = 0; i < coords.count(r); i++) {
        assertThat(back.joint(r, i)).isEqualTo(coords.joint(r, i));
        for (int k = 0; k < 4; k++) {
          assertThat(back.value(r, i, k)).isCloseTo(coords.value(r, i, k), within(1e-5));
        }
      }
    }
    JsonObject json = read.document().json();
    assertThat(json.getAsJsonArray("extensionsUsed"))
        .contains(new JsonPrimitive("SINEW_animation_space"));
    assertThat(json.has("extensionsRequired")).isFalse();

    json.getAsJsonArray("meshes")
        .get(0)
        .getAsJsonObject()
        .getAsJsonArray("primitives")
        .get(0)
        .getAsJsonObject()
        .getAsJsonObject("extensions")
        .getAsJsonObject("SINEW_animation_space")
        .addProperty("offsets", 0);
    assertThatThrownBy(() -> GltfReader.read(read.document()))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("/accessors/0");
  }

  private GltfAsset written(String sample) throws Exception {
    Path file = folder.resolve(sample + ".glb");
    CharacterWriter.toDocument(sample, Samples.create(sample).character()).write(file);
    return GltfReader.read(file).requireSound();
  }
}
