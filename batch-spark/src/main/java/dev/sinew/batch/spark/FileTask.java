package dev.sinew.batch.spark;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.batch.child.Child;
import dev.sinew.batch.child.Job;
import dev.sinew.batch.child.Names;
import dev.sinew.batch.child.References;
import dev.sinew.batch.child.Rows;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.FlatMapFunction;

/**
 * The work of a task: a worker for its files. A bad file is a row; only what the file system or the
 * machine does wrong is an exception, after which Spark tries the task again.
 */
final class FileTask implements FlatMapFunction<Iterator<String>, String>, Serializable {
  private final Settings settings;
  private final RecipeFiles recipe;

  FileTask(Settings settings, RecipeFiles recipe) {
    this.settings = settings;
    this.recipe = recipe;
  }

  /** Returns the job of a file as a line: its name, and its last row if it has one. */
  static String line(String file, JsonObject known) {
    JsonObject line = new JsonObject();
    line.addProperty("file", file);
    line.add("known", known);
    return line.toString();
  }

  @Override
  public Iterator<String> call(Iterator<String> lines) throws Exception {
    Workers workers = Workers.of(settings, recipe);
    List<String> rows = new ArrayList<>();
    while (lines.hasNext()) {
      JsonObject line = JsonParser.parseString(lines.next()).getAsJsonObject();
      JsonObject known = line.get("known") instanceof JsonObject row ? row : null;
      rows.add(run(line.get("file").getAsString(), known, workers).toString());
    }
    return rows.iterator();
  }

  private JsonObject run(String file, JsonObject known, Workers workers)
      throws IOException, InterruptedException {
    RemoteFolder library = new RemoteFolder(settings.library());
    RemoteFolder output = new RemoteFolder(settings.output());
    Optional<Path> source = settings.stagesAll() ? Optional.empty() : library.local();
    Optional<Path> target = settings.stagesAll() ? Optional.empty() : output.local();
    if (source.isPresent() && target.isPresent()) {
      Path path = source.get().resolve(file);
      return work(new Job(file, path, target.get(), known, settings.isForced()), workers);
    }
    Path own = Files.createTempDirectory("sinew-file-");
    try {
      return staged(file, known, own, workers, library, output);
    } finally {
      try (Stream<Path> files = Files.walk(own)) {
        files.sorted(Comparator.reverseOrder()).forEach(one -> one.toFile().delete());
      }
    }
  }

  private static JsonObject work(Job job, Workers workers)
      throws IOException, InterruptedException {
    Child child = workers.borrow();
    try {
      JsonObject row = child.run(job);
      if (workers.isEnding()) {
        throw new IOException("the executor is ending");
      }
      return row;
    } finally {
      workers.giveBack(child);
    }
  }

  /** Works on copies of a file and of those that it refers to. */
  private JsonObject staged(
      String file,
      JsonObject known,
      Path own,
      Workers workers,
      RemoteFolder library,
      RemoteFolder output)
      throws IOException, InterruptedException {
    String folder = file.substring(0, file.lastIndexOf('/') + 1);
    Path source = own.resolve("in").resolve(file);
    library.download(file, source);
    try (InputStream in = Files.newInputStream(source)) {
      for (String other : References.of(in)) {
        String name = folder + other;
        Path copy = own.resolve("in").resolve(name);
        if (library.size(name) >= 0 && !Files.exists(copy)) {
          library.download(name, copy);
        }
      }
    }
    Path made = Files.createDirectories(own.resolve("out"));
    stand(outputs(known), output, made);
    JsonObject row = work(new Job(file, source, made, known, settings.isForced()), workers);
    if (Rows.text(row, "status").equals(Rows.DONE)) {
      for (String name : outputs(row).keySet()) {
        output.upload(Names.inside(made, name), name);
      }
      for (Map.Entry<String, JsonElement> picture : Rows.object(row, "pictures").entrySet()) {
        String name = picture.getValue().getAsString();
        output.upload(Names.inside(made, name), name);
      }
    }
    return row;
  }

  /** Returns the sizes of the outputs of a row by name. */
  private static Map<String, Long> outputs(JsonObject row) {
    Map<String, Long> sizes = new TreeMap<>();
    if (row != null && row.get("outputs") instanceof JsonArray list) {
      for (JsonElement one : list) {
        if (one instanceof JsonObject object && Names.isInside(Rows.text(object, "file"))) {
          sizes.put(Rows.text(object, "file"), (long) Rows.number(object, "bytes"));
        }
      }
    }
    return sizes;
  }

  /** Puts empty files of the right size where a worker looks for the outputs of the last row. */
  private static void stand(Map<String, Long> outputs, RemoteFolder output, Path made)
      throws IOException {
    for (Map.Entry<String, Long> one : outputs.entrySet()) {
      if (output.size(one.getKey()) == one.getValue()) {
        Path file = Names.inside(made, one.getKey());
        Files.createDirectories(file.getParent());
        try (RandomAccessFile empty = new RandomAccessFile(file.toFile(), "rw")) {
          empty.setLength(one.getValue());
        }
      }
    }
  }
}
