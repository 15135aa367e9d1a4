package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.MultiWeights;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.sample.Samples;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Multi-weights in files. */
class MultiWeightsFileTest {
  private static final long SEED = 20261117;

  /** Returns a character with random multi-weights beside coordinates of linear blending. */
  private static SkinnedCharacter character() {
    SkinnedCharacter plain = Samples.create("cylinder-bend").character();
    Geometry mesh = plain.meshes().getFirst();
    AnimationCoords coords =
        AnimationCoords.ofLinearBlend(
            plain.skins().getFirst(),
            Objects.requireNonNull(mesh.influences()),
            mesh.mesh().positions());
    Random random = new Random(SEED);
    double[] values = new double[MultiWeights.SIZE * coords.totalCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    MultiWeights multi = new MultiWeights(coords.rowStarts(), coords.joints(), values);
    return plain.withMeshes(
        List.of(
            new Geometry(
                mesh.name(), mesh.mesh(), mesh.influences(), mesh.morphs(), coords, multi)));
  }

  @Test
  void comeBack() throws Exception {
    SkinnedCharacter character = character();
    GltfDocument document = CharacterWriter.toDocument("arm", character);
    Geometry read = GltfReader.read(document).character().meshes().getFirst();
    MultiWeights expected = Objects.requireNonNull(character.meshes().getFirst().multiWeights());
    MultiWeights actual = Objects.requireNonNull(read.multiWeights());
    assertThat(actual.rowCount()).isEqualTo(expected.rowCount());
    for (int v = 0; v < actual.rowCount(); v++) {
      assertThat(actual.count(v)).as("seed %d, vertex %d", SEED, v).isEqualTo(expected.count(v));
      for (int i = 0; i < actual.count(v); i++) {
        assertThat(actual.joint(v, i)).isEqualTo(expected.joint(v, i));
        for (int k = 0; k < MultiWeights.SIZE; k++) {
          assertThat(actual.value(v, i, k)).isCloseTo(expected.value(v, i, k), within(1e-9));
        }
      }
    }
  }

  @Test
  void refusesWrongNumberOfRows() throws Exception {
    GltfDocument document = CharacterWriter.toDocument("arm", character());
    JsonObject extension =
        document
            .json()
            .getAsJsonArray("meshes")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("primitives")
            .get(0)
            .getAsJsonObject()
            .getAsJsonObject("extensions")
            .getAsJsonObject(AnimationSpaceExtension.NAME);
    extension.add("multiWeights", extension.get("coordinates"));
    assertThatThrownBy(() -> GltfReader.read(document))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("offsets from 0 to the number of entries");
  }
}
