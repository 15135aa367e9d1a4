package dev.sinew.cli;

import dev.sinew.batch.BatchOptions;
import dev.sinew.batch.ByteSize;
import dev.sinew.batch.child.ChildCommand;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Starts workers as this process was started, with another heap.
 *
 * @param recipe the recipe of the workers
 */
record JavaLauncher(Path recipe) implements BatchOptions.Launcher {
  /** A debugger, an agent or a terminal is for the first process only; the heap is another one. */
  private static final Pattern OWN =
      Pattern.compile(
          "-Xm[sx].*|-XX:(Max|Initial|Min)RAM.*|-XX:AOTCacheOutput.*|-agentlib.*|-javaagent.*"
              + "|-Dsinew\\.terminal.*");

  @Override
  public ChildCommand worker(long heap, int threads) {
    List<String> words = new ArrayList<>();
    words.add(
        ProcessHandle.current()
            .info()
            .command()
            .orElse(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!OWN.matcher(option).matches()) {
        words.add(option);
      }
    }
    words.add("-Xmx" + ByteSize.megabytes(heap));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(
        List.of(
            ChildCommand.WORKER,
            "--recipe",
            recipe.toString(),
            "--threads",
            Integer.toString(threads)));
    return new ChildCommand(words, Map.of());
  }
}
