package dev.sinew.studio.model;

/**
 * The memory that models may take.
 *
 * @param fileBytes the limit of the files of all open models together
 * @param decodedBytes the limit of what is decoded of one file; one file is decoded at a time
 */
public record ModelMemory(long fileBytes, long decodedBytes) {
  private static final long MIN_BYTES = 64L << 20;

  /** An eighth of the heap for files, a quarter for what is decoded of one. */
  public static final ModelMemory DEFAULTS = new ModelMemory(share(8), share(4));

  private static long share(int part) {
    return Math.max(MIN_BYTES, Runtime.getRuntime().maxMemory() / part);
  }

  /** Returns these limits with another one of files. */
  public ModelMemory withFileBytes(long bytes) {
    return new ModelMemory(bytes, decodedBytes);
  }
}
