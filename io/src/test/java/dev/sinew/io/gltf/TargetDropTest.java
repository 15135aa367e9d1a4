package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Issue;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TargetRemoval;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.KhronosValidator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Morph targets that leave a file, and everything that refers to the others. */
class TargetDropTest {
  private static final SkinnedCharacter ARM = Samples.create("arm").character();
  private static final int NODE = ARM.parts().getFirst().node();
  private static final List<Interpolation> HOW =
      List.of(Interpolation.STEP, Interpolation.LINEAR, Interpolation.CUBICSPLINE);
  private static final double[] TIMES = {0, 0.1, 0.33, 0.5, 0.9};

  @TempDir Path folder;

  /** The arm with random targets, weights at rest and a track of weights in every clip. */
  private static SkinnedCharacter faced(Random random, int count) {
    Geometry mesh = ARM.meshes().getFirst();
    int[] firstWedges = new int[mesh.mesh().vertexCount()];
    List<float[]> positions = new ArrayList<>();
    List<float @Nullable []> normals = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      float[] byVertex = new float[3 * firstWedges.length];
      for (int i = 0; i < 9; i++) {
        byVertex[random.nextInt(byVertex.length)] = random.nextFloat() - 0.5f;
      }
      float[] offsets = new float[3 * mesh.mesh().wedgeCount()];
      for (int i = 0; i < offsets.length; i++) {
        offsets[i] = byVertex[3 * mesh.mesh().vertexOfWedge(i / 3) + i % 3];
      }
      positions.add(offsets);
      normals.add(null);
    }
    MorphTargets morphs =
        new MorphTargets(positions, normals, random.doubles(count).toArray())
            .withNames(IntStream.range(0, count).mapToObj(t -> "target " + t).toList());
    List<Clip> clips = new ArrayList<>();
    for (Clip clip : ARM.clips()) {
      List<Track> tracks = new ArrayList<>(clip.tracks());
      Interpolation how = HOW.get(clips.size() % HOW.size());
      int values = count * (how == Interpolation.CUBICSPLINE ? 9 : 3);
      double[] times = {0, 0.4, 0.8};
      tracks.add(
          new Track(NODE, Property.WEIGHTS, how, times, narrow(random.doubles(values).toArray())));
      clips.add(new Clip(clip.name(), tracks));
    }
    return ARM.withMeshes(List.of(mesh.withMorphs(morphs))).withClips(clips);
  }

  private static double[] narrow(double[] values) {
    return Arrays.stream(values).map(value -> (float) value).toArray();
  }

  private GltfAsset written(SkinnedCharacter character, JsonObject more) throws Exception {
    GltfDocument document = CharacterWriter.toDocument("arm", character);
    more.asMap().forEach(document.json()::add);
    Path file = folder.resolve("source.glb");
    document.write(file);
    return GltfReader.read(file).requireSound();
  }

  private static float[] posed(SkinnedCharacter character, int clip, double time, BitSet gone) {
    Pose pose = character.restPose();
    character.clips().get(clip).sample(time, pose);
    double[] weights = new double[character.meshes().getFirst().morphs().count()];
    for (int t = 0; t < weights.length; t++) {
      weights[t] = gone.get(t) ? 0 : pose.morphWeight(NODE, t);
    }
    pose.setMorphWeights(NODE, weights);
    CharacterSurface.Posed out = CharacterSurface.of(character).newPosed();
    out.set(pose);
    return out.wedgePositions().clone();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theOthersMoveAsBefore(long seed) throws Exception {
    Random random = new Random(seed);
    int count = 1 + random.nextInt(6);
    GltfAsset file = written(faced(random, count), new JsonObject());
    BitSet gone = new BitSet();
    IntStream.range(0, count).filter(t -> random.nextBoolean()).forEach(gone::set);
    Path out = folder.resolve("dropped.glb");
    file.with(TargetRemoval.from(file.character(), List.of(gone))).write(out);
    GltfAsset read = GltfReader.read(out).requireSound();
    MorphTargets left = read.character().meshes().getFirst().morphs();
    List<String> names =
        IntStream.range(0, count).filter(t -> !gone.get(t)).mapToObj(t -> "target " + t).toList();
    assertThat(left.names()).as("seed " + seed).isEqualTo(names);
    assertThat(left.count()).isEqualTo(names.size());
    for (int c = 0; c < ARM.clips().size(); c++) {
      for (double time : TIMES) {
        float[] wanted = posed(file.character(), c, time, gone);
        float[] found = posed(read.character(), c, time, new BitSet());
        for (int i = 0; i < wanted.length; i++) {
          assertThat(found[i]).as("seed " + seed).isCloseTo(wanted[i], within(1e-5f));
        }
      }
    }
    KhronosValidator.assumeInstalled();
    assertThat(KhronosValidator.errors(List.of(out)).get(out)).isEmpty();
  }

  @Test
  void aSecondVerbKeepsTheNumbers() throws Exception {
    GltfAsset file = written(faced(new Random(1), 4), new JsonObject());
    BitSet second = new BitSet();
    second.set(1);
    SkinnedCharacter less = TargetRemoval.from(file.character(), List.of(second));
    SkinnedCharacter least = TargetRemoval.from(less, List.of(second));
    MorphTargets own = least.meshes().getFirst().morphs();
    float[] added = new float[3 * own.wedgeCount()];
    added[1] = 0.5f;
    List<float @Nullable []> none = new ArrayList<>();
    none.add(null);
    SkinnedCharacter more =
        least.withMeshes(
            List.of(least.meshes().getFirst().withMorphs(own.plus(List.of(added), none))));
    MorphTargets read = GltfReader.read(file.with(more)).character().meshes().getFirst().morphs();
    MorphTargets old = file.character().meshes().getFirst().morphs();
    assertThat(read.count()).isEqualTo(3);
    assertThat(read.positionOffsets(0)).isEqualTo(old.positionOffsets(0));
    assertThat(read.positionOffsets(1)).isEqualTo(old.positionOffsets(3));
    assertThat(read.positionOffsets(2)).isEqualTo(added);
  }

  private static JsonObject parse(String text) {
    return JsonParser.parseString(text.replace('\'', '"')).getAsJsonObject();
  }

  /** A pointer to all weights, to single ones, and expressions of both versions of VRM. */
  @Test
  void referencesFollow() throws Exception {
    GltfAsset file = written(faced(new Random(2), 4), new JsonObject());
    JsonObject json = file.document().json().deepCopy();
    int node = file.nodes().get(NODE);
    JsonArray channels =
        json.getAsJsonArray("animations").get(0).getAsJsonObject().getAsJsonArray("channels");
    JsonObject weights = new JsonObject();
    for (JsonElement channel : channels) {
      if (channel.getAsJsonObject().get("target").toString().contains("weights")) {
        weights = channel.getAsJsonObject();
      }
    }
    for (String pointer :
        List.of(
            "/meshes/0/weights",
            "/nodes/" + node + "/weights/0",
            "/nodes/" + node + "/weights/1",
            "/meshes/0/weights/3",
            "/nodes/" + node + "/rotation")) {
      JsonObject channel = weights.deepCopy();
      channel.add(
          "target",
          parse(
              "{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'%s'}}}"
                  .formatted(pointer)));
      channels.add(channel);
    }
    json.add(
        "extensionsUsed", JsonParser.parseString("['KHR_animation_pointer','VRM','VRMC_vrm']"));
    json.add(
        "extensions",
        parse(
            "{'VRM':{'blendShapeMaster':{'blendShapeGroups':[{'presetName':'joy','binds':["
                + "{'mesh':0,'index':1,'weight':100},{'mesh':0,'index':3,'weight':50}]}]}},"
                + "'VRMC_vrm':{'expressions':{'preset':{'blink':{'morphTargetBinds':["
                + "{'node':"
                + node
                + ",'index':2,'weight':1},{'node':"
                + node
                + ",'index':1,'weight':1}]}}}}}"));
    GltfAsset changed = GltfReader.read(file.document().withTree(json));
    assertThat(changed.expressions(0, 1)).containsExactlyInAnyOrder("joy", "blink");
    BitSet gone = new BitSet();
    gone.set(1);
    GltfAsset out = changed.withoutTargets(List.of(gone));
    JsonObject after = out.document().json();
    List<String> pointers = new ArrayList<>();
    JsonObject clip = after.getAsJsonArray("animations").get(0).getAsJsonObject();
    for (JsonElement channel : clip.getAsJsonArray("channels")) {
      JsonObject target = channel.getAsJsonObject().getAsJsonObject("target");
      if (target.has("extensions")) {
        String pointer =
            target
                .getAsJsonObject("extensions")
                .getAsJsonObject("KHR_animation_pointer")
                .get("pointer")
                .getAsString();
        pointers.add(pointer);
        int sampler = channel.getAsJsonObject().get("sampler").getAsInt();
        int values =
            after
                .getAsJsonArray("accessors")
                .get(
                    clip.getAsJsonArray("samplers")
                        .get(sampler)
                        .getAsJsonObject()
                        .get("output")
                        .getAsInt())
                .getAsJsonObject()
                .get("count")
                .getAsInt();
        // Three keys; only a pointer to all weights loses a value of each.
        assertThat(values).as(pointer).isEqualTo(pointer.endsWith("weights") ? 9 : 12);
      }
    }
    assertThat(pointers)
        .containsExactly(
            "/meshes/0/weights",
            "/nodes/" + node + "/weights/0",
            "/meshes/0/weights/2",
            "/nodes/" + node + "/rotation");
    assertThat(out.expressions(0, 2)).containsExactly("joy");
    assertThat(out.expressions(0, 1)).containsExactly("blink");
    assertThat(out.expressions(0, 3)).isEmpty();
    assertThat(after.get("extensions").toString()).doesNotContain("\"index\":3");
  }

  @Test
  void whatMayReferToTargetsIsNotBroken() throws Exception {
    JsonObject graph = parse("{'extensionsUsed':['KHR_interactivity']}");
    GltfAsset file = written(faced(new Random(3), 3), graph);
    BitSet gone = new BitSet();
    gone.set(0);
    assertThatThrownBy(() -> file.withoutTargets(List.of(gone)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("KHR_interactivity");
    SkinnedCharacter idle = withoutOffsets(file.character(), 1, true);
    assertThat(GltfReader.read(file.with(idle)).character().meshes().getFirst().morphs().count())
        .isEqualTo(3);
  }

  /** Returns a character of which one target moves nothing, perhaps with a triangle less. */
  private static SkinnedCharacter withoutOffsets(
      SkinnedCharacter character, int target, boolean less) {
    Geometry old = character.meshes().getFirst();
    List<float[]> positions = new ArrayList<>();
    List<float @Nullable []> normals = new ArrayList<>();
    for (int t = 0; t < old.morphs().count(); t++) {
      float[] own = old.morphs().positionOffsets(t);
      positions.add(t == target ? new float[own.length] : own);
      normals.add(null);
    }
    TriMesh mesh = old.mesh();
    int triangles = mesh.triangleCount() - (less ? 1 : 0);
    TriMesh cut =
        new TriMesh(
            mesh.positions(),
            mesh.wedgeVertices(),
            Arrays.copyOf(mesh.cornerWedges(), 3 * triangles),
            Arrays.copyOf(mesh.groups(), triangles),
            mesh.attributes());
    return character.withMeshes(
        List.of(old.withMesh(cut).withMorphs(old.morphs().withOffsets(positions, normals))));
  }

  @Test
  void whatMovesNothingInALevelIsPruned() throws Exception {
    GltfAsset file = written(faced(new Random(4), 3), new JsonObject());
    List<Issue> remarks = new ArrayList<>();
    try (RunContext context = RunContext.ofThreads(1)) {
      SkinnedCharacter level = withoutOffsets(file.character(), 1, true);
      MorphTargets left =
          GltfReader.read(file.with(level, remarks::add, context))
              .character()
              .meshes()
              .getFirst()
              .morphs();
      assertThat(left.names()).containsExactly("target 0", "target 2");
      assertThat(remarks).anyMatch(issue -> issue.what().contains("dropped: target 1"));
      SkinnedCharacter whole = withoutOffsets(file.character(), 1, false);
      assertThat(
              GltfReader.read(file.with(whole, remarks::add, context))
                  .character()
                  .meshes()
                  .getFirst()
                  .morphs()
                  .count())
          .isEqualTo(3);
    }
  }

  @Test
  void patternsNameTargets() {
    SkinnedCharacter character = faced(new Random(5), 3);
    String mesh = character.meshes().getFirst().name();
    assertThat(TargetRemoval.named(character, List.of("*1", "2")).getFirst().stream().toArray())
        .containsExactly(1, 2);
    assertThat(TargetRemoval.named(character, List.of(mesh + ":target ?")).getFirst().cardinality())
        .isEqualTo(3);
    assertThatThrownBy(() -> TargetRemoval.named(character, List.of("tagret 1")))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("target 1");
    assertThatThrownBy(() -> TargetRemoval.named(ARM, List.of("*")))
        .hasMessageContaining("the model has none");
  }
}
