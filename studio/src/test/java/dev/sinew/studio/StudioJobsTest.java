package dev.sinew.studio;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.studio.job.Commands;
import dev.sinew.studio.job.Verb;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs over the network, with commands that the test makes. */
class StudioJobsTest {
  private final Copying commands = new Copying();
  private Studio studio;
  private RawHttp http;

  /** A command that copies its model, another that runs until it is cancelled, one that fails. */
  private static final class Copying implements Commands {
    private final Queue<List<String>> ran = new ConcurrentLinkedQueue<>();
    private final CountDownLatch started = new CountDownLatch(1);

    @Override
    public List<Verb> verbs() {
      Verb.Option ratio = new Verb.Option("ratio", "number", "0.5", null, false, "A number.");
      Verb.Option flag = new Verb.Option("quick", "flag", null, null, false, "Or not.");
      Verb.Option rig = new Verb.Option("rig", "model", null, null, false, "A model.");
      return List.of(
          new Verb("copy", "Copy", "Copies.", Verb.ONE, List.of(ratio, flag, rig)),
          new Verb("endless", "Endless", "Never ends.", Verb.ONE, List.of()),
          new Verb("fail", "Fail", "Fails.", Verb.ONE, List.of()),
          new Verb("break", "Break", "Has a defect.", Verb.ONE, List.of()),
          new Verb("compare", "Compare", "Two.", Verb.TWO, List.of()),
          new Verb("fit", "Fit", "Shapes.", Verb.SHAPES, List.of()));
    }

    @Override
    public Done run(List<String> arguments, RunContext context) throws IOException {
      ran.add(arguments);
      Path input = Path.of(arguments.get(1));
      Path output = Path.of(arguments.get(arguments.indexOf("-o") + 1));
      if (arguments.getFirst().equals("fail")) {
        throw new RequestException(input.toString(), "does not fit");
      }
      if (arguments.getFirst().equals("break")) {
        throw new IllegalStateException("impossible");
      }
      started.countDown();
      for (long i = 0; arguments.getFirst().equals("endless"); i++) {
        context.report("working", i, Long.MAX_VALUE);
      }
      context.report("copying", 1, 1);
      if (arguments.getFirst().equals("sample")) {
        return new Done(new JsonObject(), List.of());
      }
      Files.copy(Files.exists(input) ? input : Path.of(arguments.getLast()), output);
      String last = arguments.getLast();
      Files.writeString(Path.of(last.substring("--report=".length())), "<p>" + output);
      JsonObject report = new JsonObject();
      report.addProperty("output", output.toString());
      return new Done(report, List.of(output));
    }
  }

  @BeforeEach
  void start() throws IOException {
    studio = new Studio(StudioOptions.DEFAULTS, commands);
    http = new RawHttp(studio.url());
    assertThat(RawHttp.status(http.post("api/samples/cylinder-bend", new byte[0]))).isEqualTo(200);
  }

  @AfterEach
  void stop() {
    studio.close();
  }

  private String post(String body) throws IOException {
    return http.post("api/jobs", body.getBytes(StandardCharsets.UTF_8));
  }

  private JsonObject finished(String started) throws Exception {
    String id = object(started).get("id").getAsString();
    for (int i = 0; i < 2000; i++) {
      JsonObject job = object(http.get("api/jobs/" + id));
      if (!List.of("waiting", "running").contains(job.get("state").getAsString())) {
        return job;
      }
      Thread.sleep(5);
    }
    throw new AssertionError("the job does not end");
  }

  private static JsonObject object(String answer) {
    return JsonParser.parseString(RawHttp.body(answer)).getAsJsonObject();
  }

  @Test
  void aJobMakesAModelAndAReport() throws Exception {
    JsonObject job =
        finished(
            post("{\"verb\":\"copy\",\"models\":[1],\"options\":{\"ratio\":0.25,\"quick\":true}}"));
    assertThat(job.get("state").getAsString()).isEqualTo("done");
    assertThat(job.get("command").getAsString())
        .isEqualTo("sinew copy cylinder-bend.glb --ratio=0.25 --quick -o cylinder-bend-copy.glb");
    assertThat(job.getAsJsonArray("results").toString()).isEqualTo("[2]");
    assertThat(job.getAsJsonObject("report").get("output").getAsString())
        .as("without the folder of the job")
        .isEqualTo("cylinder-bend-copy.glb");
    String rows = RawHttp.body(http.get("api/models"));
    assertThat(rows).contains("\"name\":\"cylinder-bend-copy\"").contains("\"from\":1,\"job\":1");
    String page = http.get("api/jobs/1/report.html");
    assertThat(page).contains("style-src 'unsafe-inline'").endsWith("<p>cylinder-bend-copy.glb");
    assertFilesAreGone();
  }

  @Test
  void aDefectLeavesItsStackTraceInAFile() throws Exception {
    JsonObject job = finished(post("{\"verb\":\"break\",\"models\":[1]}"));
    assertThat(job.get("state").getAsString()).isEqualTo("failed");
    String message = job.get("message").getAsString();
    assertThat(message).contains("this is a defect of Sinew").contains("impossible");
    Path trace = Path.of(message.replaceAll(".*with (.*\\.txt), which.*", "$1"));
    assertThat(Files.readString(trace))
        .contains("IllegalStateException: impossible")
        .contains("\tat dev.sinew.studio.StudioJobsTest");
    Files.delete(trace);
  }

  @Test
  void onlyOptionsThatDifferAreInTheCommand() throws Exception {
    JsonObject job =
        finished(
            post(
                "{\"verb\":\"copy\",\"models\":[1],\"options\":{\"ratio\":\"0.5\",\"quick\":false,"
                    + "\"rig\":1}}"));
    assertThat(job.get("command").getAsString())
        .isEqualTo(
            "sinew copy cylinder-bend.glb --rig cylinder-bend.glb -o cylinder-bend-copy.glb");
  }

  @Test
  void aRunningJobIsWatchedAndCancelled() throws Exception {
    String started = post("{\"verb\":\"endless\",\"models\":[1]}");
    String waiting = post("{\"verb\":\"copy\",\"models\":[1]}");
    assertThat(commands.started.await(10, TimeUnit.SECONDS)).isTrue();
    String path = "api/jobs/" + object(started).get("id");
    JsonObject before = object(http.get(path));
    for (int i = 0; i < 500 && before.get("done").getAsLong() == 0; i++) {
      before = object(http.get(path));
    }
    assertThat(before.get("state").getAsString()).isEqualTo("running");
    assertThat(before.get("phase").getAsString()).isEqualTo("working");
    long seen = before.get("done").getAsLong();
    long later = seen;
    for (int i = 0; i < 500 && later == seen; i++) { // On a busy machine it may not run at once.
      later = object(http.get(path)).get("done").getAsLong();
    }
    assertThat(later).isGreaterThan(seen);
    assertThat(object(http.get("api/jobs/" + object(waiting).get("id"))).get("state").getAsString())
        .isEqualTo("waiting");
    assertThat(RawHttp.status(http.delete(path))).isEqualTo(204);
    assertThat(finished(started).get("state").getAsString()).isEqualTo("cancelled");
    assertThat(RawHttp.status(http.get(path + "/report.html"))).isEqualTo(404);
    assertThat(finished(waiting).get("state").getAsString()).isEqualTo("done");
    assertFilesAreGone();
  }

  @Test
  void aJobThatWaitsCanBeCancelled() throws Exception {
    String first = post("{\"verb\":\"endless\",\"models\":[1]}");
    String second = post("{\"verb\":\"copy\",\"models\":[1]}");
    http.delete("api/jobs/" + object(second).get("id"));
    http.delete("api/jobs/" + object(first).get("id"));
    assertThat(finished(second).get("state").getAsString()).isEqualTo("cancelled");
    assertThat(commands.ran).noneMatch(line -> line.getFirst().equals("copy"));
  }

  @Test
  void aFailureIsASentenceAboutTheModel() throws Exception {
    JsonObject job = finished(post("{\"verb\":\"fail\",\"models\":[1]}"));
    assertThat(job.get("state").getAsString()).isEqualTo("failed");
    assertThat(job.get("message").getAsString()).isEqualTo("cylinder-bend.glb: does not fit");
    assertFilesAreGone();
  }

  @Test
  void shapesOfASampleAreItsExamples() throws Exception {
    JsonObject job = finished(post("{\"verb\":\"fit\",\"models\":[1]}"));
    assertThat(job.get("command").getAsString())
        .isEqualTo(
            "sinew sample cylinder-bend -o cylinder-bend-poses && sinew fit"
                + " cylinder-bend-poses/poses.pc2 --reference cylinder-bend-poses/reference.obj"
                + " --rig cylinder-bend.glb -o cylinder-bend-fit.glb");
  }

  @Test
  void badRequestsAreRefused() throws IOException {
    for (String body :
        List.of(
            "",
            "[]",
            "{",
            "{\"verb\":\"none\",\"models\":[1]}",
            "{\"verb\":\"copy\"}",
            "{\"verb\":\"copy\",\"models\":[]}",
            "{\"verb\":\"copy\",\"models\":[1,1]}",
            "{\"verb\":\"compare\",\"models\":[1]}",
            "{\"verb\":\"copy\",\"models\":[{}]}",
            "{\"verb\":{},\"models\":[1]}",
            "{\"verb\":\"copy\",\"models\":[1],\"options\":{\"output\":\"/etc/x\"}}",
            "{\"verb\":\"copy\",\"models\":[1],\"options\":{\"ratio\":[1]}}")) {
      assertThat(RawHttp.status(post(body))).as(body).isEqualTo(400);
    }
    assertThat(RawHttp.status(post("{\"verb\":\"copy\",\"models\":[99]}"))).isEqualTo(404);
    assertThat(RawHttp.status(http.get("api/jobs/7"))).isEqualTo(404);
    assertThat(commands.ran).isEmpty();
  }

  @Test
  void jobsThatWaitAreLimited() throws Exception {
    String first = post("{\"verb\":\"endless\",\"models\":[1]}");
    int status = 200;
    for (int i = 0; i < 40 && status == 200; i++) {
      status = RawHttp.status(post("{\"verb\":\"copy\",\"models\":[1]}"));
    }
    assertThat(status).isEqualTo(429);
    http.delete("api/jobs/" + object(first).get("id"));
    finished(first);
  }

  @Test
  void stoppingCancelsAndDeletes() throws Exception {
    post("{\"verb\":\"endless\",\"models\":[1]}");
    assertThat(commands.started.await(10, TimeUnit.SECONDS)).isTrue();
    studio.close();
    assertFilesAreGone();
  }

  /** Checks the folders of all jobs that ran. */
  private void assertFilesAreGone() throws InterruptedException {
    for (List<String> line : commands.ran) {
      Path folder = Path.of(line.get(1)).getParent();
      for (int i = 0; i < 400 && Files.exists(folder); i++) {
        Thread.sleep(5); // Deleted right after the state changes.
      }
      assertThat(folder).doesNotExist();
    }
  }
}
