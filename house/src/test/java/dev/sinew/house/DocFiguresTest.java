package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Figures of the documents are those of kept results: numbers with a fraction in tables, and all
 * numbers in bold, are in a file of bench/results that the page links, perhaps with more digits.
 *
 * <p>A table may say in a comment above it where its figures come from instead: {@code <!--
 * figures: checked by SomeTest -->} if a test measures them, {@code <!-- figures: ours in bold -->}
 * beside figures of other documents, {@code <!-- figures: none measured -->} for versions and
 * settings.
 */
class DocFiguresTest {
  private static final Path ROOT = Path.of("..");
  private static final Path RESULTS = ROOT.resolve("bench/results").normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final String NUMBER = "\\d+(?:,\\d{3})*(?:\\.\\d+)?(?:e-?\\d+)?";
  private static final Pattern ANY = Pattern.compile("(?<![\\w.])(" + NUMBER + ")");
  private static final Pattern BOLD = Pattern.compile("\\*\\*(" + NUMBER + ")\\*\\*");

  /** Versions such as 3.4.1 and names such as table 8.2 have no unit of their own to be told by. */
  private static final Pattern FRACTION =
      Pattern.compile("(?<![\\w.])(\\d+(?:,\\d{3})*(?:\\.\\d+(?:e-?\\d+)?|e-\\d+))(?![\\w.])");

  private static final Pattern MARK = Pattern.compile("<!-- figures: (.*?) -->");
  private static final Pattern CHECKED = Pattern.compile("checked by (\\w+)");

  /** Pages that repeat what the program says. */
  private static final List<String> GENERATED = List.of("commands.md");

  /** A page, and the numbers of the results that it links. */
  private record Page(Path file, List<String> lines, NavigableSet<BigDecimal> kept) {
    static Page read(Path file) throws IOException {
      String text = Files.readString(file);
      NavigableSet<BigDecimal> kept = new TreeSet<>();
      Matcher link = LINK.matcher(text);
      while (link.find()) {
        Path target = file.resolveSibling(link.group(1)).normalize();
        if (target.startsWith(RESULTS) && Files.isRegularFile(target)) {
          ANY.matcher(Files.readString(target))
              .results()
              .forEach(found -> kept.add(value(found.group(1))));
        }
      }
      return new Page(file, text.lines().toList(), kept);
    }

    /** A kept number may have more digits: it is within half a unit of the last one shown. */
    boolean keeps(String figure) {
      BigDecimal shown = value(figure);
      BigDecimal half = shown.ulp().divide(BigDecimal.TWO);
      BigDecimal near = kept.ceiling(shown.subtract(half));
      return near != null && near.compareTo(shown.add(half)) <= 0;
    }
  }

  private static BigDecimal value(String number) {
    return new BigDecimal(number.replace(",", ""));
  }

  @Test
  void figuresAreThoseOfKeptResults() throws IOException {
    List<String> unknown = new ArrayList<>();
    int checked = 0;
    for (Path file : pages()) {
      Page page = Page.read(file);
      for (Figure figure : figures(page.lines)) {
        checked++;
        if (!page.keeps(figure.number)) {
          unknown.add(ROOT.relativize(file) + ", line " + figure.line + ": " + figure.number);
        }
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(checked).isGreaterThan(500);
  }

  @Test
  void testsThatCheckTablesExist() throws IOException {
    for (Path file : pages()) {
      Matcher mark = MARK.matcher(Files.readString(file));
      while (mark.find()) {
        assertThat(mark.group(1))
            .as(file.toString())
            .matches("ours in bold|none measured|checked by \\w+");
        Matcher test = CHECKED.matcher(mark.group(1));
        if (test.matches()) {
          assertThat(isClass(test.group(1))).as(test.group(1)).isTrue();
        }
      }
    }
  }

  private static boolean isClass(String name) throws IOException {
    for (String module : List.of("core", "io", "pipeline", "studio", "cli")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module + "/src/test/java"))) {
        if (files.anyMatch(file -> file.endsWith(name + ".java"))) {
          return true;
        }
      }
    }
    return false;
  }

  private record Figure(int line, String number) {}

  private static List<Figure> figures(List<String> lines) {
    List<Figure> figures = new ArrayList<>();
    boolean fenced = false;
    String mark = "";
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      fenced ^= line.startsWith("```");
      Matcher said = MARK.matcher(line);
      boolean inTable = line.startsWith("|");
      if (said.find()) {
        mark = said.group(1);
      } else if (!inTable && !line.isBlank()) {
        mark = "";
      }
      if (!fenced) {
        String text = CODE.matcher(line).replaceAll("");
        boolean measured = inTable && mark.isEmpty();
        Pattern pattern = measured ? FRACTION : BOLD;
        if (!inTable || mark.isEmpty() || mark.equals("ours in bold")) {
          add(pattern, text, i + 1, figures);
        }
        if (measured) {
          add(BOLD, text, i + 1, figures);
        }
      }
    }
    return figures;
  }

  private static void add(Pattern pattern, String text, int line, List<Figure> figures) {
    pattern.matcher(text).results().forEach(found -> figures.add(new Figure(line, found.group(1))));
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
