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
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of the pages below work as they are written: those in blocks marked {@code sh}, in
 * their order, in one folder. A command that several pages show runs once. A block marked {@code
 * text} below has lines that they print.
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

  private static final Pattern COMMAND = Pattern.compile("(\\./)?sinew [a-z].*");
  private static final Pattern INLINE = Pattern.compile("`([^`]+)`");
  private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+");

  @TempDir Path folder;

  @Test
  void commandsOfThePagesWork() throws IOException {
    Map<String, String> outputs = new HashMap<>();
    Set<String> files = new HashSet<>();
    int shown = 0;
    for (String page : PAGES) {
      List<Block> blocks = blocks(Files.readAllLines(DOCS.resolve(page)));
      assertThat(blocks.stream().mapToInt(block -> block.commands.size()).sum())
          .as(page)
          .isGreaterThan(2);
      for (Block block : blocks) {
        StringBuilder said = new StringBuilder();
        for (String command : block.commands) {
          said.append(outputs.computeIfAbsent(command, text -> run(text, files)));
        }
        for (String line : block.shown) {
          assertThat(said.toString()).as(page).containsPattern(pattern(line));
        }
        shown += block.shown.size();
      }
    }
    assertThat(shown).as("lines of output").isGreaterThan(4);
  }

  /** An ellipsis in a line stands for what is left out. */
  private static String pattern(String line) {
    return Arrays.stream(line.strip().split("…", -1))
        .map(part -> part.isEmpty() ? "" : Pattern.quote(part))
        .collect(Collectors.joining(".*"));
  }

  /** Commands that the test does not run, since they need files of a reader, are right at least. */
  @Test
  void commandsOfAllPagesAreRight() throws IOException {
    List<String> wrong = new ArrayList<>();
    int commands = 0;
    for (Path page : pages()) {
      boolean fenced = false;
      for (String line : Files.readAllLines(page)) {
        fenced ^= line.startsWith("```");
        List<String> found =
            fenced
                ? List.of(line)
                : INLINE.matcher(line).results().map(result -> result.group(1)).toList();
        for (String text : found) {
          if (COMMAND.matcher(text).matches() && !text.contains("[") && !text.contains("…")) {
            commands++;
            Optional<String> mistake = Main.mistake(words(text));
            boolean part = !fenced && mistake.filter(it -> it.startsWith("missing")).isPresent();
            mistake.filter(it -> !part).ifPresent(it -> wrong.add(page + ": " + text + ": " + it));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(commands).isGreaterThan(80);
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Path.of("..", "README.md")));
    try (Stream<Path> files = Files.walk(DOCS)) {
      files
          .filter(file -> file.toString().endsWith(".md") && !file.endsWith("commands.md"))
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  /** Returns the words after the name of the program, as a shell splits them. */
  private static String[] words(String command) {
    String line = command.replaceFirst("^(\\./)?sinew ", "").replaceFirst(" [|>].*", "");
    return WORD.matcher(line)
        .results()
        .map(result -> result.group().replaceAll("['\"]", ""))
        .toArray(String[]::new);
  }

  /**
   * Commands, and lines that the page shows of what they print.
   *
   * @param shown the lines of a block marked {@code text} that follows
   */
  private record Block(List<String> commands, List<String> shown) {}

  /** Returns the blocks that are marked as shell commands, with what they print. */
  private static List<Block> blocks(List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    String kind = "";
    for (String line : lines) {
      if (line.startsWith("```")) {
        kind = line.substring(3);
        if (kind.equals("sh")) {
          blocks.add(new Block(new ArrayList<>(), new ArrayList<>()));
        }
      } else if (kind.equals("sh")) {
        assertThat(line).startsWith("sinew ");
        blocks.getLast().commands.add(line);
      } else if (kind.equals("text")) {
        blocks.getLast().shown.add(line);
      }
    }
    return blocks;
  }

  /** Runs a command; returns what it prints. */
  private String run(String command, Set<String> outputs) {
    List<String> words = SPACE.splitAsStream(command).skip(1).toList();
    List<String> args = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      boolean output = i > 0 && words.get(i - 1).equals("-o");
      if (output) {
        outputs.add(words.get(i));
      }
      args.add(output || isFile(words.get(i), outputs) ? inFolder(words.get(i)) : words.get(i));
    }
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int status =
        Main.run(
            new PrintStream(printed, true, StandardCharsets.UTF_8),
            new PrintStream(errors, true, StandardCharsets.UTF_8),
            args.toArray(String[]::new));
    assertThat(status).as(command + "\n" + errors.toString(StandardCharsets.UTF_8)).isZero();
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static boolean isFile(String word, Set<String> outputs) {
    return !word.startsWith("-") && (FILE.matcher(word).matches() || outputs.contains(word));
  }

  private String inFolder(String file) {
    return folder.resolve(file).toString();
  }
}
