package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Compares the real imports with the table in docs/architecture.md. A package may use itself and
 * the packages of its row, all of them and nothing else of Sinew. Rows name only packages of rows
 * above, so there is no cycle.
 */
class PackageDirectionTest {
  private static final String ROOT = "dev.sinew.";

  /** The row of the root package. */
  private static final String FRONT = "sinew";

  private static final Path PICTURE = Path.of("..", "docs", "architecture.md");

  /**
   * Packages of a module that have a row of their own; others belong to the row of their parent.
   */
  private static String room(String packageName, Set<String> rows) {
    String room =
        packageName.length() < ROOT.length() ? FRONT : packageName.substring(ROOT.length());
    while (!rows.contains(room) && room.contains(".")) {
      room = room.substring(0, room.lastIndexOf('.'));
    }
    return room;
  }

  private static boolean isOurs(String packageName) {
    return (packageName + ".").startsWith(ROOT);
  }

  /** Reads the block of lines {@code room: uses} behind the heading "Direction". */
  @SuppressWarnings("StringSplitter") // The parts of a row are never empty.
  private static Map<String, Set<String>> picture() throws IOException {
    List<String> lines = Files.readAllLines(PICTURE);
    int at = lines.indexOf("```direction");
    assertThat(at).as("the block ```direction in docs/architecture.md").isNotNegative();
    Map<String, Set<String>> rows = new LinkedHashMap<>();
    for (String line : lines.subList(at + 1, lines.size())) {
      if (line.startsWith("```")) {
        break;
      }
      String[] sides = line.split(":", 2);
      Set<String> uses = new TreeSet<>();
      for (String use : sides[1].trim().split("[ ,]+")) {
        if (!use.isEmpty()) {
          assertThat(rows.keySet()).as("rows above '%s'", sides[0]).contains(use);
          uses.add(use);
        }
      }
      rows.put(sides[0].trim(), uses);
    }
    return rows;
  }

  @Test
  void importsAreThoseOfThePicture() throws IOException {
    Map<String, Set<String>> allowed = picture();
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.sinew");
    Map<String, Set<String>> found = new TreeMap<>();
    int checked = 0;
    for (JavaClass one : classes) {
      String from = room(one.getPackageName(), allowed.keySet());
      Set<String> uses = found.computeIfAbsent(from, row -> new TreeSet<>());
      for (Dependency use : one.getDirectDependenciesFromSelf()) {
        JavaClass target = use.getTargetClass();
        if (isOurs(target.getPackageName())) {
          checked++;
          uses.add(room(target.getPackageName(), allowed.keySet()));
        }
      }
      uses.remove(from);
    }
    assertThat(found.keySet()).as("packages found").isEqualTo(new TreeSet<>(allowed.keySet()));
    assertThat(checked).as("imports checked").isGreaterThan(2000);
    assertThat(differences(allowed, found)).as("imports against the picture").isEmpty();
  }

  /** Returns what a package uses without a right, and what it may use and does not. */
  private static List<String> differences(
      Map<String, Set<String>> allowed, Map<String, Set<String>> found) {
    List<String> out = new ArrayList<>();
    for (String row : allowed.keySet()) {
      Set<String> uses = found.getOrDefault(row, Set.of());
      uses.stream()
          .filter(use -> !allowed.get(row).contains(use))
          .forEach(use -> out.add(row + " uses " + use + " and may not"));
      allowed.get(row).stream()
          .filter(use -> !uses.contains(use))
          .forEach(use -> out.add(row + " may use " + use + " and does not"));
    }
    return out;
  }

  /** The command line uses steps, the studio and option types; it runs nothing of core itself. */
  @Test
  void theCommandLineUsesStepsAndOptionTypesOnly() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.sinew.cli");
    Set<String> wrong = new TreeSet<>();
    for (JavaClass one : classes) {
      for (Dependency use : one.getDirectDependenciesFromSelf()) {
        JavaClass target = use.getTargetClass();
        String name = target.getPackageName();
        boolean isType =
            target.isRecord() || target.isEnum() || target.isInterface() || target.isArray();
        if (isOurs(name)
            && !name.startsWith("dev.sinew.cli")
            && !name.startsWith("dev.sinew.pipeline")
            && !name.equals("dev.sinew.demo")
            && !name.equals("dev.sinew.studio")
            && !name.startsWith("dev.sinew.batch")
            && !name.equals("dev.sinew.run")
            && !isType) {
          wrong.add(one.getSimpleName() + " uses " + target.getName());
        }
      }
    }
    assertThat(wrong).isEqualTo(Set.of("Names uses dev.sinew.sample.Samples"));
  }

  /** A package is a subject, which its first sentence names: not a number of files. */
  @Test
  void everyPackageNamesItsSubject() throws IOException {
    Deque<Path> folders = new ArrayDeque<>();
    for (String module :
        List.of("core", "samples", "io", "gpu", "pipeline", "demo", "studio", "batch", "cli")) {
      folders.add(Path.of("..", module, "src", "main", "java"));
    }
    int seen = 0;
    while (!folders.isEmpty()) {
      Path folder = folders.pop();
      List<Path> entries;
      try (var found = Files.list(folder)) {
        entries = found.toList();
      }
      entries.stream().filter(Files::isDirectory).forEach(folders::push);
      boolean hasClasses =
          entries.stream()
              .anyMatch(f -> f.toString().endsWith(".java") && !f.endsWith("module-info.java"));
      if (hasClasses) {
        assertThat(Files.readString(folder.resolve("package-info.java")))
            .as("the subject of %s", folder)
            .containsPattern("(?s)/\\*\\*\\s[\\s*]*[A-Za-z][^/]{10,}\\..*\\*/.*package ");
        seen++;
      }
    }
    assertThat(seen).as("packages seen").isGreaterThan(40);
  }

  @Test
  void theCheckFindsBothKindsOfDifferences() throws IOException {
    Map<String, Set<String>> table =
        Map.of("low", Set.of(), "high", Set.of("low"), "idle", Set.of("low"));
    Map<String, Set<String>> real =
        Map.of("low", Set.of("high"), "high", Set.of("low"), "idle", Set.of());
    assertThat(differences(table, real))
        .containsExactlyInAnyOrder("low uses high and may not", "idle may use low and does not");
    assertThat(differences(table, table)).isEmpty();

    Map<String, Set<String>> allowed = picture();
    assertThat(room("dev.sinew.simplify.price", allowed.keySet())).isEqualTo("simplify.price");
    assertThat(room("dev.sinew.io.gltf", allowed.keySet())).isEqualTo("io");
  }
}
