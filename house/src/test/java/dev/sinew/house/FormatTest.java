package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every source file is as .ci/format leaves it. A test, since Maven itself may run on an older JDK.
 */
class FormatTest {
  @Test
  void everyFileIsFormatted() throws Exception {
    List<Path> files = sources();
    assertThat(files).as("source files").hasSizeGreaterThan(100);
    assertThat(files.parallelStream().filter(file -> !isFormatted(file)))
        .as("files to run .ci/format on")
        .isEmpty();
  }

  private static boolean isFormatted(Path file) {
    try {
      String text = Files.readString(file);
      return text.equals(new Formatter().formatSourceAndFixImports(text));
    } catch (IOException | FormatterException e) {
      throw new AssertionError(file.toString(), e);
    }
  }

  private static List<Path> sources() throws Exception {
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      return files
          .filter(f -> f.toString().endsWith(".java"))
          .filter(f -> !f.toString().contains("target"))
          .sorted()
          .toList();
    }
  }
}
