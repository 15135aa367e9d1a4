package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.sinew.influence.LimitOptions;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.studio.job.Commands;
import dev.sinew.studio.job.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.OptionSpec;

/** The panels of the studio are the options of the command line, and its jobs are commands. */
class StudioCommandsTest {
  @TempDir Path folder;

  private final StudioCommands commands = new StudioCommands();

  private Verb verb(String name) {
    return commands.verbs().stream()
        .filter(one -> one.verb().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Verb.Option option(String verb, String name) {
    return verb(verb).options().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyJobOfTheStudioIsThere() {
    assertThat(commands.verbs().stream().map(Verb::verb).toList())
        .containsExactlyInAnyOrder(
            "simplify",
            "limit",
            "unwrap",
            "bake",
            "subdivide",
            "fit",
            "skeleton",
            "bounds",
            "compare");
  }

  @Test
  void defaultsAndChoicesAreThoseOfTheCommandLine() {
    assertThat(option("limit", "max-influences").initial())
        .isEqualTo(Integer.toString(LimitOptions.DEFAULTS.maxInfluences()));
    assertThat(option("limit", "max-influences").required()).isTrue();
    assertThat(option("subdivide", "scheme").choices())
        .containsExactlyInAnyOrder("loop", "catmull-clark", "sqrt3");
    assertThat(option("fit", "model").initial()).isEqualTo("as");
    assertThat(option("simplify", "method").initial()).isEqualTo("quadric");
    assertThat(option("simplify", "triangles").required()).isFalse();
    assertThat(option("fit", "rig").kind()).isEqualTo("model");
    for (Verb verb : commands.verbs()) {
      for (Verb.Option option : verb.options()) {
        assertThat(option.help()).as(option.name()).isNotBlank().doesNotContain("${");
        if (option.kind().equals("choice") && option.initial() != null) {
          assertThat(option.choices()).as(option.name()).contains(option.initial());
        }
      }
    }
  }

  @Test
  void jobsNameOptionsAndCommandsAsTheCommandLineDoes() throws IOException {
    Path rigged = folder.resolve("cylinder.glb");
    CharacterWriter.toDocument("cylinder", Samples.create("cylinder-bend").character())
        .write(rigged);
    try (RunContext context = RunContext.create()) {
      assertThatThrownBy(
              () ->
                  commands.run(
                      List.of("skeleton", rigged.toString(), "-o", folder + "/out.glb"), context))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageEndingWith("write its mesh as OBJ with 'pose' to find another one");
    }
  }

  @Test
  void panelsLeaveOutWhatTheStudioDecidesItself() {
    assertThat(
            commands.verbs().stream()
                .flatMap(verb -> verb.options().stream().map(Verb.Option::name))
                .toList())
        .contains("ratio", "max-influences")
        .doesNotContain("help", "output", "threads", "json", "report", "quiet", "force");
  }

  /** A page that is taken over must not read or write other files. */
  @Test
  void noOptionOfAJobNamesAFile() {
    for (Verb verb : commands.verbs()) {
      for (OptionSpec option :
          Objects.requireNonNull(Main.commandLine().getSubcommands().get(verb.verb()))
              .getCommandSpec()
              .options()) {
        Class<?> item = option.typeInfo().getAuxiliaryTypeInfos().getFirst().getType();
        String name = option.longestName().substring(2);
        boolean offered =
            verb.options().stream()
                .anyMatch(one -> one.name().equals(name) && !one.kind().equals("model"));
        if (offered) {
          assertThat(item).as("%s --%s", verb.verb(), name).isNotEqualTo(Path.class);
          assertThat(option.paramLabel()).doesNotContain("FILE").isNotEqualTo("EXAMPLES");
        }
      }
    }
  }

  @Test
  void aJobIsTheCommand() throws IOException {
    Path model = folder.resolve("cylinder.glb");
    CharacterWriter.toDocument("cylinder", Samples.create("cylinder-bend").character())
        .write(model);
    Path byJob = folder.resolve("job.glb");
    Path page = folder.resolve("job.html");
    Commands.Done done;
    try (RunContext context = RunContext.create()) {
      done =
          commands.run(
              List.of(
                  "limit",
                  model.toString(),
                  "--max-influences=1",
                  "-o",
                  byJob.toString(),
                  "--report=" + page),
              context);
    }
    assertThat(done.outputs()).containsExactly(byJob);
    JsonObject report = done.report().getAsJsonObject("report");
    assertThat(report.getAsJsonArray("perPose").size()).isEqualTo(report.get("poses").getAsInt());
    Path byHand = folder.resolve("hand.glb");
    Run run = Run.of("limit", model.toString(), "--max-influences=1", "-o", byHand.toString());
    assertThat(run.status()).isZero();
    assertThat(Files.readAllBytes(byJob)).isEqualTo(Files.readAllBytes(byHand));
    assertThat(Files.readString(page))
        .contains("<svg")
        .contains("Error per pose")
        .contains("data:image/png;base64,")
        .doesNotContain("<script")
        .doesNotContain("http");
  }

  @Test
  void wrongArgumentsAreOneSentence() {
    try (RunContext context = RunContext.create()) {
      for (List<String> line :
          List.of(
              List.of("limit"),
              List.of("limit", "x.glb", "--max-influences=x"),
              List.of("none"),
              List.of("view"),
              List.of("limit", "x.glb", "--max-influences=2", "--report=x.exe"))) {
        assertThatThrownBy(() -> commands.run(line, context))
            .as("%s", line)
            .isInstanceOf(IllegalArgumentException.class)
            .message()
            .isNotBlank();
      }
    }
    assertThat(Objects.requireNonNull(folder.toFile().list())).isEmpty();
  }
}
