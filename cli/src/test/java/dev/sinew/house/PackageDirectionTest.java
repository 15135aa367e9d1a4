package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Holds the real imports against the picture in docs/architecture.md. A package may use itself, the
 * packages listed for it, and what those list; nothing else of Sinew.
 */
class PackageDirectionTest {
  private static final String ROOT = "dev.sinew.";

  /** Every package, and what it may use directly. Add a package here when the house gets a room. */
  private static final Map<String, Set<String>> ALLOWED = allowed();

  private static Map<String, Set<String>> allowed() {
    Map<String, Set<String>> allowed = new LinkedHashMap<>();
    allowed.put("math", Set.of());
    allowed.put("linalg", Set.of());
    allowed.put("model", Set.of("math", "linalg"));
    allowed.put("skin", Set.of("model"));
    allowed.put("metric", Set.of("model"));
    allowed.put("draw", Set.of("skin", "metric"));
    allowed.put("sample", Set.of("skin", "metric"));
    allowed.put("subdivide", Set.of("skin", "metric"));
    allowed.put("fit", Set.of("skin", "metric"));
    allowed.put("io", Set.of("draw", "sample", "subdivide", "fit"));
    allowed.put("pipeline", Set.of("io"));
    allowed.put("cli", Set.of("pipeline"));
    return allowed;
  }

  @Test
  void importsFollowThePicture() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("testkit"))
            .importPackages("dev.sinew");
    Set<String> found = new TreeSet<>();
    Set<String> wrong = new TreeSet<>();
    int checked = 0;
    for (JavaClass one : classes) {
      String from = room(one);
      found.add(from);
      for (Dependency use : one.getDirectDependenciesFromSelf()) {
        if (use.getTargetClass().getPackageName().startsWith(ROOT)) {
          String to = room(use.getTargetClass());
          checked++;
          if (!from.equals(to) && !mayUse(from, to)) {
            wrong.add(
                from
                    + " -> "
                    + to
                    + ": "
                    + one.getSimpleName()
                    + " uses "
                    + use.getTargetClass().getSimpleName());
          }
        }
      }
    }
    assertThat(found).as("packages found").isEqualTo(new TreeSet<>(ALLOWED.keySet()));
    assertThat(checked).as("imports checked").isGreaterThan(500);
    assertThat(wrong).as("imports against the picture").isEmpty();
  }

  @Test
  void theCheckBites() {
    assertThat(mayUse("math", "model")).isFalse();
    assertThat(mayUse("draw", "sample")).isFalse();
    assertThat(mayUse("cli", "math")).isTrue();
  }

  private static boolean mayUse(String from, String to) {
    Set<String> direct = ALLOWED.getOrDefault(from, Set.of());
    return direct.contains(to) || direct.stream().anyMatch(next -> mayUse(next, to));
  }

  private static String room(JavaClass one) {
    String rest = one.getPackageName().substring(ROOT.length());
    int dot = rest.indexOf('.');
    return dot < 0 ? rest : rest.substring(0, dot);
  }
}
