package dev.sinew.pipeline;

import dev.sinew.io.Format;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files with the collapses of a simplification.
 *
 * @param save where to write them; empty to write none
 * @param use collapses of the same mesh and seams to use instead of pricing
 */
public record StreamFiles(Optional<Path> save, Optional<Path> use) {
  /** No files. */
  public static final StreamFiles NONE = new StreamFiles(Optional.empty(), Optional.empty());

  /** Checks the name of the output. */
  public StreamFiles {
    save.ifPresent(file -> Format.requirePlainName(file, "stream"));
  }
}
