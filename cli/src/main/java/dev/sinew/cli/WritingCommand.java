package dev.sinew.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * A command that changes models and measures nothing, so that it must write them.
 *
 * @param <O> the options of the step
 * @param <R> the report of the step
 */
abstract class WritingCommand<O, R> extends RewritingCommand<O, R> {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "The output file: .glb, .gltf, .vrm, .usda or .usdz.")
  private @Nullable Path output;

  @Override
  final Optional<Path> output() {
    return Optional.ofNullable(output);
  }

  @Override
  final boolean needsOutput() {
    return true;
  }
}
