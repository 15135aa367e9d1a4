package dev.sinew.bench;

import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link Correcting} and prints Markdown for {@code bench/results/correcting.md}: the time of
 * a frame with every interpolator beyond that of the skin alone, for one character and a crowd.
 */
public final class CorrectingTable {
  private static final PrintStream OUT = System.out;
  private static final String SKIN = "none";
  private static final List<String> METHODS =
      List.of(SKIN, "rbf", "local", "weighted", "shepard", "linear-rbf", "eigenskin");
  private static final List<String> CROWD_METHODS = List.of(SKIN, "rbf", "local", "eigenskin");
  private static final String CROWD = "500";

  private CorrectingTable() {}

  /** Takes options of JMH, such as {@code -wi 1 -i 1} for a quick run. */
  public static void main(String[] args) throws RunnerException, CommandLineOptionException {
    CommandLineOptions given = new CommandLineOptions(args);
    Map<String, Double> one = measure(given, METHODS, "1");
    Map<String, Double> crowd = measure(given, CROWD_METHODS, CROWD);
    OUT.println("| interpolator | ms per frame | beyond the skin | crowd of 500: ms | beyond |");
    OUT.println("|---|---|---|---|---|");
    for (String method : METHODS) {
      OUT.printf(
          Locale.ROOT,
          "| %s | %s | %s | %s | %s |%n",
          method.equals(SKIN) ? "skin alone" : method,
          number(one, method, false),
          number(one, method, true),
          number(crowd, method, false),
          number(crowd, method, true));
    }
  }

  /** Returns milliseconds per frame by method. */
  private static Map<String, Double> measure(
      CommandLineOptions given, List<String> methods, String instances) throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .parent(given)
                    .include(Correcting.class.getSimpleName() + "\\.frame")
                    .param("method", methods.toArray(String[]::new))
                    .param("instances", instances)
                    .build())
            .run();
    Map<String, Double> out = new TreeMap<>();
    for (RunResult result : results) {
      out.put(result.getParams().getParam("method"), result.getPrimaryResult().getScore());
    }
    return out;
  }

  private static String number(Map<String, Double> times, String method, boolean beyond) {
    Double time = times.get(method);
    Double skin = times.get(SKIN);
    if (time == null || skin == null || (beyond && method.equals(SKIN))) {
      return "–";
    }
    return String.format(Locale.ROOT, "%.3f", beyond ? time - skin : time);
  }
}
