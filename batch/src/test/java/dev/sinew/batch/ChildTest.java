package dev.sinew.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.sinew.batch.child.Child;
import dev.sinew.batch.child.ChildCommand;
import dev.sinew.batch.child.Job;
import dev.sinew.batch.child.Rows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers that do what the name of a file says: the ways in which real ones end. */
class ChildTest {
  @TempDir Path folder;

  /** A worker. */
  static final class Actor {
    private Actor() {}

    public static void main(String[] args) throws Exception {
      if (args.length > 0) {
        System.err.println("bad recipe");
        System.exit(2);
      }
      System.out.println("{\"worker\":1,\"sinew\":\"1\",\"recipe\":\"r\"}");
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        act(Job.ofLine(line));
      }
    }

    private static void act(Job job) throws InterruptedException {
      double limit = job.file().equals("hang") ? 1.5 : 300;
      System.out.println("{\"limit\":" + limit + ",\"input\":{\"sha256\":\"h\",\"bytes\":7}}");
      switch (job.file()) {
        case "hang" -> Thread.sleep(1_000_000);
        case "exit" -> {
          System.err.println("first line\nno more disk");
          System.exit(3);
        }
        case "killed" -> {
          ProcessHandle.current().info();
          Runtime.getRuntime().halt(128 + 9);
        }
        case "nonsense" -> System.out.println("this is no row");
        default -> {
          JsonObject row = Rows.of(job, new Child.Hello("1", "r"), Rows.DONE);
          if (job.file().equals("last")) {
            row.addProperty("last", true);
          }
          System.out.println(row);
        }
      }
    }
  }

  private static ChildCommand actor(String... arguments) {
    return new ChildCommand(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Actor.class.getName()),
            Map.of())
        .with(arguments);
  }

  private Job job(String name) {
    return new Job(name, folder.resolve(name), folder, null, false);
  }

  private JsonObject row(String name) throws Exception {
    try (Child child = new Child(actor())) {
      JsonObject row = child.run(job(name));
      assertThat(child.isUsable()).as(name).isEqualTo(name.equals("good"));
      assertThat(Rows.text(row, "file")).isEqualTo(name);
      assertThat(Rows.text(row, "recipe")).isEqualTo("r");
      return row;
    }
  }

  @Test
  void everyEndIsARow() throws Exception {
    assertThat(Rows.text(row("good"), "status")).isEqualTo(Rows.DONE);
    assertThat(row("last").has("last")).as("a word between processes").isFalse();
    JsonObject hung = row("hang");
    assertThat(Rows.problem(hung)).isEqualTo("timeout");
    assertThat(Rows.number(hung, "seconds")).isGreaterThanOrEqualTo(1.5);
    assertThat(Rows.text(Rows.object(hung, "input"), "sha256")).isEqualTo("h");
    JsonObject ended = row("exit");
    assertThat(Rows.problem(ended)).isEqualTo("crash");
    assertThat(Rows.text(Rows.object(ended, "error"), "message"))
        .contains("status 3")
        .endsWith("no more disk");
    JsonObject killed = row("killed");
    assertThat(Rows.text(Rows.object(killed, "error"), "message")).contains("was killed");
    assertThat(Rows.text(Rows.object(killed, "error"), "advice")).contains("--memory");
    assertThat(Rows.hasFailed(row("nonsense"))).isTrue();
  }

  @Test
  void aWorkerThatDoesNotStartSaysWhy() {
    assertThatThrownBy(() -> new Child(actor("bad")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("bad recipe");
  }

  @Test
  void thePoolReplacesWorkersAndDoesAllJobs() throws Exception {
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      jobs.add(job("good" + i));
    }
    for (String name : List.of("exit", "hang", "killed", "last", "nonsense")) {
      jobs.add(jobs.size() / 2, job(name));
    }
    Map<String, JsonObject> rows = new ConcurrentHashMap<>();
    new ChildPool((heap, threads) -> actor())
        .run(jobs, new MemoryPlan(2, 1, 1), (job, row) -> rows.put(job.file(), row));
    assertThat(rows).hasSize(jobs.size());
    assertThat(rows.values().stream().filter(Rows::hasFailed).count()).isEqualTo(4);
  }

  @Test
  void memoryLimitsTheNumberOfWorkers() {
    long gigabyte = 1L << 30;
    assertThat(MemoryPlan.of(4 * gigabyte, 2, 2, 0).workers()).isEqualTo(2);
    assertThat(MemoryPlan.of(4 * gigabyte, 64, 64, 0).workers()).isEqualTo(4);
    assertThat(MemoryPlan.of(4 * gigabyte, 64, 64, 3 * gigabyte).workers()).isEqualTo(1);
    assertThat(MemoryPlan.of(gigabyte / 4, 8, 8, 0).workers()).isEqualTo(1);
    for (int cores = 1; cores < 100; cores++) {
      MemoryPlan plan = MemoryPlan.of(16 * gigabyte, cores, cores, 0);
      assertThat(plan.workers() * (plan.heap() + MemoryPlan.OVERHEAD))
          .as("%d cores", cores)
          .isLessThanOrEqualTo(16 * gigabyte);
      assertThat(plan.workers() * plan.threads()).isLessThanOrEqualTo(cores);
    }
  }
}
