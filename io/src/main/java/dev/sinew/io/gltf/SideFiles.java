package dev.sinew.io.gltf;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The buffer files of a .gltf file. Their names contain a digest of their content, so that a new
 * buffer never replaces one that an old .gltf file refers to: until the .gltf file itself is
 * replaced, the old pair stays complete.
 */
final class SideFiles {
  private static final int DIGEST_BYTES = 6;

  /** Larger .gltf files are not searched for names of buffer files: these stay. */
  private static final long MAX_SEARCHED = 1L << 28;

  private final Path model;
  private final FileSession files;
  private final String stem;
  private final Set<String> names = new HashSet<>();

  SideFiles(Path model, FileSession files) {
    this.model = model;
    this.files = files;
    stem = Format.stemOf(model);
  }

  /** Writes a buffer file, unless one with this content exists; returns its name. */
  String add(ByteBuffer bytes) throws IOException {
    String name = stem + "-" + digest(bytes) + ".bin";
    Path target = model.resolveSibling(name);
    if (names.add(name) && !hasContent(target, bytes)) {
      files.stream(target, out -> Channels.newChannel(out).write(bytes.duplicate()));
    }
    return name;
  }

  /**
   * Deletes the buffer files of the .gltf file that is replaced, as far as Sinew named them and no
   * other .gltf file beside it refers to them.
   */
  void deleteOld() throws IOException {
    if (!Files.isRegularFile(model)) {
      return;
    }
    Pattern own =
        Pattern.compile(Pattern.quote(stem) + "-[0-9a-f]{" + 2 * DIGEST_BYTES + "}\\.bin");
    for (String name : referencesOf(model)) {
      if (own.matcher(name).matches() && !names.contains(name) && !isUsedByOthers(name)) {
        files.deleteWithOld(model, model.resolveSibling(name));
      }
    }
  }

  /** Searches for the digest, since the rest of a name may be escaped in a URI. */
  private boolean isUsedByOthers(String name) throws IOException {
    String wanted = name.substring(stem.length());
    try (DirectoryStream<Path> beside =
        Files.newDirectoryStream(model.toAbsolutePath().getParent(), "*.gltf")) {
      for (Path other : beside) {
        if (!Files.isSameFile(other, model)
            && Files.isRegularFile(other)
            && (Files.size(other) > MAX_SEARCHED || textOf(other).contains(wanted))) {
          return true;
        }
      }
    }
    return false;
  }

  private static String textOf(Path file) throws IOException {
    return new String(InputFile.readAll(file), StandardCharsets.ISO_8859_1);
  }

  /** Returns the buffer URIs of a file; none if it cannot be read. */
  private static Set<String> referencesOf(Path file) {
    Set<String> found = new HashSet<>();
    try {
      JsonObject json =
          GltfDocument.parseJson(file.toString(), ByteBuffer.wrap(InputFile.readAll(file)));
      for (JsonElement buffer : json.getAsJsonArray("buffers")) {
        found.add(buffer.getAsJsonObject().get("uri").getAsString());
      }
    } catch (IOException | RuntimeException e) {
      // It is replaced anyway; its buffer files stay.
    }
    return found;
  }

  private static boolean hasContent(Path file, ByteBuffer bytes) throws IOException {
    return Files.isRegularFile(file)
        && Files.size(file) == bytes.limit()
        && ByteBuffer.wrap(Files.readAllBytes(file)).equals(bytes.duplicate().rewind());
  }

  private static String digest(ByteBuffer bytes) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(bytes.duplicate());
      return HexFormat.of().formatHex(sha.digest(), 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java runtime has SHA-256", impossible);
    }
  }
}
