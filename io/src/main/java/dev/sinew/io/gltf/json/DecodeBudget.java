package dev.sinew.io.gltf.json;

import dev.sinew.io.MalformedAssetException;

/**
 * Memory limit of a file, proportional to its size. It bounds the sum of all decoded and assembled
 * data, since accessors can share bytes, have a count without bytes, or be compressed, and
 * primitives can share vertices.
 */
public final class DecodeBudget {
  private static final long ALWAYS_ALLOWED = 64L << 20;
  private static final int PER_FILE_BYTE = 64;

  private final long limit;
  private long spent;

  public DecodeBudget(long fileSize) {
    limit = ALWAYS_ALLOWED + PER_FILE_BYTE * fileSize;
  }

  /** Counts memory before it is allocated, or throws if the limit is exceeded. */
  public void spend(JsonPlace place, long bytes) throws MalformedAssetException {
    spent += bytes;
    if (bytes > limit || spent > limit) {
      throw place.error(
          "needs "
              + (spent >> 20)
              + " MB in total: expected at most "
              + (limit >> 20)
              + " MB for a file of this size");
    }
  }
}
