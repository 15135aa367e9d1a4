package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    for (String name : commands()) {
      assertThat(help(name)).as(name).contains("Example:").contains("sinew " + name);
    }
  }

  private static String page() {
    StringBuilder page = new StringBuilder("# The commands\n\n");
    page.append("What each prints with `--help`. ");
    page.append("Exit status 0: done; 1: failed; 2: wrong usage; 70: a defect of Sinew.\n");
    page.append("\n```\n").append(help()).append("```\n");
    for (String name : commands()) {
      page.append("\n## ").append(name).append("\n\n```\n").append(help(name)).append("```\n");
    }
    return page.toString();
  }

  private static List<String> commands() {
    return List.copyOf(new CommandLine(new Main()).getSubcommands().keySet());
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
