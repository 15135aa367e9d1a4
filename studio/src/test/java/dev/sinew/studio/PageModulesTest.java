package dev.sinew.studio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The page names all its modules, so that the browser loads them at once and not level by level.
 */
class PageModulesTest {
  private static final Pattern PRELOAD =
      Pattern.compile("<link rel=\"modulepreload\" href=\"([^\"]+)\">");
  private static final Pattern SCRIPT = Pattern.compile("<script type=\"module\" src=\"([^\"]+)\"");
  private static final Pattern IMPORT =
      Pattern.compile("^(?:import [^;'\n]*|\\} )from '([^']+)';", Pattern.MULTILINE);
  private static final Pattern MINIFIED = Pattern.compile("from\"(\\./[^\"]+)\"");

  @Test
  void thePageNamesEveryModuleItImports() throws IOException {
    String page = read("index.html");
    Set<String> scripts = all(SCRIPT, page);
    Set<String> imported = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(scripts);
    while (!open.isEmpty()) {
      String module = open.removeFirst();
      if (imported.add(module)) {
        imports(module).forEach(open::add);
      }
    }
    assertTrue(imported.size() > 20, "only " + imported + " were found");
    imported.remove("first.js");
    assertEquals(imported, all(PRELOAD, page));
  }

  private static Set<String> imports(String module) throws IOException {
    String text = read(module);
    Set<String> names = all(module.endsWith(".min.js") ? MINIFIED : IMPORT, text);
    return names.stream().map(name -> resolve(module, name)).collect(Collectors.toSet());
  }

  /** Returns the file of an import, as the page's import map does. */
  private static String resolve(String module, String name) {
    if (name.equals("three")) {
      return "three/build/three.module.min.js";
    }
    if (name.startsWith("three/addons/")) {
      return name.replace("three/addons/", "three/examples/jsm/");
    }
    return URI.create(module).resolve(name).toString();
  }

  private static Set<String> all(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String read(String name) throws IOException {
    try (InputStream in = Studio.class.getResourceAsStream("page/" + name)) {
      assertNotNull(in, name);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
