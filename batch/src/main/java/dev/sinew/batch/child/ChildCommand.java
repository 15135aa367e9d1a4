package dev.sinew.batch.child;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a worker is started.
 *
 * @param words the command line of the program, to which the arguments of the worker are added
 * @param environment variables that are set for it
 */
public record ChildCommand(List<String> words, Map<String, String> environment) {
  /** The hidden command that serves jobs. */
  public static final String WORKER = "batch-worker";

  /** Copies the list and the map. */
  public ChildCommand {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  /** Returns this command with more arguments. */
  public ChildCommand with(String... more) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(more));
    return new ChildCommand(all, environment);
  }

  ProcessBuilder builder() {
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().putAll(environment);
    return builder;
  }
}
