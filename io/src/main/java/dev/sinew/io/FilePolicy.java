package dev.sinew.io;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a run may do with files, and how it stores models.
 *
 * @param allowOutside whether models may refer to files outside their own folders
 * @param replaceInputs whether an output may replace the model that it was made from
 * @param quantize whether glTF files store vertices in fewer bits (KHR_mesh_quantization)
 * @param compress whether glTF files are compressed (EXT_meshopt_compression)
 * @param reserved a file that is written after the run, if any: neither an input nor an output
 */
public record FilePolicy(
    boolean allowOutside,
    boolean replaceInputs,
    Storage quantize,
    Storage compress,
    Optional<Path> reserved) {

  /** Whether a way of storage is used. */
  public enum Storage {
    /** Only for models made from one that has it. */
    AS_INPUT,
    /** For every model. */
    ALWAYS,
    /** For no model. */
    NEVER
  }

  /**
   * The policy of library calls: a model may be replaced by its changed self; outputs are stored
   * like their inputs.
   */
  public static final FilePolicy DEFAULTS =
      new FilePolicy(false, true, Storage.AS_INPUT, Storage.AS_INPUT, Optional.empty());

  /** Returns this policy with files outside the models' folders allowed or not. */
  public FilePolicy withAllowOutside(boolean allowed) {
    return new FilePolicy(allowed, replaceInputs, quantize, compress, reserved);
  }

  /** Returns this policy with inputs replaced or not. */
  public FilePolicy withReplaceInputs(boolean replaced) {
    return new FilePolicy(allowOutside, replaced, quantize, compress, reserved);
  }

  /** Returns this policy with other ways of storage. */
  public FilePolicy withStorage(Storage newQuantize, Storage newCompress) {
    return new FilePolicy(allowOutside, replaceInputs, newQuantize, newCompress, reserved);
  }

  /** Returns this policy with a file that the run may neither read nor write. */
  public FilePolicy withReserved(Path file) {
    return new FilePolicy(allowOutside, replaceInputs, quantize, compress, Optional.of(file));
  }
}
