package dev.sinew.io.gltf;

import static dev.sinew.io.gltf.TinyGltf.FLOAT;
import static dev.sinew.io.gltf.TinyGltf.UNSIGNED_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Malicious documents with well-formed JSON: values of the wrong type anywhere, and small files
 * that need much memory. They must be read or rejected.
 */
class GltfHostileTreesTest {
  private static final int VERSIONS = 1500;
  private static final String[] ODD = {
    "null",
    "true",
    "'x'",
    "''",
    "-1",
    "0",
    "1",
    "7",
    "0.5",
    "2147483648",
    "1e300",
    "[]",
    "{}",
    "[0]",
    "[null]",
    "{'a':1}",
    "'data:,'",
    "[[0]]",
    "{'extensions':3}"
  };

  @TempDir Path folder;
  private final TinyGltf made = new TinyGltf();

  @Test
  void anyValueAnywhere() throws IOException {
    everything();
    Path good = made.embedded(folder.resolve("good.gltf"));
    JsonObject tree = JsonParser.parseString(Files.readString(good)).getAsJsonObject();
    process(tree);
    long seed = 20261116;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < VERSIONS; i++) {
      JsonObject bad = tree.deepCopy();
      for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
        spoil(bad, random);
      }
      try {
        process(bad);
      } catch (MalformedAssetException expected) {
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("version " + i + ": " + bad, e);
      }
    }
    assertThat(refused).isBetween(VERSIONS / 10, VERSIONS - VERSIONS / 10);
  }

  /** Uses all operations on a document. */
  private void process(JsonObject tree) throws IOException {
    byte[] text = tree.toString().getBytes(StandardCharsets.UTF_8);
    GltfDocument document = GltfDocument.parse("odd.gltf", text, folder);
    GltfAsset asset = GltfReader.read(document).requireSound();
    document.write(folder.resolve("out").resolve("copy.glb"));
    document.write(folder.resolve("out").resolve("copy.gltf"));
    CharacterSurface.Posed posed = CharacterSurface.of(asset.character()).newPosed();
    posed.set(asset.character().restPose());
    for (float number : posed.wedgePositions()) {
      if (!Float.isFinite(number)) {
        // Transforms that overflow: callers check the posed positions.
        return;
      }
    }
    PosedDocument.of(asset, posed).write(folder.resolve("out").resolve("posed.glb"));
  }

  private static void spoil(JsonObject tree, Random random) {
    List<Runnable> changes = new ArrayList<>();
    collect(tree, random, changes);
    changes.get(random.nextInt(changes.size())).run();
  }

  /** Returns one change per member and item of the tree. */
  private static void collect(JsonElement element, Random random, List<Runnable> changes) {
    if (element instanceof JsonObject object) {
      for (String member : List.copyOf(object.keySet())) {
        boolean remove = random.nextInt(8) == 0;
        changes.add(remove ? () -> object.remove(member) : () -> object.add(member, odd(random)));
        collect(object.get(member), random, changes);
      }
    } else if (element instanceof JsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        int place = i;
        changes.add(() -> array.set(place, odd(random)));
        collect(array.get(i), random, changes);
      }
    }
  }

  private static JsonElement odd(Random random) {
    return TinyGltf.object("{'it':" + ODD[random.nextInt(ODD.length)] + "}").get("it");
  }

  /** A document with all types of content. */
  private void everything() throws IOException {
    Files.write(folder.resolve("p.png"), new byte[] {1, 2, 3});
    double[] offsets = new double[18];
    offsets[4] = 0.5;
    int offset = made.positions(offsets);
    int color = made.numbers("VEC4", UNSIGNED_BYTE, ",'normalized':true", new double[24]);
    int picture = made.view(new byte[] {4, 5, 6, 7}, "");
    int places = made.view(TinyGltf.pack(UNSIGNED_BYTE, 1), "");
    int values = made.view(TinyGltf.pack(FLOAT, 1, 0, 0), "");
    int sparse =
        made.accessor(
            "VEC3",
            FLOAT,
            6,
            ",'sparse':{'count':1,'indices':{'bufferView':%d,'componentType':5121},'values':{'bufferView':%d}}"
                .formatted(places, values));
    made.ladder(made.ladderInfluences(FLOAT) + ",'COLOR_0':" + color + ",'NORMAL':" + sparse);
    JsonObject primitive =
        made.json()
            .getAsJsonArray("meshes")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("primitives")
            .get(0)
            .getAsJsonObject();
    primitive.addProperty("material", 0);
    primitive.add("targets", TinyGltf.object("{'it':[{'POSITION':%d}]}", offset).get("it"));
    made.set(
        "nodes",
        "[{'mesh':0,'skin':0,'weights':[0.5]},{'children':[2],'translation':[0,1,0],"
            + "'rotation':[0,0,0,1],'scale':[1,1,1]},"
            + "{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]");
    made.add("skins", "{'joints':[1,2],'skeleton':1}");
    made.set("scene", "0");
    made.add("scenes", "{'nodes':[0,1]}");
    made.clip(
        1,
        "translation",
        "LINEAR",
        made.floats("SCALAR", 0, 1),
        made.floats("VEC3", new double[6]));
    made.set("images", "[{'uri':'p.png'},{'bufferView':%d,'mimeType':'image/png'}]", picture);
    made.set("samplers", "[{'magFilter':9729}]");
    made.set("textures", "[{'source':0,'sampler':0},{'source':1}]");
    made.add(
        "materials",
        "{'name':'m','pbrMetallicRoughness':{'baseColorFactor':[1,0.5,0,1],"
            + "'baseColorTexture':{'index':0}},'extensions':{'KHR_materials_unlit':{}}}");
    made.set("extensionsUsed", "['KHR_materials_unlit']");
    made.add("buffers", "{'byteLength':3,'uri':'p.png'}");
    made.add("bufferViews", "{'buffer':1,'byteLength':2,'byteOffset':1}");
  }

  @Test
  void manyPrimitivesOfOneLargeBlock() throws IOException {
    int position = made.positions(new double[3 * 30_000]);
    repeated("{\"attributes\":{\"POSITION\":%d},\"mode\":5}".formatted(position), 20_000);
    assertTooLarge();
  }

  @Test
  void manyEmptyTargets() throws IOException {
    int position = made.positions(new double[3 * 10_000]);
    String targets = "{},".repeat(15_000) + "{}";
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d},'targets':[%s]}]}",
        position,
        targets);
    assertTooLarge();
  }

  @Test
  void manyPrimitivesWithTheirOwnAttribute() throws IOException {
    int position = made.positions(new double[3 * 500]);
    int uv = made.floats("VEC2", new double[2 * 500]);
    StringBuilder primitives = new StringBuilder();
    for (int p = 0; p < 3000; p++) {
      primitives.append(p == 0 ? "" : ",");
      primitives.append(
          "{'attributes':{'POSITION':%d,'TEXCOORD_%d':%d}}".formatted(position, p, uv));
    }
    made.add("meshes", "{'primitives':[%s]}", primitives);
    assertTooLarge();
  }

  @Test
  void oneVertexWithManyJoints() throws IOException {
    int joints = made.numbers("VEC4", UNSIGNED_BYTE, "", new double[12]);
    int weights = made.floats("VEC4", new double[12]);
    StringBuilder sets = new StringBuilder();
    for (int n = 0; n <= 64; n++) {
      sets.append(",'JOINTS_%d':%d,'WEIGHTS_%d':%d".formatted(n, joints, n, weights));
    }
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d%s}}]}",
        made.positions(new double[9]),
        sets);
    Path file = made.embedded(folder.resolve("joints.gltf"));
    assertThatThrownBy(() -> GltfReader.read(file))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("JOINTS_64")
        .hasMessageContaining("256");
  }

  /** A large skinned mesh on many nodes: the check of each skin must be fast. */
  @Test
  void aLargeMeshOnManyNodes() throws IOException {
    int count = 200_000;
    double[] weights = new double[4 * count];
    for (int v = 0; v < count; v++) {
      weights[4 * v] = 1;
    }
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d}}]}",
        made.positions(new double[3 * count]),
        made.numbers("VEC4", UNSIGNED_BYTE, "", new double[4 * count]),
        made.floats("VEC4", weights));
    made.add("skins", "{'joints':[0]}");
    made.set("nodes", "[{}" + ",{'mesh':0,'skin':0}".repeat(15_000) + "]");
    Path file = made.embedded(folder.resolve("worn.gltf"));
    GltfAsset asset = GltfReader.read(file).requireSound();
    assertThat(asset.character().parts()).hasSize(15_000);
    assertThatThrownBy(() -> CharacterSurface.of(asset.character()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3000000000");
  }

  /** Copying one of many accessors does not look at all of them: that took minutes here. */
  @Timeout(60)
  @Test
  void manyAccessorsAreCopied() throws IOException {
    int count = 40_000;
    int position = made.positions(new double[9]);
    JsonArray accessors = made.json().getAsJsonArray("accessors");
    StringBuilder samplers = new StringBuilder();
    for (int i = 0; i < count; i++) {
      accessors.add(accessors.get(position));
      samplers.append(i == 0 ? "" : ",").append("{'input':%1$d,'output':%1$d}".formatted(i));
    }
    made.set("animations", "[{'channels':[],'samplers':[" + samplers + "]}]");
    made.add("meshes", "{'primitives':[{'attributes':{'POSITION':%d}}]}", count);
    made.set("nodes", "[{'mesh':0}]");
    GltfAsset asset = GltfReader.read(made.embedded(folder.resolve("many.gltf")));
    GltfDocument copy = asset.with(asset.character());
    assertThat(copy.json().getAsJsonArray("accessors")).hasSize(count + 1);
  }

  private void repeated(String primitive, int times) {
    JsonArray primitives = new JsonArray();
    JsonElement one = JsonParser.parseString(primitive);
    for (int i = 0; i < times; i++) {
      primitives.add(one);
    }
    JsonObject mesh = new JsonObject();
    mesh.add("primitives", primitives);
    JsonArray meshes = new JsonArray();
    meshes.add(mesh);
    made.json().add("meshes", meshes);
  }

  private void assertTooLarge() throws IOException {
    Path file = made.embedded(folder.resolve("greedy.gltf"));
    assertThatThrownBy(() -> GltfReader.read(file))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("/meshes/0")
        .hasMessageContaining("MB");
  }
}
