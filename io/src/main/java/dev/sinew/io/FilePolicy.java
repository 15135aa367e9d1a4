package dev.sinew.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a run may do with files, and how it stores models.
 *
 * @param allowOutside whether models may refer to files outside their own folders
 * @param replaceInputs whether an output may replace the model that it was made from
 * @param quantize whether glTF files store vertices in fewer bits (KHR_mesh_quantization)
 * @param compress whether glTF files are compressed (EXT_meshopt_compression)
 * @param motions files whose motions the models that are read have during the run, besides their
 *     own
 * @param reserved a file that is written after the run, if any: neither an input nor an output
 */
public record FilePolicy(
    boolean allowOutside,
    boolean replaceInputs,
    Storage quantize,
    Storage compress,
    List<Path> motions,
    Optional<Path> reserved) {
  /** Copies the list. */
  public FilePolicy {
    motions = List.copyOf(motions);
  }

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
      new FilePolicy(false, true, Storage.AS_INPUT, Storage.AS_INPUT, List.of(), Optional.empty());

  /** Returns this policy with files outside the models' folders allowed or not. */
  public FilePolicy withAllowOutside(boolean allowed) {
    return new FilePolicy(allowed, replaceInputs, quantize, compress, motions, reserved);
  }

  /** Returns this policy with inputs replaced or not. */
  public FilePolicy withReplaceInputs(boolean replaced) {
    return new FilePolicy(allowOutside, replaced, quantize, compress, motions, reserved);
  }

  /** Returns this policy with other ways of storage. */
  public FilePolicy withStorage(Storage newQuantize, Storage newCompress) {
    return new FilePolicy(allowOutside, replaceInputs, newQuantize, newCompress, motions, reserved);
  }

  /** Returns this policy with a file that the run may neither read nor write. */
  public FilePolicy withReserved(Path file) {
    return new FilePolicy(
        allowOutside, replaceInputs, quantize, compress, motions, Optional.of(file));
  }

  /** Returns this policy with motions for the models. */
  public FilePolicy withMotions(List<Path> files) {
    return new FilePolicy(allowOutside, replaceInputs, quantize, compress, files, reserved);
  }
}
