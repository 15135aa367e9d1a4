package dev.sinew.io.gltf.json;

import dev.sinew.io.MalformedAssetException;

/**
 * Memory limit of a file, proportional to its size unless the caller has less. It bounds the sum of
 * all decoded and assembled data, since accessors can share bytes, have a count without bytes, or
 * be compressed, and primitives can share vertices.
 */
public final class DecodeBudget {
  private static final long ALWAYS_ALLOWED = 64L << 20;
  private static final int PER_FILE_BYTE = 64;

  private final long limit;
  private long spent;

  private final String reason;

  private DecodeBudget(long limit, String reason) {
    this.limit = limit;
    this.reason = reason;
  }

  /** Creates a limit that does not depend on the size of a file. */
  public DecodeBudget(long memory) {
    this(memory, "");
  }

  /**
   * Returns the limit of a file.
   *
   * @param memory the limit of files of any size
   */
  public static DecodeBudget ofFile(long fileSize, long memory) {
    long bySize = ALWAYS_ALLOWED + PER_FILE_BYTE * fileSize;
    return bySize < memory
        ? new DecodeBudget(bySize, " for a file of this size")
        : new DecodeBudget(memory);
  }

  /** Counts memory before it is allocated, or throws if the limit is exceeded. */
  public void spend(JsonPlace place, long bytes) throws MalformedAssetException {
    if (exceeds(bytes)) {
      throw place.error(message());
    }
  }

  /**
   * Counts memory likewise for a file without JSON.
   *
   * @param source the file name in messages
   * @param where the position in the file
   */
  public void spend(String source, String where, long bytes) throws MalformedAssetException {
    if (exceeds(bytes)) {
      throw new MalformedAssetException(source, where, message());
    }
  }

  private boolean exceeds(long bytes) {
    spent += bytes;
    return bytes > limit || spent > limit;
  }

  private String message() {
    return "needs "
        + (spent >> 20)
        + " MB in total: expected at most "
        + (limit >> 20)
        + " MB"
        + reason;
  }
}
