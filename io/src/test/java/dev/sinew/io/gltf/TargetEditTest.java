package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.posespace.bake.MorphBake;
import dev.sinew.posespace.bake.MorphBakeOptions;
import dev.sinew.posespace.bake.MorphBakeResult;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.KhronosValidator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Morph targets added to a file: dual quaternion skinning of two clips, baked. */
class TargetEditTest {
  private static final SkinnedCharacter ARM = Samples.create("arm").character();

  @TempDir Path folder;

  /** Writes a character, adds targets for its first clip, and reads both files. */
  private record Baked(GltfAsset before, MorphBakeResult result, GltfAsset after, Path file) {}

  private Baked bake(GltfDocument document) throws Exception {
    Path source = folder.resolve("source.glb");
    document.write(source);
    GltfAsset before = GltfReader.read(source).requireSound();
    try (RunContext context = RunContext.ofThreads(1)) {
      MorphBakeResult result =
          MorphBake.run(
              before.character(),
              seconds -> SkinningMethod.DQS,
              List.of(0),
              MorphBakeOptions.DEFAULTS.withError(5e-4),
              context);
      Path file = folder.resolve("baked.glb");
      before.with(result.character()).write(file);
      return new Baked(before, result, GltfReader.read(file).requireSound(), file);
    }
  }

  @Test
  void aFilePlaysWhatWasBaked() throws Exception {
    Baked baked = bake(CharacterWriter.toDocument("arm", ARM));
    assertThat(baked.result.targetCount()).isPositive();
    for (double time : new double[] {0.1, 0.3333, 0.7}) {
      float[] wanted = posed(baked.result.character(), time);
      float[] read = posed(baked.after.character(), time);
      for (int i = 0; i < wanted.length; i++) {
        assertThat(read[i]).isCloseTo(wanted[i], within(2e-6f));
      }
    }
    JsonObject json = baked.after.document().json();
    for (String member : List.of("materials", "nodes", "scenes", "skins", "textures")) {
      assertThat(json.get(member)).as(member).isEqualTo(baked.before.document().json().get(member));
    }
    JsonObject mesh = json.getAsJsonArray("meshes").get(0).getAsJsonObject();
    assertThat(mesh.getAsJsonArray("weights")).hasSize(baked.result.targetCount());
    assertThat(mesh.getAsJsonObject("extras").getAsJsonArray("targetNames"))
        .hasSize(baked.result.targetCount());
  }

  /** Own targets in the mesh, weights on the node, a step track in every clip, and points. */
  @Test
  void whatTheFileHadStays() throws Exception {
    GltfDocument document = CharacterWriter.toDocument("arm", breathing());
    JsonObject mesh = document.json().getAsJsonArray("meshes").get(0).getAsJsonObject();
    JsonObject points = mesh.getAsJsonArray("primitives").get(0).getAsJsonObject().deepCopy();
    points.addProperty("mode", 0);
    points.remove("indices");
    mesh.getAsJsonArray("primitives").add(points);
    mesh.add("extras", JsonParser.parseString("{\"targetNames\": [\"breath\"], \"own\": 7}"));
    int node = nodeOfMesh(document.json());
    document
        .json()
        .getAsJsonArray("nodes")
        .get(node)
        .getAsJsonObject()
        .add("weights", JsonParser.parseString("[0.75]"));
    Baked baked = bake(document);
    int added = baked.result.targetCount();
    assertThat(added).isPositive();
    JsonObject json = baked.after.document().json();
    JsonObject changed = json.getAsJsonArray("meshes").get(0).getAsJsonObject();
    for (var primitive : changed.getAsJsonArray("primitives")) {
      assertThat(primitive.getAsJsonObject().getAsJsonArray("targets")).hasSize(1 + added);
    }
    assertThat(changed.getAsJsonObject("extras").get("own").getAsInt()).isEqualTo(7);
    JsonArray names = changed.getAsJsonObject("extras").getAsJsonArray("targetNames");
    assertThat(names).hasSize(1 + added);
    assertThat(names.get(0).getAsString()).isEqualTo("breath");
    JsonArray weights =
        json.getAsJsonArray("nodes").get(node).getAsJsonObject().getAsJsonArray("weights");
    assertThat(weights).hasSize(1 + added);
    assertThat(weights.get(0).getAsDouble()).isEqualTo(0.75);
    SkinnedCharacter before = baked.before.character();
    SkinnedCharacter after = baked.after.character();
    int joint = before.parts().getFirst().node();
    for (int c = 0; c < before.clips().size(); c++) {
      assertThat(after.clips().get(c).tracks().stream().filter(t -> t.joint() == joint)).hasSize(1);
      for (double time : new double[] {0.05, 0.2, 0.6, 2}) {
        Pose old = before.restPose();
        Pose now = after.restPose();
        before.clips().get(c).sample(time, old);
        after.clips().get(c).sample(time, now);
        assertThat(now.morphWeight(joint, 0)).isEqualTo(old.morphWeight(joint, 0));
        assertThat(c == 0 || now.morphWeight(joint, 1) == 0).isTrue();
      }
    }
    assertThat(after.meshes().getFirst().morphs().positionOffsets(0))
        .isEqualTo(before.meshes().getFirst().morphs().positionOffsets(0));
    KhronosValidator.assumeInstalled();
    assertThat(KhronosValidator.errors(List.of(baked.file)).get(baked.file)).isEmpty();
  }

  private static int nodeOfMesh(JsonObject json) {
    JsonArray nodes = json.getAsJsonArray("nodes");
    for (int n = 0; n < nodes.size(); n++) {
      if (nodes.get(n).getAsJsonObject().has("mesh")) {
        return n;
      }
    }
    throw new AssertionError("no node with a mesh");
  }

  private static SkinnedCharacter breathing() {
    Geometry mesh = ARM.meshes().getFirst();
    float[] breath = new float[3 * mesh.mesh().wedgeCount()];
    breath[4] = 0.01f;
    List<float @Nullable []> none = new ArrayList<>();
    none.add(null);
    MorphTargets own = new MorphTargets(List.of(breath), none, new double[] {0.25});
    int node = ARM.parts().getFirst().node();
    Track steps =
        new Track(
            node,
            Property.WEIGHTS,
            Interpolation.STEP,
            new double[] {0.125, 0.5},
            new double[] {1, 0.5});
    List<Clip> clips = new ArrayList<>();
    for (Clip clip : ARM.clips()) {
      List<Track> tracks = new ArrayList<>(clip.tracks());
      tracks.add(steps);
      clips.add(new Clip(clip.name(), tracks));
    }
    return ARM.withMeshes(
            List.of(new Geometry(mesh.name(), mesh.mesh(), mesh.skinning().asLinear(), own)))
        .withClips(clips);
  }

  private static float[] posed(SkinnedCharacter character, double time) {
    Pose pose = character.restPose();
    character.clips().getFirst().sample(time, pose);
    CharacterSurface.Posed out = CharacterSurface.of(character, SkinningMethod.SSD).newPosed();
    out.set(pose);
    float[] vertices = new float[3 * character.meshes().getFirst().mesh().vertexCount()];
    out.copyVertexPositions(vertices);
    return vertices;
  }
}
