package dev.sinew.cli.line;

import dev.sinew.io.FilePolicy;
import dev.sinew.io.FilePolicy.Storage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options on how files are read and written. */
public final class FileOptions {
  @Option(
      names = "--allow-outside",
      description = "Allow models to refer to files outside their own folder.")
  private boolean allowOutside;

  @Option(
      names = "--force",
      description = "Allow the output to replace the model that it is made from.")
  private boolean force;

  @Option(
      names = "--quantize",
      negatable = true,
      description =
          "Store vertices of glTF outputs in 8 to 16 bits (KHR_mesh_quantization), or not (default:"
              + " if the input does).")
  private @Nullable Boolean quantize;

  @Option(
      names = "--compress",
      negatable = true,
      description =
          "Compress glTF outputs (EXT_meshopt_compression), or not (default: if the input is"
              + " compressed).")
  private @Nullable Boolean compress;

  public boolean isForced() {
    return force;
  }

  public boolean allowsOutside() {
    return allowOutside;
  }

  public FilePolicy policy(boolean replaceInputs) {
    return FilePolicy.DEFAULTS
        .withAllowOutside(allowOutside)
        .withReplaceInputs(replaceInputs)
        .withStorage(storage(quantize), storage(compress));
  }

  private static Storage storage(@Nullable Boolean wanted) {
    return wanted == null ? Storage.AS_INPUT : wanted ? Storage.ALWAYS : Storage.NEVER;
  }
}
