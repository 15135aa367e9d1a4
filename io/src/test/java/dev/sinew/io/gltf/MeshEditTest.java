package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.influence.HelperJoint;
import dev.sinew.influence.HelperJoints;
import dev.sinew.influence.HelperSearch;
import dev.sinew.influence.HelperSearch.Loss;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.pose.PoseSamples;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits change only the meshes concerned; animation coordinates are kept in a file. */
class MeshEditTest {
  @TempDir Path folder;

  static Stream<Path> files() {
    return SharedData.gltfFiles().stream();
  }

  @NeedsSharedData
  @ParameterizedTest
  @MethodSource("files")
  void replacingEveryMeshByItselfChangesNothing(Path file) throws Exception {
    GltfAsset before = GltfReader.read(file).requireSound();
    Path copy = folder.resolve("copy.glb");
    rebuilt(before).write(copy);
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

  @NeedsSharedData
  @ParameterizedTest
  @MethodSource("files")
  void otherInfluencesChangeNothingElse(Path file) throws Exception {
    GltfAsset before = GltfReader.read(file).requireSound();
    List<Geometry> meshes =
        before.character().meshes().stream()
            .map(mesh -> mesh.skinning().isRigid() ? mesh : heaviestOnly(mesh))
            .toList();
    Path copy = folder.resolve("copy.glb");
    before.with(before.character().withMeshes(meshes)).write(copy);
    GltfAsset after = GltfReader.read(copy).requireSound();
    for (int m = 0; m < before.character().meshes().size(); m++) {
      Geometry a = before.character().meshes().get(m);
      Geometry b = after.character().meshes().get(m);
      assertThat(b.skinning().isRigid()).isEqualTo(a.skinning().isRigid());
      assertThat(b.skinning().asLinear().maxInfluences()).isLessThanOrEqualTo(1);
      assertThat(b.mesh().wedgePositions()).isEqualTo(a.mesh().wedgePositions());
      for (int i = 0; i < a.mesh().attributes().size(); i++) {
        assertThat(b.mesh().attributes().get(i).toArray())
            .isEqualTo(a.mesh().attributes().get(i).toArray());
      }
      assertThat(after.meshes().get(m)).isEqualTo(before.meshes().get(m));
      assertThat(b.morphs().isEmpty()).isEqualTo(a.morphs().isEmpty());
    }
    for (String member : List.of("materials", "nodes", "textures", "scenes", "cameras")) {
      assertThat(after.document().json().get(member))
          .isEqualTo(before.document().json().get(member));
    }
  }

  @Test
  void otherInfluencesKeepUnknownAttributes() throws Exception {
    GltfAsset asset = written("arm");
    JsonObject attributes =
        asset
            .document()
            .root()
            .items("meshes")
            .getFirst()
            .get("primitives")
            .items()
            .getFirst()
            .object()
            .getAsJsonObject("attributes");
    attributes.add("_HEAT", attributes.get("POSITION"));
    Geometry heaviest = heaviestOnly(asset.character().meshes().getFirst());
    List<Issue> issues = new ArrayList<>();
    JsonObject made =
        withRemarks(asset, asset.character().withMeshes(List.of(heaviest)), issues)
            .root()
            .items("meshes")
            .getFirst()
            .get("primitives")
            .items()
            .getFirst()
            .object()
            .getAsJsonObject("attributes");
    assertThat(made.keySet()).contains("_HEAT", "POSITION", "JOINTS_0").doesNotContain("JOINTS_1");
    assertThat(made.get("_HEAT")).isEqualTo(made.get("POSITION"));
    assertThat(issues).isEmpty();
  }

  private static GltfDocument withRemarks(
      GltfAsset asset, SkinnedCharacter changed, List<Issue> issues) throws Exception {
    try (RunContext context = RunContext.ofThreads(1)) {
      return asset.with(changed, issues::add, context);
    }
  }

  /** Rebuilds every mesh, although none changed. */
  private static GltfDocument rebuilt(GltfAsset asset) throws Exception {
    MeshEdit edit = new MeshEdit(asset, remark -> {});
    for (int m = 0; m < asset.character().meshes().size(); m++) {
      edit.set(m, m, asset.character().meshes().get(m), MeshEdit.How.REBUILT);
    }
    return edit.build(List.of());
  }

  private static Geometry heaviestOnly(Geometry geometry) {
    Influences given = geometry.skinning().influences().orElseThrow();
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < given.vertexCount(); v++) {
      rows.add(given.joint(v, 0), 1).endRow();
    }
    return new Geometry(
        geometry.name(), geometry.mesh(), new Skinning.Linear(rows.build()), geometry.morphs());
  }

  @Test
  void dropsContentThatOnlyTheOldMeshUsed() throws Exception {
    GltfAsset asset = written("arm");
    assertThat(rebuilt(asset).buffer(0).limit())
        .isLessThanOrEqualTo(asset.document().buffer(0).limit());
  }

  @Test
  void keepsEveryAccessorIfAnExtensionMayReferToIt() throws Exception {
    GltfAsset asset = written("arm");
    JsonObject json = asset.document().json();
    json.add("extensionsUsed", new com.google.gson.JsonArray());
    json.getAsJsonArray("extensionsUsed").add(new JsonPrimitive("ACME_points_at_things"));
    int accessors = json.getAsJsonArray("accessors").size();
    JsonObject edited = rebuilt(asset).json();
    for (int a = 0; a < accessors; a++) {
      assertThat(edited.getAsJsonArray("accessors").get(a).getAsJsonObject().get("count"))
          .isEqualTo(json.getAsJsonArray("accessors").get(a).getAsJsonObject().get("count"));
    }
  }

  @Test
  void animationCoordinatesAreKeptInAFile() throws Exception {
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
    Geometry general =
        new Geometry(
            plain.name(),
            plain.mesh(),
            new Skinning.AnimationSpace(coords, plain.skinning().influences().orElseThrow()));
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
    AnimationCoords back = read.character().meshes().getFirst().skinning().coords().orElseThrow();
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

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void addedJointsAreReadBackAndTheOthersAreKept(boolean binds) throws Exception {
    Sample arm = Samples.create("arm");
    GltfDocument document = CharacterWriter.toDocument("arm", arm.character());
    JsonObject skin = document.json().getAsJsonArray("skins").get(0).getAsJsonObject();
    if (!binds) {
      skin.remove("inverseBindMatrices");
    }
    Path given = folder.resolve("given.glb");
    document.write(given);
    GltfAsset before = GltfReader.read(given).requireSound();
    Geometry mesh = before.character().meshes().getFirst();
    Influences influences = mesh.skinning().influences().orElseThrow();
    SkinnedCharacter longer;
    try (RunContext context = RunContext.ofThreads(1)) {
      List<HelperJoint> helpers =
          HelperSearch.find(
              before.character().skins().getFirst(),
              PoseSamples.ofClips(before.character().skeleton(), before.character().clips(), 10),
              List.of(new Loss(mesh.mesh().positions(), influences, influences.heaviest(1))),
              1,
              3,
              context);
      assertThat(helpers).hasSize(3);
      longer = HelperJoints.addTo(before.character(), 0, helpers);
    }
    Path file = folder.resolve("longer.glb");
    before.with(longer).write(file);
    GltfAsset after = GltfReader.read(file).requireSound();

    assertSameMotion(longer, after.character());
    int nodes = before.document().json().getAsJsonArray("nodes").size();
    for (int n = 0; n < nodes; n++) {
      assertThat(withoutChildren(after, n)).isEqualTo(withoutChildren(before, n));
    }
    // One accessor for the new inverse bind matrices, one for the times of each helper, which may
    // be those of another, and two for its keys.
    int more = binds ? 0 : 1;
    int clips = longer.clips().size();
    assertThat(after.document().json().getAsJsonArray("accessors").size())
        .isBetween(
            before.document().json().getAsJsonArray("accessors").size() + more + 6 * clips,
            before.document().json().getAsJsonArray("accessors").size() + more + 9 * clips);
  }

  private static JsonObject withoutChildren(GltfAsset asset, int node) {
    JsonObject copy =
        asset.document().json().getAsJsonArray("nodes").get(node).getAsJsonObject().deepCopy();
    copy.remove("children");
    return copy;
  }

  private static void assertSameMotion(SkinnedCharacter a, SkinnedCharacter b) {
    int joints = a.skins().getFirst().jointCount();
    assertThat(b.skins().getFirst().jointCount()).isEqualTo(joints);
    double[] left = new double[Affine.SIZE * joints];
    double[] right = new double[Affine.SIZE * joints];
    Pose one = a.restPose();
    Pose two = b.restPose();
    for (int c = 0; c < a.clips().size(); c++) {
      for (double time = 0; time < a.clips().get(c).duration(); time += 0.07) {
        a.clips().get(c).sample(time, one);
        b.clips().get(c).sample(time, two);
        a.skins().getFirst().skinningMatrices(one, left);
        b.skins().getFirst().skinningMatrices(two, right);
        assertThat(right).containsExactly(left, within(1e-5));
      }
    }
  }

  /** What is no reference is kept as it is: the file was read, so it can be written. */
  @Test
  void wrongKindsOfReferencesAreKept() throws Exception {
    TinyGltf made = new TinyGltf();
    made.ladder(made.ladderInfluences(TinyGltf.FLOAT));
    made.set("images", "[{'bufferView':[]},{'bufferView':'0'}]");
    GltfAsset asset = GltfReader.read(made.embedded(folder.resolve("wrong.gltf")));
    assertThat(rebuilt(asset).json().get("images")).isEqualTo(made.json().get("images"));
  }
}
