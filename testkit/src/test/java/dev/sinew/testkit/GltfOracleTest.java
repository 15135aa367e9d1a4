package dev.sinew.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files small enough to evaluate by hand. */
class GltfOracleTest {
  @TempDir Path folder;

  @Test
  void nodesAreComposedAsTranslationRotationScale() throws IOException {
    // Child: scaled by 2, rotated by 90° about z, moved by (1, 0, 0); parent moved by (0, 0, 5).
    GltfOracle oracle =
        gltf(
            floats(1, 0, 0, 0, 1, 0),
            """
            "nodes": [
              {"mesh": 0, "translation": [1, 0, 0], "rotation": [0, 0, 0.70710678118, 0.70710678118],
               "scale": [2, 2, 2]},
              {"children": [0], "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,5,1]}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 24}]
            """);
    assertPositions(oracle.evaluate(-1, 0), 1, 2, 5, -1, 0, 5);
  }

  @Test
  void stridesNormalisedIntegersAndSparsePartsAreRead() throws IOException {
    // Two elements of three shorts with stride 8, then one sparse index byte and its replacement.
    ByteBuffer bytes = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putShort(0, (short) 32767).putShort(2, (short) -32768).putShort(4, (short) 0);
    bytes.putShort(8, (short) 9).putShort(10, (short) 9).putShort(12, (short) 9);
    bytes.put(16, (byte) 1);
    bytes.putShort(20, (short) -32767).putShort(22, (short) 0).putShort(24, (short) 32767);
    GltfOracle oracle =
        gltf(
            bytes.array(),
            """
            "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5122, "normalized": true, "count": 2,
              "type": "VEC3", "sparse": {"count": 1,
                "indices": {"bufferView": 1, "componentType": 5121},
                "values": {"bufferView": 1, "byteOffset": 4}}}],
            "bufferViews": [{"buffer": 0, "byteLength": 16, "byteStride": 8},
                            {"buffer": 0, "byteOffset": 16, "byteLength": 16}]
            """);
    assertPositions(oracle.evaluate(-1, 0), 1, -1, 0, -1, 0, 1);
  }

  /**
   * Four vertices at the origin over two joints at (0, 1, 0) and (0, 0, 7): weights that sum to 2,
   * a negative one, none at all, and a second set.
   */
  @Test
  void weightsAreNormalisedOverAllSets() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(48 + 4 * 16 + 2 * 64).order(ByteOrder.LITTLE_ENDIAN);
    float[] first = {1, 1, 0, 0, -1, 1, 0, 0, 0, 0, 0, 0, 0.25f, 0, 0, 0};
    for (int v = 0; v < 4; v++) {
      bytes.put(48 + 4 * v + 1, (byte) 1);
      bytes.put(64 + 4 * v + 2, (byte) 1);
    }
    for (int i = 0; i < 16; i++) {
      bytes.putFloat(112 + 4 * i, first[i]);
    }
    bytes.putFloat(176 + 4 * 14, 0.75f);
    GltfOracle oracle =
        gltf(
            bytes.array(),
            """
            "nodes": [{"mesh": 0, "skin": 0, "translation": [100, 100, 100]},
                      {"translation": [0, 1, 0]}, {"translation": [0, 0, 7]}],
            "skins": [{"joints": [1, 2]}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0,
              "JOINTS_0": 1, "JOINTS_1": 2, "WEIGHTS_0": 3, "WEIGHTS_1": 4}}]}],
            "accessors": [
              {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
              {"bufferView": 0, "byteOffset": 48, "componentType": 5121, "count": 4, "type": "VEC4"},
              {"bufferView": 0, "byteOffset": 64, "componentType": 5121, "count": 4, "type": "VEC4"},
              {"bufferView": 0, "byteOffset": 112, "componentType": 5126, "count": 4, "type": "VEC4"},
              {"bufferView": 0, "byteOffset": 176, "componentType": 5126, "count": 4, "type": "VEC4"}],
            "bufferViews": [{"buffer": 0, "byteLength": 240}]
            """);
    assertPositions(oracle.evaluate(-1, 0), 0, 0.5, 3.5, 0, 0, 7, 0, 1, 0, 0, 0.25, 0.75 * 7);
  }

  /** A vertex bound to a joint at (1, 0, 0) that is then rotated by 90° about z. */
  @Test
  void inverseBindMatricesApplyBeforeTheJoint() throws IOException {
    byte[] bytes =
        floats(
            2, 0, 0, // POSITION
            1, 0, 0, 0, // WEIGHTS_0
            1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1, // inverse bind
            0, 0); // JOINTS_0, as eight zero bytes
    GltfOracle oracle =
        gltf(
            bytes,
            """
            "nodes": [{"mesh": 0, "skin": 0},
              {"translation": [1, 0, 0], "rotation": [0, 0, 0.70710678118, 0.70710678118]}],
            "skins": [{"joints": [1], "inverseBindMatrices": 2}],
            "meshes": [{"primitives": [{"attributes":
              {"POSITION": 0, "WEIGHTS_0": 1, "JOINTS_0": 3}}]}],
            "accessors": [
              {"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3"},
              {"bufferView": 0, "byteOffset": 12, "componentType": 5126, "count": 1, "type": "VEC4"},
              {"bufferView": 0, "byteOffset": 28, "componentType": 5126, "count": 1, "type": "MAT4"},
              {"bufferView": 0, "byteOffset": 92, "componentType": 5123, "count": 1, "type": "VEC4"}],
            "bufferViews": [{"buffer": 0, "byteLength": 100}]
            """);
    assertPositions(oracle.evaluate(-1, 0), 1, 1, 0);
  }

  @Test
  void morphWeightsComeFromTheAnimationElseTheNodeElseTheMesh() throws IOException {
    byte[] bytes = floats(0, 0, 0, 1, 0, 0, 0, 1, 0, /* times */ 1, 3, /* keys */ 0, 0, 2, 4);
    GltfOracle oracle =
        gltf(
            bytes,
            """
            "nodes": [{"mesh": 0, "weights": [0, 5]}, {"mesh": 0}],
            "meshes": [{"weights": [0.5, 0.25], "primitives": [{"attributes": {"POSITION": 0},
              "targets": [{"POSITION": 1}, {"POSITION": 2}]}]}],
            "animations": [{"samplers": [{"input": 3, "output": 4}],
              "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}]}],
            "accessors": [
              {"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3"},
              {"bufferView": 0, "byteOffset": 12, "componentType": 5126, "count": 1, "type": "VEC3"},
              {"bufferView": 0, "byteOffset": 24, "componentType": 5126, "count": 1, "type": "VEC3"},
              {"bufferView": 0, "byteOffset": 36, "componentType": 5126, "count": 2, "type": "SCALAR"},
              {"bufferView": 0, "byteOffset": 44, "componentType": 5126, "count": 4, "type": "SCALAR"}],
            "bufferViews": [{"buffer": 0, "byteLength": 60}]
            """);
    assertThat(oracle.duration(0)).isEqualTo(3);
    assertPositions(oracle.evaluate(-1, 0), 0, 5, 0, 0.5, 0.25, 0);
    assertPositions(oracle.evaluate(0, 1.5), 0.5, 1, 0, 0.5, 0.25, 0);
    assertPositions(oracle.evaluate(0, 99), 2, 4, 0, 0.5, 0.25, 0);
  }

  @Test
  void interpolationFollowsTheSpecification() {
    double[] times = {1, 3};
    double[] line = {10, 20};
    assertThat(GltfOracle.interpolate("STEP", times, line, 2.9, false)).containsExactly(10);
    assertThat(GltfOracle.interpolate("STEP", times, line, 3, false)).containsExactly(20);
    assertThat(GltfOracle.interpolate("LINEAR", times, line, 1.5, false)).containsExactly(12.5);
    assertThat(GltfOracle.interpolate("LINEAR", times, line, 0, false)).containsExactly(10);
    // Values 10 and 20 with out-tangent 4 and in-tangent 8 per second, half way: 15 + 2/8 (4 − 8).
    double[] spline = {99, 10, 4, 8, 20, 99};
    assertThat(GltfOracle.interpolate("CUBICSPLINE", times, spline, 2, false)).containsExactly(14);
    assertThat(GltfOracle.interpolate("CUBICSPLINE", times, spline, 9, false)).containsExactly(20);
    // From the identity to −(90° about x): the shorter arc passes 30° at a third.
    double s = Math.sqrt(0.5);
    double[] turn = {0, 0, 0, 1, -s, 0, 0, -s};
    double[] third = GltfOracle.interpolate("LINEAR", new double[] {0, 3}, turn, 1, true);
    assertThat(third)
        .containsExactly(
            new double[] {Math.sin(Math.PI / 12), 0, 0, Math.cos(Math.PI / 12)}, within(1e-12));
  }

  @Test
  void aGlbEqualsAGltfWithExternalBuffer() throws IOException {
    String body =
        """
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 12}],
        """;
    byte[] data = floats(1, 2, 3);
    Files.write(folder.resolve("a b.bin"), data);
    Path twin = folder.resolve("twin.gltf");
    Files.writeString(
        twin, "{" + body + "\"buffers\": [{\"byteLength\": 12, \"uri\": \"a%20b.bin\"}]}");
    assertPositions(GltfOracle.open(twin).evaluate(-1, 0), 1, 2, 3);

    String json = "{" + body + "\"buffers\": [{\"byteLength\": 12}]}";
    byte[] text = (json + " ".repeat((4 - json.length() % 4) % 4)).getBytes(StandardCharsets.UTF_8);
    ByteBuffer glb = ByteBuffer.allocate(28 + text.length + 12).order(ByteOrder.LITTLE_ENDIAN);
    glb.putInt(0x46546C67).putInt(2).putInt(glb.capacity());
    glb.putInt(text.length).putInt(0x4E4F534A).put(text);
    glb.putInt(12).putInt(0x004E4942).put(data);
    Path binary = folder.resolve("model.glb");
    Files.write(binary, glb.array());
    assertPositions(GltfOracle.open(binary).evaluate(-1, 0), 1, 2, 3);
  }

  @Test
  void rejectsAnAnimatedMatrixNode() throws IOException {
    GltfOracle oracle =
        gltf(
            floats(0, 1, 2, 3),
            """
            "nodes": [{"matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,5,1]}],
            "animations": [{"samplers": [{"input": 0, "output": 1}],
              "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}],
            "accessors": [
              {"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR"},
              {"bufferView": 0, "byteOffset": 4, "componentType": 5126, "count": 1, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 16}]
            """);
    assertThatThrownBy(() -> oracle.evaluate(0, 0))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("node 0");
  }

  /** Real files evaluate to finite positions at rest and within their first animation. */
  @NeedsSharedData
  @Test
  void realFilesEvaluate() throws IOException {
    List<Path> files = SharedData.gltfFiles();
    int primitives = 0;
    for (Path file : files) {
      GltfOracle oracle = GltfOracle.open(file);
      for (int animation = -1; animation < Math.min(1, oracle.animationCount()); animation++) {
        double time = animation < 0 ? 0 : oracle.duration(animation) / 3;
        for (GltfOracle.Placed placed : oracle.evaluate(animation, time)) {
          primitives++;
          for (double x : placed.positions()) {
            assertThat(x).as("%s node %d", file, placed.node()).isFinite();
          }
        }
      }
    }
    assertThat(primitives).isGreaterThan(files.size());
  }

  private GltfOracle gltf(byte[] buffer, String body) throws IOException {
    String uri =
        "data:application/octet-stream;base64," + Base64.getEncoder().encodeToString(buffer);
    Path file = folder.resolve("case.gltf");
    Files.writeString(
        file,
        "{\"asset\": {\"version\": \"2.0\"},\n"
            + body
            + ",\n\"buffers\": [{\"byteLength\": "
            + buffer.length
            + ", \"uri\": \""
            + uri
            + "\"}]}");
    return GltfOracle.open(file);
  }

  private static byte[] floats(double... values) {
    ByteBuffer out = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double v : values) {
      out.putFloat((float) v);
    }
    return out.array();
  }

  private static void assertPositions(List<GltfOracle.Placed> placed, double... expected) {
    double[] all =
        placed.stream().flatMapToDouble(p -> java.util.Arrays.stream(p.positions())).toArray();
    assertThat(all).containsExactly(expected, within(1e-9));
  }
}
