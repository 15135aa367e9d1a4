package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Outputs with an extension that Sinew does not write are refused by every option that names one,
 * with the extensions that it does write. Nothing is made, above all no folder of that name.
 */
class OutputNamesTest {
  /** Options that name a file or folder which is read. */
  private static final Set<String> INPUTS =
      Set.of(
          "--detail",
          "--ranges",
          "--reference-correctives",
          "--correctives",
          "--reference",
          "--rig",
          "--cores",
          "--map",
          "--motion",
          "--follow",
          "--weights",
          "--use-stream",
          "--markers",
          "--holdout",
          "--examples",
          "--takes",
          "--points",
          "--recipe",
          "--root");

  /** The least arguments of every command that writes, without its outputs. */
  private static final Map<String, String> ARGUMENTS =
      Map.ofEntries(
          Map.entry("inspect", "arm.glb"),
          Map.entry("pose", "arm.glb"),
          Map.entry("deform", "arm.glb --clip 0"),
          Map.entry("sample", "arm"),
          Map.entry("compare", "arm.glb arm.glb"),
          Map.entry("simplify", "arm.glb --ratio 0.5"),
          Map.entry("limit", "arm.glb --max-influences 2"),
          Map.entry("merge", "arm.glb"),
          Map.entry("transform", "arm.glb --scale 2"),
          Map.entry("subdivide", "arm.glb --scheme loop"),
          Map.entry("unwrap", "arm.glb"),
          Map.entry("bake", "arm.glb --detail arm.glb"),
          Map.entry("fit", "pose-01.obj pose-02.obj --reference reference.obj --bones 2"),
          Map.entry("retarget", "arm.glb arm.glb"),
          Map.entry("solve", "arm.glb pose-01.obj"),
          Map.entry("simplify-sequence", "pose-01.obj --reference reference.obj --ratio 0.5"),
          Map.entry("skeleton", "pose-01.obj"),
          Map.entry("render", "arm.glb"),
          Map.entry("posespace train", "arm.glb --examples pose-01.obj"),
          Map.entry("posespace apply", "arm.glb arm.psdb --clip 0"),
          Map.entry("posespace transfer", "arm.glb arm.psdb"),
          Map.entry("posespace bake", "arm.glb arm.psdb --clip 0"),
          Map.entry("bounds", "arm.glb"),
          Map.entry("batch", "arm.glb --recipe arm.glb"),
          Map.entry("demo", ""));

  @TempDir Path folder;
  private Path arm;

  @BeforeEach
  void makeArm() {
    arm = Run.sampleArm(folder);
  }

  @Test
  void unknownExtensionsAreRefusedByEveryOutput() throws IOException {
    Set<String> tried = new TreeSet<>();
    for (Map.Entry<String, CommandLine> command : commands(Main.commandLine(), "").entrySet()) {
      for (OptionSpec option : command.getValue().getCommandSpec().options()) {
        Class<?> type = option.typeInfo().getAuxiliaryTypeInfos().getFirst().getType();
        if (type == Path.class && !INPUTS.contains(option.longestName())) {
          assertRefused(command.getKey(), option.longestName());
          tried.add(command.getKey() + " " + option.longestName());
        }
      }
    }
    assertThat(tried)
        .contains("deform --output", "sample --output", "demo --output", "render --report")
        .contains("simplify --save-stream", "bake --tangent-map", "skeleton --graph")
        .hasSizeGreaterThan(35);
  }

  private static Map<String, CommandLine> commands(CommandLine line, String before) {
    Map<String, CommandLine> found = new TreeMap<>();
    line.getSubcommands()
        .forEach(
            (name, command) -> {
              if (command.getSubcommands().isEmpty()) {
                found.put(before + name, command);
              } else {
                found.putAll(commands(command, before + name + " "));
              }
            });
    return found;
  }

  private void assertRefused(String command, String option) throws IOException {
    String given = ARGUMENTS.get(command);
    assertThat(given).as("arguments of %s, which has %s", command, option).isNotNull();
    List<String> line = new ArrayList<>(List.of(command.split(" ", -1)));
    for (String argument : given.split(" ", -1)) {
      Path file = arm.resolve(argument);
      if (!argument.isEmpty()) {
        line.add(argument.contains(".") && !argument.startsWith("0") ? file.toString() : argument);
      }
    }
    if (!option.equals("--output")) {
      required(command).ifPresent(needed -> line.addAll(List.of("-o", needed)));
    }
    Path output = folder.resolve("out.usd");
    line.addAll(List.of(option, output.toString()));
    Run run = Run.of(line.toArray(String[]::new));
    assertThat(run.status()).as("%s: %s%s", line, run.out(), run.err()).isIn(1, 2);
    assertThat(run.err()).as("%s", line).contains(output.toString()).contains("expected");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .as("%s", line)
          .containsExactly("arm");
    }
  }

  /** Returns an output for commands that need one beside the option that is tried. */
  private Optional<String> required(String command) {
    CommandLine line = Main.commandLine();
    for (String name : command.split(" ", -1)) {
      line = Objects.requireNonNull(line.getSubcommands().get(name));
    }
    String name =
        command.equals("posespace train") || command.equals("posespace transfer")
            ? "made.psdb"
            : command.equals("render") ? "made.png" : "made.glb";
    boolean folderOnly =
        Set.of("sample", "demo", "batch", "deform", "posespace apply").contains(command);
    return line.getCommandSpec().findOption("-o") == null
        ? Optional.empty()
        : Optional.of(folder.resolve(folderOnly ? "made" : name).toString());
  }

  @Test
  void severalModelsNeedAFolder() throws IOException {
    Path other = Files.copy(arm.resolve("arm.glb"), folder.resolve("other.glb"));
    Path output = folder.resolve("out.usd");
    Run run =
        Run.of(
            "limit",
            arm.resolve("arm.glb").toString(),
            other.toString(),
            "--max-influences",
            "2",
            "-o",
            output.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("expected a folder as output, got " + output);
    assertThat(output).doesNotExist();
  }

  /** Numbers are no extensions, and a folder that is there says what it is. */
  @Test
  void foldersMayHaveDotsInTheirNames() throws IOException {
    Path model = arm.resolve("arm.glb");
    Path existing = Files.createDirectory(folder.resolve("frames.old"));
    for (Path output : List.of(folder.resolve("walk-1.5"), existing)) {
      Run run =
          Run.of("deform", model.toString(), "--clip", "0", "--fps", "2", "-o", output.toString());
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(output.resolve("frame-0000.obj")).exists();
    }
  }
}
