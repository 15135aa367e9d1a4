package dev.sinew.studio.job;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.Folders;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a running job, which only this user can read. Deleted when the job ends. */
final class JobFolder implements AutoCloseable {
  private final Path path;

  JobFolder(Path server) throws IOException {
    path = Files.createTempDirectory(server, "job-");
  }

  Path path() {
    return path;
  }

  Path file(String name) {
    return path.resolve(name);
  }

  /** Returns a text in which files are named as the user knows them. */
  String withoutFolder(String text) {
    return text.replace(path + File.separator, "");
  }

  /** Returns a copy of a report in which files are named as the user knows them. */
  JsonObject withoutFolder(JsonObject report) {
    return changed(report).getAsJsonObject();
  }

  private JsonElement changed(JsonElement element) {
    if (element instanceof JsonObject object) {
      JsonObject copy = new JsonObject();
      object.entrySet().forEach(e -> copy.add(e.getKey(), changed(e.getValue())));
      return copy;
    }
    if (element instanceof JsonArray array) {
      JsonArray copy = new JsonArray();
      array.forEach(item -> copy.add(changed(item)));
      return copy;
    }
    return element instanceof JsonPrimitive text && text.isString()
        ? new JsonPrimitive(withoutFolder(text.getAsString()))
        : element;
  }

  @Override
  public void close() throws IOException {
    Folders.delete(path);
  }
}
