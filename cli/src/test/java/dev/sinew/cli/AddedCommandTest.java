package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.Step;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** How a command is added: a step, a command over it, and one line that registers it. */
class AddedCommandTest {
  @TempDir Path folder;

  /** The step: reads files, calls core, reports. */
  static final class CountStep implements Step<CountStep.Options, CountStep.Report> {
    record Options(Path model) {}

    record Report(int joints) {}

    @Override
    public Outcome<Report> run(Options options, FileSession files, RunContext context)
        throws IOException {
      SkinnedCharacter character = GltfReader.read(options.model, files).requireSound().character();
      return new Outcome<>(
          new Report(character.skeleton().jointCount()), List.of(options.model), List.of());
    }
  }

  /** The command: options as typed, and what a person reads. */
  @Command(name = "count")
  static final class CountCommand extends StepCommand<CountStep.Options, CountStep.Report> {
    @Parameters(paramLabel = "MODEL")
    private Path model = Path.of("");

    @Override
    Step<CountStep.Options, CountStep.Report> step() {
      return new CountStep();
    }

    @Override
    CountStep.Options options() {
      return new CountStep.Options(model);
    }

    @Override
    void print(CountStep.Report report, PrintWriter out) {
      out.println(report.joints() + " joints");
    }
  }

  @Test
  void aCommandIsAStepAndALine() throws IOException {
    Path model = folder.resolve("arm.glb");
    SkinnedCharacter arm = Samples.create("arm").character();
    CharacterWriter.toDocument("arm", arm).write(model);
    assertThat(run("count", model.toString()).strip())
        .isEqualTo(arm.skeleton().jointCount() + " joints");
    assertThat(run("count", model.toString(), "--json"))
        .contains("\"command\":\"count\"")
        .contains("\"joints\":");
  }

  private static String run(String... args) {
    StringWriter out = new StringWriter();
    CommandLine line = new CommandLine(new Main()).addSubcommand(new CountCommand());
    line.setOut(new PrintWriter(out));
    assertThat(line.execute(args)).isZero();
    return out.toString();
  }
}
