package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.GltfOracle;
import dev.sinew.testkit.KhronosValidator;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Substitutes move like their nodes, and replacing a node removes nothing else. The levels are the
 * original meshes, so that nothing may change.
 */
class LevelsOfDetailTest {
  @TempDir Path folder;

  /** Meshes on nodes of their own, and on a parent, a camera, a light and a joint. */
  private static final List<String> NODES =
      List.of(
          "{'name':'alone','mesh':0,'translation':[1,2,3],'scale':[1,2,1]}",
          "{'name':'parent','mesh':0,'weights':[0.5],'rotation':[0,0,0.6,0.8],'children':[2]}",
          "{'name':'child','mesh':1,'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,4,5,6,1]}",
          "{'name':'camera','mesh':1,'camera':0,'translation':[0,0,9]}",
          "{'name':'light','mesh':1,'extensions':{'KHR_lights_punctual':{'light':0}}}",
          "{'name':'root','children':[6],'translation':[-3,0,0]}",
          "{'name':'tip','mesh':0,'translation':[0,1,0]}",
          "{'name':'skinned','mesh':2,'skin':0}");

  private Path handMade() throws Exception {
    TinyGltf made = new TinyGltf();
    double[] offsets = new double[TinyGltf.LADDER.length];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = 0.1 * i;
    }
    made.ladder("");
    int morph = made.floats("VEC3", offsets);
    JsonObject mesh = made.json().getAsJsonArray("meshes").get(0).getAsJsonObject();
    mesh.getAsJsonArray("primitives")
        .get(0)
        .getAsJsonObject()
        .add("targets", TinyGltf.object("{'it':[{'POSITION':%d}]}", morph).get("it"));
    made.ladder("");
    made.ladder(made.ladderInfluences(TinyGltf.FLOAT));
    NODES.forEach(node -> made.add("nodes", node));
    made.add("skins", "{'joints':[5,6]}");
    made.add("cameras", "{'type':'perspective','perspective':{'yfov':1,'znear':1}}");
    made.set("extensionsUsed", "['KHR_lights_punctual']");
    made.set("extensions", "{'KHR_lights_punctual':{'lights':[{'type':'point'}]}}");
    made.add("scenes", "{'nodes':[0,1,3,4,5,7]}");
    made.set("scene", "0");
    int times = made.floats("SCALAR", 0, 1);
    int ways = made.floats("VEC3", 0, 0, 0, 1, 2, -3);
    int turns = made.floats("VEC4", 0, 0, 0, 1, 0.6, 0, 0, 0.8);
    int weights = made.floats("SCALAR", 0, 1);
    for (int node : new int[] {0, 1, 3, 6}) {
      made.clip(node, "translation", "LINEAR", times, ways);
      made.clip(node, "rotation", "LINEAR", times, turns);
    }
    for (int node : new int[] {0, 1, 6}) {
      made.clip(node, "weights", "LINEAR", times, weights);
    }
    return made.embedded(folder.resolve("made.gltf"));
  }

  /** Writes the file with two levels and reads it. */
  private GltfDocument withLevels(Path file) throws Exception {
    GltfAsset asset = GltfReader.read(file).requireSound();
    Path target = folder.resolve("levels.glb");
    LevelsOfDetail.write(
            asset,
            List.of(asset.character(), asset.character()),
            List.of(0.5, 0.2, 0.0),
            List.of(2.0, 5.0))
        .write(target);
    return GltfReader.read(target).requireSound().document();
  }

  /** Read as a level, the substitutes are where the nodes are, in every clip. */
  @Test
  void everyLevelIsReadWhereTheOriginalIs() throws Exception {
    SkinnedCharacter original = GltfReader.read(handMade()).character();
    GltfAsset levels = GltfReader.read(withLevels(handMade()));
    assertThat(levels.levelCount()).isEqualTo(3);
    assertThat(levels.screenCoverage(1)).contains(0.2);
    for (int level = 0; level < 3; level++) {
      SkinnedCharacter character = levels.level(level).requireSound().character();
      assertThat(character.parts()).hasSameSizeAs(original.parts());
      for (int clip = -1; clip < original.clips().size(); clip++) {
        assertThat(posed(character, clip))
            .as("level %d, clip %d", level, clip)
            .isEqualTo(posed(original, clip));
      }
    }
  }

  /** Returns all positions, in an order that does not depend on that of the parts. */
  private static List<List<Float>> posed(SkinnedCharacter character, int clip) {
    CharacterSurface.Posed shape = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    if (clip >= 0) {
      character.clips().get(clip).sample(0.4, pose);
    }
    shape.set(pose);
    float[] positions = shape.mesh().wedgePositions();
    List<List<Float>> points = new ArrayList<>();
    for (int i = 0; i < positions.length; i += 3) {
      points.add(List.of(positions[i], positions[i + 1], positions[i + 2]));
    }
    points.sort(
        Comparator.comparing((List<Float> p) -> p.get(0))
            .thenComparing(p -> p.get(1))
            .thenComparing(p -> p.get(2)));
    return points;
  }

  private static JsonObject node(GltfDocument document, int number) {
    return document.json().getAsJsonArray("nodes").get(number).getAsJsonObject();
  }

  /** Returns the substitutes of all nodes that have some. */
  private static Map<Integer, List<Integer>> substitutes(GltfDocument document) {
    Map<Integer, List<Integer>> out = new HashMap<>();
    for (int n = 0; n < document.json().getAsJsonArray("nodes").size(); n++) {
      if (node(document, n).get("extensions") instanceof JsonObject extensions
          && extensions.has("MSFT_lod")) {
        out.put(n, numbers(extensions.getAsJsonObject("MSFT_lod").getAsJsonArray("ids")));
      }
    }
    return out;
  }

  private static List<Integer> numbers(JsonArray array) {
    return array.asList().stream().map(JsonElement::getAsInt).toList();
  }

  /** Returns clip, sampler and path of all channels of a node. */
  private static Set<String> driving(GltfDocument document, int node) {
    Set<String> out = new HashSet<>();
    JsonArray clips = document.json().getAsJsonArray("animations");
    for (int a = 0; clips != null && a < clips.size(); a++) {
      for (JsonElement element : clips.get(a).getAsJsonObject().getAsJsonArray("channels")) {
        JsonObject channel = element.getAsJsonObject();
        JsonObject target = channel.getAsJsonObject("target");
        if (target.has("node") && target.get("node").getAsInt() == node) {
          out.add(a + " " + channel.get("sampler") + " " + target.get("path"));
        }
      }
    }
    return out;
  }

  private static int channelCount(GltfDocument document) {
    int count = 0;
    if (document.json().get("animations") instanceof JsonArray clips) {
      for (JsonElement clip : clips) {
        count += clip.getAsJsonObject().getAsJsonArray("channels").size();
      }
    }
    return count;
  }

  static Stream<Path> files() {
    return SharedData.gltfFiles().stream();
  }

  @NeedsSharedData
  @ParameterizedTest
  @MethodSource("files")
  void clipsAnimateSubstitutesOfRealFiles(Path file) throws Exception {
    assertSubstitutesAreDriven(GltfDocument.read(file), withLevels(file));
  }

  @Test
  void clipsAnimateSubstitutes() throws Exception {
    Path file = handMade();
    GltfDocument levels = withLevels(file);
    assertSubstitutesAreDriven(GltfDocument.read(file), levels);
    Map<Integer, List<Integer>> substitutes = substitutes(levels);
    assertThat(substitutes).hasSize(7);
    assertThat(driving(levels, 0)).hasSize(3);
    // The node moves it as its parent; the morph weights are on its new node.
    assertThat(driving(levels, 1)).hasSize(2);
    assertThat(driving(levels, meshNode(levels, 1))).singleElement().asString().contains("weights");
  }

  private static void assertSubstitutesAreDriven(GltfDocument before, GltfDocument after) {
    int twins = 0;
    for (Map.Entry<Integer, List<Integer>> entry : substitutes(after).entrySet()) {
      boolean isSkinned = node(after, entry.getKey()).has("skin");
      Set<String> driving =
          driving(after, entry.getKey()).stream()
              .filter(path -> !isSkinned || path.contains("weights"))
              .collect(Collectors.toSet());
      assertThat(entry.getValue()).hasSize(2);
      for (int substitute : entry.getValue()) {
        // A skin ignores the transform of its node.
        assertThat(isSkinned && hasTransform(node(after, substitute))).isFalse();
        assertThat(driving(after, substitute)).as("node " + entry.getKey()).isEqualTo(driving);
        twins += driving.size();
      }
    }
    assertThat(channelCount(after)).isEqualTo(channelCount(before) + twins);
  }

  private static boolean hasTransform(JsonObject node) {
    return Stream.of("translation", "rotation", "scale", "matrix").anyMatch(node::has);
  }

  /** Returns the node that now has the mesh of a node. */
  private static int meshNode(GltfDocument document, int number) {
    JsonObject node = node(document, number);
    return node.has("mesh") ? number : numbers(node.getAsJsonArray("children")).getLast();
  }

  @Test
  void meshesThatAreNotShownGetNoLevels() throws Exception {
    TinyGltf made = new TinyGltf();
    made.ladder("");
    made.ladder("");
    made.add("nodes", "{'mesh':1}");
    made.add("scenes", "{'nodes':[0]}");
    made.set("scene", "0");
    GltfDocument after = withLevels(made.embedded(folder.resolve("unshown.gltf")));
    assertThat(after.json().getAsJsonArray("meshes")).hasSize(4);
    assertThat(substitutes(after)).containsOnlyKeys(0);
  }

  @Test
  void onlyMeshesAreReplaced() throws Exception {
    GltfDocument levels = withLevels(handMade());
    for (int number : substitutes(levels).keySet()) {
      JsonObject node = node(levels, number);
      assertThat(node.has("children")).isFalse();
      assertThat(node.has("camera")).isFalse();
      assertThat(node.getAsJsonObject("extensions").keySet()).containsExactly("MSFT_lod");
      assertThat(number).isNotIn(5, 6);
    }
    assertThat(meshNode(levels, 0)).isZero();
    assertThat(node(levels, meshNode(levels, 1)).get("name").getAsString())
        .isEqualTo("parent_LOD0");
    assertThat(node(levels, meshNode(levels, 1)).get("weights").toString()).isEqualTo("[0.5]");
  }

  @Test
  void instancesMoveWithTheirMesh() throws Exception {
    GltfAsset asset = GltfReader.read(handMade());
    JsonObject instances = TinyGltf.object("{'EXT_mesh_gpu_instancing':{'attributes':{}}}");
    node(asset.document(), 1).add("extensions", instances);
    GltfDocument levels =
        LevelsOfDetail.write(asset, List.of(asset.character()), List.of(0.5, 0.0), List.of(2.0));
    assertThat(node(levels, 1).has("extensions")).isFalse();
    int moved = meshNode(levels, 1);
    for (int number :
        new int[] {moved, substitutes(levels).getOrDefault(moved, List.of()).get(0)}) {
      assertThat(node(levels, number).getAsJsonObject("extensions").keySet())
          .contains("EXT_mesh_gpu_instancing");
    }
  }

  @Test
  void substitutesAreWhereTheirNodesAre() throws Exception {
    Path file = handMade();
    GltfDocument levels = withLevels(file);
    Map<Integer, List<Integer>> substitutes = substitutes(levels);
    GltfOracle before = GltfOracle.open(file);
    for (int level = 0; level < 2; level++) {
      GltfDocument document = GltfDocument.read(folder.resolve("levels.glb"));
      int taken = level;
      substitutes.forEach((node, those) -> swap(document.json(), node, those.get(taken)));
      Path swapped = folder.resolve("swapped.glb");
      document.write(swapped);
      // All nodes with other content than a mesh.
      assertThat(shown(document)).contains(1, 3, 4, 5, 6);
      GltfOracle after = GltfOracle.open(swapped);
      for (int clip = -1; clip < before.animationCount(); clip++) {
        List<GltfOracle.Placed> placed = after.evaluate(clip, 0.4);
        for (GltfOracle.Placed expected : before.evaluate(clip, 0.4)) {
          List<Integer> those =
              Objects.requireNonNull(substitutes.get(meshNode(levels, expected.node())));
          int substitute = those.get(level);
          assertThat(shown(document)).contains(substitute);
          assertThat(positions(placed, substitute))
              .as("node " + expected.node() + " in clip " + clip)
              .containsExactly(expected.positions(), within(1e-6));
        }
      }
    }
  }

  private static double[] positions(List<GltfOracle.Placed> placed, int node) {
    return placed.stream().filter(one -> one.node() == node).findFirst().orElseThrow().positions();
  }

  @Test
  void levelsGiveNoNewErrors() throws Exception {
    KhronosValidator.assumeInstalled();
    Path file = handMade();
    withLevels(file);
    Path levels = folder.resolve("levels.glb");
    Map<Path, List<String>> errors = KhronosValidator.errors(List.of(file, levels));
    assertThat(errors.get(levels)).isSubsetOf(errors.get(file));
  }

  /** Shows one node instead of another, in the scene or below the same parent. */
  private static void swap(JsonObject json, int node, int substitute) {
    for (String owners : List.of("scenes", "nodes")) {
      for (JsonElement owner : json.getAsJsonArray(owners)) {
        String member = owners.equals("scenes") ? "nodes" : "children";
        if (owner.getAsJsonObject().get(member) instanceof JsonArray places) {
          for (int i = 0; i < places.size(); i++) {
            if (places.get(i).getAsInt() == node) {
              places.set(i, new JsonPrimitive(substitute));
            }
          }
        }
      }
    }
  }

  /** Returns all nodes of the scene. */
  private static Set<Integer> shown(GltfDocument document) {
    Set<Integer> out = new HashSet<>();
    JsonObject scene = document.json().getAsJsonArray("scenes").get(0).getAsJsonObject();
    addBelow(document, scene.getAsJsonArray("nodes"), out);
    return out;
  }

  private static void addBelow(GltfDocument document, JsonArray nodes, Set<Integer> out) {
    for (int node : numbers(nodes)) {
      out.add(node);
      if (node(document, node).get("children") instanceof JsonArray children) {
        addBelow(document, children, out);
      }
    }
  }
}
