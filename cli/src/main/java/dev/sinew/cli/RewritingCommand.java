package dev.sinew.cli;

import dev.sinew.pipeline.input.ModelSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * A command that writes models changed, to other files or in place.
 *
 * @param <O> the options of the step
 * @param <R> the report of the step
 */
abstract class RewritingCommand<O, R> extends ModelsCommand<O, R> {
  @Option(
      names = "--in-place",
      description = "Write the result over the model, instead of to another file.")
  private boolean inPlace;

  /** Returns true if the command must be given an output. */
  boolean needsOutput() {
    return false;
  }

  /** Returns what the command writes beside the model; empty if nothing. */
  Optional<String> alsoWrites() {
    return Optional.empty();
  }

  @Override
  boolean replacesInputs() {
    return inPlace || super.replacesInputs();
  }

  @Override
  final List<Optional<Path>> outputs(ModelSet set) throws IOException {
    if (!inPlace) {
      if (needsOutput() && output().isEmpty()) {
        throw new IllegalArgumentException(
            "missing --output OUT (or --in-place, to replace the model)");
      }
      return super.outputs(set);
    }
    if (output().isPresent()) {
      throw new IllegalArgumentException("--in-place and --output exclude each other");
    }
    if (alsoWrites().isPresent()) {
      throw new IllegalArgumentException(
          "--in-place: "
              + alsoWrites().get()
              + " would be written too; use --output, with --force to replace the model");
    }
    return set.models().stream().map(Optional::of).toList();
  }
}
