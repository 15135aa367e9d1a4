package dev.sinew.batch.spark;

import dev.sinew.batch.child.PathPattern;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a run on a cluster is told.
 *
 * @param library the folder of the models, a path or an address of Hadoop's
 * @param recipe the recipe
 * @param output the folder of the results
 * @param sinew the program on every machine
 * @param heap the heap of a worker, such as 1g
 * @param include patterns of which a file must match one; empty for all
 * @param exclude patterns of which a file must match none
 * @param switches the names of the options without a value that were given
 */
record Settings(
    String library,
    String recipe,
    String output,
    String sinew,
    String heap,
    List<String> include,
    List<String> exclude,
    Set<String> switches)
    implements Serializable {
  static final String USAGE =
      "usage: spark-submit sinew-batch-spark.jar LIBRARY -r RECIPE -o OUT --sinew PROGRAM"
          + " [--heap 1g] [--include PATTERN] [--exclude PATTERN] [--force] [--retry-failed]"
          + " [--stage]";

  private static final Set<String> SWITCHES = Set.of("--force", "--retry-failed", "--stage");

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  static Settings of(String[] args) {
    String library = "";
    String recipe = "";
    String output = "";
    String sinew = "";
    String heap = "1g";
    List<String> include = new ArrayList<>();
    List<String> exclude = new ArrayList<>();
    Set<String> switches = new TreeSet<>();
    for (int i = 0; i < args.length; i++) {
      if (SWITCHES.contains(args[i])) {
        switches.add(args[i]);
        continue;
      }
      boolean isOption = args[i].startsWith("-");
      if (isOption && i + 1 == args.length) {
        throw new IllegalArgumentException(args[i] + ": expected a value");
      }
      String value = isOption ? args[i + 1] : args[i];
      switch (isOption ? args[i] : "") {
        case "" -> library = value;
        case "-r", "--recipe" -> recipe = value;
        case "-o", "--output" -> output = value;
        case "--sinew" -> sinew = value;
        case "--heap" -> heap = value;
        case "--include" -> include.add(value);
        case "--exclude" -> exclude.add(value);
        default -> throw new IllegalArgumentException("unknown option " + args[i]);
      }
      i += isOption ? 1 : 0;
    }
    if (library.isEmpty() || recipe.isEmpty() || output.isEmpty() || sinew.isEmpty()) {
      throw new IllegalArgumentException("expected LIBRARY, -r, -o and --sinew");
    }
    return new Settings(library, recipe, output, sinew, heap, include, exclude, switches);
  }

  boolean takes(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return (lower.endsWith(".glb") || lower.endsWith(".gltf"))
        && (include.isEmpty() || include.stream().anyMatch(one -> matches(one, name)))
        && exclude.stream().noneMatch(one -> matches(one, name));
  }

  private static boolean matches(String pattern, String name) {
    return new PathPattern(pattern).matches(name);
  }

  boolean isForced() {
    return switches.contains("--force");
  }

  boolean retriesFailed() {
    return switches.contains("--retry-failed");
  }

  /**
   * Returns true if files are copied to and from the machines although they could be used there.
   */
  boolean stagesAll() {
    return switches.contains("--stage");
  }
}
