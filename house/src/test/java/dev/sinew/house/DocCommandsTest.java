package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of some pages work as they are written: those in blocks marked {@code sh}, in their
 * order, in one folder. A command that several pages show runs once.
 */
class DocCommandsTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final List<String> PAGES =
      List.of(
          "first-ten-minutes.md",
          "guides/technical-artist.md",
          "guides/engine-programmer.md",
          "guides/researcher.md",
          "posespace.md");
  private static final Pattern SPACE = Pattern.compile(" ");
  private static final Pattern FILE = Pattern.compile(".*(/.*|\\.(glb|obj|pc2|png|psdb))");

  @TempDir Path folder;

  @Test
  void commandsOfThePagesWork() throws IOException {
    Set<String> commands = new LinkedHashSet<>();
    for (String page : PAGES) {
      List<String> found = commands(Files.readAllLines(DOCS.resolve(page)));
      assertThat(found).as(page).hasSizeGreaterThan(2);
      commands.addAll(found);
    }
    Set<String> outputs = new HashSet<>();
    for (String command : commands) {
      run(command, outputs);
    }
  }

  /** Returns the lines of the blocks that are marked as shell commands. */
  private static List<String> commands(List<String> lines) {
    List<String> found = new ArrayList<>();
    boolean within = false;
    for (String line : lines) {
      if (line.startsWith("```")) {
        within = line.equals("```sh");
      } else if (within) {
        assertThat(line).startsWith("sinew ");
        found.add(line);
      }
    }
    return found;
  }

  private void run(String command, Set<String> outputs) {
    List<String> words = SPACE.splitAsStream(command).skip(1).toList();
    List<String> args = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      boolean output = i > 0 && words.get(i - 1).equals("-o");
      if (output) {
        outputs.add(words.get(i));
      }
      args.add(output || isFile(words.get(i), outputs) ? inFolder(words.get(i)) : words.get(i));
    }
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int status =
        Main.run(
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(errors, true, StandardCharsets.UTF_8),
            args.toArray(String[]::new));
    assertThat(status).as(command + "\n" + errors.toString(StandardCharsets.UTF_8)).isZero();
  }

  private static boolean isFile(String word, Set<String> outputs) {
    return !word.startsWith("-") && (FILE.matcher(word).matches() || outputs.contains(word));
  }

  private String inFolder(String file) {
    return folder.resolve(file).toString();
  }
}
