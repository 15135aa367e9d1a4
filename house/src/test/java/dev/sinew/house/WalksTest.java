package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The classes and methods that the walks of docs/architecture.md pass exist. */
class WalksTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern STOP = Pattern.compile("`([A-Z]\\w*(?:\\.\\w+)*)`");
  private static final Pattern MODULE_OF_PAGE = Pattern.compile("`([\\w-]+\\.js)`");

  private static String walks() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    int from = page.indexOf("\n## Walks");
    assertThat(from).isPositive();
    return page.substring(page.indexOf("\n**", from), page.indexOf("\n## ", from + 4));
  }

  private static Map<String, List<JavaClass>> classes() {
    Map<String, List<JavaClass>> out = new HashMap<>();
    for (JavaClass one :
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.sinew")) {
      String name = one.getName().substring(one.getPackageName().length() + 1).replace('$', '.');
      out.computeIfAbsent(name, key -> new ArrayList<>()).add(one);
    }
    return out;
  }

  private static boolean exists(String stop, Map<String, List<JavaClass>> classes) {
    if (classes.containsKey(stop)) {
      return true;
    }
    int dot = Math.max(0, stop.lastIndexOf('.'));
    return classes.getOrDefault(stop.substring(0, dot), List.of()).stream()
        .flatMap(one -> one.getMethods().stream())
        .map(JavaMember::getName)
        .anyMatch(stop.substring(dot + 1)::equals);
  }

  @Test
  void everyStopExists() throws IOException {
    Map<String, List<JavaClass>> classes = classes();
    List<String> stops = new ArrayList<>();
    Matcher found = STOP.matcher(walks());
    while (found.find()) {
      stops.add(found.group(1));
    }
    assertThat(stops).hasSizeGreaterThan(40);
    assertThat(stops.stream().filter(stop -> !exists(stop, classes))).isEmpty();
    assertThat(exists("Simplify.walk", classes)).isFalse();
    assertThat(exists("Simplified", classes)).isFalse();
  }

  @Test
  void everyModuleOfThePageExists() throws IOException {
    Path folder = ROOT.resolve("studio/src/main/resources/dev/sinew/studio/page");
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names =
          files.map(file -> String.valueOf(file.getFileName())).collect(Collectors.toList());
      Matcher found = MODULE_OF_PAGE.matcher(walks());
      int seen = 0;
      while (found.find()) {
        assertThat(names).contains(found.group(1));
        seen++;
      }
      assertThat(seen).isPositive();
    }
  }
}
