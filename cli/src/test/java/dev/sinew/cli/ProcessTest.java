package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a user runs it: a process, its exit status and what it leaves behind. */
class ProcessTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path model = Path.of("");

  @BeforeAll
  static void writeACharacter() {
    Run.sampleArm(shared);
    model = shared.resolve("arm/arm.glb");
  }

  @Test
  void printsItsVersion() throws Exception {
    Finished run = run("--version");
    assertThat(run.status).isZero();
    assertThat(run.out).startsWith("sinew 0.");
  }

  @Test
  void reportsInJsonAndNothingElse() throws Exception {
    Finished run = run("inspect", model.toString(), "--json");
    assertThat(run.status).isZero();
    JsonObject envelope = JsonParser.parseString(run.out).getAsJsonObject();
    assertThat(envelope.keySet())
        .containsExactly(
            "schema", "sinew", "command", "inputs", "outputs", "sizes", "notes", "seconds",
            "report", "error");
    assertThat(envelope.getAsJsonObject("report").keySet())
        .contains("meshes", "vertices", "triangles", "joints", "influences", "clips", "issues");
    assertThat(envelope.getAsJsonObject("report").getAsJsonObject("influences").keySet())
        .containsExactly("total", "mean", "max", "histogram");
    assertThat(run.err).isEmpty();
  }

  @Test
  void wrongUsageIsStatus2() throws Exception {
    assertThat(run("inspect").status).isEqualTo(2);
    assertThat(run("juggle").status).isEqualTo(2);
    Finished run = run("pose", model.toString());
    assertThat(run.status).isEqualTo(2);
    assertThat(run.err).contains("--output").contains("sinew help pose");
  }

  @Test
  void whatCannotBeDoneIsStatus1() throws Exception {
    Finished missing = run("inspect", folder.resolve("none.glb").toString());
    assertThat(missing.status).isEqualTo(1);
    assertThat(missing.err).contains("none.glb").contains("no such file");
    Path target = folder.resolve("x.obj");
    Finished noClip = run("pose", model.toString(), "--clip", "fly", "-o", target.toString());
    assertThat(noClip.status).isEqualTo(1);
    assertThat(noClip.err).contains("fly").contains("flex");
    assertThat(target).doesNotExist();
  }

  @Test
  void interruptedWorkLeavesNothing() throws Exception {
    assertLeavesNothing(folder.resolve("long.pc2"), false);
    assertLeavesNothing(folder.resolve("frames"), false);
  }

  @Test
  void killedWorkLeavesNothingUnderTheName() throws Exception {
    assertLeavesNothing(folder.resolve("killed.mdd"), true);
  }

  private void assertLeavesNothing(Path target, boolean kill) throws Exception {
    Process process =
        start(
            "deform", model.toString(), "--clip", "0", "--fps", "100000", "-o", target.toString());
    try {
      waitForADraft(process);
      if (kill) {
        process.destroyForcibly();
      } else {
        CommandProcess.interrupt(process);
      }
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isNotZero();
    } finally {
      process.destroyForcibly();
    }
    assertThat(target).doesNotExist();
    if (!kill) {
      assertThat(entries()).isEmpty();
    }
  }

  private void waitForADraft(Process process) throws Exception {
    while (process.isAlive() && entries().stream().noneMatch(e -> e.contains("draft"))) {
      Thread.sleep(10);
    }
    assertThat(process.isAlive()).as("still at work").isTrue();
  }

  private List<String> entries() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).toList();
    }
  }

  @Test
  void numbersDoNotDependOnTheLanguage() throws Exception {
    Process process =
        CommandProcess.start(
            List.of("-Duser.language=ar", "-Duser.country=EG"), "inspect", model.toString());
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(out).isEqualTo(run("inspect", model.toString()).out);
  }

  private record Finished(int status, String out, String err) {}

  private static Finished run(String... args) throws Exception {
    Process process = start(args);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Finished(process.waitFor(), out, err);
  }

  private static Process start(String... args) throws IOException {
    return CommandProcess.start(List.of(), args);
  }
}
