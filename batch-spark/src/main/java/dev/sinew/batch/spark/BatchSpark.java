package dev.sinew.batch.spark;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.batch.child.Child;
import dev.sinew.batch.child.Manifest;
import dev.sinew.batch.child.Rows;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Function2;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** Runs a recipe over a library on a Spark cluster: the program for spark-submit. */
public final class BatchSpark {
  /** The files of a task have this many bytes together: less would be all scheduling. */
  private static final long TASK_BYTES = 4L << 20;

  /** Tasks per core at least, if there are files enough: the last ones end together. */
  private static final int TASKS_PER_CORE = 8;

  private final Settings settings;
  private final RemoteFolder output;

  /** Where manifest and page are written: the folder of results, or one to be copied there. */
  private final Path results;

  private final Map<String, JsonObject> rows = new TreeMap<>();
  private int done;
  private int unchanged;
  private int failed;

  private BatchSpark(Settings settings) throws IOException {
    this.settings = settings;
    output = new RemoteFolder(settings.output());
    results =
        output.local().isPresent()
            ? Files.createDirectories(output.local().get())
            : Files.createTempDirectory("sinew-results-");
  }

  /** Runs the batch and ends with its status: 0 done, 1 if a file failed, 2 wrong usage. */
  public static void main(String[] args) throws Exception {
    Settings settings;
    try {
      settings = Settings.of(args);
    } catch (IllegalArgumentException e) {
      System.err.println("sinew: " + e.getMessage());
      System.err.println(Settings.USAGE);
      System.exit(2);
      return;
    }
    int status;
    try (JavaSparkContext spark =
        new JavaSparkContext(new SparkConf().setIfMissing("spark.app.name", "sinew batch"))) {
      status = new BatchSpark(settings).run(spark);
    }
    if (status != 0) {
      System.exit(status);
    }
  }

  private int run(JavaSparkContext spark) throws Exception {
    RecipeFiles recipe = RecipeFiles.read(settings.recipe());
    Workers workers = Workers.of(settings, recipe);
    Child first;
    try {
      first = workers.borrow();
    } catch (IOException e) {
      System.err.println("sinew: " + e.getMessage());
      return 1;
    }
    workers.giveBack(first);
    if (output.size(Manifest.NAME) >= 0) {
      Manifest.read(output.open(Manifest.NAME), rows);
    }
    List<List<String>> tasks = tasks(files(), spark.sc().defaultParallelism());
    try (Manifest manifest = new Manifest(results.resolve(Manifest.NAME))) {
      for (JsonObject row : output.local().isPresent() ? List.<JsonObject>of() : rows.values()) {
        manifest.add(row);
      }
      runAll(spark, tasks, recipe, manifest);
    } finally {
      output.clean();
    }
    finish();
    System.out.printf(
        "%d files: %d done, %d unchanged, %d failed%n",
        done + unchanged + failed, done, unchanged, failed);
    return failed > 0 ? 1 : 0;
  }

  /** Returns the names and sizes of the models, the largest first. */
  private List<Map.Entry<String, Long>> files() throws IOException {
    Map<String, Long> all = new RemoteFolder(settings.library()).list();
    List<Map.Entry<String, Long>> files = new ArrayList<>();
    for (Map.Entry<String, Long> file : all.entrySet()) {
      if (settings.takes(file.getKey())) {
        files.add(file);
      }
    }
    if (files.isEmpty()) {
      throw new IOException(settings.library() + ": no model to work on here");
    }
    files.sort(Map.Entry.<String, Long>comparingByValue().reversed());
    return files;
  }

  /** Groups small files, so that tasks are neither many nor long. */
  private List<List<String>> tasks(List<Map.Entry<String, Long>> files, int cores) {
    int most = Math.max(1, files.size() / (cores * TASKS_PER_CORE));
    List<List<String>> tasks = new ArrayList<>();
    List<String> task = new ArrayList<>();
    long bytes = 0;
    for (Map.Entry<String, Long> file : files) {
      JsonObject known = rows.get(file.getKey());
      boolean retried = known != null && Rows.hasFailed(known) && settings.retriesFailed();
      task.add(FileTask.line(file.getKey(), retried ? null : known));
      bytes += file.getValue();
      if (bytes >= TASK_BYTES || task.size() >= most) {
        tasks.add(task);
        task = new ArrayList<>();
        bytes = 0;
      }
    }
    if (!task.isEmpty()) {
      tasks.add(task);
    }
    return tasks;
  }

  /** Runs all tasks; rows are written as tasks end. */
  private void runAll(
      JavaSparkContext spark, List<List<String>> tasks, RecipeFiles recipe, Manifest manifest) {
    JavaRDD<String> made =
        spark
            .parallelize(tasks, tasks.size())
            .flatMap(List::iterator)
            .mapPartitions(new FileTask(settings, recipe));
    Function2<Object, String[], BoxedUnit> receive =
        (task, lines) -> {
          for (String line : lines) {
            take(JsonParser.parseString(line).getAsJsonObject(), manifest);
          }
          return BoxedUnit.UNIT;
        };
    spark
        .sc()
        .runJob(
            made.rdd(), new Collect(), receive, ClassTag$.MODULE$.<String[]>apply(String[].class));
  }

  /** Brings the rows of a task to the driver. */
  private static final class Collect extends AbstractFunction1<Iterator<String>, String[]>
      implements Serializable {
    @Override
    public String[] apply(Iterator<String> lines) {
      List<String> all = new ArrayList<>();
      while (lines.hasNext()) {
        all.add(lines.next());
      }
      return all.toArray(new String[0]);
    }
  }

  private synchronized void take(JsonObject row, Manifest manifest) {
    String file = Rows.text(row, "file");
    if (Rows.text(row, "status").equals(Rows.UNCHANGED)) {
      boolean hadFailed = Rows.hasFailed(rows.getOrDefault(file, row));
      unchanged += hadFailed ? 0 : 1;
      failed += hadFailed ? 1 : 0;
      return;
    }
    try {
      manifest.add(row);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    done += Rows.hasFailed(row) ? 0 : 1;
    failed += Rows.hasFailed(row) ? 1 : 0;
  }

  /** Has Sinew make one manifest and the page; copies them if the results are elsewhere. */
  private void finish() throws IOException, InterruptedException {
    int status =
        new ProcessBuilder(
                settings.sinew(), "batch", "--merge", "--output", results.toString(), "--quiet")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("the page of the results could not be written");
    }
    if (output.local().isEmpty()) {
      for (String name : List.of(Manifest.NAME, "index.html")) {
        output.upload(results.resolve(name), name);
      }
      output.clean();
    }
  }
}
