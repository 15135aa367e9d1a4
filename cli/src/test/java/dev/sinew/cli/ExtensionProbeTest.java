package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.json.ExtensionTable;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.testkit.KhronosValidator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A file for every ratified extension of glTF and for common others, which it uses and requires:
 * commands read it, and keep the extension. The table in docs/gltf.md says what they do with each.
 */
class ExtensionProbeTest {
  /**
   * An extension and where it stands. In a place, {@code /} separates members; numbers are indices.
   */
  record Probe(String name, String content) {
    /** Returns the places and what stands there. */
    Map<String, JsonObject> places() {
      Map<String, JsonObject> out = new java.util.LinkedHashMap<>();
      for (String part : content.split(" \\| ", -1)) {
        int at = part.indexOf(' ');
        out.put(part.substring(0, at), object(part.substring(at + 1)));
      }
      return out;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** The view with the bytes of a sound, after all others. */
  private static final String SOUND = "\"SOUND\"";

  private static final byte[] SOUND_BYTES =
      "not a sound, but kept as it is".getBytes(StandardCharsets.UTF_8);

  /** Extensions that say something of single vertices, which {@code simplify} drops. */
  private static final Set<String> OF_VERTICES =
      Set.of("EXT_mesh_manifold", "EXT_mesh_features", "CESIUM_primitive_outline");

  private static final String MATERIAL = "materials/0 ";

  static List<Probe> probes() {
    List<Probe> out = new ArrayList<>();
    String texture = "{'index':0}";
    add(out, "KHR_materials_anisotropy", MATERIAL + "{'anisotropyStrength':0.5}");
    add(
        out,
        "KHR_materials_clearcoat",
        MATERIAL + "{'clearcoatFactor':1,'clearcoatTexture':" + texture + "}");
    add(out, "KHR_materials_diffuse_transmission", MATERIAL + "{'diffuseTransmissionFactor':0.2}");
    add(out, "KHR_materials_dispersion", MATERIAL + "{'dispersion':0.1}");
    add(out, "KHR_materials_emissive_strength", MATERIAL + "{'emissiveStrength':5}");
    add(out, "KHR_materials_ior", MATERIAL + "{'ior':1.4}");
    add(out, "KHR_materials_iridescence", MATERIAL + "{'iridescenceFactor':1}");
    add(out, "KHR_materials_sheen", MATERIAL + "{'sheenColorFactor':[0.1,0.2,0.3]}");
    add(out, "KHR_materials_specular", MATERIAL + "{'specularFactor':0.5}");
    add(out, "KHR_materials_transmission", MATERIAL + "{'transmissionFactor':0.5}");
    add(out, "KHR_materials_unlit", MATERIAL + "{}");
    add(out, "KHR_materials_volume", MATERIAL + "{'attenuationColor':[1,0.5,0.5]}");
    add(out, "KHR_materials_pbrSpecularGlossiness", MATERIAL + "{'glossinessFactor':0.3}");
    add(
        out,
        "KHR_materials_variants",
        "root {'variants':[{'name':'v'}]} | meshes/0/primitives/0"
            + " {'mappings':[{'material':0,'variants':[0]}]}");
    add(
        out,
        "KHR_texture_transform",
        "materials/0/pbrMetallicRoughness/baseColorTexture {'offset':[0.1,0.2]}");
    add(out, "KHR_texture_basisu", "textures/0 {'source':0}");
    add(out, "EXT_texture_avif", "textures/0 {'source':0}");
    add(out, "MSFT_texture_dds", "textures/0 {'source':0}");
    add(
        out,
        "KHR_lights_punctual",
        "root {'lights':[{'type':'directional','intensity':3}]} | nodes/1 {'light':0}");
    add(
        out,
        "EXT_lights_ies",
        "root {'lights':[{'bufferView':" + SOUND + ",'mimeType':'application/x-ies-lm-63'}]}");
    add(out, "EXT_lights_image_based", "root {'lights':[{'specularImages':[[0]]}]}");
    add(out, "KHR_node_visibility", "nodes/1 {'visible':true}");
    add(out, "KHR_node_hoverability", "nodes/1 {'hoverable':false}");
    add(out, "KHR_node_selectability", "nodes/1 {'selectable':false}");
    add(
        out,
        "KHR_xmp_json_ld",
        "root {'packets':[{'@context':{'dc':'http://purl.org/dc/elements/1.1/'},'dc:title':'x'}]}"
            + " | asset {'packet':0}");
    add(out, "KHR_interactivity", "root {'graphs':[{'nodes':[]}],'graph':0}");
    add(
        out,
        "KHR_physics_rigid_bodies",
        "root {'physicsMaterials':[{'staticFriction':1}]} | nodes/1 {'motion':{'mass':2}}");
    add(out, "KHR_implicit_shapes", "root {'shapes':[{'type':'sphere','sphere':{'radius':1}}]}");
    add(
        out,
        "KHR_audio_emitter",
        "root {'audio':[{'bufferView':"
            + SOUND
            + ",'mimeType':'audio/mpeg'}],'sources':[{'audio':0}],'emitters':[{'type':'global','sources':[0]}]}"
            + " | nodes/1 {'emitter':0}");
    add(
        out,
        "KHR_animation_pointer",
        "animations/0/channels/0/target {'pointer':'/nodes/1/rotation'}");
    add(out, "GODOT_single_root", "root {}");
    add(out, "OMI_physics_body", "nodes/1 {'motion':{'type':'dynamic'}}");
    add(out, "AGI_articulations", "nodes/1 {'isAttachPoint':true}");
    add(out, "MOZ_hubs_components", "nodes/1 {'loop-animation':{'clip':'x'}}");
    add(out, "ADOBE_materials_thin_transparency", MATERIAL + "{'ior':1.2}");
    add(out, "FB_geometry_metadata", "scenes/0 {'vertexCount':5}");
    add(out, "EXT_structural_metadata", "root {'schema':{'id':'s','classes':{}}}");
    add(
        out,
        "EXT_mesh_manifold",
        "meshes/0 {'manifoldPrimitive':{'indices':0,'attributes':{'POSITION':1}}}");
    add(out, "EXT_mesh_features", "meshes/0/primitives/0 {'featureIds':[{'featureCount':4}]}");
    add(out, "CESIUM_primitive_outline", "meshes/0/primitives/0 {'indices':0}");
    add(out, "KHR_gaussian_splatting", "root {}");
    return out;
  }

  private static void add(List<Probe> out, String name, String content) {
    out.add(new Probe(name, content.replace('\'', '"')));
  }

  private static JsonObject object(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  @TempDir static Path folder;
  private static JsonObject base;

  @BeforeAll
  static void makeBase() throws IOException {
    var level =
        Simplify.run(
                Samples.create("arm").character(),
                SimplifyOptions.DEFAULTS.withRatios(0.02),
                RunContext.ofThreads(1))
            .levels()
            .getFirst();
    Path file = folder.resolve("base.gltf");
    CharacterWriter.toDocument("arm", level.character()).write(file);
    base = object(Files.readString(file));
    for (JsonElement buffer : base.getAsJsonArray("buffers")) {
      Path bytes = folder.resolve(buffer.getAsJsonObject().get("uri").getAsString());
      buffer.getAsJsonObject().addProperty("uri", dataUri(Files.readAllBytes(bytes)));
    }
  }

  private static String dataUri(byte[] bytes) {
    return "data:application/octet-stream;base64," + Base64.getEncoder().encodeToString(bytes);
  }

  /** Writes a file that uses and requires an extension. */
  private static Path write(Probe probe) throws IOException {
    JsonObject json = base.deepCopy();
    JsonObject buffer = new JsonObject();
    buffer.addProperty("byteLength", SOUND_BYTES.length);
    buffer.addProperty("uri", dataUri(SOUND_BYTES));
    JsonArray views = json.getAsJsonArray("bufferViews");
    if (probe.content.contains(SOUND)) {
      json.getAsJsonArray("buffers").add(buffer);
      views.add(
          object(
              "{\"buffer\":%d,\"byteLength\":%d}"
                  .formatted(json.getAsJsonArray("buffers").size() - 1, SOUND_BYTES.length)));
    }
    String sound = String.valueOf(views.size() - 1);
    for (Map.Entry<String, JsonObject> place :
        new Probe(probe.name, probe.content.replace(SOUND, sound)).places().entrySet()) {
      JsonObject owner = at(json, place.getKey());
      if (!owner.has("extensions")) {
        owner.add("extensions", new JsonObject());
      }
      owner.getAsJsonObject("extensions").add(probe.name, place.getValue());
    }
    for (String list : List.of("extensionsUsed", "extensionsRequired")) {
      JsonArray names = new JsonArray();
      names.add(probe.name);
      json.add(list, names);
    }
    return Files.writeString(folder.resolve(probe.name + ".gltf"), json.toString());
  }

  private static JsonObject at(JsonObject json, String place) {
    JsonElement at = json;
    for (String step : place.equals("root") ? new String[0] : place.split("/", -1)) {
      at =
          at instanceof JsonArray array
              ? array.get(Integer.parseInt(step))
              : at.getAsJsonObject().get(step);
    }
    return at.getAsJsonObject();
  }

  @ParameterizedTest
  @MethodSource("probes")
  void isReadAndKept(Probe probe) throws IOException {
    Path file = write(probe);
    Run inspected = Run.of("inspect", file.toString());
    assertThat(inspected.status()).as(inspected.err()).isZero();
    assertThat(inspected.out()).contains(probe.name + "!");
    for (String command :
        List.of(
            "transform --scale 2",
            "simplify --ratio 0.7 --measure none --no-polish",
            "limit --max-influences 2")) {
      Path out = folder.resolve(probe.name + "-" + command.split(" ", -1)[0] + ".glb");
      List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
      words.add(1, file.toString());
      words.addAll(List.of("-o", out.toString(), "--force"));
      Run run = Run.of(words.toArray(String[]::new));
      assertThat(run.status()).as(command + ": " + run.err()).isZero();
      boolean drops = command.startsWith("simplify") && OF_VERTICES.contains(probe.name);
      assertKept(probe, GltfDocument.read(out), drops);
      assertThat(Run.of("inspect", out.toString()).status()).isZero();
    }
  }

  private static void assertKept(Probe probe, GltfDocument document, boolean drops) {
    JsonObject json = document.json();
    for (String list : List.of("extensionsUsed", "extensionsRequired")) {
      assertThat(document.extensions(list).contains(probe.name)).as(list).isEqualTo(!drops);
    }
    for (Map.Entry<String, JsonObject> place : probe.places().entrySet()) {
      JsonObject owner = at(json, place.getKey());
      JsonElement kept =
          owner.has("extensions") ? owner.getAsJsonObject("extensions").get(probe.name) : null;
      if (drops) {
        assertThat(kept).isNull();
      } else if (probe.content.contains(SOUND)) {
        assertThat(kept).isNotNull();
      } else if (!probe.name.equals("EXT_mesh_manifold")) {
        assertThat(kept).isEqualTo(place.getValue());
      }
    }
    if (probe.content.contains(SOUND)) {
      JsonObject extension = json.getAsJsonObject("extensions").getAsJsonObject(probe.name);
      JsonElement first = extension.asMap().values().iterator().next();
      int view = first.getAsJsonArray().get(0).getAsJsonObject().get("bufferView").getAsInt();
      JsonObject stored = json.getAsJsonArray("bufferViews").get(view).getAsJsonObject();
      ByteBuffer bytes =
          document.buffer(0).slice(stored.get("byteOffset").getAsInt(), SOUND_BYTES.length);
      assertThat(StandardCharsets.UTF_8.decode(bytes).toString())
          .isEqualTo(new String(SOUND_BYTES, StandardCharsets.UTF_8));
    }
  }

  /** The table of docs/gltf.md has every probe, and nothing that a file may not require. */
  @Test
  void theTableOfTheDocumentsIsRight() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "gltf.md"));
    int from = page.indexOf("| extension | what happens |");
    String table = page.substring(from, page.indexOf("\n\n", from));
    Set<String> listed = new TreeSet<>();
    Matcher names = Pattern.compile("`([A-Z]+_[A-Za-z_]+|VRM)`").matcher(table);
    while (names.find()) {
      listed.add(names.group(1));
    }
    for (Probe probe : probes()) {
      assertThat(listed).contains(probe.name);
    }
    for (String name : listed) {
      boolean decoded = name.equals("KHR_draco_mesh_compression");
      assertThat(decoded || ExtensionTable.isKnown(name)).as(name).isTrue();
    }
  }

  @Test
  void anUnknownRequiredExtensionIsRefused() throws IOException {
    Path file = write(new Probe("ACME_curved_triangles", "nodes/1 {}"));
    Path out = folder.resolve("refused.glb");
    Run run = Run.of("transform", file.toString(), "--scale", "2", "-o", out.toString());
    assertThat(run.status()).isOne();
    assertThat(run.err()).contains("requires the extension ACME_curved_triangles").hasLineCount(1);
    assertThat(out).doesNotExist();
  }

  /** The errors of outputs are those of their inputs, some of which lack what a viewer needs. */
  @Test
  void outputsHaveNoNewErrors() throws IOException, InterruptedException {
    KhronosValidator.assumeInstalled();
    List<Path> inputs = new ArrayList<>();
    List<Path> outputs = new ArrayList<>();
    for (Probe probe : probes()) {
      Path file = write(probe);
      Path out = folder.resolve(probe.name + "-valid.glb");
      Run run =
          Run.of(
              "simplify",
              file.toString(),
              "--ratio",
              "0.7",
              "--measure",
              "none",
              "--no-polish",
              "-o",
              out.toString());
      assertThat(run.status()).as(run.err()).isZero();
      inputs.add(file);
      outputs.add(out);
    }
    Map<Path, List<String>> before = KhronosValidator.errors(inputs);
    Map<Path, List<String>> after = KhronosValidator.errors(outputs);
    for (int i = 0; i < inputs.size(); i++) {
      assertThat(codes(after.getOrDefault(outputs.get(i), List.of())))
          .as(outputs.get(i).toString())
          .isSubsetOf(codes(before.getOrDefault(inputs.get(i), List.of())));
    }
  }

  private static List<String> codes(List<String> errors) {
    return errors.stream().map(error -> error.split(" ", -1)[0]).distinct().toList();
  }
}
