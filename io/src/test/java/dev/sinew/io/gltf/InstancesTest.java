package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Similarity;
import dev.sinew.model.SkinnedCharacter;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances of a mesh on one node, as viewers show them. */
class InstancesTest {
  private static final double[] PLACES = {0, 0, 0, 5, 0, 0, 0, 7, 0};
  private static final double H = Math.sqrt(0.5);

  @TempDir Path folder;

  private GltfAsset read(String scales) throws Exception {
    TinyGltf made = new TinyGltf();
    int mesh = made.ladder("");
    made.add(
        "nodes",
        "{'name':'stone','mesh':%d,'translation':[1,0,0],'extensions':{'EXT_mesh_gpu_instancing':"
            + "{'attributes':{'TRANSLATION':%d,'ROTATION':%d%s}}}}",
        mesh,
        made.floats("VEC3", PLACES),
        made.floats("VEC4", 0, 0, 0, 1, 0, 0, H, H, 0, 0, 0, 1),
        scales.isEmpty() ? "" : ",'SCALE':" + made.floats("VEC3", numbers(scales)));
    made.set("extensionsUsed", "['EXT_mesh_gpu_instancing']");
    return GltfReader.read(made.embedded(folder.resolve("stones.gltf"))).requireSound();
  }

  private static double[] numbers(String text) {
    return Arrays.stream(text.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  /** Checks every vertex: node · translation · rotation · scale. */
  private static void assertShown(GltfAsset asset, double unit) throws Exception {
    float[] once = asset.character().meshes().getFirst().mesh().wedgePositions();
    GltfAsset shown = asset.withInstances();
    assertThat(shown.character().parts()).hasSize(3);
    float[] found = HandMade.atRest(shown).wedgePositions();
    for (int w = 0; w < once.length / 3; w++) {
      double x = once[3 * w], y = once[3 * w + 1], z = once[3 * w + 2];
      double[] wanted = {unit + x, y, z, unit * 6 - 2 * y, 2 * x, 2 * z, unit + x, unit * 7 + y, z};
      for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
          assertThat(found[once.length * i + 3 * w + k])
              .isCloseTo((float) wanted[3 * i + k], within(1e-5f));
        }
      }
    }
  }

  @Test
  void eachIsShownAtItsPlace() throws Exception {
    GltfAsset asset = read("1,1,1,2,2,2,1,1,1");
    assertThat(asset.instanceCount()).isEqualTo(3);
    assertThat(asset.character().parts()).hasSize(1);
    assertThat(asset.issues()).anyMatch(issue -> issue.what().startsWith("3 instances"));
    assertShown(asset, 1);
  }

  /** A change of the mesh leaves its instances where they are; a motion of the scene takes them. */
  @Test
  void theyStayInTheFile() throws Exception {
    GltfAsset asset = read("1,1,1,2,2,2,1,1,1");
    SkinnedCharacter renamed =
        asset
            .character()
            .withMeshes(
                asset.character().meshes().stream()
                    .map(m -> new SkinnedCharacter.Geometry("other", m.mesh()))
                    .toList());
    assertShown(GltfReader.read(asset.with(renamed)), 1);
    assertShown(GltfReader.read(asset.moved(Similarity.scaling(3), remark -> {})), 3);
  }

  @Test
  void countsMustAgree() {
    assertThatThrownBy(() -> read("1,1,1"))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("expected 3 instances, got 1");
  }
}
