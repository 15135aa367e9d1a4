package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of the documents lead to files, and figures in bold are those of a kept result. */
class DocPagesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
  private static final Pattern BOLD_NUMBER = Pattern.compile("\\*\\*(-?\\d[\\d.e-]*)\\*\\*");

  private static final Pattern SECTION = Pattern.compile("\n(?=#)");

  /** Pages whose figures in bold are in a file that the same section links. */
  private static final List<String> FIGURES =
      List.of("README.md", "docs/peers.md", "docs/reproduce.md");

  @Test
  void linksLeadToFiles() throws IOException {
    List<String> missing = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        links++;
        if (!link.group(1).contains("://") && !Files.exists(page.resolveSibling(link.group(1)))) {
          missing.add(ROOT.relativize(page) + ": " + link.group(1));
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(links).isGreaterThan(100);
  }

  @Test
  void figuresAreThoseOfKeptResults() throws IOException {
    List<String> unknown = new ArrayList<>();
    for (String name : FIGURES) {
      Path page = ROOT.resolve(name);
      int figures = 0;
      for (String section : SECTION.splitAsStream(Files.readString(page)).toList()) {
        List<String> numbers = found(BOLD_NUMBER, section);
        String results = linkedText(page, section);
        figures += numbers.size();
        numbers.stream()
            .filter(number -> !containsNumber(results, number))
            .forEach(number -> unknown.add(name + ": " + number));
      }
      assertThat(figures).as(name).isPositive();
    }
    assertThat(unknown).isEmpty();
  }

  /** A number is there as a whole: 1.2 is not in 11.25. */
  private static boolean containsNumber(String text, String number) {
    return Pattern.compile("(?<![\\d.])" + Pattern.quote(number) + "(?!\\d)").matcher(text).find();
  }

  private static String linkedText(Path page, String section) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String target : found(LINK, section)) {
      Path file = page.resolveSibling(target);
      if (target.endsWith(".md") && Files.exists(file)) {
        text.append(Files.readString(file)).append('\n');
      }
    }
    return text.toString();
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(result -> Objects.requireNonNull(result.group(1)))
        .toList();
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    pages.add(ROOT.resolve("CONTRIBUTING.md"));
    pages.add(ROOT.resolve("bench/README.md"));
    for (String folder : List.of("docs", "bench/results")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }
}
