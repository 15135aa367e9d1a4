package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Links of the documents lead to files, and what they show is there. */
class DocPagesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
  private static final Pattern PICTURE = Pattern.compile("!\\[[^]]*\\]\\(([^)#\\s]+)\\)");
  private static final Pattern KEPT =
      Pattern.compile("Kept: \\[[^]]*\\]\\(\\.\\./bench/results/([\\w-]+)\\.md");

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
  void picturesCanBeDrawn() throws IOException {
    int pictures = 0;
    for (Path page : pages()) {
      Matcher link = PICTURE.matcher(Files.readString(page));
      while (link.find()) {
        pictures++;
        BufferedImage picture = ImageIO.read(page.resolveSibling(link.group(1)).toFile());
        assertThat(picture).as(page + ": " + link.group(1)).isNotNull();
        assertThat(Math.min(picture.getWidth(), picture.getHeight())).isGreaterThan(100);
      }
    }
    assertThat(pictures).isGreaterThan(20);
  }

  /** The tables of the papers that the page shows can be made anew. */
  @Test
  void everyKeptTableOfThePapersHasItsScript() throws IOException {
    String script = Files.readString(ROOT.resolve("bench/reproduce"));
    Matcher kept = KEPT.matcher(Files.readString(ROOT.resolve("docs/reproduce.md")));
    int tables = 0;
    while (kept.find()) {
      tables++;
      assertThat(script).containsPattern("(?m)^ *table " + Pattern.quote(kept.group(1)) + " ");
    }
    assertThat(tables).isGreaterThan(6);
  }

  /** The first program of the README is the one that tests run, but for its arguments. */
  @Test
  void theProgramOfTheReadmeIsTheOneThatRuns() throws IOException {
    Matcher block =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("README.md")));
    assertThat(block.find()).isTrue();
    String program =
        Files.readString(
            ROOT.resolve("examples/src/main/java/dev/sinew/examples/FirstProgram.java"));
    List<String> calls = calls(program);
    for (String line : calls(block.group(1))) {
      assertThat(calls).contains(line);
    }
  }

  /** Returns the statements with their arguments left out. */
  private static List<String> calls(String program) {
    return program
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.equals("}"))
        .map(DocPagesTest::withoutArguments)
        .toList();
  }

  private static String withoutArguments(String line) {
    String before = "";
    String after = line.startsWith("try (") ? line.substring(5) : line;
    while (!after.equals(before)) {
      before = after;
      after = before.replaceAll("\\([^()]*\\)", "");
    }
    return after;
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
