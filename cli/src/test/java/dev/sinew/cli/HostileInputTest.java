package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.pointcache.PointCacheWriter;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Broken and malicious files. Each run must end within five seconds, in the heap this JVM was given
 * (512 MB), and either load the file or say what is wrong with it, where, with exit status 1.
 */
@Isolated
class HostileInputTest {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  @TempDir Path folder;
  private int refused;

  @BeforeEach
  void hasTheHeapItClaims() {
    assertThat(Runtime.getRuntime().maxMemory()).isLessThanOrEqualTo(512L << 20);
  }

  @Test
  void everyPrefixOfSmallFiles() throws IOException {
    for (Path file : smallFiles()) {
      byte[] whole = Files.readAllBytes(file);
      Path cut = folder.resolve("cut" + ending(file));
      // All short prefixes, and some longer ones.
      int step = Math.max(1, whole.length / 50);
      for (int length = 0; length < whole.length; length += length < 100 ? 1 : step) {
        Files.write(cut, java.util.Arrays.copyOf(whole, length));
        check(cut, "inspect", cut.toString());
      }
    }
    assertThat(refused).isGreaterThan(SharedData.folder().isPresent() ? 600 : 300);
  }

  @Test
  void accessorsPastTheEnd() throws IOException {
    String sound = triangle("\"count\":3", "0,0,0,1,0,0,0,1,0", "");
    assertThat(inspect(sound).status()).isZero();
    Run run = inspect(sound.replace("\"count\":3", "\"count\":4"));
    assertRefused(run, "/accessors/0", "buffer view");
    assertRefused(inspect(sound.replace("\"POSITION\":0", "\"POSITION\":7")), "/meshes/0", "7");
    assertRefused(inspect(sound.replace("\"mesh\":0", "\"mesh\":3")), "/nodes/0/mesh", "3");
  }

  @Test
  void longNamesAreCut() throws IOException {
    String sound = triangle("\"count\":3", "0,0,0,1,0,0,0,1,0", "");
    Path file = folder.resolve("long.gltf");
    Files.writeString(
        file,
        sound.replace(
            "\"nodes\":",
            "\"animations\":[{\"name\":\""
                + "n".repeat(200_000)
                + "\",\"channels\":[],\"samplers\":[]}],\"nodes\":"));
    Run inspected = Run.of("inspect", file.toString());
    assertThat(inspected.out()).hasSizeLessThan(5000);
    Run posed =
        Run.of("pose", file.toString(), "--clip", "x", "-o", folder.resolve("x.obj").toString());
    assertThat(posed.status()).isEqualTo(1);
    assertThat(posed.err()).hasSizeLessThan(3000);
  }

  @Test
  void aModelWithoutVerticesIsNotCompared() throws IOException {
    Path empty = folder.resolve("empty.gltf");
    Files.writeString(empty, "{\"asset\":{\"version\":\"2.0\"}}");
    Path model = folder.resolve("model.gltf");
    Files.writeString(model, triangle("\"count\":3", "0,0,0,1,0,0,0,1,0", ""));
    for (List<Path> pair :
        List.of(List.of(empty, empty), List.of(empty, model), List.of(model, empty))) {
      Run run = Run.of("compare", pair.getFirst().toString(), pair.getLast().toString());
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err()).contains("empty.gltf");
    }
  }

  @Test
  void hugeCountsAllocateNothing() throws IOException {
    String sound = triangle("\"count\":3", "0,0,0,1,0,0,0,1,0", "");
    assertRefused(
        inspect(sound.replace("\"count\":3", "\"count\":2000000000")),
        "/accessors/0",
        "2000000000");
    // An accessor without bytes is all zeros, as many as it claims.
    String empty =
        sound.replace("\"bufferView\":0,", "").replace("\"count\":3", "\"count\":700000000");
    assertRefused(inspect(empty), "/accessors/0", "MB");
    String manyNodes =
        sound.replace("\"nodes\":[{", "\"nodes\":[" + "{\"mesh\":0},".repeat(100_000) + "{");
    assertThat(inspect(manyNodes).status()).isZero();
  }

  @Test
  void cyclicNodes() throws IOException {
    String sound = triangle("\"count\":3", "0,0,0,1,0,0,0,1,0", "");
    String cyclic =
        sound.replace(
            "\"nodes\":[{\"mesh\":0}]",
            "\"nodes\":[{\"mesh\":0,\"children\":[1]},{\"children\":[2]},{\"children\":[0]}]");
    Run run = inspect(cyclic);
    assertRefused(run, "/nodes/", "its own ancestor");
    assertThat(run.out()).contains("triangles   1");
    String itself = sound.replace("{\"mesh\":0}", "{\"mesh\":0,\"children\":[0]}");
    assertRefused(inspect(itself), "/nodes/0", "its own ancestor");
    Path file = write(itself);
    Path target = folder.resolve("posed.obj");
    assertRefused(
        Run.of("pose", file.toString(), "-o", target.toString()), "/nodes/0", "its own ancestor");
    assertThat(target).doesNotExist();
  }

  @Test
  void deepNodesAndDeepJson() throws IOException {
    StringBuilder chain = new StringBuilder("\"nodes\":[{\"mesh\":0,\"children\":[1]}");
    for (int n = 1; n < 50_000; n++) {
      chain.append(",{\"children\":[").append(n + 1).append("]}");
    }
    chain.append(",{}]");
    String sound = triangle("\"count\":3", "0,0,0,1,0,0,0,1,0", "");
    assertThat(inspect(sound.replace("\"nodes\":[{\"mesh\":0}]", chain)).status()).isZero();
    String deep = sound.replace("\"asset\"", "\"extras\":" + "[".repeat(100_000) + ",\"asset\"");
    assertThat(inspect(deep).status()).isEqualTo(1);
  }

  @Test
  void weightsThatAreNoNumbers() throws IOException {
    byte[] bytes = documentBytes("cylinder-twist");
    int at = weightOffset(bytes);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putFloat(at, Float.NaN);
    Path file = folder.resolve("nan.glb");
    Files.write(file, bytes);
    assertRefused(Run.of("inspect", file.toString()), "WEIGHTS_0", "NaN");
  }

  @Test
  void positionsThatAreNoNumbers() throws IOException {
    String broken = triangle("\"count\":3", "0,0,0,1,0,NaN,0,1,0", "");
    assertRefused(inspect(broken), "/accessors/0", "NaN");
  }

  @Test
  void posesThatLeaveTheRangeOfNumbers() throws IOException {
    String sound = triangle("\"count\":3", "0,0,0,1,0,0,0,1,0", "");
    Path file = write(sound.replace("\"mesh\":0", "\"mesh\":0,\"scale\":[1e200,1e200,1e200]"));
    for (String target : List.of("out.obj", "out.glb", "out.png")) {
      Run run =
          Run.of(
              target.endsWith("png") ? "render" : "pose",
              file.toString(),
              "-o",
              folder.resolve(target).toString());
      assertRefused(run, file.toString(), "out of range");
      assertThat(folder.resolve(target)).doesNotExist();
    }
    assertRefused(
        Run.of("compare", file.toString(), file.toString()), file.toString(), "out of range");
    assertRefused(
        Run.of(
            "posespace",
            "train",
            file.toString(),
            "--examples",
            folder.resolve("x.obj").toString(),
            "-o",
            folder.resolve("x.psdb").toString()),
        file.toString(),
        "out of range");
    Path atlas = folder.resolve("atlas.glb");
    assertRefused(
        Run.of("unwrap", file.toString(), "-o", atlas.toString()), file.toString(), "out of range");
    assertThat(atlas).doesNotExist();
  }

  @Test
  void aSkinnedMeshWornByManyNodesAndManySkins() throws IOException {
    byte[] bytes = documentBytes("cylinder-bend");
    int jsonLength = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
    String json = new String(bytes, 20, jsonLength, StandardCharsets.UTF_8);
    var tree = com.google.gson.JsonParser.parseString(json).getAsJsonObject();
    var skins = tree.getAsJsonArray("skins");
    var nodes = tree.getAsJsonArray("nodes");
    tree.remove("scene");
    tree.remove("scenes");
    for (int s = 1; s <= 30_000; s++) {
      skins.add(skins.get(0).deepCopy());
      var node = new com.google.gson.JsonObject();
      node.addProperty("mesh", 0);
      node.addProperty("skin", s);
      nodes.add(node);
    }
    tree.getAsJsonArray("buffers")
        .get(0)
        .getAsJsonObject()
        .addProperty(
            "uri",
            "data:application/octet-stream;base64,"
                + Base64.getEncoder()
                    .encodeToString(
                        java.util.Arrays.copyOfRange(bytes, 28 + jsonLength, bytes.length)));
    Path file = write(tree.toString());
    Run run =
        assertTimeoutPreemptively(LIMIT.multipliedBy(4), () -> Run.of("inspect", file.toString()));
    assertThat(run.status()).as(run.err()).isZero();
  }

  @Test
  void aCharacterOfNothing() throws IOException {
    Path file = write("{\"asset\":{\"version\":\"2.0\"}}");
    for (String target : List.of("none.obj", "none.ply", "none.glb", "none.gltf")) {
      Run run = Run.of("pose", file.toString(), "-o", folder.resolve(target).toString());
      assertThat(run.status()).isOne();
      assertThat(run.err()).contains(file + ": the scene shows no mesh");
      assertThat(folder.resolve(target)).doesNotExist();
    }
    Path picture = folder.resolve("none.png");
    assertThat(Run.of("render", file.toString(), "-o", picture.toString()).status()).isZero();
    assertThat(picture).exists();
  }

  @Test
  void aMeshThatNoNodeShows() throws IOException {
    String sound = triangle("\"count\":3", "0,0,0,1,0,0,0,1,0", "");
    for (String nodes : List.of("\"nodes\":[{}],", "")) {
      Path file = write(sound.replace("\"nodes\":[{\"mesh\":0}],", nodes));
      Path target = folder.resolve("atlas.glb");
      Run run = Run.of("unwrap", file.toString(), "-o", target.toString());
      assertRefused(run, file.toString(), "the scene shows no triangle");
      assertThat(target).doesNotExist();
    }
  }

  @Test
  void extensionsItCannotHonour() throws IOException {
    String required =
        triangle(
            "\"count\":3",
            "0,0,0,1,0,0,0,1,0",
            "\"extensionsUsed\":[\"ACME_curved_triangles\"],"
                + "\"extensionsRequired\":[\"ACME_curved_triangles\"],");
    Path file = write(required);
    Path target = folder.resolve("out.glb");
    Run run = Run.of("pose", file.toString(), "-o", target.toString());
    assertRefused(run, "/extensionsRequired/0", "ACME_curved_triangles");
    assertThat(target).doesNotExist();
  }

  private Run inspect(String json) throws IOException {
    return Run.of("inspect", write(json).toString());
  }

  private Path write(String json) throws IOException {
    return Files.writeString(folder.resolve("hostile.gltf"), json);
  }

  private static void assertRefused(Run run, String where, String why) {
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).startsWith("sinew: ").contains(where).contains(why);
  }

  private void check(Path file, String... args) {
    Run run = assertTimeoutPreemptively(LIMIT, () -> Run.of(args));
    if (run.status() == 0) {
      return;
    }
    refused++;
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("sinew: " + file + ": ")
        .doesNotContain("internal error")
        .hasLineCount(1);
  }

  private static String ending(Path file) {
    String name = file.getFileName().toString();
    return name.substring(name.lastIndexOf('.'));
  }

  /** Five small files of different kinds, and two real ones where they are at hand. */
  private List<Path> smallFiles() throws IOException {
    List<Path> files = new ArrayList<>();
    files.add(write(triangle("\"count\":3", "0,0,0,1,0,0,0,1,0", "")));
    files.add(
        Files.writeString(
            folder.resolve("small.obj"),
            "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1 4/1/1\n"));
    for (String name : List.of("gltf/khronos/SimpleSkin.gltf", "gltf/khronos/RiggedSimple.glb")) {
      SharedData.file(name).ifPresent(files::add);
    }
    Path bvh = folder.resolve("small.bvh");
    Files.writeString(
        bvh,
        """
        HIERARCHY
        ROOT a
        {
         OFFSET 0 0 0
         CHANNELS 3 Zrotation Xrotation Yrotation
         End Site
         {
          OFFSET 0 1 0
         }
        }
        MOTION
        Frames: 2
        Frame Time: 0.1
        0 0 0
        10 20 30
        """);
    files.add(bvh);
    float[] points = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    Path pc2 = folder.resolve("small.pc2");
    PointCacheWriter.pc2(pc2, 3, 0, 1, writer -> writer.append(points));
    Path mdd = folder.resolve("small.mdd");
    PointCacheWriter.mdd(mdd, 3, new float[] {0}, writer -> writer.append(points));
    files.addAll(List.of(pc2, mdd));
    return files;
  }

  private byte[] documentBytes(String sample) throws IOException {
    Path file = folder.resolve("sample.glb");
    CharacterWriter.toDocument(sample, Samples.create(sample).character()).write(file);
    return Files.readAllBytes(file);
  }

  /** Where the first weight lies in a GLB this project wrote. */
  private static int weightOffset(byte[] glb) {
    int jsonLength = ByteBuffer.wrap(glb).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
    String json = new String(glb, 20, jsonLength, StandardCharsets.UTF_8);
    var tree = com.google.gson.JsonParser.parseString(json).getAsJsonObject();
    var primitive =
        tree.getAsJsonArray("meshes")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("primitives")
            .get(0)
            .getAsJsonObject();
    int accessor = primitive.getAsJsonObject("attributes").get("WEIGHTS_0").getAsInt();
    int view =
        tree.getAsJsonArray("accessors")
            .get(accessor)
            .getAsJsonObject()
            .get("bufferView")
            .getAsInt();
    int offset =
        tree.getAsJsonArray("bufferViews").get(view).getAsJsonObject().get("byteOffset").getAsInt();
    return 20 + jsonLength + 8 + offset;
  }

  /** A file of one triangle, its nine coordinates given. */
  private static String triangle(String count, String coordinates, String extra) {
    String[] numbers = coordinates.split(",", -1);
    ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (String number : numbers) {
      bytes.putFloat(Float.parseFloat(number));
    }
    return "{\"asset\":{\"version\":\"2.0\"},"
        + extra
        + "\"nodes\":[{\"mesh\":0}],"
        + "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
        + "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
        + count
        + ",\"type\":\"VEC3\"}],"
        + "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
        + "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,"
        + Base64.getEncoder().encodeToString(bytes.array())
        + "\"}]}";
  }
}
