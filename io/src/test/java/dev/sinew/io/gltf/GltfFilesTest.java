package dev.sinew.io.gltf;

import static dev.sinew.io.gltf.TinyGltf.FLOAT;
import static dev.sinew.io.gltf.TinyGltf.LADDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.sinew.io.FilePolicy;
import dev.sinew.io.FileSession;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.MeshoptStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffers and images of a document, and how they are written to another folder. */
class GltfFilesTest {
  private static final byte[] PICTURE = {(byte) 0x89, 'P', 'N', 'G', 1, 2, 3};

  @TempDir Path folder;
  private Path from = Path.of("");
  private Path elsewhere = Path.of("");
  private final TinyGltf made = new TinyGltf();

  @BeforeEach
  void makeFolders() throws IOException {
    from = Files.createDirectory(folder.resolve("from here"));
    elsewhere = Files.createDirectory(folder.resolve("else where"));
  }

  @Test
  void aBufferInAFileWithAnEscapedName() throws IOException {
    made.ladder("");
    made.add("nodes", "{'mesh':0}");
    Files.write(from.resolve("my data+#1.bin"), made.buffer());
    Path file = made.withBufferNamed(from.resolve("a.gltf"), "my%20data+%231.bin");
    HandMade.check(file);
    // The buffer file has the new name, escaped again.
    Path copy = elsewhere.resolve("copy of a.gltf");
    GltfDocument.read(file).write(copy);
    try (Stream<Path> files = Files.list(elsewhere)) {
      List<Path> buffers = files.filter(f -> f.toString().endsWith(".bin")).toList();
      assertThat(buffers).hasSize(1);
      assertThat(buffers.getFirst().getFileName().toString())
          .matches("copy of a-[0-9a-f]{12}\\.bin");
      assertThat(buffers.getFirst()).hasBinaryContent(made.buffer());
    }
    HandMade.check(copy);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../secret.bin", "%2e%2e/secret.bin", "..%2fsecret.bin", "in/../../secret.bin"})
  void onlyFilesBelowTheFolderAreRead(String uri) throws IOException {
    made.ladder("");
    Files.write(from.resolveSibling("secret.bin"), made.buffer());
    Path file = made.withBufferNamed(from.resolve("a.gltf"), uri);
    assertThatThrownBy(() -> GltfDocument.read(file))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("a.gltf: /buffers/0/uri")
        .hasMessageContaining("FilePolicy.allowOutside");
    // Whether the file exists is not told.
    Files.delete(from.resolveSibling("secret.bin"));
    assertThatThrownBy(() -> GltfDocument.read(file))
        .hasMessageContaining("FilePolicy.allowOutside");
  }

  @Test
  void filesOutsideAreReadIfAllowed() throws IOException {
    made.ladder("");
    made.add("nodes", "{'mesh':0}");
    Files.write(from.resolveSibling("shared.bin"), made.buffer());
    Path file = made.withBufferNamed(from.resolve("a.gltf"), "../shared.bin");
    assertThat(
            GltfDocument.read(file, new FileSession(FilePolicy.DEFAULTS.withAllowOutside(true)))
                .bufferCount())
        .isOne();
  }

  @Test
  void linksOutOfTheFolderAreNotFollowed() throws IOException {
    made.ladder("");
    Files.write(from.resolveSibling("secret.bin"), made.buffer());
    Files.createSymbolicLink(from.resolve("link.bin"), from.resolveSibling("secret.bin"));
    Path file = made.withBufferNamed(from.resolve("a.gltf"), "link.bin");
    assertThatThrownBy(() -> GltfDocument.read(file))
        .hasMessageContaining("FilePolicy.allowOutside");
    // A link within the folder is one of its files.
    Files.delete(from.resolve("link.bin"));
    Files.write(from.resolve("own.bin"), made.buffer());
    Files.createSymbolicLink(from.resolve("link.bin"), from.resolve("own.bin"));
    assertThat(GltfDocument.read(file).bufferCount()).isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../secret.png", "%2e%2e%2fsecret.png", "link.png"})
  void picturesOutsideAreNotCopied(String uri) throws IOException {
    made.ladder("");
    made.add("nodes", "{'mesh':0}");
    made.add("images", "{'uri':'" + uri.replace("%", "%%") + "'}");
    Files.writeString(from.resolveSibling("secret.png"), "secret");
    Files.createSymbolicLink(from.resolve("link.png"), from.resolveSibling("secret.png"));
    Path file = made.embedded(from.resolve("a.gltf"));
    GltfDocument document = GltfDocument.read(file);
    for (String name : List.of("out.glb", "out.gltf")) {
      Path out = elsewhere.resolve(name);
      assertThatThrownBy(() -> document.write(out))
          .hasMessageContaining("a.gltf: /images/0/uri")
          .hasMessageContaining("FilePolicy.allowOutside");
      assertThat(out).doesNotExist();
    }
    try (Stream<Path> files = Files.list(elsewhere)) {
      assertThat(files).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/hostname", "%2Fetc%2Fhostname", "file:///etc/hostname", "%zz"})
  void onlyRelativeFilesAreRead(String uri) throws IOException {
    made.ladder("");
    Path file = made.withBufferNamed(from.resolve("a.gltf"), uri);
    assertThatThrownBy(() -> GltfDocument.read(file))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("/buffers/0/uri");
  }

  @Test
  void aFileOfManyBuffersIsReadOnce() throws IOException {
    int size = 1 << 20;
    int times = 50_000;
    Files.write(from.resolve("large.bin"), new byte[size]);
    String buffer = "{\"byteLength\":" + size + ",\"uri\":\"large.bin\"}";
    String json =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":["
            + (buffer + ",").repeat(times - 1)
            + buffer
            + "]}";
    Path file = Files.writeString(from.resolve("many.gltf"), json);
    GltfDocument document = GltfDocument.read(file);
    assertThat(document.bufferCount()).isEqualTo(times);
    assertThat(document.fileSize()).isEqualTo(json.length() + size);
  }

  @ParameterizedTest
  @CsvSource({"glb,true", "gltf,true", "glb,false", "gltf,false"})
  void anImageFileIsEmbeddedInAnotherFolder(String kind, boolean mergeable) throws IOException {
    Path file = pictured(mergeable);
    GltfDocument document = GltfDocument.read(file);
    Path copy = elsewhere.resolve("copy." + kind);
    document.write(copy);
    JsonObject image = imageOf(copy, 0);
    if (image.has("uri")) {
      assertThat(image.get("uri").getAsString())
          .isEqualTo("data:image/png;base64," + Base64.getEncoder().encodeToString(PICTURE));
    } else {
      assertThat(image.get("mimeType").getAsString()).isEqualTo("image/png");
      assertThat(bytesOf(copy, image)).isEqualTo(PICTURE);
      assertThat(imageOf(copy, 1).get("bufferView"))
          .as("one file, one view")
          .isEqualTo(image.get("bufferView"));
    }
    assertThat(imageOf(copy, 2).get("uri").getAsString()).isEqualTo("missing.png");
    assertThat(imageOf(copy, 3).get("uri").getAsString()).isEqualTo("100%.png");
    assertThat(imageOf(copy, 4).get("uri").getAsString()).isEqualTo("https://example.org/a.png");
    // The document itself has not changed.
    assertThat(document.json()).isEqualTo(GltfDocument.read(file).json());
  }

  @ParameterizedTest
  @ValueSource(strings = {"glb", "gltf"})
  void anImageFileStaysInItsFolder(String kind) throws IOException {
    Path copy = from.resolve("copy." + kind);
    GltfDocument.read(pictured(true)).write(copy);
    assertThat(imageOf(copy, 0).get("uri").getAsString()).isEqualTo("a%20picture.png");
  }

  @Test
  void anImageIsEmbeddedWithoutABuffer() throws IOException {
    Files.write(from.resolve("p.jpg"), PICTURE);
    made.add("images", "{'uri':'p.jpg'}");
    Path file = made.embedded(from.resolve("a.gltf"));
    Path copy = elsewhere.resolve("copy.glb");
    GltfDocument.read(file).write(copy);
    assertThat(imageOf(copy, 0).get("uri").getAsString()).startsWith("data:image/jpeg;base64,");
  }

  @Test
  void aPosedDocumentKeepsItsPictures() throws IOException {
    GltfAsset asset = GltfReader.read(pictured(true));
    Path copy = elsewhere.resolve("posed.glb");
    PosedDocument.of(asset, HandMade.atRest(asset)).write(copy);
    assertThat(bytesOf(copy, imageOf(copy, 0))).isEqualTo(PICTURE);
    assertThat(GltfDocument.read(copy).json().has("extensionsUsed")).isFalse();
  }

  @Test
  void unknownContentIsPreserved() throws IOException {
    made.ladder("");
    made.set(
        "nodes",
        "[{'mesh':0,'camera':0,'extras':{'deep':[1.50,1e3,null]},"
            + "'extensions':{'VENDOR_thing':{'x':-0.0}}}]");
    made.add(
        "cameras", "{'type':'orthographic','orthographic':{'xmag':1,'ymag':1,'znear':0,'zfar':9}}");
    made.set("extensionsUsed", "['VENDOR_thing']");
    made.set("extensions", "{'VENDOR_thing':{'list':['ä','<b>']}}");
    made.set("extras", "{'number':12345678901234567890.10}");
    made.set("somethingNew", "{'is':true}");
    byte[] extra = "kept as it is...".getBytes(StandardCharsets.UTF_8);
    Path file = made.binary(from.resolve("a.glb"), extra);
    HandMade.check(file);
    Path copy = from.resolve("copy.glb");
    GltfDocument.read(file).write(copy);
    GltfDocument again = GltfDocument.read(copy);
    assertThat(again.extraChunks()).hasSize(1);
    assertThat(again.extraChunks().getFirst().type()).isEqualTo(0x54584554);
    assertThat(again.extraChunks().getFirst().bytes()).isEqualTo(ByteBuffer.wrap(extra));
    String text = Files.readString(copy, StandardCharsets.ISO_8859_1);
    assertThat(text).contains("1.50", "1e3", "-0.0", "12345678901234567890.10", "<b>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EXT_meshopt_compression", "KHR_meshopt_compression"})
  void compressedViewsWithAFallbackBuffer(String extension) throws IOException {
    MeshoptStream points = MeshoptStream.named("floats-v0");
    MeshoptStream triangles = MeshoptStream.named("two-lists");
    made.view(points.packed(), "");
    made.view(triangles.packed(), "");
    compress(0, extension, points);
    compress(1, extension, triangles);
    made.add(
        "buffers",
        "{'byteLength':%d,'extensions':{'%s':{'fallback':true}}}",
        points.expected().length + triangles.expected().length,
        extension);
    made.set("extensionsUsed", "['%s']", extension);
    made.set("extensionsRequired", "['%s']", extension);
    made.accessor("VEC3", FLOAT, points.count(), ",'bufferView':0");
    made.accessor("SCALAR", 5125, triangles.count(), ",'bufferView':1");
    made.add("meshes", "{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}");
    made.add("nodes", "{'mesh':0}");
    Path file = made.embedded(from.resolve("packed.gltf"));
    assertDecoded(file, points, triangles);
    for (Path copy : HandMade.copies(GltfDocument.read(file), file)) {
      assertDecoded(copy, points, triangles);
    }
    assertDecoded(made.binary(from.resolve("packed.glb")), points, triangles);
  }

  private void compress(int view, String extension, MeshoptStream stream) {
    JsonObject plain = made.json().getAsJsonArray("bufferViews").get(view).getAsJsonObject();
    JsonObject packed =
        TinyGltf.object(
            "{'buffer':0,'byteOffset':%s,'byteLength':%s,'byteStride':%d,'count':%d,'mode':'%s'}",
            plain.get("byteOffset"),
            plain.get("byteLength"),
            stream.byteStride(),
            stream.count(),
            stream.mode());
    plain.addProperty("buffer", 1);
    plain.addProperty("byteOffset", view == 0 ? 0 : 240);
    plain.addProperty("byteLength", stream.expected().length);
    plain.add("extensions", new JsonObject());
    plain.getAsJsonObject("extensions").add(extension, packed);
  }

  private static void assertDecoded(Path file, MeshoptStream points, MeshoptStream triangles)
      throws IOException {
    TriMesh mesh = GltfReader.read(file).requireSound().character().meshes().getFirst().mesh();
    float[] positions = new float[3 * points.count()];
    littleEndian(points.expected()).asFloatBuffer().get(positions);
    int[] indices = new int[triangles.count()];
    littleEndian(triangles.expected()).asIntBuffer().get(indices);
    assertThat(mesh.wedgePositions()).containsExactly(positions);
    assertThat(mesh.cornerWedges()).containsExactly(indices);
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A file with images that exist, that are missing, and that are on a server. */
  private Path pictured(boolean mergeable) throws IOException {
    Files.write(from.resolve("a picture.png"), PICTURE);
    made.ladder("");
    made.add("nodes", "{'mesh':0}");
    made.set(
        "images",
        "[{'uri':'a%%20picture.png'},{'uri':'./a%%20picture.png'},{'uri':'missing.png'},"
            + "{'uri':'100%%.png'},{'uri':'https://example.org/a.png'}]");
    made.add("textures", "{'source':0}");
    made.add("materials", "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}");
    made.set("extensionsUsed", "['VENDOR_thing']");
    if (!mergeable) {
      made.json()
          .getAsJsonArray("bufferViews")
          .get(0)
          .getAsJsonObject()
          .add("extensions", TinyGltf.object("{'VENDOR_thing':{}}"));
    }
    return made.embedded(from.resolve("a.gltf"));
  }

  private static JsonObject imageOf(Path file, int i) throws IOException {
    return GltfDocument.read(file).json().getAsJsonArray("images").get(i).getAsJsonObject();
  }

  private static byte[] bytesOf(Path file, JsonObject image) throws IOException {
    ByteBuffer bytes =
        new Accessors(GltfDocument.read(file)).viewBytes(image.get("bufferView").getAsInt());
    byte[] out = new byte[bytes.remaining()];
    bytes.duplicate().get(out);
    return out;
  }

  @Test
  void aPosedDocumentWritesSharedVerticesOnceAndNoEmptyPrimitive() throws IOException {
    int position = made.positions(LADDER);
    int uv = made.floats("VEC2", 0, 0, 1, 0, 0, 1, 1, 1, 0, 0.5, 1, 0.5);
    made.add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%1$d,'TEXCOORD_0':%2$d},'indices':%3$d},"
            + "{'attributes':{'POSITION':%1$d,'TEXCOORD_0':%2$d},'mode':5},"
            + "{'attributes':{'POSITION':%1$d,'TEXCOORD_0':%2$d},'indices':%4$d}]}",
        position,
        uv,
        made.indices(TinyGltf.UNSIGNED_BYTE, 0, 1, 2),
        made.indices(TinyGltf.UNSIGNED_BYTE, 0, 1));
    made.set("nodes", "[{'mesh':0},{'mesh':0,'translation':[1,0,0]}]");
    GltfAsset asset = HandMade.check(made, folder);
    CharacterSurface.Posed shape = HandMade.atRest(asset);
    Path copy = folder.resolve("posed.glb");
    PosedDocument.of(asset, shape).write(copy);
    GltfAsset posed = GltfReader.read(copy).requireSound();
    // Positions per part; UVs and two lists of triangles shared by both.
    assertThat(posed.document().json().getAsJsonArray("accessors")).hasSize(2 + 1 + 2);
    assertThat(posed.issues()).isEmpty();
    assertThat(posed.meshes()).hasSize(2).allMatch(m -> m.primitives().size() == 2);
    TriMesh second = posed.character().meshes().get(1).mesh();
    assertThat(second.wedgePositions())
        .containsExactly(java.util.Arrays.copyOfRange(shape.wedgePositions(), 18, 36));
    assertThat(second.attribute(MeshAttribute.UV).orElseThrow().value(4, 1)).isEqualTo(0.5f);
  }

  @Test
  void mirroredPartsKeepTheirOrientation() throws IOException {
    made.ladder("");
    made.set("nodes", "[{'mesh':0,'scale':[1,1,-1]}]");
    GltfAsset asset = HandMade.check(made, folder);
    CharacterSurface.Posed shape = HandMade.atRest(asset);
    assertThat(shape.isMirrored(0)).isTrue();
    TriMesh drawn = shape.mesh();
    TriMesh given = asset.character().meshes().getFirst().mesh();
    assertThat(drawn.wedge(0, 1)).isEqualTo(given.wedge(0, 2));
    Path copy = folder.resolve("mirrored.glb");
    PosedDocument.of(asset, shape).write(copy);
    GltfAsset posed = GltfReader.read(copy).requireSound();
    CharacterSurface.Posed again = HandMade.atRest(posed);
    assertThat(again.isMirrored(0)).isTrue();
    assertThat(again.wedgePositions()).containsExactly(shape.wedgePositions());
  }

  /** The joints of a mirrored character mirror its skin, so the triangles flip as without one. */
  @Test
  void mirroredSkinsKeepTheirOrientation() throws IOException {
    made.ladder(made.ladderInfluences(TinyGltf.FLOAT));
    made.set(
        "nodes", "[{'scale':[1,1,-1],'children':[1,2,3]},{'mesh':0,'skin':0},{},{'name':'top'}]");
    made.set("skins", "[{'joints':[2,3]}]");
    made.set("scenes", "[{'nodes':[0]}]");
    GltfAsset asset = HandMade.check(made, folder);
    CharacterSurface.Posed shape = HandMade.atRest(asset);
    TriMesh drawn = shape.mesh();
    TriMesh given = asset.character().meshes().getFirst().mesh();
    assertThat(drawn.wedge(0, 1)).isEqualTo(given.wedge(0, 2));
    Path copy = folder.resolve("mirrored.glb");
    PosedDocument.of(asset, shape).write(copy);
    CharacterSurface.Posed again = HandMade.atRest(GltfReader.read(copy).requireSound());
    assertThat(again.wedgePositions()).containsExactly(shape.wedgePositions());
    assertThat(again.mesh().wedge(0, 1)).isEqualTo(drawn.wedge(0, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"glb", "gltf"})
  void anEmptyDocumentIsValid(String kind) throws IOException {
    Path file = made.embedded(folder.resolve("nothing.gltf"));
    GltfAsset asset = GltfReader.read(file);
    Path copy = folder.resolve("posed." + kind);
    PosedDocument.of(asset, HandMade.atRest(asset)).write(copy);
    assertThat(GltfReader.read(copy).character().parts()).isEmpty();
    Path same = folder.resolve("same." + kind);
    asset.document().write(same);
    assertThat(GltfDocument.read(same).json()).isEqualTo(asset.document().json());
  }
}
