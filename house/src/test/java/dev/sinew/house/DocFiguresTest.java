package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Figures of the documents are those of kept results: in tables, in bold and in sentences, they are
 * in a file of bench/results that the page links, perhaps with more digits; those of a row of a
 * table are together in one line there. {@link DocFigure} says what a figure is. Figures that are
 * no results as they are, such as settings of an algorithm and shares of two results, have an entry
 * in {@code doc-figures.txt}, and are checked with the source or computed.
 *
 * <p>A table may say in a comment above it where its figures come from instead: {@code <!--
 * figures: checked by SomeTest -->} if a test measures them, {@code <!-- figures: ours in bold -->}
 * beside figures of other documents, {@code <!-- figures: of several lines -->} (also after "ours
 * in bold, ") if it puts lines of results side by side, {@code <!-- figures: none measured -->} for
 * versions and settings.
 */
class DocFiguresTest {
  private static final Path ROOT = Path.of("..");
  private static final Path RESULTS = ROOT.resolve("bench/results").normalize();
  private static final Path GROUNDS = Path.of("src/test/resources/doc-figures.txt");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
  private static final Pattern CHECKED = Pattern.compile("checked by (\\w+)");

  /** Pages that repeat what the program says. */
  private static final List<String> GENERATED = List.of("commands.md");

  @Test
  void figuresAreThoseOfKeptResults() throws IOException {
    Map<String, List<FigureGround>> grounds = grounds();
    List<String> mistakes = new ArrayList<>();
    int figures = 0;
    for (Path file : pages()) {
      String name = ROOT.relativize(file).toString();
      String text = Files.readString(file);
      DocPage page = DocPage.of(name, text, linkedResults(file, text));
      figures += page.figures().size();
      List<FigureGround> own = grounds.remove(name);
      mistakes.addAll(page.mistakes(own == null ? List.of() : own));
    }
    assertThat(String.join("\n", mistakes)).isEmpty();
    assertThat(grounds).as("pages that do not exist").isEmpty();
    assertThat(figures).isGreaterThan(1500);
  }

  private static String linkedResults(Path file, String text) throws IOException {
    StringBuilder results = new StringBuilder();
    Matcher link = LINK.matcher(text);
    while (link.find()) {
      Path target = file.resolveSibling(link.group(1)).normalize();
      if (target.startsWith(RESULTS) && Files.isRegularFile(target)) {
        results.append(Files.readString(target)).append('\n');
      }
    }
    return results.toString();
  }

  /** Returns the entries of the list by page. */
  private static Map<String, List<FigureGround>> grounds() throws IOException {
    Map<String, List<FigureGround>> grounds = new HashMap<>();
    List<FigureGround> page = List.of();
    for (String line : Files.readAllLines(GROUNDS)) {
      if (line.startsWith("[")) {
        page = new ArrayList<>();
        grounds.put(line.substring(1, line.length() - 1), page);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        page.add(FigureGround.parse(line));
      }
    }
    return grounds;
  }

  @Test
  void testsThatCheckTablesExist() throws IOException {
    for (Path file : pages()) {
      Matcher mark = DocPage.MARK.matcher(Files.readString(file));
      while (mark.find()) {
        assertThat(mark.group(1))
            .as(file.toString())
            .matches(
                "ours in bold(, of several lines)?|of several lines|none measured|checked by \\w+");
        Matcher test = CHECKED.matcher(mark.group(1));
        if (test.matches()) {
          assertThat(isClass(test.group(1))).as(test.group(1)).isTrue();
        }
      }
    }
  }

  private static boolean isClass(String name) throws IOException {
    for (String module : List.of("core", "samples", "io", "pipeline", "studio", "cli")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module + "/src/test/java"))) {
        if (files.anyMatch(file -> file.endsWith(name + ".java"))) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !GENERATED.contains(file.getFileName().toString()))
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }
}
