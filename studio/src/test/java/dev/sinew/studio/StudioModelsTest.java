package dev.sinew.studio;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.sample.Samples;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.studio.job.Commands;
import dev.sinew.studio.model.ModelMemory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens, lists, serves and closes models as the page does. */
class StudioModelsTest {
  private static final int MODEL_BYTES = 1 << 20;

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private Studio studio;

  @BeforeEach
  void start() throws IOException {
    studio = new Studio(StudioOptions.DEFAULTS.withModelBytes(MODEL_BYTES), Commands.NONE);
  }

  @AfterEach
  void stop() {
    studio.close();
    client.close();
  }

  private HttpResponse<byte[]> send(String method, String path, byte[] body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(studio.url() + path))
            .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
            .build(),
        BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> get(String path) throws Exception {
    return send("GET", path, new byte[0]);
  }

  private static JsonObject object(HttpResponse<byte[]> answer) {
    return JsonParser.parseString(new String(answer.body(), StandardCharsets.UTF_8))
        .getAsJsonObject();
  }

  private JsonArray models() throws Exception {
    return JsonParser.parseString(new String(get("api/models").body(), StandardCharsets.UTF_8))
        .getAsJsonArray();
  }

  private static byte[] glb(String sample) throws IOException {
    return CharacterWriter.toDocument(sample, Samples.create(sample).character()).toGlb();
  }

  @Test
  void aDroppedFileIsListedAndServedAsItIs() throws Exception {
    byte[] arm = glb("arm");
    JsonObject row = object(send("POST", "api/models?name=my%20arm.glb", arm));
    assertThat(row.get("name").getAsString()).isEqualTo("my arm");
    assertThat(row.get("vertices").getAsInt()).isEqualTo(1800);
    assertThat(row.get("influences").getAsInt()).isEqualTo(3);
    assertThat(row.getAsJsonArray("clips")).hasSize(3);
    assertThat(row.has("from")).isFalse();
    assertThat(models()).hasSize(1);
    String path = "api/models/" + row.get("id").getAsInt();
    assertThat(get(path + "/file.glb").body()).isEqualTo(arm);
    assertThat(get(path + "/file.glb?download=1").headers().firstValue("Content-Disposition"))
        .contains("attachment; filename*=UTF-8''my%20arm.glb");
    assertThat(send("DELETE", path, new byte[0]).statusCode()).isEqualTo(204);
    assertThat(get(path + "/file.glb").statusCode()).isEqualTo(404);
    assertThat(models()).isEmpty();
  }

  @Test
  void positionsAreThoseOfTheLibraryInTheOrderOfTheFile() throws Exception {
    byte[] arm = glb("arm");
    int id = object(send("POST", "api/models?name=arm", arm)).get("id").getAsInt();
    SkinnedCharacter character =
        GltfReader.read(GltfDocument.parse("arm.glb", arm, null)).character();
    for (SkinningMethod method : SkinningMethod.values()) {
      Pose pose = character.restPose();
      character.clip("flex").sample(0.7, pose);
      CharacterSurface.Posed posed = CharacterSurface.of(character, method).newPosed();
      posed.set(pose);
      byte[] sent =
          get("api/models/" + id + "/positions?clip=flex&time=0.7&method=" + method).body();
      float[] expected = posed.wedgePositions();
      assertThat(sent).hasSize(4 * expected.length);
      float[] found = new float[expected.length];
      ByteBuffer.wrap(sent).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(found);
      assertThat(found).as("%s", method).isEqualTo(expected);
    }
    String parts = new String(get("api/models/" + id + "/parts").body(), StandardCharsets.UTF_8);
    assertThat(parts).contains("\"primitive\":0,\"vertices\":2006");
    assertThat(get("api/models/" + id + "/positions?method=none").statusCode()).isEqualTo(400);
    assertThat(get("api/models/" + id + "/positions?clip=none").statusCode()).isEqualTo(400);
    assertThat(get("api/models/" + id + "/positions?clip=flex&time=NaN").statusCode())
        .isEqualTo(400);
  }

  @Test
  void boundsHoldTheRestPose() throws Exception {
    int id = object(send("POST", "api/samples/cylinder-bend", new byte[0])).get("id").getAsInt();
    JsonObject sphere =
        object(get("api/models/" + id + "/bounds"))
            .getAsJsonObject("whole")
            .getAsJsonObject("any")
            .getAsJsonObject("sphere");
    ByteBuffer positions =
        ByteBuffer.wrap(get("api/models/" + id + "/positions").body())
            .order(ByteOrder.LITTLE_ENDIAN);
    double farthest = 0;
    while (positions.hasRemaining()) {
      double x = positions.getFloat() - sphere.get("x").getAsDouble();
      double y = positions.getFloat() - sphere.get("y").getAsDouble();
      double z = positions.getFloat() - sphere.get("z").getAsDouble();
      farthest = Math.max(farthest, Math.sqrt(x * x + y * y + z * z));
    }
    double radius = sphere.get("radius").getAsDouble();
    assertThat(farthest).isGreaterThan(0).isLessThanOrEqualTo(radius * (1 + 1e-6));
  }

  @Test
  void aFileOfTheCommandLineBringsItsImages() throws Exception {
    Path file = folder.resolve("arm.gltf");
    CharacterWriter.toDocument("arm", Samples.create("arm").character()).write(file);
    studio.open(file);
    byte[] served = get("api/models/1/file.glb").body();
    assertThat(served[0]).isEqualTo((byte) 'g');
    SkinnedCharacter read =
        GltfReader.read(GltfDocument.parse("served", served, null)).requireSound().character();
    assertThat(read.materials().getFirst().getFirst().textures()).isNotEmpty();
  }

  @Test
  void namesAreFileNamesAndDiffer() throws Exception {
    byte[] cylinder = glb("cylinder-bend");
    for (String[] name :
        new String[][] {
          {"..%2F..%2Fetc%2Fpasswd", "passwd"},
          {"-o%3D@x%24(y).glb", "o__x__y_"},
          {"a.glb", "a"},
          {"A.GLTF", "A-2"},
          {"", "model"},
          {"%F0%9F%A6%8A".repeat(200), "_".repeat(80)},
        }) {
      JsonObject row = object(send("POST", "api/models?name=" + name[0], cylinder));
      assertThat(row.get("name").getAsString()).isEqualTo(name[1]);
    }
  }

  @Test
  void badFilesAreRefusedWithAReason() throws Exception {
    byte[] arm = glb("arm");
    HttpResponse<byte[]> cut =
        send("POST", "api/models?name=cut", Arrays.copyOf(arm, arm.length / 2));
    assertThat(cut.statusCode()).isEqualTo(400);
    assertThat(object(cut).getAsJsonObject("error").get("message").getAsString())
        .contains("cut.glb");
    // A file in memory cannot refer to files of this machine.
    String outside =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":4,\"uri\":\"/etc/passwd\"}]}";
    assertThat(
            send("POST", "api/models?name=x", outside.getBytes(StandardCharsets.UTF_8))
                .statusCode())
        .isEqualTo(400);
    assertThat(send("POST", "api/models?name=big", new byte[2 << 20]).statusCode()).isEqualTo(413);
    assertThat(send("POST", "api/samples/none", new byte[0]).statusCode()).isEqualTo(404);
    assertThat(models()).isEmpty();
  }

  @Test
  void memoryIsBoundedWhenFilesAreDroppedAgainAndAgain() throws Exception {
    byte[] arm = glb("arm");
    int pinned = object(send("POST", "api/models?name=used", arm)).get("id").getAsInt();
    for (int i = 0; i < 20; i++) {
      assertThat(send("POST", "api/models?name=arm", arm).statusCode()).isEqualTo(200);
      // A model that is looked at stays open.
      assertThat(get("api/models/" + pinned + "/parts").statusCode()).isEqualTo(200);
      long open = 0;
      for (var row : models()) {
        open += row.getAsJsonObject().get("bytes").getAsLong();
      }
      assertThat(open).isLessThanOrEqualTo(MODEL_BYTES);
    }
    assertThat(models()).hasSize(MODEL_BYTES / arm.length);
    assertThat(models().get(0).getAsJsonObject().get("id").getAsInt()).isEqualTo(pinned);
  }

  /** What is derived of models is forgotten with them: 100 files of 5 MB leave three behind. */
  @Test
  void heapIsBoundedWhenLargeFilesAreDroppedAndUsed() throws Exception {
    int limit = 16 << 20;
    byte[] large = padded(glb("cylinder-bend"), 5_000_000);
    studio.close();
    studio = new Studio(StudioOptions.DEFAULTS.withModelBytes(limit), Commands.NONE);
    long before = usedMegabytes();
    for (int i = 0; i < 100; i++) {
      int id = object(send("POST", "api/models?name=large", large)).get("id").getAsInt();
      assertThat(get("api/models/" + id + "/method/dqs").statusCode()).isEqualTo(200);
      if (i % 25 == 0) {
        assertThat(get("api/models/" + id + "/levels").statusCode()).isEqualTo(200);
      }
    }
    assertThat(models()).hasSize(limit / large.length);
    assertThat(usedMegabytes() - before).as("MB after 500 MB of files").isLessThan(100);
  }

  /**
   * Small files can hold a lot: a tree of empty objects is 40 times its text, and primitives can
   * share vertices. They are refused before they are decoded, also when many arrive at once.
   */
  @Test
  void whatIsDecodedOfAFileIsBounded() throws Exception {
    studio.close();
    studio =
        new Studio(
            StudioOptions.DEFAULTS.withMemory(new ModelMemory(64 << 20, 64 << 20)), Commands.NONE);
    byte[] tree =
        ("{\"asset\":{\"version\":\"2.0\"},\"extras\":[" + "{},".repeat(1_000_000) + "0]}")
            .getBytes(StandardCharsets.UTF_8);
    byte[] shared = sharedVertices(500_000, 40);
    for (byte[] file : List.of(tree, shared)) {
      List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        answers.add(
            client.sendAsync(
                HttpRequest.newBuilder(URI.create(studio.url() + "api/models?name=much"))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(file))
                    .build(),
                BodyHandlers.ofByteArray()));
      }
      for (CompletableFuture<HttpResponse<byte[]>> answer : answers) {
        assertThat(answer.get().statusCode()).isEqualTo(400);
        assertThat(new String(answer.get().body(), StandardCharsets.UTF_8))
            .contains("MB in total: expected at most 64 MB");
      }
    }
    assertThat(send("POST", "api/models?name=arm", glb("arm")).statusCode()).isEqualTo(200);
  }

  /** Returns a GLB of primitives that have the same vertices, three bytes each. */
  private static byte[] sharedVertices(int vertices, int primitives) {
    String one = "{\"attributes\":{\"POSITION\":0}}";
    String json =
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_mesh_quantization\"],"
            + "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":["
            + one
            + ("," + one).repeat(primitives - 1)
            + "]}],\"buffers\":[{\"byteLength\":%1$d}],\"bufferViews\":[{\"buffer\":0,"
                .formatted(4 * vertices)
            + "\"byteLength\":%d,\"byteStride\":4}],\"accessors\":[{\"bufferView\":0,"
                .formatted(4 * vertices)
            + "\"componentType\":5120,\"type\":\"VEC3\",\"count\":"
            + vertices
            + "}]}";
    byte[] text = (json + " ".repeat(3 - (json.length() + 3) % 4)).getBytes(StandardCharsets.UTF_8);
    ByteBuffer out =
        ByteBuffer.allocate(28 + text.length + 4 * vertices).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0x46546C67).putInt(2).putInt(out.capacity());
    out.putInt(text.length).putInt(0x4E4F534A).put(text);
    out.putInt(4 * vertices).putInt(0x004E4942);
    while (out.hasRemaining()) {
      out.put((byte) ((out.position() * 31) >> 4));
    }
    return out.array();
  }

  /** Adds a chunk that says nothing, as a GLB may have. */
  private static byte[] padded(byte[] glb, int bytes) {
    ByteBuffer out = ByteBuffer.allocate(glb.length + 8 + bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.put(glb).putInt(bytes).put("PADD".getBytes(StandardCharsets.US_ASCII));
    return out.putInt(8, out.capacity()).array();
  }

  @Test
  void pricingIsWatchedAndCancelled() throws Exception {
    studio.close();
    studio = new Studio(StudioOptions.DEFAULTS, Commands.NONE);
    String model = "api/models/" + object(send("POST", "api/samples/biped", new byte[0])).get("id");
    CompletableFuture<HttpResponse<byte[]>> levels =
        client.sendAsync(
            HttpRequest.newBuilder(URI.create(studio.url() + model + "/levels")).build(),
            BodyHandlers.ofByteArray());
    JsonObject state = new JsonObject();
    while (!state.has("phase") && !levels.isDone()) {
      state = object(get(model + "/work"));
    }
    assertThat(state.keySet()).contains("phase", "done", "total");
    assertThat(send("DELETE", model + "/work", new byte[0]).statusCode()).isEqualTo(204);
    assertThat(levels.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(204);
    assertThat(object(get(model + "/work")).keySet()).isEmpty();
    assertThat(get("api/models/99/work").statusCode()).isEqualTo(404);
  }

  @Test
  void aDroppedGltfWithItsDataInsideBecomesAGlb() throws Exception {
    String text =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
            + "\"nodes\":[{\"name\":\"alone\"}]}";
    JsonObject row =
        object(send("POST", "api/models?name=t.gltf", text.getBytes(StandardCharsets.UTF_8)));
    byte[] served = get("api/models/" + row.get("id").getAsInt() + "/file.glb").body();
    assertThat(new String(served, 0, 4, StandardCharsets.US_ASCII)).isEqualTo("glTF");
  }

  private static long usedMegabytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
  }
}
