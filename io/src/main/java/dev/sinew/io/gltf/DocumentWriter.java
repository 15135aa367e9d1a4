package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.FileSession;
import dev.sinew.io.FileSession.StreamBody;
import dev.sinew.io.Format;
import dev.sinew.io.InputFile;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.ReferenceFolder;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.ResourceUri;
import dev.sinew.io.gltf.stored.CompressedViews;
import dev.sinew.model.Issue;
import java.io.ByteArrayOutputStream;
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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a document as a self-contained file: a GLB contains its buffers in one chunk; a .gltf file
 * keeps embedded buffers, and its other buffers become {@link SideFiles}. External images are
 * embedded if the target is in another folder. {@link StoredForm} decides on quantisation and
 * compression.
 */
final class DocumentWriter {
  private final FileSession files;
  private GltfDocument document;

  DocumentWriter(GltfDocument document, FileSession files) {
    this.document = document;
    this.files = files;
  }

  /** Writes a .glb, .gltf or .vrm file. */
  void write(Path file) throws IOException {
    Format format = Format.named(file).orElse(null);
    StoredForm form = new StoredForm(files, file);
    document = form.prepared(document);
    if (format == Format.GLB || format == Format.VRM) {
      writeBinary(file, form);
    } else if (format == Format.GLTF) {
      writeText(file, form);
    } else {
      throw new IOException(
          file + ": expected " + Format.expected(Format.GLB, Format.GLTF, Format.VRM));
    }
  }

  private void writeText(Path file, StoredForm form) throws IOException {
    JsonPlace root = copyOfRoot();
    SideFiles side = new SideFiles(file, files);
    if (form.compresses() && document.bufferCount() > 0 && canMerge(root)) {
      List<ByteBuffer> merged = new ArrayList<>();
      mergeBuffers(root, merged);
      ByteBuffer stored = compressed(root, merged, form);
      addSideFile(root.items("buffers").getFirst(), stored, side);
    } else {
      List<JsonPlace> buffers = buffers(root);
      for (int i = 0; i < buffers.size(); i++) {
        boolean embedded = buffers.get(i).textOr("uri", "").startsWith("data:");
        if (!embedded && document.buffer(i).limit() > 0) {
          addSideFile(buffers.get(i), document.buffer(i), side);
        }
      }
    }
    embedImages(root, file.toAbsolutePath().normalize().getParent());
    if (!document.extraChunks().isEmpty()) {
      files.add(
          Issue.info(
              file.toString(),
              "extra chunks of the GLB are dropped, a .gltf file has no place for them"));
    }
    byte[] text = GltfDocument.toText(root.element()).getBytes(StandardCharsets.UTF_8);
    side.deleteOld();
    files.stream(file, out -> out.write(text));
  }

  private static void addSideFile(JsonPlace buffer, ByteBuffer bytes, SideFiles side)
      throws IOException {
    String name = side.add(bytes);
    String uri = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    buffer.object().addProperty("uri", uri);
  }

  /** Compresses the views of a tree with one buffer; returns the bytes of its new first buffer. */
  private static ByteBuffer compressed(JsonPlace root, List<ByteBuffer> parts, StoredForm form)
      throws MalformedAssetException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteBuffer part : parts) {
      byte[] copy = new byte[part.remaining()];
      part.duplicate().get(copy);
      all.writeBytes(copy);
    }
    byte[] stored = CompressedViews.compress(root, all.toByteArray());
    form.noteCompressed(all.size(), stored.length);
    return ByteBuffer.wrap(stored);
  }

  private void writeBinary(Path file, StoredForm form) throws IOException {
    StreamBody glb = binary(file.toString(), form, file.toAbsolutePath().normalize().getParent());
    files.stream(file, glb);
  }

  /** Returns a GLB with all images that the document refers to. */
  byte[] toGlb() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    binary(document.source(), new StoredForm(files, Path.of("")), null).writeTo(out);
    return out.toByteArray();
  }

  /**
   * Returns what writes a GLB.
   *
   * @param target its name in messages
   * @param form how it is stored
   * @param to its folder, or null if it is in none
   */
  private StreamBody binary(String target, StoredForm form, @Nullable Path to) throws IOException {
    JsonPlace root = copyOfRoot();
    List<ByteBuffer> binary = new ArrayList<>();
    if (document.bufferCount() > 0 && canMerge(root)) {
      long end = mergeBuffers(root, binary);
      moveImagesIntoBuffer(root, to, binary, end);
      if (form.compresses()) {
        ByteBuffer stored = compressed(root, binary, form);
        binary.clear();
        binary.add(stored);
      }
    } else {
      firstBufferOnly(root, binary);
      embedImages(root, to);
    }
    byte[] json = GltfDocument.toText(root.element()).getBytes(StandardCharsets.UTF_8);
    return out -> writeChunks(out, target, json, binary);
  }

  private JsonPlace copyOfRoot() {
    return new JsonPlace(document.source(), "", document.json().deepCopy());
  }

  /** Returns the buffers of the tree, which must match those of the document. */
  private List<JsonPlace> buffers(JsonPlace root) throws MalformedAssetException {
    List<JsonPlace> buffers = root.items("buffers");
    if (buffers.size() != document.bufferCount()) {
      throw root.error("expected " + document.bufferCount() + " buffers, got " + buffers.size());
    }
    return buffers;
  }

  private void writeChunks(OutputStream out, String target, byte[] json, List<ByteBuffer> binary)
      throws IOException {
    long binaryBytes = binary.stream().mapToLong(ByteBuffer::remaining).sum();
    long total = 12 + 8 + padded(json.length) + (binary.isEmpty() ? 0 : 8 + padded(binaryBytes));
    for (GltfDocument.ExtraChunk extra : document.extraChunks()) {
      total += 8 + padded(extra.bytes().limit());
    }
    if (total > 0xFFFFFFFFL) {
      throw new IOException(target + ": " + total + " bytes: expected at most 4 GB in a GLB");
    }
    out.write(header(GltfDocument.GLB_MAGIC, 2, (int) total));
    out.write(header((int) padded(json.length), GltfDocument.CHUNK_JSON));
    out.write(json);
    pad(out, json.length, ' ');
    if (!binary.isEmpty()) {
      out.write(header((int) padded(binaryBytes), GltfDocument.CHUNK_BIN));
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

  /** Returns true if no extension can refer to a buffer. */
  private boolean canMerge(JsonPlace root) throws MalformedAssetException {
    for (String member : List.of("bufferViews", "buffers")) {
      for (JsonPlace place : root.items(member)) {
        if (place.find("extensions") != null) {
          return false;
        }
      }
    }
    return true;
  }

  /** Merges all buffers into one; returns its length. */
  private long mergeBuffers(JsonPlace root, List<ByteBuffer> binary)
      throws MalformedAssetException {
    List<JsonPlace> buffers = buffers(root);
    long[] start = new long[buffers.size()];
    long end = 0;
    for (int i = 0; i < start.length; i++) {
      end = appendAligned(binary, end, document.buffer(i));
      start[i] = end - document.buffer(i).limit();
    }
    for (JsonPlace view : root.items("bufferViews")) {
      int buffer = view.get("buffer").index(start.length, "buffers");
      if (buffer > 0) {
        int offset = view.integerOr("byteOffset", 0, Integer.MAX_VALUE, 0);
        view.object().addProperty("buffer", 0);
        view.object().addProperty("byteOffset", offset + start[buffer]);
      }
    }
    JsonObject merged = buffers.getFirst().object();
    merged.remove("uri");
    merged.addProperty("byteLength", end);
    JsonArray one = new JsonArray();
    one.add(merged);
    root.object().add("buffers", one);
    return end;
  }

  /** Writes the first buffer as the chunk and embeds the others, whose indices must not change. */
  private void firstBufferOnly(JsonPlace root, List<ByteBuffer> binary)
      throws MalformedAssetException {
    List<JsonPlace> buffers = buffers(root);
    for (int i = 0; i < buffers.size(); i++) {
      ByteBuffer bytes = document.buffer(i);
      if (i == 0 && bytes.limit() > 0) {
        buffers.get(i).object().remove("uri");
        binary.add(bytes);
      } else if (bytes.limit() > 0) {
        byte[] copy = new byte[bytes.limit()];
        bytes.get(copy);
        String uri = dataUri("application/octet-stream", copy);
        buffers.get(i).object().addProperty("uri", uri);
      }
    }
  }

  private void embedImages(JsonPlace root, @Nullable Path to) throws IOException {
    for (JsonPlace image : imagesToMove(root, to)) {
      Path from = imageFile(image.get("uri"));
      if (from != null) {
        byte[] bytes = readImage(image, from);
        image.object().addProperty("uri", dataUri(mimeType(image), bytes));
      }
    }
  }

  private void moveImagesIntoBuffer(
      JsonPlace root, @Nullable Path to, List<ByteBuffer> binary, long mergedEnd)
      throws IOException {
    long end = mergedEnd;
    Map<Path, Integer> viewOfFile = new HashMap<>();
    JsonArray views =
        root.object().get("bufferViews") instanceof JsonArray some ? some : new JsonArray();
    for (JsonPlace image : imagesToMove(root, to)) {
      Path from = imageFile(image.get("uri"));
      if (from == null) {
        continue;
      }
      Integer known = viewOfFile.get(from);
      if (known == null) {
        byte[] bytes = readImage(image, from);
        end = appendAligned(binary, end, ByteBuffer.wrap(bytes));
        JsonObject view = new JsonObject();
        view.addProperty("buffer", 0);
        view.addProperty("byteOffset", end - bytes.length);
        view.addProperty("byteLength", bytes.length);
        known = views.size();
        views.add(view);
        viewOfFile.put(from, known);
      }
      image.object().addProperty("mimeType", mimeType(image));
      image.object().remove("uri");
      image.object().addProperty("bufferView", known);
    }
    if (!views.isEmpty()) {
      root.object().add("bufferViews", views);
    }
    root.items("buffers").getFirst().object().addProperty("byteLength", end);
  }

  /** Returns the external images, if the target is in another folder. */
  private List<JsonPlace> imagesToMove(JsonPlace root, @Nullable Path to)
      throws MalformedAssetException {
    List<JsonPlace> out = new ArrayList<>();
    ReferenceFolder from = document.folder();
    if (from == null || from.folder().equals(to)) {
      return out;
    }
    for (JsonPlace image : root.items("images")) {
      JsonPlace uri = image.find("uri");
      if (uri != null && !uri.text().startsWith("data:")) {
        out.add(image);
      }
    }
    return out;
  }

  /**
   * Returns the file of an image, or null if it does not exist or the URI is not relative; the URI
   * is then kept.
   */
  private @Nullable Path imageFile(JsonPlace uri) throws IOException {
    ReferenceFolder folder = document.folder();
    if (folder == null || ResourceUri.relativePath(uri.text()) == null) {
      return null;
    }
    Path path = ResourceUri.file(uri, uri.text(), folder);
    return Files.isRegularFile(path) ? path : null;
  }

  private byte[] readImage(JsonPlace image, Path file) throws IOException {
    files.reading(file);
    return InputFile.readAll(
        file, InputFile.MAX_BYTES, document.source(), image.pointer() + "/uri");
  }

  private static String mimeType(JsonPlace image) throws MalformedAssetException {
    String uri = image.get("uri").text().toLowerCase(Locale.ROOT);
    String byExtension =
        switch (uri.substring(uri.lastIndexOf('.') + 1)) {
          case "jpg", "jpeg" -> "image/jpeg";
          case "webp" -> "image/webp";
          case "ktx2" -> "image/ktx2";
          default -> "image/png";
        };
    return image.textOr("mimeType", byExtension);
  }

  private static String dataUri(String mimeType, byte[] bytes) {
    return "data:" + mimeType + ";base64," + Base64.getEncoder().encodeToString(bytes);
  }

  /** Appends bytes at the next multiple of four; returns their end. */
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
}
