package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.influence.FewerJoints;
import dev.sinew.io.gltf.json.NodeRemoval;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.KhronosValidator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrunedJointsTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(2);
  private static final int LEFT = 9;

  @TempDir Path folder;

  private static GltfDocument biped() throws Exception {
    return CharacterWriter.toDocument("biped", Samples.create("biped").character());
  }

  private static SkinnedCharacter reduced(SkinnedCharacter character) {
    double[] weights = new double[new JoinedCharacter(character).mesh().vertexCount()];
    Arrays.fill(weights, 1);
    return new FewerJoints(
            PoseKnowledge.orSkeleton(PoseSource.CLIPS, character, 1),
            weights,
            new BitSet(),
            List.of(LEFT),
            CONTEXT)
        .apply(character, LEFT, 4);
  }

  private static float[] posed(SkinnedCharacter character, int clip, double time) {
    Pose pose = character.restPose();
    character.clips().get(clip).sample(time, pose);
    CharacterSurface.Posed surface = CharacterSurface.of(character).newPosed();
    surface.set(pose);
    float[] out = new float[3 * surface.mesh().vertexCount()];
    surface.copyVertexPositions(out);
    return out;
  }

  private static JsonArray nodes(GltfDocument document) {
    return document.json().getAsJsonArray("nodes");
  }

  private static int node(GltfDocument document, String name) {
    for (int n = 0; n < nodes(document).size(); n++) {
      JsonObject node = nodes(document).get(n).getAsJsonObject();
      if (node.has("name") && node.get("name").getAsString().equals(name)) {
        return n;
      }
    }
    return -1;
  }

  @Test
  void nodesGoAndTheSurfaceMovesAsBefore() throws Exception {
    GltfAsset asset = GltfReader.read(biped());
    SkinnedCharacter fewer = reduced(asset.character());
    Path file = folder.resolve("fewer.glb");
    asset.withFewerJoints(fewer, issue -> {}, CONTEXT).write(file);
    GltfAsset read = GltfReader.read(file).requireSound();
    assertThat(read.issues()).isEmpty();
    assertThat(read.character().skins().getFirst().jointCount()).isLessThanOrEqualTo(LEFT);
    assertThat(nodes(read.document()).size()).isLessThan(nodes(asset.document()).size());
    double side = fewer.meshes().getFirst().mesh().bounds().longestSide();
    for (int c = 0; c < fewer.clips().size(); c++) {
      Clip clip = fewer.clips().get(c);
      assertThat(read.character().clips().get(c).duration())
          .isCloseTo(clip.duration(), within(1e-6));
      for (int sample = 0; sample <= 7; sample++) {
        float[] before = posed(fewer, c, clip.duration() * sample / 7);
        float[] after = posed(read.character(), c, clip.duration() * sample / 7);
        for (int i = 0; i < before.length; i++) {
          assertThat((double) after[i]).isCloseTo(before[i], within(3e-4 * side));
        }
      }
    }
  }

  @Test
  void filesAreValid() throws Exception {
    KhronosValidator.assumeInstalled();
    GltfAsset asset = GltfReader.read(biped());
    SkinnedCharacter fewer = reduced(asset.character());
    Path alone = folder.resolve("alone.glb");
    Path levels = folder.resolve("levels.glb");
    asset.withFewerJoints(fewer, issue -> {}, CONTEXT).write(alone);
    LevelsOfDetail.write(asset, List.of(fewer), List.of(0.3, 0.0), List.of(3.0)).write(levels);
    GltfAsset read = GltfReader.read(levels).level(1);
    int skin = read.character().parts().getFirst().skin();
    assertThat(read.character().skins().get(skin).jointCount()).isLessThanOrEqualTo(LEFT);
    assertThat(KhronosValidator.errors(List.of(alone, levels)).values()).allMatch(List::isEmpty);
  }

  /** What hangs below a joint that went keeps its place in the scene, in all poses. */
  @Test
  void attachmentsKeepTheirMotion() throws Exception {
    GltfDocument document = biped();
    GltfAsset plain = GltfReader.read(document);
    List<Integer> lost = lost(plain.character());
    String below = plain.character().skeleton().name(lost.getFirst());
    JsonObject hook = new JsonObject();
    hook.addProperty("name", "hook");
    hook.add("translation", JsonParser.parseString("[0.1,0.2,0.3]"));
    nodes(document).add(hook);
    JsonObject owner = nodes(document).get(node(document, below)).getAsJsonObject();
    JsonArray children = owner.has("children") ? owner.getAsJsonArray("children") : new JsonArray();
    children.add(nodes(document).size() - 1);
    owner.add("children", children);
    GltfAsset asset = GltfReader.read(document);
    GltfAsset read =
        GltfReader.read(asset.withFewerJoints(reduced(asset.character()), issue -> {}, CONTEXT));
    assertThat(node(read.document(), "hook")).isNotNegative();
    for (int c = 0; c < asset.character().clips().size(); c++) {
      double time = asset.character().clips().get(c).duration() * 0.37;
      assertThat(place(read.character(), c, time, "hook"))
          .containsExactly(place(asset.character(), c, time, "hook"), within(1e-3));
    }
  }

  private static double[] place(SkinnedCharacter character, int clip, double time, String name) {
    Pose pose = character.restPose();
    character.clips().get(clip).sample(time, pose);
    double[] global = new double[12];
    pose.copyGlobal(character.skeleton().find(name), global, 0);
    return new double[] {global[3], global[7], global[11]};
  }

  private static List<Integer> joints(SkinnedCharacter character) {
    Skin skin = character.skins().getFirst();
    return IntStream.range(0, skin.jointCount()).mapToObj(skin::joint).toList();
  }

  /** Returns the joints that a reduced character no longer has in its skin. */
  private static List<Integer> lost(SkinnedCharacter character) {
    List<Integer> left = joints(reduced(character));
    return joints(character).stream().filter(joint -> !left.contains(joint)).toList();
  }

  @Test
  void whatCarriesSomethingStays() throws Exception {
    GltfDocument document = biped();
    SkinnedCharacter character = GltfReader.read(document).character();
    String name = character.skeleton().name(lost(character).getFirst());
    document
        .json()
        .add(
            "cameras",
            JsonParser.parseString(
                "[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":0.1}}]"));
    nodes(document).get(node(document, name)).getAsJsonObject().addProperty("camera", 0);
    GltfAsset asset = GltfReader.read(document);
    GltfDocument made = asset.withFewerJoints(reduced(asset.character()), i -> {}, CONTEXT);
    assertThat(node(made, name)).isNotNegative();
    assertThat(nodes(made).size()).isLessThan(nodes(document).size());
  }

  @Test
  void nodesThatAnExtensionMayReferToStay() throws Exception {
    GltfDocument document = biped();
    document.json().add("extensionsUsed", JsonParser.parseString("[\"ACME_robot\"]"));
    GltfAsset asset = GltfReader.read(document);
    List<String> remarks = new ArrayList<>();
    GltfDocument made =
        asset.withFewerJoints(
            reduced(asset.character()), (Issue issue) -> remarks.add(issue.what()), CONTEXT);
    assertThat(nodes(made)).isEqualTo(nodes(document));
    assertThat(remarks).anyMatch(text -> text.contains("ACME_robot"));
    assertThat(
            made.json().getAsJsonArray("skins").get(0).getAsJsonObject().getAsJsonArray("joints"))
        .hasSizeLessThanOrEqualTo(LEFT);
  }

  @Test
  void bonesAndSpringsOfAvatarsAreReferences() {
    JsonObject json =
        TinyGltf.object(
            "{'nodes':[{},{'children':[2]},{'children':[3]},{},{},{},"
                + "{'extensions':{'VRMC_node_constraint':{'constraint':{'roll':{'source':4}}}}}],"
                + "'extensions':{'VRM':{'humanoid':{'humanBones':[{'bone':'hips','node':0}]},"
                + "'secondaryAnimation':{'boneGroups':[{'bones':[1]}]}},"
                + "'VRMC_springBone':{'springs':[{'joints':[{'node':5}]}]}}}");
    assertThat(NodeRemoval.referenced(json)).isEqualTo(BitSet.valueOf(new long[] {0b1111111}));
    json.getAsJsonObject("extensions").getAsJsonObject("VRM").remove("secondaryAnimation");
    assertThat(NodeRemoval.referenced(json)).isEqualTo(BitSet.valueOf(new long[] {0b1110001}));
  }
}
