package dev.sinew.pipeline;

import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One verb of Sinew.
 *
 * @param <O> its options, defaults included
 * @param <R> what it reports
 */
public interface Step<O, R> {
  /**
   * Does the work. Files appear whole or not at all.
   *
   * @throws IOException with a message fit for the user when an input cannot be used or an output
   *     cannot be written
   * @throws IllegalArgumentException when the options do not fit the input
   */
  Outcome<R> run(O options, RunContext context) throws IOException;

  /**
   * What a step leaves behind.
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
