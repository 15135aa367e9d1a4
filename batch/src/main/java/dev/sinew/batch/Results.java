package dev.sinew.batch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.batch.child.Job;
import dev.sinew.batch.child.Names;
import dev.sinew.batch.child.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files that the work on one file has made, on their way to the folder of all results. */
final class Results {
  /** The folder of pictures within the results. */
  static final String THUMBNAILS = "_thumbnails";

  /** The folder of unfinished files within the results. */
  static final String WORK = ".sinew-batch";

  private final Job job;

  /** The files made, by their names in the folder of results. */
  private final Map<String, Path> made = new TreeMap<>();

  Results(Job job) {
    this.job = job;
  }

  /** Returns the folder of a file within its library, with a slash at the end if there is one. */
  private String folder() {
    return job.file().substring(0, job.file().lastIndexOf('/') + 1);
  }

  /**
   * Adds all files of a folder; they go where the library has the file.
   *
   * @throws IOException if two steps made a file of the same name
   */
  void addAll(Path step) throws IOException {
    try (Stream<Path> files = Files.walk(step)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder() + step.relativize(file).toString().replace('\\', '/');
        if (isReserved(name)) {
          throw new IOException(name + ": this name is not free for outputs");
        }
        if (made.put(name, file) != null) {
          throw new IOException(name + ": two steps write this file");
        }
      }
    }
  }

  private static boolean isReserved(String name) {
    return name.startsWith(THUMBNAILS + "/")
        || name.startsWith(WORK + "/")
        || name.matches("manifest[^/]*\\.jsonl|index\\.html");
  }

  /** Adds a picture; returns its name in the folder of results. */
  String addThumbnail(Path picture, String which) {
    String name = THUMBNAILS + "/" + job.file() + "-" + which + ".png";
    made.put(name, picture);
    return name;
  }

  /** Returns the list of the outputs, without pictures, for the row. */
  JsonArray list() throws IOException {
    JsonArray list = new JsonArray();
    for (Map.Entry<String, Path> file : made.entrySet()) {
      if (!file.getKey().startsWith(THUMBNAILS + "/")) {
        JsonObject one = new JsonObject();
        one.addProperty("file", file.getKey());
        one.addProperty("bytes", Files.size(file.getValue()));
        one.addProperty("sha256", Hashes.of(file.getValue()));
        list.add(one);
      }
    }
    return list;
  }

  /**
   * Renames all files to their places: nothing happens unless all of them may go there.
   *
   * @throws IOException if one of them would replace a file that is no result of this file
   */
  void publish() throws IOException {
    Map<Path, Path> moves = new LinkedHashMap<>();
    Map<String, JsonObject> earlier = earlier(job.known());
    for (Map.Entry<String, Path> file : made.entrySet()) {
      Path target = Names.inside(job.output(), file.getKey());
      requireFree(file.getKey(), file.getValue(), target, earlier);
      moves.put(file.getValue(), target);
    }
    for (Map.Entry<Path, Path> move : moves.entrySet()) {
      Files.createDirectories(move.getValue().getParent());
      Files.move(
          move.getKey(),
          move.getValue(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
    for (String old : earlier.keySet()) {
      if (!made.containsKey(old)) {
        deleteOld(old, earlier.get(old));
      }
    }
  }

  private void requireFree(String name, Path file, Path target, Map<String, JsonObject> earlier)
      throws IOException {
    boolean isFree =
        job.force()
            || name.startsWith(THUMBNAILS + "/")
            || earlier.containsKey(name)
            || !Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    // A run that was killed before it wrote its row has left the same bytes.
    if (!isFree && (!Files.isRegularFile(target) || Files.mismatch(file, target) >= 0)) {
      throw new IOException(
          target + ": is there already and is no output of this file; delete it, or use --force");
    }
  }

  /** Deletes what an older recipe made of this file, unless it was changed since. */
  private void deleteOld(String name, JsonObject output) throws IOException {
    Path file = Names.inside(job.output(), name);
    if (Files.isRegularFile(file)
        && !isReserved(name)
        && Hashes.of(file).equals(Rows.text(output, "sha256"))) {
      Files.delete(file);
    }
  }

  /** Returns the outputs of an earlier row by name. */
  static Map<String, JsonObject> earlier(@Nullable JsonObject row) {
    Map<String, JsonObject> outputs = new TreeMap<>();
    if (row != null && row.get("outputs") instanceof JsonArray list) {
      for (JsonElement one : list) {
        if (one instanceof JsonObject output && Names.isInside(Rows.text(output, "file"))) {
          outputs.put(Rows.text(output, "file"), output);
        }
      }
    }
    return outputs;
  }

  /** Returns true if all outputs of an earlier row are there, with their sizes. */
  static boolean areThere(Path folder, JsonObject row) throws IOException {
    for (Map.Entry<String, JsonObject> output : earlier(row).entrySet()) {
      Path file = Names.inside(folder, output.getKey());
      if (!Files.isRegularFile(file)
          || Files.size(file) != (long) Rows.number(output.getValue(), "bytes")) {
        return false;
      }
    }
    return true;
  }
}
