package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.testkit.OutsideTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    assertThat(Run.of("help", "posespace", "apply").out())
        .isEqualTo(Run.of("posespace", "apply", "--help").out())
        .contains("sinew posespace apply");
    Run below = Run.of("help", "posespace", "aply");
    assertThat(below.status()).isEqualTo(2);
    assertThat(below.err()).contains("there is no command 'posespace aply': did you mean apply?");
    Run wrong = Run.of("help", "limti");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("there is no command 'limti': did you mean limit?");
  }

  /** Messages have no Java types, and a percentage gets an example. */
  @Test
  void wrongNumbersAreNamedPlainly() {
    Run percent = Run.of("simplify", "model.glb", "--ratio", "25%", "-o", "out.glb");
    assertThat(percent.status()).isEqualTo(2);
    assertThat(percent.err()).contains("'25%' is not a number (0.25 for 25 %)");
    Run word = Run.of("simplify", "model.glb", "--ratio", "half", "-o", "out.glb");
    assertThat(word.err()).contains("'half' is not a number\n");
    Run whole = Run.of("limit", "model.glb", "--max-influences", "2.5");
    assertThat(whole.err()).contains("'2.5' is not a whole number\n");
    Run seed = Run.of("limit", "model.glb", "--max-influences", "2", "--seed", "x");
    assertThat(seed.err()).contains("'x' is not a whole number\n");
    assertThat(Run.of("fit", "poses").err()).contains("for example --bones 24");
  }

  @Test
  void mistypedWordsAreAnsweredWithTheNearest() {
    Run command = Run.of("simplfy", "model.glb");
    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err())
        .contains("'simplfy': did you mean simplify?")
        .contains("Try 'sinew help' for the commands.");
    Run option = Run.of("simplify", "model.glb", "--ratoi", "0.5", "-o", "out.glb");
    assertThat(option.status()).isEqualTo(2);
    assertThat(option.err())
        .contains("unknown option '--ratoi': did you mean --ratio?")
        .contains("Try 'sinew help simplify'");
    Run value = Run.of("pose", "model.glb", "--method", "dqz", "-o", "out.glb");
    assertThat(value.status()).isEqualTo(2);
    assertThat(value.err()).contains("did you mean dqs");
    Run shell = Run.of("completion", "fsh");
    assertThat(shell.status()).isEqualTo(2);
    assertThat(shell.err()).contains("expected one of [bash, zsh, fish], got 'fsh'");
    Run sample = Run.of("sample", "bipd", "-o", folder.resolve("bipd").toString());
    assertThat(sample.status()).isEqualTo(2);
    assertThat(sample.err()).contains("no sample 'bipd'").contains("did you mean biped?");
  }

  @Test
  void whatIsMissingIsNamedAsTheHelpNamesIt() {
    assertThat(Run.of("pose").err()).startsWith("sinew: missing --output OUT, MODEL\n");
    assertThat(Run.of("simplify", "model.glb").err()).startsWith("sinew: missing one of --ratio ");
    assertThat(Run.of("completion").err()).startsWith("sinew: missing SHELL\n");
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

  /** Words at the end of which a user presses Tab, and what the shell then offers. */
  private static final Map<String, String> COMPLETED =
      Map.of(
          "sim", "simplify simplify-sequence",
          "limit --max", "--max-influences",
          "pose --method s", "sbs ssd stbs",
          "sample bi", "biped",
          "posespace tr", "train transfer",
          "posespace train --fps", "--fps",
          "help lim", "limit");

  @Test
  void bashCompletes() throws Exception {
    String script = completion("bash");
    COMPLETED.forEach(
        (words, offered) -> {
          String all = "sinew " + words;
          String text =
              "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; _sinew; printf '%%s\\n' \"${COMPREPLY[@]}\""
                  .formatted(script, all, all.split(" ").length - 1);
          assertThat(said("bash", text)).as(words).isEqualTo(offered);
        });
  }

  @Test
  void fishCompletes() throws Exception {
    String script = completion("fish");
    COMPLETED.forEach(
        (words, offered) ->
            assertThat(
                    said(
                        "fish",
                        "source %s; complete -C 'sinew %s' | string replace -r '\\t.*' ''"
                            .formatted(script, words)))
                .as(words)
                .isEqualTo(offered));
  }

  /** The functions of zsh's own completion are replaced by ones that print what they are given. */
  @Test
  void zshCompletes() throws Exception {
    String script = completion("zsh");
    assertThat(Files.readString(Path.of(script))).startsWith("#compdef sinew");
    String start =
        "compdef() { }; _describe() { print -rl -- ${(P)2} }; _arguments() { print -rl -- \"$@\" };"
            + " source "
            + script
            + "; ";
    assertThat(said("zsh", start + "words=(sinew ''); CURRENT=2; _sinew"))
        .contains("simplify:Makes levels of detail");
    assertThat(said("zsh", start + "words=(sinew limit ''); CURRENT=3; _sinew"))
        .contains("--max-influences[The maximum number");
    assertThat(said("zsh", start + "words=(sinew posespace ''); CURRENT=3; _sinew"))
        .contains("*:argument:(train apply");
    assertThat(said("zsh", start + "words=(sinew posespace train ''); CURRENT=4; _sinew"))
        .contains("--examples[");
  }

  /** As a file of zsh's function path the script is read by the first completion. */
  @Test
  void zshCompletesAtOnceFromItsFunctionPath() throws Exception {
    Path script = Path.of(completion("zsh"));
    Path function = script.resolveSibling("_sinew");
    Files.copy(script, function);
    String words =
        "compdef() { print wrong }; _describe() { print -rl -- ${(P)2} }; autoload -Uz _sinew;"
            + " words=(sinew ''); CURRENT=2; _sinew";
    assertThat(said("zsh", "fpath=(" + script.resolveSibling(".") + "); " + words))
        .contains("simplify:Makes levels of detail")
        .doesNotContain("wrong");
  }

  /** Writes the script of a shell; the test needs that shell. */
  private String completion(String shell) throws Exception {
    OutsideTool.assume(
        Stream.of("/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, shell))),
        "there is no " + shell);
    Path script = folder.resolve("completion." + shell);
    Files.writeString(script, Run.of("completion", shell).out());
    return script.toString();
  }

  /** Returns the words that a shell prints, sorted if it prints several lines. */
  private static String said(String shell, String text) {
    try {
      Process process = new ProcessBuilder(shell, "-c", text).redirectErrorStream(true).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return out.strip().lines().sorted().distinct().collect(Collectors.joining(" "));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
