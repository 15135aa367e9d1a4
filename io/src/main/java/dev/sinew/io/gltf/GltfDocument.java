package dev.sinew.io.gltf;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.InputFile;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.ReferenceFolder;
import dev.sinew.io.fbx.FbxReader;
import dev.sinew.io.gltf.json.DecodeBudget;
import dev.sinew.io.gltf.json.ExtensionNames;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.NullMembers;
import dev.sinew.io.gltf.json.ResourceUri;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.model.Issue;
import dev.sinew.run.RequestException;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a glTF file: the JSON tree, the binary buffers, and any extra chunks of a GLB.
 * Nothing is interpreted, dropped or reordered; numbers keep their spelling.
 *
 * <p>The tree can be modified; buffers are read-only.
 */
public final class GltfDocument {
  static final int GLB_MAGIC = 0x46546C67;
  static final int CHUNK_JSON = 0x4E4F534A;
  static final int CHUNK_BIN = 0x004E4942;

  /** What a value costs in a tree, found by trees of empty objects and of numbers. */
  private static final int BYTES_PER_VALUE = 96;

  /** What Draco or FBX leave of a mesh is seldom less than this part of it. */
  private static final long MAX_PACKED_RATIO = 16;

  private static final Gson GSON =
      new GsonBuilder()
          .disableHtmlEscaping()
          .serializeNulls()
          .setStrictness(Strictness.STRICT)
          .create();

  /** A chunk of a GLB that is neither the JSON nor the first buffer. */
  record ExtraChunk(int type, ByteBuffer bytes) {}

  /**
   * What was changed when a file became a document.
   *
   * @param extensions those that the file required and the document does not, since it is decoded
   * @param issues the issues of a file of another format
   */
  record Conversion(List<String> extensions, List<Issue> issues) {
    static final Conversion NONE = new Conversion(List.of(), List.of());
  }

  private final String source;
  private final @Nullable ReferenceFolder folder;
  private final JsonObject json;
  private final List<ByteBuffer> buffers;
  private final List<ExtraChunk> extraChunks;
  private final long fileSize;
  private final long memory;
  private final Conversion conversion;

  private GltfDocument(
      String source,
      @Nullable ReferenceFolder folder,
      JsonObject json,
      List<ByteBuffer> buffers,
      List<ExtraChunk> extraChunks,
      long fileSize,
      long memory,
      Conversion conversion) {
    this.source = source;
    this.folder = folder;
    this.json = json;
    this.buffers = buffers;
    this.extraChunks = extraChunks;
    this.fileSize = fileSize;
    this.memory = memory;
    this.conversion = conversion;
  }

  /**
   * Creates a document.
   *
   * @param folder the folder of the image files that it refers to, or null
   * @param json the tree, with one buffer, or none if there are no bytes; kept, not copied
   * @param buffer the bytes of that buffer, or none; kept, not copied
   */
  static GltfDocument of(
      String source, @Nullable ReferenceFolder folder, JsonObject json, byte[] buffer) {
    List<ByteBuffer> buffers = new ArrayList<>();
    if (buffer.length > 0) {
      buffers.add(ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN));
    }
    return new GltfDocument(
        source, folder, json, buffers, List.of(), buffer.length, Long.MAX_VALUE, Conversion.NONE);
  }

  /**
   * Creates a document of what was built.
   *
   * @param folder the folder of the image files that it refers to, or null
   */
  static GltfDocument of(String source, @Nullable ReferenceFolder folder, GltfBuilder built) {
    return of(source, folder, built.json(), built.finish());
  }

  /** Creates a document in the place of another, with its name, folder and extra chunks. */
  static GltfDocument of(GltfDocument original, GltfBuilder built) {
    GltfDocument made = of(original.source, original.folder, built);
    return new GltfDocument(
        made.source,
        made.folder,
        made.json,
        made.buffers,
        original.extraChunks,
        made.fileSize,
        original.memory,
        Conversion.NONE);
  }

  /**
   * Returns the same document with a member of the extras of its asset, or without it. Extras that
   * are no object stay as they are.
   */
  public GltfDocument withAssetExtra(String name, Optional<JsonObject> value) {
    JsonObject copy = json.deepCopy();
    JsonObject asset = JsonPlace.objectOf(copy, "asset");
    JsonObject extras = JsonPlace.objectOf(asset, "extras");
    if (value.isEmpty() && !extras.has(name)) {
      return this;
    }
    extras.remove(name);
    value.ifPresent(member -> extras.add(name, member));
    if (!asset.has("extras")) {
      asset.add("extras", extras);
    } else if (extras.isEmpty()) {
      asset.remove("extras");
    }
    return withTree(copy);
  }

  /** Returns a document with the same bytes and another tree, which is kept, not copied. */
  GltfDocument withTree(JsonObject tree) {
    return new GltfDocument(
        source, folder, tree, buffers, extraChunks, fileSize, memory, conversion);
  }

  /**
   * Reads a .gltf, .glb or .fbx file, recognised by its content, and the files that it refers to.
   */
  public static GltfDocument read(Path file) throws IOException {
    return read(file, new FileSession());
  }

  /** Reads a file and its external buffers as inputs of a session. */
  public static GltfDocument read(Path file, FileSession files) throws IOException {
    byte[] bytes = InputFile.readAll(file);
    files.reading(file);
    ReferenceFolder folder =
        new ReferenceFolder(
            Objects.requireNonNull(file.toAbsolutePath().getParent()), files.allowsOutside());
    return parse(file.toString(), bytes, folder, files, Long.MAX_VALUE);
  }

  /**
   * Reads a document from memory.
   *
   * @param source the file name in messages
   * @param bytes the whole .gltf or .glb file; kept, not copied
   * @param folder the folder of external buffers, or null to reject them
   */
  public static GltfDocument parse(String source, byte[] bytes, @Nullable Path folder)
      throws IOException {
    return parse(
        source,
        bytes,
        folder == null ? null : new ReferenceFolder(folder, false),
        new FileSession(),
        Long.MAX_VALUE);
  }

  /**
   * Reads a document without external buffers from memory.
   *
   * @param source the file name in messages
   * @param bytes the whole .gltf or .glb file; kept, not copied
   * @param memory the most bytes that its tree may take, and likewise what is decoded of it
   */
  public static GltfDocument parse(String source, byte[] bytes, long memory) throws IOException {
    return parse(source, bytes, null, new FileSession(), memory);
  }

  private static GltfDocument parse(
      String source, byte[] bytes, @Nullable ReferenceFolder folder, FileSession files, long memory)
      throws IOException {
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asReadOnlyBuffer();
    all.order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length == 0) {
      throw new MalformedAssetException(source, "", "the file is empty");
    }
    if (FbxReader.isFbx(bytes)) {
      return ofFbx(source, bytes, folder, files, memory);
    }
    boolean binary = bytes.length >= 4 && all.getInt(0) == GLB_MAGIC;
    Chunks chunks = binary ? splitChunks(source, all) : new Chunks(all, null, List.of());
    new DecodeBudget(memory)
        .spend(new JsonPlace(source, "", JsonNull.INSTANCE), treeBytes(chunks.json));
    JsonObject json = parseJson(source, chunks.json);
    NullMembers.remove(json);
    requireVersion2(source, json);
    Buffers resolved = new Buffers(source, folder, chunks.binary, files);
    List<ByteBuffer> buffers = new ArrayList<>();
    for (JsonPlace place : new JsonPlace(source, "", json).items("buffers")) {
      buffers.add(resolved.resolve(place, buffers.size()));
    }
    if (folder != null) {
      recordImages(new JsonPlace(source, "", json), folder, files);
    }
    GltfDocument document =
        new GltfDocument(
            source,
            folder,
            json,
            buffers,
            chunks.extra,
            bytes.length + resolved.externalBytes,
            memory,
            Conversion.NONE);
    document.extensions("extensionsUsed").forEach(files::found);
    if (DracoMeshes.isUsed(json)) {
      return document.decoded();
    }
    ExtensionNames.remove(json, List.of(DracoMeshes.EXTENSION));
    return document;
  }

  private static GltfDocument ofFbx(
      String source, byte[] bytes, @Nullable ReferenceFolder folder, FileSession files, long memory)
      throws MalformedAssetException {
    FbxReader.Result read = FbxReader.read(source, bytes, folder, files, memory);
    GltfDocument made = of(source, folder, read.document());
    return new GltfDocument(
        source,
        folder,
        made.json,
        made.buffers,
        List.of(),
        Math.max(bytes.length, Math.min(made.fileSize, MAX_PACKED_RATIO * bytes.length)),
        memory,
        new Conversion(List.of(), read.issues()));
  }

  /** Returns this document with its compressed meshes decoded. */
  private GltfDocument decoded() throws MalformedAssetException {
    GltfBuilder built = DracoMeshes.decode(this);
    byte[] bytes = built.finish();
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return new GltfDocument(
        source,
        folder,
        built.json(),
        bytes.length == 0 ? List.of() : List.of(buffer),
        extraChunks,
        Math.max(fileSize, Math.min(bytes.length, MAX_PACKED_RATIO * fileSize)),
        memory,
        new Conversion(List.of(DracoMeshes.EXTENSION), List.of()));
  }

  /** Records the image files as inputs; they are read later, if at all. */
  private static void recordImages(JsonPlace root, ReferenceFolder folder, FileSession files)
      throws MalformedAssetException {
    for (JsonPlace image : root.items("images")) {
      JsonPlace uri = image.find("uri");
      if (uri != null && !uri.text().startsWith("data:")) {
        try {
          files.reading(ResourceUri.file(uri, uri.text(), folder));
        } catch (IOException e) {
          // Not a file that the model may refer to, so it is never read.
        }
      }
    }
  }

  /** Returns the file name in messages. */
  public String source() {
    return source;
  }

  /** Returns the JSON tree, which may be modified. */
  public JsonObject json() {
    return json;
  }

  /**
   * Returns names of extensions.
   *
   * @param list "extensionsUsed" or "extensionsRequired"
   */
  public List<String> extensions(String list) {
    List<String> names = new ArrayList<>();
    if (json.get(list) instanceof JsonArray array) {
      for (JsonElement name : array) {
        if (name instanceof JsonPrimitive text && text.isString()) {
          names.add(text.getAsString());
        }
      }
    }
    return names;
  }

  /** Returns extensions that the file required and the document does not, since it is decoded. */
  public List<String> decodedExtensions() {
    return conversion.extensions;
  }

  /** Returns the issues of the file that it was converted from. */
  List<Issue> conversionIssues() {
    return conversion.issues;
  }

  /** Returns the number of buffers. */
  public int bufferCount() {
    return buffers.size();
  }

  /** Returns a read-only, little-endian view of a buffer, of the declared length. */
  public ByteBuffer buffer(int i) {
    return buffers.get(i).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the number of bytes read, including external buffers. */
  long fileSize() {
    return fileSize;
  }

  /** Returns the limit of what may be decoded of it. */
  DecodeBudget newBudget() {
    return DecodeBudget.ofFile(fileSize, memory);
  }

  /** Returns the folder of the files that the document refers to; null if it has none. */
  @Nullable ReferenceFolder folder() {
    return folder;
  }

  List<ExtraChunk> extraChunks() {
    return extraChunks;
  }

  /** Returns the root of the tree, for reading. */
  JsonPlace root() {
    return new JsonPlace(source, "", json);
  }

  /**
   * Writes a .glb file, a .gltf file with its buffers in separate files, or a file of another
   * format of characters, by the extension. Extra chunks of a GLB are not written to a .gltf file.
   */
  public void write(Path file) throws IOException {
    FileSession.write(files -> write(file, files));
  }

  /** Writes a file as an output of a session. */
  public void write(Path file, FileSession files) throws IOException {
    Optional<AvatarInfo> avatar = AvatarInfo.of(this);
    if (Format.named(file).equals(Optional.of(Format.VRM)) && avatar.isEmpty()) {
      throw new RequestException(
          file.toString(), "the model is no avatar (VRM): write a .glb or .gltf file");
    }
    if (avatar.isPresent() && !avatar.get().modifiable()) {
      files.add(
          Issue.info(
              "",
              "the avatar's licence does not permit changed copies (%s): ask its author"
                  .formatted(
                      avatar.get().version() == 0
                          ? avatar.get().licence()
                          : "modification is prohibited")));
    }
    Optional<Format.CharacterWriter> other = Format.named(file).flatMap(Format::characterWriter);
    if (other.isPresent()) {
      other.get().write(file, this, files);
    } else {
      new DocumentWriter(this, files).write(file);
    }
  }

  /** Returns a self-contained GLB: buffers and images that the document refers to are in it. */
  public byte[] toGlb() throws IOException {
    return new DocumentWriter(this, new FileSession()).toGlb();
  }

  /** Returns the tree as text in one line. */
  static String toText(JsonElement tree) {
    return GSON.toJson(tree);
  }

  private record Chunks(ByteBuffer json, @Nullable ByteBuffer binary, List<ExtraChunk> extra) {}

  private static Chunks splitChunks(String source, ByteBuffer all) throws MalformedAssetException {
    if (all.limit() < 20) {
      throw atByte(source, all.limit(), "the file ends within the GLB header");
    }
    int version = all.getInt(4);
    if (version != 2) {
      throw atByte(source, 4, "expected GLB version 2, got " + Integer.toUnsignedString(version));
    }
    long length = Integer.toUnsignedLong(all.getInt(8));
    if (length > all.limit() || length < 20) {
      throw atByte(
          source, 8, "the header declares " + length + " bytes, the file has " + all.limit());
    }
    ByteBuffer json = null;
    ByteBuffer binary = null;
    List<ExtraChunk> extra = new ArrayList<>();
    int at = 12;
    while (at < length) {
      if (length - at < 8) {
        throw atByte(source, at, "the file ends within a chunk header");
      }
      long size = Integer.toUnsignedLong(all.getInt(at));
      int type = all.getInt(at + 4);
      if (size > length - at - 8) {
        throw atByte(
            source, at, "a chunk of " + size + " bytes exceeds the remaining " + (length - at - 8));
      }
      ByteBuffer bytes = all.slice(at + 8, (int) size).order(ByteOrder.LITTLE_ENDIAN);
      if (json == null) {
        if (type != CHUNK_JSON) {
          throw atByte(source, at + 4, "the first chunk must be JSON");
        }
        json = bytes;
      } else if (type == CHUNK_BIN && binary == null) {
        binary = bytes;
      } else {
        extra.add(new ExtraChunk(type, bytes));
      }
      at += 8 + (int) size;
      at += (int) Math.min((4 - size % 4) % 4, length - at);
    }
    if (json == null) {
      throw atByte(source, 12, "there is no JSON chunk");
    }
    return new Chunks(json, binary, extra);
  }

  /** Estimates the memory of a tree: its text, and an object per value. */
  private static long treeBytes(ByteBuffer json) {
    long values = 0;
    for (int i = 0; i < json.limit(); i++) {
      byte at = json.get(i);
      values += at == ',' || at == ':' || at == '[' || at == '{' ? 1 : 0;
    }
    return 2L * json.limit() + BYTES_PER_VALUE * values;
  }

  /** Parses a JSON object strictly. */
  static JsonObject parseJson(String source, ByteBuffer bytes) throws MalformedAssetException {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate()).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedAssetException(source, "", "expected a GLB or JSON text in UTF-8");
    }
    JsonReader reader = new JsonReader(new StringReader(stripByteOrderMark(text)));
    reader.setStrictness(Strictness.STRICT);
    try {
      TypeAdapter<JsonElement> adapter = GSON.getAdapter(JsonElement.class);
      JsonElement tree = adapter.read(reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new MalformedAssetException(
            source, reader.getPath(), "unexpected text after the end of the JSON");
      }
      if (!(tree instanceof JsonObject object)) {
        throw new MalformedAssetException(source, "/", "expected a JSON object");
      }
      return object;
    } catch (MalformedAssetException e) {
      throw e;
    } catch (EOFException e) {
      throw new MalformedAssetException(source, reader.getPath(), "the JSON ends too early");
    } catch (MalformedJsonException e) {
      if (!text.stripLeading().startsWith("{")) {
        throw new MalformedAssetException(source, "", "neither a GLB nor JSON nor FBX");
      }
      throw new MalformedAssetException(source, reader.getPath(), "not valid JSON here");
    } catch (IOException | JsonParseException | IllegalStateException | NumberFormatException e) {
      throw new MalformedAssetException(
          source, reader.getPath(), "not valid JSON: " + firstLine(e.getMessage()));
    }
  }

  private static void requireVersion2(String source, JsonObject json)
      throws MalformedAssetException {
    JsonPlace asset = new JsonPlace(source, "", json).get("asset");
    String version = asset.get("version").text();
    String minVersion = asset.textOr("minVersion", "2.0");
    if (!version.startsWith("2.")
        || !minVersion.startsWith("2.")
        || minVersion.compareTo("2.0") > 0) {
      throw asset.error("expected glTF 2.0, got version " + version + ", minVersion " + minVersion);
    }
  }

  /** Finds the bytes of the buffers while a document is read. */
  private static final class Buffers {
    private final String source;
    private final @Nullable ReferenceFolder folder;
    private final @Nullable ByteBuffer binaryChunk;
    private final FileSession session;
    private final Map<Path, ByteBuffer> files = new HashMap<>();
    private long externalBytes;

    Buffers(
        String source,
        @Nullable ReferenceFolder folder,
        @Nullable ByteBuffer binaryChunk,
        FileSession session) {
      this.source = source;
      this.folder = folder;
      this.binaryChunk = binaryChunk;
      this.session = session;
    }

    ByteBuffer resolve(JsonPlace place, int i) throws IOException {
      int length = place.get("byteLength").integer(1, Integer.MAX_VALUE);
      ByteBuffer bytes = find(place, i);
      if (bytes == null) {
        return ByteBuffer.allocate(0);
      }
      if (bytes.limit() < length) {
        throw place.error(
            "byteLength is " + length + ", but there are " + bytes.limit() + " bytes");
      }
      return bytes.slice(0, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private @Nullable ByteBuffer find(JsonPlace place, int i) throws IOException {
      JsonPlace uri = place.find("uri");
      if (uri == null) {
        if (i == 0 && binaryChunk != null) {
          return binaryChunk;
        }
        // The fallback buffer of meshopt compression has no bytes.
        if (MeshoptViews.isFallback(place)) {
          return null;
        }
        throw place.error("expected a uri or a binary chunk");
      }
      String text = uri.text();
      if (text.startsWith("data:")) {
        return ByteBuffer.wrap(ResourceUri.dataBytes(uri, text));
      }
      if (folder == null) {
        throw uri.error("external files are not allowed here");
      }
      Path file = ResourceUri.file(uri, text, folder);
      // A file is read once, even if several buffers refer to it.
      ByteBuffer known = files.get(file);
      if (known == null) {
        known =
            ByteBuffer.wrap(InputFile.readAll(file, InputFile.MAX_BYTES, source, uri.pointer()));
        session.reading(file);
        externalBytes += known.limit();
        files.put(file, known);
      }
      return known;
    }
  }

  private static MalformedAssetException atByte(String source, long at, String reason) {
    return new MalformedAssetException(source, "byte " + at, reason);
  }

  private static String stripByteOrderMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "unreadable" : message.lines().findFirst().orElse("unreadable");
  }
}
