package dev.sinew.cli.line;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for one level of detail of a model. */
public final class LevelOption {
  @Option(
      names = "--level",
      paramLabel = "N",
      description = "A level of detail of the model (MSFT_lod) (default: the scene as it is).")
  private @Nullable Integer level;

  public Optional<Integer> level() {
    return Optional.ofNullable(level);
  }
}
