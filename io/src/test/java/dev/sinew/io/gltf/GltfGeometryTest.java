package dev.sinew.io.gltf;

import static dev.sinew.io.gltf.TinyGltf.BYTE;
import static dev.sinew.io.gltf.TinyGltf.FLOAT;
import static dev.sinew.io.gltf.TinyGltf.LADDER;
import static dev.sinew.io.gltf.TinyGltf.LADDER_TRIANGLES;
import static dev.sinew.io.gltf.TinyGltf.SHORT;
import static dev.sinew.io.gltf.TinyGltf.UNSIGNED_BYTE;
import static dev.sinew.io.gltf.TinyGltf.UNSIGNED_INT;
import static dev.sinew.io.gltf.TinyGltf.UNSIGNED_SHORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Storage of vertices and triangles that is rare in real files. */
class GltfGeometryTest {
  @TempDir Path folder;
  private final TinyGltf made = new TinyGltf();

  @Test
  void interleavedAttributes() throws IOException {
    ByteBuffer rows = ByteBuffer.allocate(6 * 28).order(ByteOrder.LITTLE_ENDIAN);
    for (int v = 0; v < 6; v++) {
      // Texture coordinates, position, then a colour of four bytes and unused bytes.
      rows.putFloat(v / 8f).putFloat(1 - v / 4f);
      for (int k = 0; k < 3; k++) {
        rows.putFloat((float) LADDER[3 * v + k]);
      }
      rows.put((byte) (40 * v)).put((byte) 255).put((byte) 0).put((byte) 51);
      rows.putInt(0x7FC00000);
    }
    int view = made.view(rows.array(), ",'byteStride':28,'target':34962");
    int uv = made.accessor("VEC2", FLOAT, 6, ",'bufferView':" + view);
    int position = made.accessor("VEC3", FLOAT, 6, ",'byteOffset':8,'bufferView':" + view);
    int color =
        made.accessor(
            "VEC4", UNSIGNED_BYTE, 6, ",'byteOffset':20,'normalized':true,'bufferView':" + view);
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d,'TEXCOORD_0':%d,'COLOR_0':%d}}]}",
        position,
        uv,
        color);
    made.add("nodes", "{'mesh':0,'translation':[0.25,0,-1]}");
    TriMesh mesh = HandMade.check(made, folder).character().meshes().getFirst().mesh();
    MeshAttribute uvs = mesh.attribute(MeshAttribute.UV).orElseThrow();
    MeshAttribute colors = mesh.attribute(MeshAttribute.COLOR).orElseThrow();
    for (int v = 0; v < 6; v++) {
      assertThat(uvs.value(v, 0)).isEqualTo(v / 8f);
      assertThat(uvs.value(v, 1)).isEqualTo(1 - v / 4f);
      assertThat(colors.value(v, 0)).isEqualTo(40 * v / 255f);
      assertThat(colors.value(v, 3)).isEqualTo(0.2f);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT})
  void sparseWithABase(int indexType) throws IOException {
    int places = made.view(TinyGltf.pack(indexType, 1, 4), "");
    int values = made.view(TinyGltf.pack(FLOAT, 0.25, -0.25, 0.5, 0.125, 0.75, -0.5), "");
    int base = made.view(TinyGltf.pack(FLOAT, LADDER), "");
    ladderOf(
        made.accessor(
            "VEC3",
            FLOAT,
            6,
            ",'bufferView':%d%s".formatted(base, sparse(2, places, indexType, values))));
    TriMesh mesh = HandMade.check(made, folder).character().meshes().getFirst().mesh();
    assertThat(mesh.positions()).contains(0.25, -0.25, 0.5, 0.125, 0.75, -0.5);
    assertThat(mesh.position(0, 0)).isEqualTo(-0.5);
  }

  @Test
  void sparseWithoutABaseIsZeroElsewhere() throws IOException {
    int places = made.view(TinyGltf.pack(UNSIGNED_BYTE, 0, 2, 3), "");
    int values = made.view(TinyGltf.pack(FLOAT, 1, 0, 0, 0.5, 0.5, 0, 0.25, 0.5, 0.75), "");
    ladderOf(made.accessor("VEC3", FLOAT, 6, sparse(3, places, UNSIGNED_BYTE, values)));
    TriMesh mesh = HandMade.check(made, folder).character().meshes().getFirst().mesh();
    assertThat(mesh.wedgePositions())
        .containsExactly(1, 0, 0, 0, 0, 0, 0.5f, 0.5f, 0, 0.25f, 0.5f, 0.75f, 0, 0, 0, 0, 0, 0);
    assertThat(mesh.vertexCount()).as("zeros weld").isEqualTo(4);
  }

  @Test
  void sparseIndicesMustIncrease() throws IOException {
    int places = made.view(TinyGltf.pack(UNSIGNED_BYTE, 3, 3), "");
    int values = made.view(TinyGltf.pack(FLOAT, 1, 0, 0, 0.5, 0.5, 0), "");
    ladderOf(made.accessor("VEC3", FLOAT, 6, sparse(2, places, UNSIGNED_BYTE, values)));
    assertRejected("/accessors/0/sparse/indices", "increasing");
  }

  private static String sparse(int count, int places, int type, int values) {
    return ",'sparse':{'count':%d,'indices':{'bufferView':%d,'componentType':%d},'values':{'bufferView':%d}}"
        .formatted(count, places, type, values);
  }

  @ParameterizedTest
  @CsvSource({
    BYTE + ",true,127",
    BYTE + ",false,1",
    UNSIGNED_BYTE + ",true,255",
    UNSIGNED_BYTE + ",false,1",
    SHORT + ",true,32767",
    SHORT + ",false,1",
    UNSIGNED_SHORT + ",true,65535",
    UNSIGNED_SHORT + ",false,1"
  })
  void quantizedPositions(int type, boolean normalized, double one) throws IOException {
    boolean signed = type == BYTE || type == SHORT;
    double most = type == BYTE ? 127 : type == UNSIGNED_BYTE ? 255 : type == SHORT ? 32767 : 65535;
    double[] values = new double[LADDER.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.rint((LADDER[i] + (signed ? 0 : 0.5)) * most / 1.5);
    }
    // One below the smallest normalised value: clamped to -1.
    values[0] = signed ? -most - 1 : 0;
    made.set("extensionsUsed", "['KHR_mesh_quantization']");
    made.set("extensionsRequired", "['KHR_mesh_quantization']");
    ladderOf(made.strided("VEC3", type, 8, normalized ? ",'normalized':true" : "", values));
    // The scale that restores a size near 1.
    double scale = normalized ? 1 : 1 / most;
    made.set(
        "nodes", "[{'mesh':0,'scale':[%s,%s,%s],'rotation':[0,0.6,0,0.8]}]", scale, scale, scale);
    TriMesh mesh = HandMade.check(made, folder).character().meshes().getFirst().mesh();
    assertThat(mesh.positions()[3]).isEqualTo(values[3] / one, within(1e-7 * most / one));
    if (signed && normalized) {
      assertThat(mesh.positions()[0]).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4,0",
    "5,0",
    "6,0",
    "4," + UNSIGNED_BYTE,
    "5," + UNSIGNED_BYTE,
    "6," + UNSIGNED_SHORT,
    "4," + UNSIGNED_INT,
    "5," + UNSIGNED_INT
  })
  void trianglesStripsAndFans(int mode, int indexType) throws IOException {
    int[] order = indexType == 0 ? new int[] {0, 1, 2, 3, 4, 5} : new int[] {5, 4, 3, 2, 1, 0};
    String indices = indexType == 0 ? "" : ",'indices':" + made.indices(indexType, order);
    made.add(
        "meshes",
        "{'primitives':[{'mode':%d,'attributes':{'POSITION':%d}%s}]}",
        mode,
        made.positions(LADDER),
        indices);
    made.add("nodes", "{'mesh':0}");
    TriMesh mesh = HandMade.check(made, folder).character().meshes().getFirst().mesh();
    // As the specification lists them: p(i) = {v(i), v(i+1+i%2), v(i+2-i%2)} for strips,
    // {v(i+1), v(i+2), v(0)} for fans, which begin with their centre here.
    int[] places =
        switch (mode) {
          case 4 -> new int[] {0, 1, 2, 3, 4, 5};
          case 5 -> new int[] {0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4};
          default -> new int[] {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5};
        };
    assertThat(mesh.cornerWedges())
        .containsExactly(Arrays.stream(places).map(i -> order[i]).toArray());
  }

  @Test
  void anIncompleteTriangleIsIgnored() throws IOException {
    ladderOf(made.positions(LADDER), made.indices(UNSIGNED_BYTE, 0, 1, 2, 3));
    GltfAsset asset = HandMade.check(made, folder);
    assertThat(asset.character().meshes().getFirst().mesh().triangleCount()).isEqualTo(1);
    assertThat(asset.issues()).anyMatch(i -> i.what().contains("incomplete"));
  }

  @Test
  void primitivesThatShareTheirAttributesShareWedges() throws IOException {
    int position = made.positions(LADDER);
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d},'indices':%d},"
            + "{'attributes':{'POSITION':%d},'indices':%d}]}",
        position,
        made.indices(UNSIGNED_BYTE, 0, 1, 2, 2, 1, 3),
        position,
        made.indices(UNSIGNED_BYTE, 2, 3, 4, 4, 3, 5));
    made.add("nodes", "{'mesh':0}");
    GltfAsset asset = HandMade.check(made, folder);
    TriMesh mesh = asset.character().meshes().getFirst().mesh();
    assertThat(mesh.wedgeCount()).isEqualTo(6);
    assertThat(mesh.cornerWedges()).containsExactly(LADDER_TRIANGLES);
    assertThat(mesh.groups()).containsExactly(0, 0, 1, 1);
    assertThat(asset.meshes().getFirst().primitives())
        .containsExactly(
            new GltfAsset.PrimitiveBinding(0, 0, 6), new GltfAsset.PrimitiveBinding(1, 0, 6));
  }

  @Test
  void primitivesWeldAlongTheirBoundary() throws IOException {
    int lower = made.positions(Arrays.copyOfRange(LADDER, 0, 12));
    int upper = made.positions(Arrays.copyOfRange(LADDER, 6, 18));
    int square = made.indices(UNSIGNED_BYTE, 0, 1, 2, 2, 1, 3);
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d},'indices':%d},"
            + "{'attributes':{'POSITION':%d},'indices':%d}]}",
        lower,
        square,
        upper,
        square);
    made.add("nodes", "{'mesh':0}");
    TriMesh mesh = HandMade.check(made, folder).character().meshes().getFirst().mesh();
    assertThat(mesh.wedgeCount()).isEqualTo(8);
    assertThat(mesh.vertexCount()).isEqualTo(6);
    assertThat(mesh.triangles()).containsExactly(LADDER_TRIANGLES);
  }

  @Test
  void verticesOfDifferentJointsDoNotWeld() throws IOException {
    double[] twice = new double[36];
    System.arraycopy(LADDER, 0, twice, 0, 18);
    System.arraycopy(LADDER, 0, twice, 18, 18);
    double[] joints = new double[48];
    double[] weights = new double[48];
    for (int v = 0; v < 12; v++) {
      weights[4 * v] = 1;
      // The copies follow the other joint; the first differs in a joint of weight 0 only.
      joints[4 * v] = v > 6 ? 1 : 0;
      joints[4 * v + 1] = v == 6 ? 1 : 0;
    }
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d}}]}",
        made.positions(twice),
        made.numbers("VEC4", UNSIGNED_SHORT, "", joints),
        made.floats("VEC4", weights));
    made.set("nodes", "[{'mesh':0,'skin':0},{'translation':[0,1,0]},{}]");
    made.add("skins", "{'joints':[1,2]}");
    TriMesh mesh = HandMade.check(made, folder).character().meshes().getFirst().mesh();
    assertThat(mesh.vertexCount()).isEqualTo(11);
    assertThat(mesh.vertexOfWedge(6)).isEqualTo(mesh.vertexOfWedge(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {FLOAT, UNSIGNED_BYTE, UNSIGNED_SHORT})
  void weightsOfEveryType(int type) throws IOException {
    made.ladder(made.ladderInfluences(type));
    made.set("nodes", "[{'mesh':0,'skin':0},{'children':[2]},{'rotation':[0,0,0.6,0.8]}]");
    made.add("skins", "{'joints':[1,2]}");
    GltfAsset asset = HandMade.check(made, folder);
    assertThat(asset.issues()).isEmpty();
    Influences influences =
        asset.character().meshes().getFirst().skinning().influences().orElseThrow();
    assertThat(influences.count(0)).isEqualTo(1);
    assertThat(influences.weight(1, 0)).isEqualTo(0.8, within(1e-5));
  }

  @Test
  void jointsMustBeUnsigned() throws IOException {
    int joints = made.numbers("VEC4", BYTE, "", -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    int weights = made.floats("VEC4", 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d}}]}",
        made.positions(0, 0, 0, 1, 0, 0, 0, 1, 0),
        joints,
        weights);
    made.set("nodes", "[{'mesh':0,'skin':0},{}]");
    made.add("skins", "{'joints':[1]}");
    assertRejected("/accessors/0", "unsigned");
  }

  @Test
  void pointsLinesAndPrimitivesWithoutPositionArePreserved() throws IOException {
    int position = made.positions(LADDER);
    made.add(
        "meshes",
        "{'primitives':[{'mode':0,'attributes':{'POSITION':%1$d}},"
            + "{'mode':3,'attributes':{'POSITION':%1$d},'extras':{'a':1}},"
            + "{'attributes':{'_OTHER':%1$d}},"
            + "{'mode':5,'attributes':{'POSITION':%1$d}}]}",
        position);
    made.add("nodes", "{'mesh':0}");
    GltfAsset asset = HandMade.check(made, folder);
    assertThat(asset.meshes().getFirst().primitives())
        .containsExactly(new GltfAsset.PrimitiveBinding(3, 0, 6));
    assertThat(asset.issues())
        .extracting(Issue::where)
        .containsExactly(
            "/meshes/0/primitives/0", "/meshes/0/primitives/1", "/meshes/0/primitives/2");
    assertThat(asset.issues().getLast().what()).contains("POSITION");
  }

  @Test
  void aPrimitiveWithoutColourIsWhite() throws IOException {
    double[] red = new double[12];
    for (int v = 0; v < 4; v++) {
      red[3 * v] = 0.5;
    }
    made.add(
        "meshes",
        "{'primitives':[{'mode':5,'attributes':{'POSITION':%d,'COLOR_0':%d}},"
            + "{'mode':5,'attributes':{'POSITION':%d}}]}",
        made.positions(Arrays.copyOfRange(LADDER, 0, 12)),
        made.floats("VEC3", red),
        made.positions(Arrays.copyOfRange(LADDER, 6, 18)));
    made.add("nodes", "{'mesh':0}");
    GltfAsset asset = HandMade.check(made, folder);
    TriMesh mesh = asset.character().meshes().getFirst().mesh();
    float[] colors = mesh.attribute(MeshAttribute.COLOR).orElseThrow().toArray();
    assertThat(colors).startsWith(0.5f, 0, 0).endsWith(1, 1, 1);
  }

  @Test
  void aMeshWithoutColourIsWhite() throws IOException {
    made.ladder(",'COLOR_0':" + made.floats("VEC3", new double[18]));
    made.ladder("");
    made.set("nodes", "[{'mesh':0},{'mesh':1}]");
    GltfAsset asset = HandMade.check(made, folder);
    CharacterSurface.Posed posed = CharacterSurface.of(asset.character()).newPosed();
    posed.set(asset.character().restPose());
    float[] colors = posed.mesh().attribute(MeshAttribute.COLOR).orElseThrow().toArray();
    assertThat(Arrays.copyOf(colors, 18)).containsOnly(0);
    assertThat(Arrays.copyOfRange(colors, 18, 36)).containsOnly(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-12, 1, -1, 1e12})
  void normalsUnderAnyScale(double scale) throws IOException {
    double[] up = new double[18];
    for (int v = 0; v < 6; v++) {
      up[3 * v + 1] = 0.6;
      up[3 * v + 2] = 0.8;
    }
    made.ladder(",'NORMAL':" + made.floats("VEC3", up));
    made.set("nodes", "[{'mesh':0,'scale':[%1$s,%1$s,%1$s]}]", scale);
    GltfAsset asset = GltfReader.read(made.embedded(folder.resolve("scaled.gltf")));
    CharacterSurface.Posed posed = CharacterSurface.of(asset.character()).newPosed();
    posed.set(asset.character().restPose());
    float[] normals = Objects.requireNonNull(posed.wedgeNormals());
    for (int v = 0; v < 6; v++) {
      assertThat(normals[3 * v + 1]).isEqualTo((float) (0.6 * Math.signum(scale)), within(1e-6f));
      assertThat(normals[3 * v + 2]).isEqualTo((float) (0.8 * Math.signum(scale)), within(1e-6f));
    }
  }

  private void ladderOf(int position) {
    ladderOf(position, made.indices(UNSIGNED_SHORT, LADDER_TRIANGLES));
  }

  private void ladderOf(int position, int indices) {
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d},'indices':%d}]}",
        position,
        indices);
    made.add("nodes", "{'mesh':0}");
  }

  private void assertRejected(String where, String why) throws IOException {
    Path file = made.embedded(folder.resolve("bad.gltf"));
    assertThatThrownBy(() -> GltfReader.read(file))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining(where)
        .hasMessageContaining(why);
  }
}
