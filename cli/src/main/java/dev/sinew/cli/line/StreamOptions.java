package dev.sinew.cli.line;

import dev.sinew.pipeline.StreamFiles;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options about streams of collapses. */
public final class StreamOptions {
  @Option(
      names = "--save-stream",
      paramLabel = "FILE",
      description = "Also write all collapses, to make other levels later.")
  private @Nullable Path save;

  @Option(
      names = "--use-stream",
      paramLabel = "FILE",
      description = "Use the collapses of a file that --save-stream wrote.")
  private @Nullable Path use;

  /** Returns the files. */
  public StreamFiles files() {
    return new StreamFiles(Optional.ofNullable(save), Optional.ofNullable(use));
  }
}
