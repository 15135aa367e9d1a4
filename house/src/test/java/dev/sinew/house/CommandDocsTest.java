package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * docs/commands.md is the program's own help. When it differs, run the tests once with {@code
 * SINEW_WRITE_DOCS=1} in the environment to write it anew.
 */
class CommandDocsTest {
  private static final Path PAGE = Path.of("..", "docs", "commands.md");

  @Test
  void thePageIsTheHelp() throws Exception {
    String wanted = page();
    if (System.getenv("SINEW_WRITE_DOCS") != null) {
      Files.writeString(PAGE, wanted);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(wanted);
  }

  @Test
  void everyCommandShowsAnExample() {
    for (List<String> command : commands()) {
      String name = String.join(" ", command);
      assertThat(help(command.toArray(String[]::new)))
          .as(name)
          .contains("Example:")
          .contains("sinew " + name);
    }
  }

  private static String page() {
    StringBuilder page = new StringBuilder("# The commands\n\n");
    page.append("What each prints with `--help`. ");
    page.append("Exit status 0: done; 1: failed; 2: wrong usage; 70: a defect of Sinew.\n");
    page.append("\n```\n").append(help()).append("```\n");
    for (List<String> command : commands()) {
      String name = String.join(" ", command);
      String help = help(command.toArray(String[]::new));
      page.append("\n## ").append(name).append("\n\n```\n").append(help).append("```\n");
    }
    return page.toString();
  }

  /** Returns all commands, with their subcommands after them. */
  private static List<List<String>> commands() {
    List<List<String>> out = new ArrayList<>();
    new CommandLine(new Main())
        .getSubcommands()
        .forEach(
            (name, command) -> {
              out.add(List.of(name));
              command.getSubcommands().keySet().forEach(sub -> out.add(List.of(name, sub)));
            });
    return out;
  }

  private static String help(String... command) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] args = java.util.Arrays.copyOf(command, command.length + 1);
    args[command.length] = "--help";
    int status = Main.run(new PrintStream(out, true, StandardCharsets.UTF_8), System.err, args);
    assertThat(status).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }
}
