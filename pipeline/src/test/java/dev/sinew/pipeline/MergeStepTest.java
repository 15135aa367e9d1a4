package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.merge.MergeOptions;
import dev.sinew.merge.MergeResult;
import dev.sinew.model.Material;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Merged files have one mesh, the same surface in every pose, and nothing that is left over. */
class MergeStepTest {
  @TempDir Path folder;
  private Path model = Path.of("");
  private Path output = Path.of("");

  @BeforeEach
  void write() throws IOException {
    model = folder.resolve("model.gltf");
    output = folder.resolve("merged.glb");
    CharacterWriter.toDocument("model", withHat()).write(model);
  }

  /** The biped with two rigid hats of other colours on a joint. */
  private static SkinnedCharacter withHat() {
    SkinnedCharacter biped = Samples.create("biped").character();
    int joint = biped.skins().getFirst().joint(biped.skins().getFirst().jointCount() - 1);
    List<Geometry> meshes = new ArrayList<>(biped.meshes());
    List<Part> parts = new ArrayList<>(biped.parts());
    List<List<Material>> materials = new ArrayList<>();
    biped.meshes().forEach(mesh -> materials.add(List.of(plain("skin", 0.5))));
    Skeleton.Builder tree = Skeleton.builder(biped.skeleton());
    for (int i = 0; i < 2; i++) {
      int node = tree.add("hat " + i, joint, 0.1 * i, 0.1, 0);
      double[] corners = {0, 0, 0, 0.1, 0, 0, 0, 0.1, 0};
      meshes.add(new Geometry("hat " + i, TriMesh.of(corners, new int[] {0, 1, 2})));
      parts.add(new Part("hat " + i, node, meshes.size() - 1, SkinnedCharacter.NO_SKIN));
      materials.add(List.of(plain("hat " + i, 0.2 + 0.5 * i)));
    }
    return new SkinnedCharacter(
        tree.build(), biped.skins(), meshes, parts, biped.clips(), materials);
  }

  private static Material plain(String name, double red) {
    Material.Color color = new Material.Color(red, 0.5, 0.5, 1);
    return new Material(name, color, null, Set.of(), false, false, Material.Alpha.OPAQUE, 0.5);
  }

  private MergeStep.Report merge(Path from) throws IOException {
    try (RunContext context = RunContext.ofThreads(2);
        FileSession files = new FileSession()) {
      MergeStep.Options options = new MergeStep.Options(from, MergeOptions.DEFAULTS, output);
      MergeStep.Report report = new MergeStep().run(options, files, context).report();
      files.publish();
      return report;
    }
  }

  @Test
  void oneMeshIsLeftInTheFile() throws IOException {
    MergeStep.Report report = merge(model);
    assertThat(report.before().drawCalls()).isEqualTo(3);
    assertThat(report.after()).isEqualTo(new MergeResult.Size(1, 1, 1, report.after().joints()));
    JsonObject root = GltfReader.read(output).document().json();
    for (String array : List.of("meshes", "skins", "materials", "images", "textures")) {
      assertThat(root.getAsJsonArray(array)).as(array).hasSize(1);
    }
    requireSameSurface(model, output);
  }

  @NeedsSharedData
  @ParameterizedTest
  @MethodSource("characters")
  void realCharactersKeepTheirSurface(String name) throws IOException {
    Path file = SharedData.path("gltf").resolve(name);
    assertThat(merge(file).after().drawCalls()).isEqualTo(1);
    requireSameSurface(file, output);
  }

  static List<String> characters() {
    return List.of("new/mage.glb", "new/riggedmesh.glb", "other/RobotExpressive.glb");
  }

  private static void requireSameSurface(Path before, Path after) throws IOException {
    SkinnedCharacter old = GltfReader.read(before).character();
    SkinnedCharacter now = GltfReader.read(after).requireSound().character();
    CharacterSurface.Posed expected = CharacterSurface.of(old).newPosed();
    CharacterSurface.Posed shown = CharacterSurface.of(now).newPosed();
    expected.set(old.restPose());
    double size = expected.mesh().bounds().longestSide();
    for (int clip = -1; clip < Math.min(2, old.clips().size()); clip++) {
      Pose a = old.restPose();
      Pose b = now.restPose();
      if (clip >= 0) {
        double time = 0.4 * old.clips().get(clip).duration();
        old.clips().get(clip).sample(time, a);
        now.clips().get(clip).sample(time, b);
      }
      expected.set(a);
      shown.set(b);
      double[] one = corners(expected.mesh());
      double[] other = corners(shown.mesh());
      assertThat(other).hasSameSizeAs(one);
      for (int i = 0; i < one.length; i++) {
        assertThat(other[i])
            .as("clip %d, value %d", clip, i)
            .isCloseTo(one[i], within(1e-5 * size));
      }
    }
  }

  /** Returns the positions of all corners; groups are the triangles of a primitive, in order. */
  private static double[] corners(TriMesh mesh) {
    double[] out = new double[9 * mesh.triangleCount()];
    for (int i = 0; i < out.length; i++) {
      out[i] = mesh.position(mesh.vertex(i / 9, i / 3 % 3), i % 3);
    }
    return out;
  }

  @Test
  void filesWhoseExtensionsMayNameMeshesAreRefused() throws IOException {
    SkinnedCharacter oneMaterial = withHat();
    List<Material> plain = List.of(plain("one", 0.5));
    CharacterWriter.toDocument("model", oneMaterial.withMaterials(List.of(plain, plain, plain)))
        .write(model);
    JsonObject root = JsonParser.parseString(Files.readString(model)).getAsJsonObject();
    JsonArray used = new JsonArray();
    used.add("KHR_something_new");
    root.add("extensionsUsed", used);
    Files.writeString(model, root.toString());
    assertThatThrownBy(() -> merge(model))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("extensions that may refer to its meshes")
        .hasMessageContaining("KHR_something_new");
    assertThat(Files.exists(output)).isFalse();
  }

  @Test
  void meshesWithPointsAreRefusedUnlessTheyAreKept() throws IOException {
    JsonObject root = JsonParser.parseString(Files.readString(model)).getAsJsonObject();
    for (var mesh : root.getAsJsonArray("meshes")) {
      if (mesh.getAsJsonObject().get("name").getAsString().equals("hat 1")) {
        JsonArray primitives = mesh.getAsJsonObject().getAsJsonArray("primitives");
        JsonObject points = primitives.get(0).getAsJsonObject().deepCopy();
        points.addProperty("mode", 0);
        points.remove("indices");
        primitives.add(points);
      }
    }
    Files.writeString(model, root.toString());
    assertThatThrownBy(() -> merge(model))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("mesh \"hat 1\" has points or lines");
  }

  @Test
  void clipsStay() throws IOException {
    SkinnedCharacter before = GltfReader.read(model).character();
    assertThat(before.clips()).isNotEmpty();
    merge(model);
    SkinnedCharacter after = GltfReader.read(output).character();
    assertThat(after.clips().stream().map(clip -> Map.entry(clip.name(), clip.duration())).toList())
        .isEqualTo(
            before.clips().stream().map(clip -> Map.entry(clip.name(), clip.duration())).toList());
  }
}
