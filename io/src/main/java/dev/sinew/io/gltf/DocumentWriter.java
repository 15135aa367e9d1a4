package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.AtomicOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes a document out so that it stands alone: a GLB carries its buffers in one chunk, a .gltf
 * keeps embedded buffers embedded and gets the others beside it under its own name. Images that
 * were files beside the source move into the document when the target lies in another folder.
 */
final class DocumentWriter {
  private static final int GLB_MAGIC = 0x46546C67;
  private static final int CHUNK_JSON = 0x4E4F534A;
  private static final int CHUNK_BIN = 0x004E4942;

  private final GltfDocument document;

  DocumentWriter(GltfDocument document) {
    this.document = document;
  }

  void write(Path file) throws IOException {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (name.endsWith(".glb")) {
      writeBinary(file);
    } else if (name.endsWith(".gltf")) {
      writeText(file);
    } else {
      throw new IOException(file + ": expected a name that ends in .glb or .gltf");
    }
  }

  private void writeText(Path file) throws IOException {
    JsonObject tree = document.json().deepCopy();
    String stem = stem(file);
    List<Path> sideFiles = new ArrayList<>();
    List<ByteBuffer> sideBytes = new ArrayList<>();
    for (int i = 0; i < document.bufferCount(); i++) {
      JsonObject buffer = tree.getAsJsonArray("buffers").get(i).getAsJsonObject();
      boolean embedded = buffer.has("uri") && buffer.get("uri").getAsString().startsWith("data:");
      if (embedded || document.buffer(i).limit() == 0) {
        continue;
      }
      String sideName = stem + (sideFiles.isEmpty() ? "" : "-" + sideFiles.size()) + ".bin";
      buffer.addProperty(
          "uri", URLEncoder.encode(sideName, StandardCharsets.UTF_8).replace("+", "%20"));
      sideFiles.add(file.resolveSibling(sideName));
      sideBytes.add(document.buffer(i));
    }
    for (JsonObject image : imagesToMove(tree, file)) {
      byte[] bytes = imageBytes(image);
      if (bytes != null) {
        String data = Base64.getEncoder().encodeToString(bytes);
        image.addProperty("uri", "data:" + mimeType(image) + ";base64," + data);
      }
    }
    for (int i = 0; i < sideFiles.size(); i++) {
      ByteBuffer bytes = sideBytes.get(i);
      AtomicOutput.stream(sideFiles.get(i), out -> Channels.newChannel(out).write(bytes));
    }
    byte[] text = GltfDocument.toText(tree).getBytes(StandardCharsets.UTF_8);
    AtomicOutput.stream(file, out -> out.write(text));
  }

  private void writeBinary(Path file) throws IOException {
    JsonObject tree = document.json().deepCopy();
    List<ByteBuffer> binary = new ArrayList<>();
    if (document.bufferCount() > 0) {
      if (canMerge(tree)) {
        mergeBuffers(tree, binary);
        moveImagesIntoBuffer(tree, file, binary);
      } else {
        firstBufferOnly(tree, binary);
      }
    }
    byte[] json = GltfDocument.toText(tree).getBytes(StandardCharsets.UTF_8);
    AtomicOutput.stream(file, out -> writeChunks(out, file, json, binary));
  }

  private void writeChunks(OutputStream out, Path file, byte[] json, List<ByteBuffer> binary)
      throws IOException {
    long binaryBytes = binary.stream().mapToLong(ByteBuffer::remaining).sum();
    long total = 12 + 8 + padded(json.length) + (binary.isEmpty() ? 0 : 8 + padded(binaryBytes));
    for (GltfDocument.ExtraChunk extra : document.extraChunks()) {
      total += 8 + padded(extra.bytes().limit());
    }
    if (total > 0xFFFFFFFFL) {
      throw new IOException(file + ": " + total + " bytes, more than the 4 GB a GLB can hold");
    }
    out.write(header(GLB_MAGIC, 2, (int) total));
    out.write(header((int) padded(json.length), CHUNK_JSON));
    out.write(json);
    pad(out, json.length, ' ');
    if (!binary.isEmpty()) {
      out.write(header((int) padded(binaryBytes), CHUNK_BIN));
      for (ByteBuffer part : binary) {
        Channels.newChannel(out).write(part.duplicate());
      }
      pad(out, binaryBytes, 0);
    }
    for (GltfDocument.ExtraChunk extra : document.extraChunks()) {
      out.write(header((int) padded(extra.bytes().limit()), extra.type()));
      Channels.newChannel(out).write(extra.bytes().duplicate());
      pad(out, extra.bytes().limit(), 0);
    }
  }

  /** Only plain views are sure to be the sole place that names a buffer. */
  private boolean canMerge(JsonObject tree) {
    for (JsonElement view : arrayOf(tree, "bufferViews")) {
      if (view.getAsJsonObject().has("extensions")) {
        return false;
      }
    }
    for (JsonElement buffer : arrayOf(tree, "buffers")) {
      if (buffer.getAsJsonObject().has("extensions")) {
        return false;
      }
    }
    return true;
  }

  private void mergeBuffers(JsonObject tree, List<ByteBuffer> binary) {
    long[] start = new long[document.bufferCount()];
    long end = 0;
    for (int i = 0; i < start.length; i++) {
      end = appendAligned(binary, end, document.buffer(i));
      start[i] = end - document.buffer(i).limit();
    }
    JsonArray buffers = tree.getAsJsonArray("buffers");
    JsonObject merged = buffers.get(0).getAsJsonObject();
    merged.remove("uri");
    merged.addProperty("byteLength", end);
    while (buffers.size() > 1) {
      buffers.remove(buffers.size() - 1);
    }
    for (JsonElement element : arrayOf(tree, "bufferViews")) {
      JsonObject view = element.getAsJsonObject();
      int buffer = view.get("buffer").getAsInt();
      if (buffer > 0) {
        long offset = view.has("byteOffset") ? view.get("byteOffset").getAsLong() : 0;
        view.addProperty("buffer", 0);
        view.addProperty("byteOffset", offset + start[buffer]);
      }
    }
  }

  /** The first buffer becomes the chunk; the others, whose numbers must stay, are embedded. */
  private void firstBufferOnly(JsonObject tree, List<ByteBuffer> binary) {
    JsonArray buffers = tree.getAsJsonArray("buffers");
    for (int i = 0; i < document.bufferCount(); i++) {
      JsonObject buffer = buffers.get(i).getAsJsonObject();
      ByteBuffer bytes = document.buffer(i);
      if (i == 0 && bytes.limit() > 0) {
        buffer.remove("uri");
        binary.add(bytes);
      } else if (bytes.limit() > 0) {
        byte[] copy = new byte[bytes.limit()];
        bytes.get(copy);
        buffer.addProperty(
            "uri",
            "data:application/octet-stream;base64," + Base64.getEncoder().encodeToString(copy));
      }
    }
  }

  private void moveImagesIntoBuffer(JsonObject tree, Path file, List<ByteBuffer> binary)
      throws IOException {
    JsonObject buffer = tree.getAsJsonArray("buffers").get(0).getAsJsonObject();
    long end = buffer.get("byteLength").getAsLong();
    for (JsonObject image : imagesToMove(tree, file)) {
      byte[] bytes = imageBytes(image);
      if (bytes == null) {
        continue;
      }
      end = appendAligned(binary, end, ByteBuffer.wrap(bytes));
      JsonObject view = new JsonObject();
      view.addProperty("buffer", 0);
      view.addProperty("byteOffset", end - bytes.length);
      view.addProperty("byteLength", bytes.length);
      image.addProperty("mimeType", mimeType(image));
      image.remove("uri");
      image.addProperty("bufferView", arrayOf(tree, "bufferViews").size());
      tree.getAsJsonArray("bufferViews").add(view);
    }
    buffer.addProperty("byteLength", end);
  }

  /** Images in files of their own that the target would not find from where it lies. */
  private List<JsonObject> imagesToMove(JsonObject tree, Path file) throws IOException {
    List<JsonObject> out = new ArrayList<>();
    Path from = document.folder();
    Path to = file.toAbsolutePath().normalize().getParent();
    if (from == null || to == null || from.normalize().equals(to)) {
      return out;
    }
    for (JsonElement element : arrayOf(tree, "images")) {
      JsonObject image = element.getAsJsonObject();
      if (image.get("uri") instanceof JsonPrimitive uri
          && uri.isString()
          && !uri.getAsString().startsWith("data:")) {
        out.add(image);
      }
    }
    return out;
  }

  /** The bytes of an image file, or null when it is not there: then its name stays as it was. */
  private byte @Nullable [] imageBytes(JsonObject image) throws IOException {
    Path folder = document.folder();
    JsonPlace uri = new JsonPlace(document.source(), "/images", image.get("uri"));
    if (folder == null || uri.text().contains("://")) {
      return null;
    }
    Path path = ResourceUri.file(uri, uri.text(), folder);
    return Files.isRegularFile(path)
        ? GltfDocument.readFile(document.source(), uri.pointer(), path)
        : null;
  }

  private static String mimeType(JsonObject image) {
    if (image.has("mimeType")) {
      return image.get("mimeType").getAsString();
    }
    String uri = image.get("uri").getAsString().toLowerCase(Locale.ROOT);
    if (uri.endsWith(".jpg") || uri.endsWith(".jpeg")) {
      return "image/jpeg";
    }
    return uri.endsWith(".webp")
        ? "image/webp"
        : uri.endsWith(".ktx2") ? "image/ktx2" : "image/png";
  }

  private static JsonArray arrayOf(JsonObject tree, String member) {
    return tree.get(member) instanceof JsonArray array ? array : new JsonArray();
  }

  /** Appends bytes at the next multiple of four; returns where they end. */
  private static long appendAligned(List<ByteBuffer> binary, long end, ByteBuffer bytes) {
    int gap = (int) (padded(end) - end);
    if (gap > 0) {
      binary.add(ByteBuffer.allocate(gap));
    }
    binary.add(bytes);
    return end + gap + bytes.limit();
  }

  private static byte[] header(int... words) {
    ByteBuffer out = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int word : words) {
      out.putInt(word);
    }
    return out.array();
  }

  private static long padded(long length) {
    return (length + 3) / 4 * 4;
  }

  private static void pad(OutputStream out, long length, int with) throws IOException {
    for (long i = length; i < padded(length); i++) {
      out.write(with);
    }
  }

  private static String stem(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - ".gltf".length());
  }
}
