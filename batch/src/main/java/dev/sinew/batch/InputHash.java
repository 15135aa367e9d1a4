package dev.sinew.batch;

import com.google.gson.JsonObject;
import dev.sinew.batch.child.References;
import dev.sinew.io.InputFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;

/**
 * What a file contains, with all files that it refers to.
 *
 * @param sha256 of the file; of it and of the others if it refers to some
 * @param bytes of all these files
 */
record InputHash(String sha256, long bytes) {
  static InputHash of(Path file) throws IOException {
    InputFile.requireRegular(file);
    String own = Hashes.of(file);
    long bytes = Files.size(file);
    Set<String> names = references(file);
    StringBuilder all = new StringBuilder(own);
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    for (String name : names) {
      Path other = folder.resolve(name);
      if (Files.isRegularFile(other) && other.toRealPath().startsWith(folder.toRealPath())) {
        bytes += Files.size(other);
        all.append('\n').append(name).append(' ').append(Hashes.of(other));
      }
    }
    return new InputHash(names.isEmpty() ? own : Hashes.of(all.toString()), bytes);
  }

  static Set<String> references(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return References.of(in);
    }
  }

  JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("sha256", sha256);
    json.addProperty("bytes", bytes);
    return json;
  }
}
