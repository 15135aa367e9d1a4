package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules of main code that no other check has. */
class SourceRulesTest {
  private static final List<String> MODULES =
      List.of("core", "samples", "io", "pipeline", "demo", "studio", "cli");

  /** Formats without a locale, which print numbers in the digits of the user's language. */
  private static final Pattern UNLOCALISED =
      Pattern.compile(
          "(String\\.format|printf)\\(\\s*+(?!Locale\\.ROOT|java\\.util\\.Locale\\.ROOT)"
              + "|\"[^\"\\n]*%[-#+ 0,(]*\\d*(\\.\\d+)?[dfegx][^\"\\n]*\"\\s*\\.formatted\\(");

  private static List<Path> sources() throws IOException {
    List<Path> out = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(out::add);
      }
    }
    return out;
  }

  @Test
  void noTwoClassesHaveTheSameSimpleName() throws IOException {
    Map<String, List<Path>> byName = new TreeMap<>();
    for (Path file : sources()) {
      byName.computeIfAbsent(file.getFileName().toString(), name -> new ArrayList<>()).add(file);
    }
    byName.keySet().removeAll(List.of("package-info.java", "module-info.java"));
    byName.values().removeIf(files -> files.size() < 2);
    assertThat(byName).isEmpty();
  }

  @Test
  void numbersAreFormattedWithoutALanguage() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : sources()) {
      UNLOCALISED
          .matcher(Files.readString(file))
          .results()
          .forEach(match -> found.add(file + ": " + match.group()));
    }
    assertThat(found).isEmpty();
  }
}
