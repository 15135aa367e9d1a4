package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.cli.line.Failure;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands unwrap and bake on a built-in character, right inputs and wrong ones. */
class BakeCommandTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static String model = "";
  private static Path small = Path.of("");

  @BeforeAll
  static void writeASample() {
    model = Run.sampleArm(shared).resolve("arm.glb").toString();
    small = Run.smallArm(shared.resolve("arm"));
  }

  @Test
  void unwrapsAndBakes() {
    Path atlas = folder.resolve("atlas.glb");
    JsonObject unwrapped =
        Run.report(Run.of("unwrap", model, "--packing", "rows", "--json", "-o", atlas.toString()));
    assertThat(unwrapped.get("flipped").getAsInt()).isZero();
    assertThat(unwrapped.get("overlapping").getAsInt()).isZero();
    assertThat(Files.isRegularFile(folder.resolve("atlas-atlas.png"))).isTrue();
    Path output = folder.resolve("out.glb");
    JsonObject report =
        Run.report(
            Run.of(
                "bake",
                atlas.toString(),
                "--detail",
                model,
                "--set",
                "1",
                "--maps",
                "normal,color",
                "--resolution",
                "64",
                "--json",
                "-o",
                output.toString()));
    assertThat(report.getAsJsonArray("maps")).hasSize(2);
    assertThat(report.get("covered").getAsDouble()).isBetween(0.1, 0.95);
    Run inspected = Run.of("inspect", output.toString());
    assertThat(inspected.status()).as(inspected.out()).isZero();
  }

  /** A level with maps has an atlas of its own, and its textures are on it. */
  @Test
  void simplifyGivesLevelsMaps() throws Exception {
    Path output = folder.resolve("level.glb");
    Run run =
        Run.of(
            "simplify",
            model,
            "--ratio",
            "0.1",
            "--measure",
            "none",
            "--maps",
            "128",
            "-o",
            output.toString());
    assertThat(run.status()).as(run.err()).isZero();
    String file = Files.readString(output, StandardCharsets.ISO_8859_1);
    assertThat(file).contains("TEXCOORD_0", "TANGENT", "normalTexture");
    assertThat(file).doesNotContain("TEXCOORD_1");
    Run lod =
        Run.of(
            "simplify",
            model,
            "--ratio",
            "0.5,0.1",
            "--maps",
            "128",
            "--msft-lod",
            "-o",
            output.toString());
    assertThat(lod.status()).isEqualTo(2);
    assertThat(lod.err()).contains("a file per level");
  }

  private static Stream<Arguments> textures() {
    return Stream.of(
        arguments("AVIF", (Consumer<JsonObject>) json -> onlyIn(json, "EXT_texture_avif")),
        arguments("KTX2", (Consumer<JsonObject>) json -> onlyIn(json, "KHR_texture_basisu")),
        arguments("missing", (Consumer<JsonObject>) BakeCommandTest::withoutImage),
        arguments("unknown", (Consumer<JsonObject>) BakeCommandTest::addLightMap));
  }

  /** Gives a file an image that only an extension has. */
  private static void onlyIn(JsonObject json, String extension) {
    JsonObject texture = json.getAsJsonArray("textures").get(0).getAsJsonObject();
    JsonObject own = new JsonObject();
    own.add("source", texture.remove("source"));
    JsonObject extensions = new JsonObject();
    extensions.add(extension, own);
    texture.add("extensions", extensions);
    use(json, extension);
  }

  private static void withoutImage(JsonObject json) {
    JsonObject image = json.getAsJsonArray("images").get(0).getAsJsonObject();
    image.remove("bufferView");
    image.addProperty("uri", "gone.png");
  }

  /** Adds an extension whose texture is not named like one. */
  private static void addLightMap(JsonObject json) {
    JsonObject map = new JsonObject();
    map.addProperty("index", 0);
    JsonObject extensions = new JsonObject();
    extensions.add("VENDOR_lightmap", map);
    json.getAsJsonArray("materials").get(0).getAsJsonObject().add("extensions", extensions);
    use(json, "VENDOR_lightmap");
  }

  private static void use(JsonObject json, String extension) {
    JsonArray used = new JsonArray();
    used.add(extension);
    json.add("extensionsUsed", used);
  }

  /** Otherwise the textures would be shown at other places. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("textures")
  void coordinatesWhoseTexturesCannotFollowAreNotReplaced(String name, Consumer<JsonObject> edit)
      throws Exception {
    Path input = folder.resolve("in.glb");
    GltfDocument document = GltfDocument.read(small);
    edit.accept(document.json());
    document.write(input);
    Path output = folder.resolve("out.glb");
    Run run =
        Run.of("unwrap", "" + input, "--replace", "--packing", "rows", "-o", output.toString());
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).contains("in.glb", "leave out --replace");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(input);
    }
    // In a set of its own, the atlas is no danger.
    Run beside = Run.of("unwrap", "" + input, "--packing", "rows", "-o", output.toString());
    assertThat(beside.status()).as(beside.err()).isZero();
  }

  /** A texture that cannot be read cannot move: commands refuse, or keep its coordinates. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"KHR_texture_basisu", "EXT_texture_avif", "MSFT_texture_dds", "broken"})
  void texturesThatCannotBeReadStayWhereTheyAre(String kind) throws Exception {
    Path input = folder.resolve("in.glb");
    GltfDocument document = GltfDocument.read(small);
    if (kind.equals("broken")) {
      JsonObject image = document.json().getAsJsonArray("images").get(0).getAsJsonObject();
      image.remove("bufferView");
      image.addProperty("uri", "data:image/png;base64,AAECAwQ=");
    } else {
      onlyIn(document.json(), kind);
    }
    document.write(input);
    Path output = folder.resolve("out.glb");
    for (String command :
        List.of(
            "simplify in --ratio 0.5 --measure none --maps 64 -o out",
            "bake in --detail in --maps color --resolution 64 -o out",
            "unwrap in --replace -o out")) {
      Run run = run(command, input, output);
      assertThat(run.status()).as(command + run.err()).isOne();
      assertThat(run.err()).contains("in.glb").contains("convert").hasLineCount(1);
      assertThat(output).doesNotExist();
    }
    for (String command :
        List.of(
            "bake in --detail in --resolution 64 -o out --force",
            "merge in -o out --force",
            "transform in --scale 2 -o out --force",
            "limit in --max-influences 2 -o out --force")) {
      Run run = run(command, input, output);
      assertThat(run.status()).as(command + run.err()).isZero();
      assertThat(coordinates(output)).as(command).isEqualTo(coordinates(input));
      JsonObject json = GltfDocument.read(output).json();
      assertThat(json.getAsJsonArray("textures").get(0))
          .isEqualTo(document.json().getAsJsonArray("textures").get(0));
    }
  }

  private static Run run(String command, Path input, Path output) {
    return Run.of(
        Stream.of(command.split(" ", -1))
            .map(word -> word.equals("in") ? "" + input : word.equals("out") ? "" + output : word)
            .toArray(String[]::new));
  }

  /** Returns the texture coordinates of all corners: new tangents may split wedges. */
  private static float[] coordinates(Path file) throws Exception {
    TriMesh mesh = GltfReader.read(file).character().meshes().getLast().mesh();
    MeshAttribute uv = mesh.attribute(MeshAttribute.uv(0)).orElseThrow();
    float[] out = new float[6 * mesh.triangleCount()];
    for (int i = 0; i < out.length; i++) {
      out[i] = uv.value(mesh.wedge(i / 6, i / 2 % 3), i % 2);
    }
    return out;
  }

  @Test
  void unknownMapsAreRefused() {
    Run run = Run.of("bake", model, "--detail", model, "--maps", "colour", "-o", "out.glb");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("metallic-roughness", "\"colour\"");
  }

  @Test
  void aMissingMapNamesTheFile() {
    Path output = folder.resolve("out.glb");
    Run run =
        Run.of("bake", model, "--detail", model, "--maps", "occlusion", "-o", output.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("arm.glb", "no texture for occlusion");
    assertThat(Files.exists(output)).isFalse();
  }

  @Test
  void aMissingClipIsRefusedBeforeBaking() {
    Path normals = folder.resolve("normals.png");
    Run run =
        Run.of("bake", model, "--detail", model, "--pose-normals", "" + normals, "--clip", "jump");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("arm.glb", "no clip 'jump'");
    Run alone = Run.of("bake", model, "--detail", model, "--clip", "flex");
    assertThat(alone.status()).isEqualTo(2);
    assertThat(alone.err()).contains("--pose-normals");
  }

  /** A reason without a file gets the name of the first one. */
  @Test
  void everyRefusalNamesAFile() {
    StringWriter text = new StringWriter();
    Failure.of(new RequestException("no room"), "a.glb")
        .print(new PrintWriter(text, true), false, false);
    assertThat(text.toString()).startsWith("sinew: a.glb: no room");
    StringWriter other = new StringWriter();
    RequestException named = new RequestException("b.glb", "no room");
    Failure.of(named, "a.glb").print(new PrintWriter(other, true), false, false);
    assertThat(other.toString()).startsWith("sinew: b.glb: no room");
  }

  @Test
  void aMissingDetailIsWrongUsage() {
    assertThat(Run.of("bake", model, "-o", "out.glb").status()).isEqualTo(2);
  }
}
