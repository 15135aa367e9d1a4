package dev.sinew.cli;

import dev.sinew.batch.BatchOptions;
import dev.sinew.batch.ByteSize;
import dev.sinew.batch.child.ChildCommand;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts workers as this process was started, with another heap.
 *
 * @param recipe the recipe of the workers
 */
record JavaLauncher(Path recipe) implements BatchOptions.Launcher {
  @Override
  public ChildCommand worker(long heap, int threads) {
    List<String> words = new ArrayList<>();
    words.add(
        ProcessHandle.current()
            .info()
            .command()
            .orElse(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      // The heap is another one; a debugger or an agent listens to the first process only.
      if (!option.matches(
          "-Xm[sx].*|-XX:(Max|Initial|Min)RAM.*|-agentlib.*|-javaagent.*|-Dsinew\\.terminal.*|-XX:AOTCacheOutput.*")) {
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
