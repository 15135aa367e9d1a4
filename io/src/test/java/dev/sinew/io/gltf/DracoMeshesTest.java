package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.DracoStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads and writes glTF files whose meshes are compressed by Draco. */
class DracoMeshesTest {
  @TempDir Path folder;

  /** A skinned mesh of a stream that has positions, normals, texture coordinates and weights. */
  private static TinyGltf skinned(DracoStream stream, String more) {
    TinyGltf file = new TinyGltf();
    int view = file.view(stream.packed(), "");
    int points = stream.points();
    int indices = file.accessor("SCALAR", TinyGltf.UNSIGNED_INT, 3 * stream.faces(), "");
    int position = file.accessor("VEC3", TinyGltf.FLOAT, points, ",'min':[-9,-9,-9],'max':[9,9,9]");
    int normal = file.accessor("VEC3", TinyGltf.FLOAT, points, "");
    int uv = file.accessor("VEC2", TinyGltf.FLOAT, points, "");
    int joints = file.accessor("VEC4", TinyGltf.UNSIGNED_BYTE, points, "");
    int weights = file.accessor("VEC4", TinyGltf.UNSIGNED_BYTE, points, ",'normalized':true");
    file.add(
        "meshes",
        "{'primitives':[{'indices':%d,'attributes':{'POSITION':%d,'NORMAL':%d,'TEXCOORD_0':%d,"
            + "'JOINTS_0':%d,'WEIGHTS_0':%d},'extensions':{'KHR_draco_mesh_compression':"
            + "{'bufferView':%d,'attributes':{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,"
            + "'JOINTS_0':3,'WEIGHTS_0':4}}}}%s]}",
        indices,
        position,
        normal,
        uv,
        joints,
        weights,
        view,
        more);
    file.set("nodes", "[{'mesh':0,'skin':0},{'children':[2]},{'children':[3]},{}]");
    file.set("skins", "[{'joints':[1,2,3]}]");
    file.set("extensionsUsed", "['KHR_draco_mesh_compression']");
    file.set("extensionsRequired", "['KHR_draco_mesh_compression']");
    return file;
  }

  @Test
  void everyPointHasItsValues() throws IOException {
    DracoStream stream = DracoStream.named("seam-slowest");
    GltfAsset asset = GltfReader.read(skinned(stream, "").binary(folder.resolve("a.glb")));
    SkinnedCharacter character = asset.requireSound().character();
    TriMesh mesh = character.meshes().getFirst().mesh();
    assertThat(mesh.triangleCount()).isEqualTo(stream.faces());
    assertThat(mesh.wedgeCount()).isEqualTo(stream.points());
    // The sphere of the stream: rows by polar angle, whose joints and texture are those of the row.
    float[] uv = mesh.attribute("TEXCOORD_0").orElseThrow().toArray();
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      int v = mesh.vertexOfWedge(w);
      int row = (int) Math.round(7.0 * uv[2 * w + 1]);
      double polar = Math.PI * (row + 0.5) / 7;
      assertThat(mesh.position(v, 1)).isCloseTo(1.3 * Math.cos(polar), within(2e-3));
      var influences = character.meshes().getFirst().skinning().influences().orElseThrow();
      assertThat(influences.weight(v, 0) + influences.weight(v, 1)).isCloseTo(1, within(0.01));
      assertThat(java.util.List.of(influences.joint(v, 0), influences.joint(v, 1)))
          .contains(row % 3, (row + 1) % 3);
    }
    assertThat(asset.issues()).anyMatch(i -> i.what().contains("KHR_draco_mesh_compression"));
  }

  @Test
  void outputsHaveNoTraceOfIt() throws IOException {
    DracoStream stream = DracoStream.named("holes-middle");
    GltfAsset asset = GltfReader.read(skinned(stream, "").binary(folder.resolve("a.glb")));
    Path out = folder.resolve("b.glb");
    asset.document().write(out);
    assertThat(new String(Files.readAllBytes(out), java.nio.charset.StandardCharsets.ISO_8859_1))
        .doesNotContain("draco", "extensions");
    GltfAsset back = GltfReader.read(out).requireSound();
    assertSame(
        back.character().meshes().getFirst().mesh(), asset.character().meshes().getFirst().mesh());
    assertThat(back.document().bufferCount()).isEqualTo(1);
    assertThat(back.document().json().getAsJsonArray("bufferViews")).hasSize(6);
    JsonObject position = back.document().root().items("accessors").get(1).object();
    assertThat(position.getAsJsonArray("max").get(1).getAsDouble()).isBetween(1.0, 1.31);
  }

  private static void assertSame(TriMesh actual, TriMesh expected) {
    assertThat(actual.positions()).isEqualTo(expected.positions());
    assertThat(actual.triangles()).isEqualTo(expected.triangles());
    assertThat(actual.attributes()).hasSameSizeAs(expected.attributes());
  }

  @Test
  void primitivesShareAStreamOrAnAccessor() throws IOException {
    DracoStream stream = DracoStream.named("holes-middle");
    // The same stream twice, and another one with the same accessors.
    TinyGltf file = skinned(stream, "");
    JsonObject mesh = file.json().getAsJsonArray("meshes").get(0).getAsJsonObject();
    file.json().getAsJsonArray("meshes").add(mesh.deepCopy());
    file.json().getAsJsonArray("meshes").add(mesh.deepCopy());
    int other = file.view(DracoStream.named("holes-plain").packed(), "");
    file.json()
        .getAsJsonArray("meshes")
        .get(2)
        .getAsJsonObject()
        .getAsJsonArray("primitives")
        .get(0)
        .getAsJsonObject()
        .getAsJsonObject("extensions")
        .getAsJsonObject("KHR_draco_mesh_compression")
        .addProperty("bufferView", other);
    GltfAsset asset = GltfReader.read(file.binary(folder.resolve("a.glb"))).requireSound();
    var meshes = asset.character().meshes();
    assertSame(meshes.get(1).mesh(), meshes.get(0).mesh());
    assertThat(meshes.get(2).mesh().positions()).isNotEqualTo(meshes.get(0).mesh().positions());
    assertThat(meshes.get(2).mesh().triangleCount()).isEqualTo(stream.faces());
    assertThat(asset.document().json().getAsJsonArray("accessors")).hasSize(12);
  }

  @Test
  void aFallbackWithoutCompressionIsUsed() throws IOException {
    TinyGltf file = new TinyGltf();
    int mesh = file.ladder("");
    int view = file.view(new byte[] {1, 2, 3, 4}, "");
    file.json()
        .getAsJsonArray("meshes")
        .get(mesh)
        .getAsJsonObject()
        .getAsJsonArray("primitives")
        .get(0)
        .getAsJsonObject()
        .add(
            "extensions",
            TinyGltf.object(
                "{'KHR_draco_mesh_compression':{'bufferView':%d,'attributes':{'POSITION':0}}}",
                view));
    file.set("nodes", "[{'mesh':0}]");
    file.set("extensionsUsed", "['KHR_draco_mesh_compression']");
    GltfAsset asset = GltfReader.read(file.binary(folder.resolve("a.glb"))).requireSound();
    assertThat(asset.character().meshes().getFirst().mesh().triangleCount()).isEqualTo(4);
    assertThat(asset.document().json().has("extensionsUsed")).isFalse();
  }

  @Test
  void countsThatDoNotFitAreRefused() throws IOException {
    DracoStream stream = DracoStream.named("seam-fast");
    assertRefused(file -> file.accessor(0).addProperty("count", 9), "/meshes/0", "106 triangles");
    assertRefused(
        file -> file.accessor(1).addProperty("count", stream.points() + 1),
        "/POSITION",
        "expected");
    assertRefused(file -> file.accessor(3).addProperty("type", "VEC3"), "/TEXCOORD_0", "expected");
    assertRefused(file -> file.extension().addProperty("bufferView", 7), "/bufferView", "index");
    assertRefused(
        file -> file.extension().getAsJsonObject("attributes").addProperty("NORMAL", 9),
        "KHR_draco_mesh_compression",
        "no attribute 9");
    assertRefused(file -> file.primitive().addProperty("mode", 1), "KHR_draco", "mode 1");
  }

  private interface Change {
    void apply(Tree tree);
  }

  private record Tree(JsonObject json) {
    JsonObject accessor(int index) {
      return json.getAsJsonArray("accessors").get(index).getAsJsonObject();
    }

    JsonObject primitive() {
      return json.getAsJsonArray("meshes")
          .get(0)
          .getAsJsonObject()
          .getAsJsonArray("primitives")
          .get(0)
          .getAsJsonObject();
    }

    JsonObject extension() {
      return primitive()
          .getAsJsonObject("extensions")
          .getAsJsonObject("KHR_draco_mesh_compression");
    }
  }

  private void assertRefused(Change change, String where, String why) throws IOException {
    TinyGltf file = skinned(DracoStream.named("seam-fast"), "");
    change.apply(new Tree(file.json()));
    Path path = file.binary(folder.resolve("bad.glb"));
    assertThatThrownBy(() -> GltfReader.read(path))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("bad.glb")
        .hasMessageContaining(where)
        .hasMessageContaining(why);
  }

  /** A stream of 66 bytes that declares 200 million triangles. */
  @Test
  void hugeCountsAllocateNothing() throws IOException {
    byte[] bytes = DracoStream.named("in-order").packed();
    ByteBuffer huge = ByteBuffer.allocate(66).put(bytes, 0, 11);
    huge.put(new byte[] {(byte) 0x80, (byte) 0x84, (byte) 0xaf, 0x5f, 3, 0});
    DracoStream stream = new DracoStream("huge", 200_000_000, huge.array(), new byte[12]);
    TinyGltf file = skinned(stream, "");
    for (var accessor : file.json().getAsJsonArray("accessors")) {
      accessor.getAsJsonObject().addProperty("count", 600_000_000);
    }
    Path path = file.binary(folder.resolve("huge.glb"));
    assertThatThrownBy(() -> GltfReader.read(path))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("needs 2288 MB in total");
  }
}
