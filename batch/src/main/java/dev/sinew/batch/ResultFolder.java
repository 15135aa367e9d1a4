package dev.sinew.batch;

import com.google.gson.JsonObject;
import dev.sinew.batch.child.Manifest;
import dev.sinew.io.FileSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The folder of all results: manifests and the page. */
public final class ResultFolder {
  private static final String PAGE = "index.html";
  private static final String SHARDS = "manifest-*-of-*.jsonl";

  private final Path folder;

  /** Names a folder. */
  public ResultFolder(Path folder) {
    this.folder = folder;
  }

  /** Returns a file or folder that is written: never one that a link leads to. */
  Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    if (Files.isSymbolicLink(file)) {
      throw new IOException(file + ": is a link");
    }
    return file;
  }

  /** Reads the rows of all manifests. */
  void readAll(Map<String, JsonObject> rows) throws IOException {
    if (Files.isRegularFile(folder.resolve(Manifest.NAME))) {
      Manifest.read(folder.resolve(Manifest.NAME), rows);
    }
    for (Path shard : shards()) {
      Manifest.read(shard, rows);
    }
  }

  private List<Path> shards() throws IOException {
    List<Path> found = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return found;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, SHARDS)) {
      entries.forEach(found::add);
    }
    found.sort(null);
    return found;
  }

  /** Makes one manifest of all, with one row per file, and the page; returns the page. */
  public static Path merge(Path folder) throws IOException {
    ResultFolder results = new ResultFolder(folder);
    Map<String, JsonObject> rows = new TreeMap<>();
    results.readAll(rows);
    if (rows.isEmpty()) {
      throw new IOException(folder + ": no manifest with rows in this folder");
    }
    Manifest locked = new Manifest(results.file(Manifest.NAME));
    try (locked) {
      return results.merge(rows, Set.of());
    }
  }

  /**
   * Makes one manifest of all, and the page; returns the page.
   *
   * @param rows the rows that are known
   * @param own the files of which no other row can be newer
   */
  Path merge(Map<String, JsonObject> rows, Set<String> own) throws IOException {
    List<Path> merged = new ArrayList<>();
    for (Path shard : shards()) {
      if (!Manifest.isInUse(shard)) {
        // It may have grown since it was read.
        Map<String, JsonObject> last = new TreeMap<>();
        Manifest.read(shard, last);
        last.keySet().removeAll(own);
        rows.putAll(last);
        merged.add(shard);
      }
    }
    FileSession.write(
        files ->
            files.stream(
                file(Manifest.NAME),
                out -> {
                  for (JsonObject row : rows.values()) {
                    out.write((row + "\n").getBytes(StandardCharsets.UTF_8));
                  }
                }));
    for (Path shard : merged) {
      Files.delete(shard);
    }
    return writePage(rows);
  }

  Path writePage(Map<String, JsonObject> rows) throws IOException {
    Path page = file(PAGE);
    FileSession.write(files -> files.stream(page, out -> BatchPage.write(rows.values(), out)));
    return page;
  }

  /** Deletes unfinished files of processes that died. */
  void clean() {
    Path work = folder.resolve(Results.WORK);
    try {
      if (Files.isDirectory(work)) {
        Worker.newWorkFolder(folder).close();
        Files.delete(work);
      }
    } catch (IOException e) {
      // Others still work here.
    }
  }
}
