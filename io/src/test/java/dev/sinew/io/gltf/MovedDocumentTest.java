package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.math.Similarity;
import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.GltfOracle;
import dev.sinew.testkit.KhronosValidator;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import dev.sinew.transform.RestChange;
import dev.sinew.transform.Transform;
import dev.sinew.transform.TransformOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Moved files: the oracle places every vertex of every node where the motion puts the original.
 * Also reads the files of the shared data.
 */
class MovedDocumentTest {
  private static final double TOLERANCE = 1e-6;
  private static final Similarity SCALE = Similarity.scaling(0.01);
  private static final Similarity ANY =
      Similarity.scaling(2.5)
          .then(Similarity.rotation(1, 2, -0.5, 0.9))
          .then(Similarity.translation(0.25, -1, 0.5));

  @TempDir Path folder;

  static Stream<Path> files() {
    return SharedData.gltfFiles().stream();
  }

  /** Files that are read in a moment. */
  static Stream<Path> smallFiles() {
    return files().filter(file -> file.toFile().length() < 500_000);
  }

  // ---- comparison ------------------------------------------------------------------------------

  /** Moves a file and compares all vertices; returns what was written. */
  private GltfDocument check(Path file, Similarity motion) throws IOException {
    GltfAsset asset = GltfReader.read(file).requireSound();
    Path out = folder.resolve("moved.glb");
    asset.moved(motion, remark -> {}).write(out);
    GltfReader.read(out).requireSound();
    compare(GltfOracle.open(file), GltfOracle.open(out), motion);
    return GltfDocument.read(out);
  }

  private static void compare(GltfOracle before, GltfOracle after, Similarity motion) {
    assertThat(after.animationCount()).isEqualTo(before.animationCount());
    compare(before.evaluate(-1, 0), after.evaluate(-1, 0), motion, "at rest");
    // The oracle is slow.
    for (int c = 0; c < Math.min(2, before.animationCount()); c++) {
      double time = (c == 0 ? 0.37 : 0.81) * before.duration(c);
      compare(before.evaluate(c, time), after.evaluate(c, time), motion, c + "@" + time);
    }
  }

  private static void compare(
      List<GltfOracle.Placed> before,
      List<GltfOracle.Placed> after,
      Similarity motion,
      String what) {
    assertThat(after).hasSameSizeAs(before);
    Box box = Box.of(new double[3]);
    for (GltfOracle.Placed one : before) {
      for (int i = 0; i < one.positions().length; i += 3) {
        motion.movePoint(one.positions(), i);
      }
      box = box.union(Box.of(one.positions()));
    }
    double allowed = TOLERANCE * box.longestSide();
    for (int i = 0; i < before.size(); i++) {
      double[] expected = before.get(i).positions();
      double[] got = after.get(i).positions();
      assertThat(got).hasSameSizeAs(expected);
      for (int k = 0; k < got.length; k++) {
        if (!(Math.abs(got[k] - expected[k]) <= allowed)) {
          throw new AssertionError(
              "%s, node %d, number %d: expected %s, got %s (allowed %s)"
                  .formatted(what, before.get(i).node(), k, expected[k], got[k], allowed));
        }
      }
    }
  }

  // ---- real files ------------------------------------------------------------------------------

  @NeedsSharedData
  @ParameterizedTest
  @MethodSource("files")
  void movesEveryFile(Path file) throws IOException {
    check(file, ANY);
  }

  @NeedsSharedData
  @ParameterizedTest
  @MethodSource("smallFiles")
  void equalsTheVerb(Path file) throws IOException {
    GltfAsset asset = GltfReader.read(file).requireSound();
    SkinnedCharacter expected;
    try (RunContext context = RunContext.ofThreads(1)) {
      TransformOptions options = TransformOptions.DEFAULTS.withMotion(ANY);
      expected = Transform.run(asset.character(), options, context).character();
    }
    SkinnedCharacter got = GltfReader.read(asset.moved(ANY, remark -> {})).character();
    for (int m = 0; m < expected.meshes().size(); m++) {
      assertThat(got.meshes().get(m).mesh().wedgePositions())
          .containsExactly(expected.meshes().get(m).mesh().wedgePositions(), within(1e-4f));
    }
  }

  @NeedsSharedData
  @Test
  void getsNoNewErrors() throws Exception {
    KhronosValidator.assumeInstalled();
    List<Path> all = new ArrayList<>(SharedData.gltfFiles());
    int count = all.size();
    for (int i = 0; i < count; i++) {
      Path out = folder.resolve(i + ".glb");
      GltfReader.read(all.get(i)).moved(ANY, remark -> {}).write(out);
      all.add(out);
    }
    Map<Path, List<String>> errors = KhronosValidator.errors(all);
    for (int i = 0; i < count; i++) {
      assertThat(errors.get(all.get(count + i)))
          .as(all.get(i).toString())
          .isSubsetOf(errors.getOrDefault(all.get(i), List.of()));
    }
  }

  @Test
  void scaledFilesHaveTheSameLayout() throws Exception {
    GltfDocument before = CharacterWriter.toDocument("biped", Samples.create("biped").character());
    GltfDocument after = GltfReader.read(before).moved(SCALE, remark -> {});
    assertThat(after.buffer(0).limit()).isEqualTo(before.buffer(0).limit());
    assertThat(after.json().getAsJsonArray("bufferViews"))
        .isEqualTo(before.json().getAsJsonArray("bufferViews"));
    assertThat(after.json().getAsJsonArray("accessors"))
        .hasSameSizeAs(before.json().getAsJsonArray("accessors"));
  }

  // ---- files made for one property -------------------------------------------------------------

  private static TinyGltf skinned(String mesh) {
    TinyGltf made = new TinyGltf();
    made.add("nodes", "{'name':'root','translation':[1,2,3],'children':[1]}");
    made.add("nodes", "{'name':'joint','translation':[0,0.5,0],'rotation':[0,0.6,0,0.8]}");
    made.add("nodes", "{'name':'shown','mesh':0,'skin':0}");
    made.add("scenes", "{'nodes':[0,2]}");
    made.ladder(made.ladderInfluences(TinyGltf.FLOAT) + mesh);
    return made;
  }

  private static JsonObject item(GltfDocument document, String list, int index) {
    return document.json().getAsJsonArray(list).get(index).getAsJsonObject();
  }

  @Test
  void aSkinWithoutMatricesGetsSome() throws Exception {
    TinyGltf made = skinned("");
    made.add("skins", "{'joints':[0,1]}");
    Path file = made.embedded(folder.resolve("made.gltf"));
    assertThat(item(check(file, SCALE), "skins", 0).has("inverseBindMatrices")).isFalse();
    assertThat(item(check(file, ANY), "skins", 0).has("inverseBindMatrices")).isTrue();
    // A node that only shows a skinned mesh has no transform, before and after.
    assertThat(item(check(file, ANY), "nodes", 2).has("rotation")).isFalse();
  }

  @Test
  void sharedAccessorsAreMovedOnce() throws Exception {
    TinyGltf made = skinned("");
    made.add("skins", "{'joints':[0,1]}");
    JsonObject first = made.json().getAsJsonArray("meshes").get(0).getAsJsonObject();
    made.json().getAsJsonArray("meshes").add(first.deepCopy());
    made.json().getAsJsonArray("meshes").add(first.deepCopy());
    // A second accessor of the same bytes, and a mesh without a skin, which does not turn.
    int position =
        first
            .getAsJsonArray("primitives")
            .get(0)
            .getAsJsonObject()
            .getAsJsonObject("attributes")
            .get("POSITION")
            .getAsInt();
    made.json()
        .getAsJsonArray("accessors")
        .add(made.json().getAsJsonArray("accessors").get(position).deepCopy());
    int second = made.json().getAsJsonArray("accessors").size() - 1;
    made.json()
        .getAsJsonArray("meshes")
        .get(1)
        .getAsJsonObject()
        .getAsJsonArray("primitives")
        .get(0)
        .getAsJsonObject()
        .getAsJsonObject("attributes")
        .addProperty("POSITION", second);
    made.add("nodes", "{'mesh':1,'skin':0}");
    made.add("nodes", "{'mesh':2,'translation':[5,0,0]}");
    made.add("nodes", "{'mesh':2,'scale':[1,-2,1]}");
    made.set("scenes", "[{'nodes':[0,2,3,4,5]}]");
    Path file = made.embedded(folder.resolve("made.gltf"));
    assertThat(check(file, SCALE).json().getAsJsonArray("accessors"))
        .hasSameSizeAs(made.json().getAsJsonArray("accessors"));
    // The mesh without a skin needs vertices of its own.
    assertThat(check(file, ANY).json().getAsJsonArray("accessors"))
        .hasSize(made.json().getAsJsonArray("accessors").size() + 2);
  }

  @Test
  void interleavedVerticesStayInterleaved() throws Exception {
    TinyGltf made = new TinyGltf();
    double[] rows = new double[8 * 3];
    for (int v = 0; v < 3; v++) {
      rows[8 * v + v] = 1; // A position, a normal along z, a texture coordinate.
      rows[8 * v + 5] = 1;
      rows[8 * v + 6] = 0.25 * v;
      rows[8 * v + 7] = 0.5;
    }
    int view = made.view(TinyGltf.pack(TinyGltf.FLOAT, rows), ",'byteStride':32");
    String in = ",'bufferView':" + view + ",'byteOffset':";
    int position = made.accessor("VEC3", TinyGltf.FLOAT, 3, in + "0,'min':[0,0,0],'max':[1,1,1]");
    int normal = made.accessor("VEC3", TinyGltf.FLOAT, 3, in + 12);
    int texture = made.accessor("VEC2", TinyGltf.FLOAT, 3, in + 24);
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d,'NORMAL':%d,'TEXCOORD_0':%d}}]}",
        position,
        normal,
        texture);
    made.add("nodes", "{'mesh':0}");
    made.add("scenes", "{'nodes':[0]}");
    Path file = made.embedded(folder.resolve("made.gltf"));
    GltfDocument after = check(file, Similarity.scaling(4));
    assertThat(after.json().getAsJsonArray("bufferViews")).hasSize(1);
    assertThat(item(after, "accessors", position).get("max").toString()).isEqualTo("[4.0,4.0,4.0]");
    Accessors accessors = new Accessors(after);
    JsonPlace attributes =
        after
            .root()
            .get("meshes")
            .items()
            .getFirst()
            .items("primitives")
            .getFirst()
            .get("attributes");
    assertThat(accessors.floats(attributes.get("TEXCOORD_0"), 2))
        .containsExactly(0, 0.5f, 0.25f, 0.5f, 0.5f, 0.5f);
    assertThat(accessors.floats(attributes.get("NORMAL"), 3))
        .containsExactly(0, 0, 1, 0, 0, 1, 0, 0, 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void quantisedPositionsBecomeFloats(boolean normalised) throws Exception {
    TinyGltf made = new TinyGltf();
    int position =
        made.strided(
            "VEC3",
            TinyGltf.SHORT,
            8,
            normalised ? ",'normalized':true" : "",
            -100,
            20,
            30,
            32767,
            0,
            5,
            7,
            8,
            9);
    made.set("extensionsUsed", "['KHR_mesh_quantization']");
    made.set("extensionsRequired", "['KHR_mesh_quantization']");
    made.add("meshes", "{'primitives':[{'attributes':{'POSITION':%d}}]}", position);
    made.add("nodes", "{'mesh':0,'scale':[0.001,0.001,0.001],'translation':[1,0,0]}");
    made.add("scenes", "{'nodes':[0]}");
    Path file = made.embedded(folder.resolve("made.gltf"));
    GltfDocument after = check(file, ANY);
    assertThat(item(after, "accessors", position).get("componentType").getAsInt())
        .isEqualTo(TinyGltf.FLOAT);
    // The floats take the place of the integers.
    assertThat(after.json().getAsJsonArray("bufferViews")).hasSize(1);
    assertThat(item(after, "nodes", 0).get("scale").toString()).isEqualTo("[0.001,0.001,0.001]");
  }

  @Test
  void sparseOffsetsStaySparse() throws Exception {
    TinyGltf made = skinned("");
    int indices = made.view(TinyGltf.pack(TinyGltf.UNSIGNED_SHORT, 1, 4), "");
    int values = made.view(TinyGltf.pack(TinyGltf.FLOAT, 1, 2, 3, -1, 0, 2), "");
    int sparse =
        made.accessor(
            "VEC3",
            TinyGltf.FLOAT,
            6,
            ",'sparse':{'count':2,'indices':{'bufferView':%d,'componentType':5123},'values':{'bufferView':%d}}"
                .formatted(indices, values));
    JsonObject primitive =
        made.json()
            .getAsJsonArray("meshes")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("primitives")
            .get(0)
            .getAsJsonObject();
    primitive.add("targets", TinyGltf.object("{'it':[{'POSITION':%d}]}", sparse).get("it"));
    made.json()
        .getAsJsonArray("meshes")
        .get(0)
        .getAsJsonObject()
        .add("weights", TinyGltf.object("{'it':[0.75]}").get("it"));
    made.add("skins", "{'joints':[0,1]}");
    Path file = made.embedded(folder.resolve("made.gltf"));
    GltfDocument after = check(file, ANY);
    assertThat(item(after, "accessors", sparse).has("sparse")).isTrue();
    assertThat(item(after, "accessors", sparse).has("bufferView")).isFalse();

    // As positions, the zeros that are not stored move, too.
    primitive.remove("targets");
    primitive.getAsJsonObject("attributes").addProperty("POSITION", sparse);
    made.json().getAsJsonArray("meshes").get(0).getAsJsonObject().remove("weights");
    after = check(made.embedded(folder.resolve("made.gltf")), ANY);
    assertThat(item(after, "accessors", sparse).has("sparse")).isFalse();
    assertThat(item(check(file, SCALE), "accessors", sparse).has("sparse")).isTrue();
  }

  @Test
  void rootsAndOthersMayShareASampler() throws Exception {
    TinyGltf made = skinned("");
    made.add("skins", "{'joints':[0,1]}");
    int times = made.floats("SCALAR", 0, 1);
    int keys = made.floats("VEC3", 1, 0, 0, 0, 2, 0, 0, 1, 3, -1, 0, 0, 2, 2, 0, 0, 1, -3);
    int turns =
        made.numbers("VEC4", TinyGltf.SHORT, ",'normalized':true", 0, 0, 0, 32767, 32767, 0, 0, 0);
    made.add(
        "animations",
        "{'samplers':[{'input':%d,'output':%d,'interpolation':'CUBICSPLINE'},{'input':%d,'output':%d}],"
            + "'channels':[{'sampler':0,'target':{'node':0,'path':'translation'}},"
            + "{'sampler':0,'target':{'node':1,'path':'translation'}},"
            + "{'sampler':1,'target':{'node':1,'path':'rotation'}},"
            + "{'sampler':1,'target':{'node':0,'path':'rotation'}}]}",
        times,
        keys,
        times,
        turns);
    Path file = made.embedded(folder.resolve("made.gltf"));
    assertThat(item(check(file, SCALE), "animations", 0).getAsJsonArray("samplers")).hasSize(2);
    assertThat(item(check(file, ANY), "animations", 0).getAsJsonArray("samplers")).hasSize(4);
  }

  @Test
  void camerasLightsVolumesAndInstancesScale() throws Exception {
    TinyGltf made = skinned("");
    made.add("skins", "{'joints':[0,1]}");
    int places = made.floats("VEC3", 1, 2, 3, -4, 5, 6);
    made.add(
        "nodes",
        "{'mesh':1,'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{'TRANSLATION':%d}}}}",
        places);
    made.ladder("");
    made.add("nodes", "{'camera':0,'translation':[0,0,10]}");
    made.add("cameras", "{'type':'perspective','perspective':{'yfov':1,'znear':0.5,'zfar':100}}");
    made.add(
        "cameras", "{'type':'orthographic','orthographic':{'xmag':2,'ymag':3,'znear':0,'zfar':9}}");
    made.set(
        "extensionsUsed", "['KHR_lights_punctual','EXT_mesh_gpu_instancing','VENDOR_physics']");
    made.set(
        "extensions",
        "{'KHR_lights_punctual':{'lights':[{'type':'point','range':20,'intensity':8},{'type':'directional','intensity':3}]}}");
    made.add(
        "materials",
        "{'extensions':{'KHR_materials_volume':{'thicknessFactor':2,'attenuationDistance':4}}}");
    made.set("scenes", "[{'nodes':[0,2]},{'nodes':[3,4]}]");
    Path file = made.embedded(folder.resolve("made.gltf"));
    List<Issue> issues = new ArrayList<>();
    GltfDocument result =
        GltfReader.read(file).requireSound().moved(Similarity.scaling(0.5), issues::add);
    JsonObject json = result.json();
    assertThat(json.get("cameras").toString())
        .contains("\"znear\":0.25,\"zfar\":50.0", "\"xmag\":1.0,\"ymag\":1.5")
        .contains("\"yfov\":1,");
    assertThat(json.get("extensions").toString())
        .contains("\"range\":10.0,\"intensity\":2.0", "\"directional\",\"intensity\":3}");
    assertThat(json.get("materials").toString())
        .contains("\"thicknessFactor\":1.0,\"attenuationDistance\":2.0");
    assertThat(new Accessors(result).floats(reference(places), 3))
        .containsExactly(0.5f, 1, 1.5f, -2, 2.5f, 3);
    assertThat(item(result, "nodes", 4).get("translation").toString()).isEqualTo("[0.0,0.0,5.0]");
    assertThat(issues)
        .extracting(Issue::what)
        .containsExactly(
            "VENDOR_physics is kept as it is: positions, directions and lengths in it do not move");
  }

  private static JsonPlace reference(int accessor) {
    return new JsonPlace("made", "", new JsonPrimitive(accessor));
  }

  @Test
  void substitutesOfLevelsMoveAsTheirNodes() throws Exception {
    TinyGltf made = new TinyGltf();
    made.ladder("");
    made.add(
        "nodes", "{'name':'root','mesh':0,'children':[1],'extensions':{'MSFT_lod':{'ids':[2]}}}");
    made.add(
        "nodes",
        "{'name':'below','mesh':0,'translation':[1,0,0],'extensions':{'MSFT_lod':{'ids':[3]}}}");
    made.add("nodes", "{'name':'root_LOD1','mesh':0}");
    made.add("nodes", "{'name':'below_LOD1','mesh':0,'translation':[1,0,0]}");
    made.set("extensionsUsed", "['MSFT_lod']");
    made.add("scenes", "{'nodes':[0]}");
    Path file = made.embedded(folder.resolve("made.gltf"));
    GltfDocument after = GltfReader.read(file).requireSound().moved(ANY, remark -> {});
    for (String member : List.of("translation", "rotation")) {
      assertThat(item(after, "nodes", 2).get(member))
          .isEqualTo(item(after, "nodes", 0).get(member));
      assertThat(item(after, "nodes", 3).get(member))
          .isEqualTo(item(after, "nodes", 1).get(member));
    }
    assertThat(item(after, "nodes", 3).has("rotation")).isFalse();
    assertThat(item(after, "nodes", 2).has("rotation")).isTrue();
  }

  @Test
  void matrixNodesStayMatrixNodes() throws Exception {
    TinyGltf made = new TinyGltf();
    made.ladder("");
    made.add("nodes", "{'matrix':[1,0.5,0,0, 0,2,0,0, 0,0,-1,0, 4,5,6,1],'children':[1]}");
    made.add("nodes", "{'mesh':0,'matrix':[0,1,0,0, 1,0,0,0, 0,0.25,1,0, 1,2,3,1]}");
    made.add("scenes", "{'nodes':[0]}");
    GltfDocument after = check(made.embedded(folder.resolve("made.gltf")), ANY);
    assertThat(item(after, "nodes", 0).has("matrix")).isTrue();
    assertThat(item(after, "nodes", 1).has("matrix")).isTrue();
  }

  @Test
  void linesAndPointsMoveToo() throws Exception {
    TinyGltf made = new TinyGltf();
    made.add(
        "meshes",
        "{'primitives':[{'mode':1,'attributes':{'POSITION':%d}}]}",
        made.positions(TinyGltf.LADDER));
    made.add("nodes", "{'mesh':0}");
    made.add("scenes", "{'nodes':[0]}");
    check(made.embedded(folder.resolve("made.gltf")), ANY);
  }

  @Test
  void refusesWhatIsOutOfRange() throws Exception {
    TinyGltf made = new TinyGltf();
    made.ladder("");
    made.add("nodes", "{'mesh':0}");
    made.add("scenes", "{'nodes':[0]}");
    GltfAsset asset = GltfReader.read(made.embedded(folder.resolve("made.gltf")));
    assertThatThrownBy(() -> asset.moved(Similarity.scaling(1e200), remark -> {}))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("out of range");
  }

  // ---- another rest pose -----------------------------------------------------------------------

  @NeedsSharedData
  @ParameterizedTest
  @MethodSource("smallFiles")
  void anotherRestPoseKeepsTheClips(Path file) throws IOException {
    GltfAsset asset = GltfReader.read(file).requireSound();
    List<Clip> clips = asset.character().clips();
    Assumptions.assumeFalse(clips.isEmpty());
    double time = 0.4 * clips.getLast().duration();
    String last = Integer.toString(clips.size() - 1);
    Path out = folder.resolve("rested.glb");
    asset.with(RestChange.of(asset.character(), last, time)).write(out);
    GltfReader.read(out).requireSound();
    GltfOracle before = GltfOracle.open(file);
    GltfOracle after = GltfOracle.open(out);
    compare(
        before.evaluate(clips.size() - 1, time),
        after.evaluate(-1, 0),
        Similarity.IDENTITY,
        "the new rest pose");
    assertThat(after.duration(0)).isEqualTo(before.duration(0));
    double other = before.duration(0) / 3;
    compare(before.evaluate(0, other), after.evaluate(0, other), Similarity.IDENTITY, "clip 0");
  }
}
