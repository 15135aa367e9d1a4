package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.Issue;
import dev.sinew.model.human.HumanBone;
import dev.sinew.model.human.Humanoid;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bones of a human body in avatars: VRM 0.x, VRM 1.0, and what is wrong with them. */
class HumanoidFileTest {
  @TempDir Path folder;

  /** Three nodes, the last of which comes first as a joint. */
  private GltfAsset read(String extensions, String... required) throws Exception {
    TinyGltf made = new TinyGltf();
    made.ladder("");
    made.add("nodes", "{'name':'b'}");
    made.add("nodes", "{'name':'c','mesh':0}");
    made.add("nodes", "{'name':'a','children':[0,1]}");
    made.set("extensions", extensions);
    if (required.length > 0) {
      made.set("extensionsRequired", "['" + String.join("','", required) + "']");
    }
    return GltfReader.read(made.embedded(folder.resolve("avatar.gltf"))).requireSound();
  }

  private static Humanoid humanoid(GltfAsset asset) {
    return asset.character().skeleton().humanoid();
  }

  private static List<String> warnings(GltfAsset asset) {
    return asset.issues().stream()
        .filter(issue -> issue.severity() == Issue.Severity.WARNING)
        .map(issue -> issue.where() + ": " + issue.what())
        .toList();
  }

  @Test
  void theOlderListAndTheNewerObject() throws Exception {
    GltfAsset older =
        read(
            "{'VRM':{'humanoid':{'humanBones':[{'bone':'head','node':0},"
                + "{'bone':'leftThumbProximal','node':1},{'bone':'leftThumbIntermediate','node':2}"
                + "]}}}");
    // Thumbs have the names of the newer format.
    assertThat(humanoid(older).joints())
        .isEqualTo(
            Map.of(
                HumanBone.HEAD,
                1,
                HumanBone.LEFT_THUMB_METACARPAL,
                2,
                HumanBone.LEFT_THUMB_PROXIMAL,
                0));
    GltfAsset newer =
        read(
            "{'VRMC_vrm':{'humanoid':{'humanBones':{'hips':{'node':2},'leftThumbProximal':"
                + "{'node':1}}}},'VRM':{'humanoid':{'humanBones':[{'bone':'head','node':0}]}}}",
            "VRMC_vrm",
            "VRMC_springBone",
            "VRMC_materials_mtoon",
            "VRMC_node_constraint",
            "VRM");
    assertThat(humanoid(newer).joints())
        .isEqualTo(Map.of(HumanBone.HIPS, 0, HumanBone.LEFT_THUMB_PROXIMAL, 2));
    assertThat(warnings(older)).isEmpty();
    assertThat(warnings(newer)).isEmpty();
    assertThat(newer.document().json().toString()).contains("VRMC_node_constraint");
  }

  @Test
  void otherExtensionsOfAvatarsAreNotRequired() {
    assertThatThrownBy(() -> read("{}", "VRMX_mesh"))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("VRMX_mesh");
  }

  @Test
  void whatIsWrongIsLeftOutWithAWarning() throws Exception {
    GltfAsset asset =
        read(
            "{'VRM':{'humanoid':{'humanBones':[{'bone':'head','node':7},{'bone':'hips'},"
                + "{'bone':'tail','node':0},{'bone':3,'node':0},5,{'bone':'neck','node':-1},"
                + "{'bone':'jaw','node':0},{'bone':'jaw','node':1},{'bone':'chest','node':0},"
                + "{'bone':'spine','node':0.5}]}}}");
    assertThat(humanoid(asset).joints()).isEqualTo(Map.of(HumanBone.JAW, 1));
    assertThat(warnings(asset))
        .containsExactly(
            "/extensions/VRM/humanoid/humanBones/0/node: not used: expected an index into the 3"
                + " nodes, got 7",
            "/extensions/VRM/humanoid/humanBones/1: not used: 'node' is missing",
            "/extensions/VRM/humanoid/humanBones/2: not used: expected a bone of a human body, got"
                + " 'tail'",
            "/extensions/VRM/humanoid/humanBones/3/bone: not used: expected a string, got a number",
            "/extensions/VRM/humanoid/humanBones/4: not used: expected an object, got a number",
            "/extensions/VRM/humanoid/humanBones/5/node: not used: expected an index into the 3"
                + " nodes, got -1",
            "/extensions/VRM/humanoid/humanBones/7: not used: the bone jaw is there twice; the"
                + " first counts",
            "/extensions/VRM/humanoid/humanBones/8: not used: the node of chest is also that of"
                + " another bone, which counts",
            "/extensions/VRM/humanoid/humanBones/9/node: not used: expected an index into the 3"
                + " nodes, got 0.5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'VRM':3}",
        "{'VRM':{'humanoid':[]}}",
        "{'VRM':{'humanoid':{'humanBones':{}}}}",
        "{'VRMC_vrm':{'humanoid':{'humanBones':[1]}}}",
        "{'VRMC_vrm':{'humanoid':{'humanBones':{'head':3}}}}",
        "{'VRMC_vrm':{'humanoid':{'humanBones':{'head':{'node':'0'}}}}}"
      })
  void otherTypesAreWarnings(String extensions) throws Exception {
    GltfAsset asset = read(extensions);
    assertThat(humanoid(asset).joints()).isEmpty();
    assertThat(warnings(asset)).hasSize(1);
  }
}
