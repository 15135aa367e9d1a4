package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.write.AnimationSpaceExtension;
import dev.sinew.math.Similarity;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.MultiWeights;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Multi-weights in files. */
class MultiWeightsFileTest {
  private static final long SEED = 20261117;
  private static final String EXTENSION =
      "/meshes/0/primitives/0/extensions/" + AnimationSpaceExtension.NAME;

  /** Returns a character with random multi-weights beside coordinates of linear blending. */
  private static SkinnedCharacter character() {
    SkinnedCharacter plain = Samples.create("cylinder-bend").character();
    Geometry mesh = plain.meshes().getFirst();
    AnimationCoords coords =
        AnimationCoords.ofLinearBlend(
            plain.skins().getFirst(),
            mesh.skinning().influences().orElseThrow(),
            mesh.mesh().positions());
    Random random = new Random(SEED);
    double[] values = new double[MultiWeights.SIZE * coords.totalCount()];
    for (int v = 0, e = 0; v < coords.rowCount(); e += coords.count(v), v++) {
      for (int r = 0; r < 3; r++) {
        double sum = 0;
        for (int i = 0; i < coords.count(v); i++) {
          int at = MultiWeights.SIZE * (e + i) + 4 * r;
          for (int k = 0; k < 3; k++) {
            values[at + k] = random.nextGaussian();
          }
          boolean last = i == coords.count(v) - 1;
          values[at + 3] = last ? 1 - sum : random.nextGaussian();
          sum += values[at + 3];
        }
      }
    }
    MultiWeights multi = new MultiWeights(coords.rowStarts(), coords.joints(), values);
    return plain.withMeshes(
        List.of(
            mesh.withSkinning(
                new Skinning.MultiWeight(
                    new Skinning.AnimationSpace(coords, mesh.skinning().influences().orElseThrow()),
                    multi))));
  }

  private static GltfDocument document() {
    return CharacterWriter.toDocument("arm", character());
  }

  private static JsonObject extension(GltfDocument document) {
    return document
        .json()
        .getAsJsonArray("meshes")
        .get(0)
        .getAsJsonObject()
        .getAsJsonArray("primitives")
        .get(0)
        .getAsJsonObject()
        .getAsJsonObject("extensions")
        .getAsJsonObject(AnimationSpaceExtension.NAME);
  }

  private static float[] posed(SkinnedCharacter character) {
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    Clip clip = character.clips().getFirst();
    clip.sample(0.6 * clip.duration(), pose);
    posed.set(pose);
    return posed.wedgePositions().clone();
  }

  @Test
  void comeBackFromTheFileAndMoveIt(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("arm.glb");
    document().write(file);
    SkinnedCharacter read = GltfReader.read(file).character();
    assertThat(SkinningMethod.of(read)).isEqualTo(SkinningMethod.MWE);
    // A file has the vertices in another order.
    float[] expected = posed(character());
    float[] actual = posed(read);
    Arrays.sort(expected);
    Arrays.sort(actual);
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).as("seed %d, value %d", SEED, i).isCloseTo(expected[i], within(1e-4f));
    }
  }

  @Test
  void moveWithTheCharacterByScaleTranslationAndQuarterTurns() throws Exception {
    Similarity motion =
        Similarity.scaling(2.5)
            .then(Similarity.rotation(1, 0, 0, -Math.PI / 2))
            .then(Similarity.rotation(0, 0, 1, Math.PI / 2))
            .then(Similarity.translation(0.5, -1, 2));
    GltfAsset asset = GltfReader.read(document());
    List<Issue> issues = new ArrayList<>();
    SkinnedCharacter after = GltfReader.read(asset.moved(motion, issues::add)).character();
    assertThat(issues).isEmpty();
    assertThat(SkinningMethod.of(after)).isEqualTo(SkinningMethod.MWE);
    float[] expected = posed(asset.character());
    float[] actual = posed(after);
    double[] point = new double[3];
    for (int i = 0; i < expected.length; i += 3) {
      for (int axis = 0; axis < 3; axis++) {
        point[axis] = expected[i + axis];
      }
      motion.movePoint(point, 0);
      for (int axis = 0; axis < 3; axis++) {
        assertThat((double) actual[i + axis])
            .as("seed %d, value %d", SEED, i + axis)
            .isCloseTo(point[axis], within(1e-3));
      }
    }
  }

  /** Old data is neither kept beside the new nor after it was dropped. */
  @Test
  void leaveNothingBehindWhenTheyMove() throws Exception {
    GltfAsset asset = GltfReader.read(document());
    GltfDocument moved = asset.moved(Similarity.scaling(2.5), remark -> {});
    JsonObject before = asset.document().json();
    assertThat(moved.json().getAsJsonArray("accessors").size())
        .isEqualTo(before.getAsJsonArray("accessors").size());
    assertThat(moved.json().getAsJsonArray("bufferViews").size())
        .isEqualTo(before.getAsJsonArray("bufferViews").size());
    assertThat(moved.buffer(0).remaining())
        .isLessThanOrEqualTo(asset.document().buffer(0).remaining());
    GltfDocument dropped = asset.moved(Similarity.rotation(1, 2, 3, 0.5), remark -> {});
    assertThat(dropped.json().getAsJsonArray("accessors").size())
        .isEqualTo(before.getAsJsonArray("accessors").size() - 3);
    assertThat(dropped.buffer(0).remaining())
        .isLessThan(2 * asset.document().buffer(0).remaining() / 3);
  }

  @Test
  void areDroppedWithAWarningAfterOtherRotations() throws Exception {
    List<Issue> issues = new ArrayList<>();
    GltfDocument moved =
        GltfReader.read(document()).moved(Similarity.rotation(1, 2, 3, 0.5), issues::add);
    assertThat(issues).extracting(Issue::what).singleElement().asString().contains("multi");
    Geometry after = GltfReader.read(moved).character().meshes().getFirst();
    assertThat(after.skinning().multiWeights()).isEmpty();
    assertThat(after.skinning().coords()).isPresent();
  }

  @Test
  void areDroppedWithAWarningWhenInfluencesChange() throws Exception {
    GltfAsset asset = GltfReader.read(document());
    Geometry mesh = asset.character().meshes().getFirst();
    Influences influences = mesh.skinning().influences().orElseThrow().heaviest(1);
    List<Issue> issues = new ArrayList<>();
    Geometry changed =
        mesh.withSkinning(mesh.skinning().withoutMultiWeights().withFallback(influences));
    Geometry after = edited(asset, changed, issues);
    assertThat(after.skinning().multiWeights()).isEmpty();
    assertThat(issues)
        .extracting(Issue::what)
        .containsExactly("multi-weights dropped: they belong to the skin as it was");
  }

  @Test
  void stayWhereNothingChanges() throws Exception {
    GltfAsset asset = GltfReader.read(document());
    List<Issue> issues = new ArrayList<>();
    Geometry after = edited(asset, asset.character().meshes().getFirst(), issues);
    assertThat(after.skinning().multiWeights()).isPresent();
    assertThat(issues).isEmpty();
  }

  private static Geometry edited(GltfAsset asset, Geometry changed, List<Issue> issues)
      throws Exception {
    try (RunContext context = RunContext.ofThreads(1)) {
      SkinnedCharacter after = asset.character().withMeshes(List.of(changed));
      GltfDocument document = asset.with(after, issues::add, context);
      return GltfReader.read(document).character().meshes().getFirst();
    }
  }

  @Test
  void refusesWrongNumberOfRows() {
    GltfDocument document = document();
    JsonObject extension = extension(document);
    extension.add("multiWeights", extension.get("coordinates"));
    assertThatThrownBy(() -> GltfReader.read(document))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining(EXTENSION + "/multiWeights")
        .hasMessageContaining("offsets from 0 to the number of entries");
  }

  @Test
  void refusesMissingOffsets() {
    GltfDocument document = document();
    extension(document).remove("multiOffsets");
    assertThatThrownBy(() -> GltfReader.read(document))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining(EXTENSION);
  }

  @Test
  void refusesValuesThatAreNotFinite() {
    GltfDocument document = withWeight(Double.NaN);
    assertThatThrownBy(() -> GltfReader.read(document))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("/accessors/")
        .hasMessageContaining("expected finite numbers, got NaN");
  }

  @Test
  void refusesWeightsThatDoNotSumToOne() {
    GltfDocument document = withWeight(1e3);
    assertThatThrownBy(() -> GltfReader.read(document))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining(EXTENSION + "/multiWeights")
        .hasMessageContaining("the weights of vertex 0 sum to");
  }

  /** Returns a file with another fourth value in the first row of the first entry. */
  private static GltfDocument withWeight(double weight) {
    SkinnedCharacter character = character();
    Geometry mesh = character.meshes().getFirst();
    MultiWeights old = mesh.skinning().multiWeights().orElseThrow();
    double[] values = old.values();
    for (int v = 0; v < old.rowCount(); v++) {
      values[MultiWeights.SIZE * old.rowStarts()[v] + 3] = weight;
    }
    MultiWeights weights = new MultiWeights(old.rowStarts(), old.joints(), values);
    Skinning.MultiWeight skinning = (Skinning.MultiWeight) mesh.skinning();
    return CharacterWriter.toDocument(
        "arm",
        character.withMeshes(
            List.of(mesh.withSkinning(new Skinning.MultiWeight(skinning.base(), weights)))));
  }

  @Test
  void refusesJointsThatTheSkinDoesNotHave() {
    GltfDocument document = document();
    JsonObject extension = extension(document);
    JsonObject accessors =
        document
            .json()
            .getAsJsonArray("accessors")
            .get(extension.get("multiJoints").getAsInt())
            .getAsJsonObject();
    // Any other two-byte integers with values above the number of joints: those of the offsets.
    JsonObject offsets =
        document
            .json()
            .getAsJsonArray("accessors")
            .get(extension.get("multiOffsets").getAsInt())
            .getAsJsonObject();
    accessors.addProperty("bufferView", offsets.get("bufferView").getAsInt());
    assertThatThrownBy(() -> GltfReader.read(document))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("/skin")
        .hasMessageContaining("the mesh is moved by joint");
  }
}
