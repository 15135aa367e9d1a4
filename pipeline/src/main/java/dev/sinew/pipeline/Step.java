package dev.sinew.pipeline;

import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A job on files.
 *
 * @param <O> its options
 * @param <R> its report
 */
public interface Step<O, R> {
  /**
   * Does the work. Files are written completely or not at all.
   *
   * @throws IOException with a message for the user if an input cannot be used or an output cannot
   *     be written
   * @throws IllegalArgumentException if the options do not fit the input
   */
  Outcome<R> run(O options, RunContext context) throws IOException;

  /**
   * The outcome of a step.
   *
   * @param report the figures
   * @param inputs files read
   * @param outputs files and folders written
   */
  record Outcome<R>(R report, List<Path> inputs, List<Path> outputs) {
    public Outcome {
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
    }
  }
}
