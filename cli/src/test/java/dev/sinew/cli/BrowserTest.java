package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Clip;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.SharedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the commands write opens in a browser and animates: {@code tools/browser} loads it with
 * three.js, plays all clips and shows all levels. One start of the browser serves all tests.
 */
class BrowserTest {
  private static final String STILL = "still.glb";
  private static final String WITHOUT_SKIN = "without-skin.glb";
  private static final int JOINTS_OF_THREE = 4;

  @TempDir static Path folder;

  private static final Map<String, JsonObject> SEEN = new LinkedHashMap<>();

  @BeforeAll
  static void openAllInABrowser() throws Exception {
    BrowserTool.assumeInstalled();
    writeFiles();
    List<String> command = BrowserTool.command("browser/check.mjs");
    try (var files = Files.newDirectoryStream(folder, "*.{glb,gltf}")) {
      files.forEach(file -> command.add(file.toString()));
    }
    Path out = folder.resolve("seen.jsonl");
    Path err = folder.resolve("reasons.txt");
    int status = BrowserTool.run(command, out, err);
    for (String line : Files.readAllLines(out)) {
      JsonObject seen = JsonParser.parseString(line).getAsJsonObject();
      Path file = Path.of(seen.get("file").getAsString());
      SEEN.put(String.valueOf(file.getFileName()), seen);
    }
    assertThat(SEEN).as(Files.readString(err)).hasSize(command.size() - 2);
    assertThat(status).as("status, for the broken file").isEqualTo(1);
  }

  private static void writeFiles() throws Exception {
    String arm = sample("arm");
    Files.copy(Path.of(sample("biped")), folder.resolve("biped.glb"));
    simplify(arm, "--ratio", "0.5,0.2,0.05", "--msft-lod", "-o", path("levels.glb"));
    String tube = sample("cylinder-bend");
    simplify(tube, "--ratio", "0.5,0.2", "--msft-lod", "-o", path("levels.gltf"));
    simplify(tube, "--ratio", "0.3", "--influences", "-o", path("influences.glb"));
    run("limit", arm, "--max-influences", "2", "-o", path("limited.glb"));
    run("limit", arm, "--max-influences", "2", "--model", "as", "-o", path("limited-as.glb"));
    run("limit", tube, "--max-influences", "1", "--helpers", "4", "-o", path("helped.glb"));
    run("subdivide", tube, "--scheme", "loop", "-o", path("subdivided.glb"));
    run(
        "fit",
        folder.resolve("arm/pose-0*.obj").toString(),
        "--reference",
        folder.resolve("arm/reference.obj").toString(),
        "--bones",
        "4",
        "--moves",
        "0",
        "-o",
        path("fitted.glb"));
    String correctives = folder.resolve("arm/arm.psdb").toString();
    run(
        "posespace",
        "train",
        arm,
        "--examples",
        folder.resolve("arm/pose-*.obj").toString(),
        "--reference",
        folder.resolve("arm/reference.obj").toString(),
        "-o",
        correctives);
    run("posespace", "bake", arm, correctives, "--clip", "flex", "-o", path("baked.glb"));
    simplifyShared("khronos/CesiumMan.glb", "0.25,0.1");
    String shapes = folder.resolve("arm/shapes.glb").toString();
    CharacterWriter.toDocument("shapes", withoutSkin(Samples.create("cylinder-bend")))
        .write(Path.of(shapes));
    simplify(shapes, "--ratio", "0.5,0.2", "--msft-lod", "-o", path(WITHOUT_SKIN));
    writeStill(GltfDocument.read(folder.resolve("limited.glb")));
  }

  /** A mesh twice, on a node and on its child; a clip moves and morphs both. */
  private static SkinnedCharacter withoutSkin(Sample sample) {
    TriMesh mesh = sample.mesh();
    float[] bent = sample.examples().positions(sample.examples().frameCount() - 1);
    float[] offsets = new float[3 * mesh.wedgeCount()];
    for (int i = 0; i < offsets.length; i++) {
      int vertex = mesh.vertexOfWedge(i / 3);
      offsets[i] = (float) (bent[3 * vertex + i % 3] - mesh.position(vertex, i % 3));
    }
    List<float @Nullable []> normals = new ArrayList<>();
    normals.add(null);
    MorphTargets morphs = new MorphTargets(List.of(offsets), normals, new double[1]);
    Skeleton.Builder nodes = Skeleton.builder();
    nodes.add("child", nodes.add("parent", Skeleton.NO_PARENT, 0, 0, 0), 0.1, 0, 0);
    double[] times = {0, 1};
    List<Clip.Track> tracks = new ArrayList<>();
    for (int n = 0; n < 2; n++) {
      double[] turn = {0, 0, 0, 1, 0, 0, 0.3, 0.95};
      double[] way = {0, 0, 0, 0.2, 0, 0.1};
      double[] weights = {0, 1};
      Clip.Interpolation linear = Clip.Interpolation.LINEAR;
      tracks.add(new Clip.Track(n, Clip.Property.ROTATION, linear, times, turn));
      tracks.add(new Clip.Track(n, Clip.Property.TRANSLATION, linear, times, way));
      tracks.add(new Clip.Track(n, Clip.Property.WEIGHTS, linear, times, weights));
    }
    return new SkinnedCharacter(
        nodes.build(),
        List.of(),
        List.of(new Geometry("arm", mesh, Skinning.rigid(), morphs)),
        List.of(
            new SkinnedCharacter.Part("parent", 0, 0, SkinnedCharacter.NO_SKIN),
            new SkinnedCharacter.Part("child", 1, 0, SkinnedCharacter.NO_SKIN)),
        List.of(new Clip("all", tracks)));
  }

  private static String sample(String name) {
    run("sample", name, "-o", folder.resolve(name).toString());
    return folder.resolve(name).resolve(name + ".glb").toString();
  }

  /** Simplifies a real character, where there is one. */
  private static void simplifyShared(String name, String ratios) {
    Optional<Path> model = SharedData.file("gltf/" + name);
    if (model.isPresent()) {
      String target = path(String.valueOf(model.get().getFileName()));
      simplify(model.get().toString(), "--ratio", ratios, "--msft-lod", "-o", target);
    }
  }

  /** Simplifies without the polish, which moves vertices only and takes longer than the rest. */
  private static void simplify(String model, String... options) {
    List<String> all = new ArrayList<>(List.of("simplify", model, "--no-polish"));
    all.addAll(List.of(options));
    run(all.toArray(String[]::new));
  }

  private static String path(String name) {
    return folder.resolve(name).toString();
  }

  private static void run(String... arguments) {
    Run run = Run.of(arguments);
    assertThat(run.status()).as(run.err()).isZero();
  }

  /** A file whose clips move the mesh's own node, and so nothing that is seen. */
  private static void writeStill(GltfDocument document) throws Exception {
    JsonArray nodes = document.json().getAsJsonArray("nodes");
    int mesh = 0;
    while (!nodes.get(mesh).getAsJsonObject().has("mesh")) {
      mesh++;
    }
    for (JsonElement clip : document.json().getAsJsonArray("animations")) {
      for (JsonElement channel : clip.getAsJsonObject().getAsJsonArray("channels")) {
        channel.getAsJsonObject().getAsJsonObject("target").addProperty("node", mesh);
      }
    }
    document.write(folder.resolve(STILL));
  }

  @Test
  void everyFileShowsAndAnimates() {
    SEEN.forEach(
        (name, seen) -> {
          if (!name.equals(STILL)) {
            assertThat(seen.getAsJsonArray("failures")).as(name).isEmpty();
            assertThat(seen.getAsJsonArray("messages")).as(name).isEmpty();
            assertThat(seen.get("skinnedMeshes").getAsInt() > 0)
                .as(name)
                .isEqualTo(!name.equals(WITHOUT_SKIN));
            assertThat(seen.getAsJsonArray("clips")).as(name).isNotEmpty();
          }
        });
  }

  @Test
  void aFileThatDoesNotAnimateIsFound() {
    assertThat(seen(STILL).getAsJsonArray("failures"))
        .singleElement()
        .extracting(JsonElement::getAsString)
        .isEqualTo("level 0: no clip moves it");
  }

  @Test
  void verticesAreWhereSinewPutsThem() throws Exception {
    for (String name : SEEN.keySet()) {
      SkinnedCharacter character = GltfReader.read(folder.resolve(name)).requireSound().character();
      CharacterSurface.Posed posed = CharacterSurface.of(character, SkinningMethod.SSD).newPosed();
      // Of more joints than four, three.js takes four and scales their weights up.
      double tolerance = mostInfluences(character) > JOINTS_OF_THREE ? 0.01 : 1e-5;
      for (JsonElement element : level(name, 0).getAsJsonArray("frames")) {
        JsonObject frame = element.getAsJsonObject();
        Pose pose = character.restPose();
        int clip = frame.get("clip").getAsInt();
        if (clip >= 0) {
          character.clips().get(clip).sample(frame.get("time").getAsDouble(), pose);
        }
        posed.set(pose);
        assertThat(box(frame))
            .as(name + ", clip " + clip + ", time " + frame.get("time"))
            .containsExactly(boxOf(posed.wedgePositions()), within(tolerance));
      }
    }
  }

  @Test
  void levelsMoveAsTheModelDoes() {
    for (String name : withLevels()) {
      JsonArray fine = level(name, 0).getAsJsonArray("frames");
      double[] rest = box(fine.get(0).getAsJsonObject());
      double tolerance = 0.05 * (rest[4] - rest[1] + rest[3] - rest[0]);
      for (int k = 1; k < seen(name).getAsJsonArray("levels").size(); k++) {
        JsonArray coarse = level(name, k).getAsJsonArray("frames");
        for (int f = 0; f < fine.size(); f++) {
          assertThat(box(coarse.get(f).getAsJsonObject()))
              .as(name + ", level " + k + ", frame " + f)
              .containsExactly(box(fine.get(f).getAsJsonObject()), within(tolerance));
        }
      }
    }
  }

  @Test
  void levelsComeByDistance() {
    assertThat(withLevels()).contains("levels.glb", "levels.gltf");
    for (String name : withLevels()) {
      JsonArray drawn = seen(name).getAsJsonArray("byDistance");
      assertThat(drawn).as(name).hasSameSizeAs(seen(name).getAsJsonArray("levels"));
      for (int k = 0; k < drawn.size(); k++) {
        assertThat(drawn.get(k))
            .as(name + ", level " + k)
            .isEqualTo(level(name, k).get("triangles"));
      }
    }
  }

  private static List<String> withLevels() {
    return SEEN.keySet().stream()
        .filter(name -> seen(name).getAsJsonArray("levels").size() > 1)
        .toList();
  }

  private static JsonObject seen(String name) {
    JsonObject seen = SEEN.get(name);
    if (seen == null) {
      throw new AssertionError("the browser has not seen " + name);
    }
    return seen;
  }

  private static JsonObject level(String name, int k) {
    return seen(name).getAsJsonArray("levels").get(k).getAsJsonObject();
  }

  private static int mostInfluences(SkinnedCharacter character) {
    int most = 0;
    for (Geometry geometry : character.meshes()) {
      most = Math.max(most, geometry.skinning().asLinear().maxInfluences());
    }
    return most;
  }

  private static double[] box(JsonObject frame) {
    return frame.getAsJsonArray("box").asList().stream()
        .mapToDouble(JsonElement::getAsDouble)
        .toArray();
  }

  private static double[] boxOf(float[] points) {
    double[] box = new double[6];
    Arrays.fill(box, 0, 3, Double.POSITIVE_INFINITY);
    Arrays.fill(box, 3, 6, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < points.length; i++) {
      box[i % 3] = Math.min(box[i % 3], points[i]);
      box[3 + i % 3] = Math.max(box[3 + i % 3], points[i]);
    }
    return box;
  }
}
