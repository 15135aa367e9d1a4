package dev.sinew.pipeline;

import dev.sinew.io.FilePolicy;
import dev.sinew.io.FileSession;
import dev.sinew.model.Issue;
import dev.sinew.run.RequestException;
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
  /** The default maximum number of influences per vertex beside animation space. */
  int FALLBACK_INFLUENCES = Fallback.DEFAULT_INFLUENCES;

  /**
   * Does the work and publishes its outputs. Files are written completely or not at all.
   *
   * @throws IOException with a message for the user if an input cannot be used or an output cannot
   *     be written
   * @throws RequestException if the options do not fit the input
   */
  default Outcome<R> run(O options, RunContext context) throws IOException {
    return run(options, FilePolicy.DEFAULTS, context);
  }

  /**
   * Does the work and publishes its outputs.
   *
   * @param policy which files may be read and replaced, and how models are stored
   */
  default Outcome<R> run(O options, FilePolicy policy, RunContext context) throws IOException {
    try (FileSession files = new FileSession(policy)) {
      Outcome<R> outcome = run(options, files, context);
      Report.requireFinite(outcome);
      files.publish();
      return outcome.published(OutputSize.of(outcome.outputs()), files.issues());
    }
  }

  /**
   * Does the work; the caller publishes the outputs.
   *
   * @param files records what is read, and receives the outputs
   * @throws IOException with a message for the user if an input cannot be used or an output cannot
   *     be written
   * @throws RequestException if the options do not fit the input
   */
  Outcome<R> run(O options, FileSession files, RunContext context) throws IOException;

  /**
   * The outcome of a step.
   *
   * @param report the figures
   * @param inputs files read
   * @param outputs files and folders written
   * @param sizes the sizes of the models among them; empty before they are published
   * @param issues remarks on the files; empty before they are published
   */
  record Outcome<R>(
      R report, List<Path> inputs, List<Path> outputs, List<OutputSize> sizes, List<Issue> issues) {
    /** Copies the lists. */
    public Outcome {
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
      sizes = List.copyOf(sizes);
      issues = List.copyOf(issues);
    }

    /** An outcome before its outputs are published. */
    public Outcome(R report, List<Path> inputs, List<Path> outputs) {
      this(report, inputs, outputs, List.of(), List.of());
    }

    /** Returns the remarks as texts. */
    public List<String> notes() {
      return issues.stream().map(Issue::text).toList();
    }

    private Outcome<R> published(List<OutputSize> measured, List<Issue> remarks) {
      return new Outcome<>(report, inputs, outputs, measured, remarks);
    }
  }
}
