package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first things a person types: nothing, help, a mistyped word, the version, a completion. */
class EntranceTest {
  @TempDir Path folder;

  @Test
  void aloneItListsCommandsInGroups() {
    Run alone = Run.of();
    assertThat(alone.status()).isZero();
    assertThat(alone.out())
        .contains("Start here")
        .contains("Make models lighter")
        .containsPattern("(?m)^  simplify +Makes levels of detail");
    assertThat(alone.out()).isEqualTo(Run.of("help").out()).isEqualTo(Run.of("--help").out());
    // One line each: no wrapped descriptions.
    assertThat(alone.out().lines()).noneMatch(line -> line.startsWith("      "));
  }

  @Test
  void helpOfACommandIsItsHelp() {
    assertThat(Run.of("help", "limit").out()).isEqualTo(Run.of("limit", "--help").out());
    Run wrong = Run.of("help", "limti");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("there is no command 'limti': did you mean limit?");
  }

  @Test
  void mistypedWordsAreAnsweredWithTheNearest() {
    Run command = Run.of("simplfy", "model.glb");
    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err()).contains("'simplfy': did you mean simplify?");
    Run option = Run.of("simplify", "model.glb", "--ratoi", "0.5", "-o", "out.glb");
    assertThat(option.status()).isEqualTo(2);
    assertThat(option.err())
        .contains("unknown option '--ratoi': did you mean --ratio?")
        .contains("Try 'sinew help simplify'");
    Run value = Run.of("pose", "model.glb", "--method", "dqz", "-o", "out.glb");
    assertThat(value.status()).isEqualTo(2);
    assertThat(value.err()).contains("did you mean dqs");
  }

  @Test
  void theVersionSaysWhatItRunsOn() {
    assertThat(Run.of("--version").out()).contains("JDK 25").contains("kernels");
  }

  @Test
  void otherToolsNamesOfMethodsWork() {
    Path arm = Run.sampleArm(folder).resolve("arm.glb");
    String out = folder.resolve("posed.obj").toString();
    JsonObject report =
        Run.report(Run.of("pose", arm.toString(), "--method", "LBS", "-o", out, "--json"));
    assertThat(report.get("method").getAsString()).isEqualTo("ssd");
  }

  @Test
  void wrongUsageIsJsonToo() {
    for (List<String> args :
        List.of(List.of("limit", "--json"), List.of("limt", "--json"), List.of("pose", "--jso"))) {
      Run run = Run.of(args.toArray(String[]::new));
      assertThat(run.status()).isEqualTo(2);
      if (args.contains("--json")) {
        JsonObject error =
            JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonObject("error");
        assertThat(error.get("kind").getAsString()).isEqualTo("usage");
        assertThat(error.get("status").getAsInt()).isEqualTo(2);
        assertThat(run.err()).contains(error.get("message").getAsString());
      }
    }
  }

  /** An output of a kind that a command does not write is the same mistake everywhere. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pose in.glb -o out.xyz",
        "deform in.glb --clip 0 -o out.glb",
        "simplify in.glb --ratio 0.5 -o out.obj",
        "limit in.glb --max-influences 2 -o out.obj",
        "transform in.glb --scale 2 -o out.obj",
        "subdivide in.glb --scheme loop -o out.obj",
        "unwrap in.glb -o out.obj",
        "bounds in.glb -o out.obj",
        "compare in.glb in.glb -o out.obj",
        "render in.glb -o out.jpg",
        "fit in --bones 3 -o out.obj"
      })
  void wrongOutputsAreWrongUsage(String command) {
    Run run = Run.of(command.split(" "));
    assertThat(run.err()).contains("out.");
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void completionScriptsAreForTheirShells() throws Exception {
    assertThat(Run.of("completion", "zsh").out())
        .startsWith("#compdef sinew")
        .contains("_arguments");
    assertThat(Run.of("completion", "fish").out())
        .contains("complete -c sinew -n __fish_use_subcommand -x -a simplify")
        .contains("-l method -x -a 'ssd as mwe dqs sbs stbs'");
    Path bash = Path.of("/bin/bash");
    assumeTrue(Files.isExecutable(bash), "there is no bash");
    Path script = folder.resolve("completion");
    Files.writeString(script, Run.of("completion", "bash").out());
    assertThat(completed(bash, script, "sinew", "sim")).isEqualTo("simplify");
    assertThat(completed(bash, script, "sinew", "limit", "--max")).isEqualTo("--max-influences");
    assertThat(completed(bash, script, "sinew", "pose", "--method", "s")).isEqualTo("ssd sbs stbs");
    assertThat(completed(bash, script, "sinew", "sample", "bi")).isEqualTo("biped");
  }

  private static String completed(Path bash, Path script, String... words) throws Exception {
    String text =
        "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; _sinew; echo \"${COMPREPLY[@]}\""
            .formatted(script, String.join(" ", words), words.length - 1);
    Process process = new ProcessBuilder(bash.toString(), "-c", text).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out.strip();
  }
}
