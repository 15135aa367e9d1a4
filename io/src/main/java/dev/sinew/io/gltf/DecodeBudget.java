package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;

/**
 * How much memory a file may claim. Accessors can name the same bytes again and again, be empty but
 * for a count, or be compressed; primitives can share vertices and differ in what they lack. So the
 * sum of what is decoded, and of what it is gathered into, is held against the file's own size.
 */
final class DecodeBudget {
  private static final long ALWAYS_ALLOWED = 64L << 20;
  private static final int PER_FILE_BYTE = 64;

  private final long limit;
  private long spent;

  DecodeBudget(long fileSize) {
    limit = ALWAYS_ALLOWED + PER_FILE_BYTE * fileSize;
  }

  /** Takes note of memory about to be used for a place in the file, or refuses it. */
  void spend(JsonPlace place, long bytes) throws MalformedAssetException {
    spent += bytes;
    if (bytes > limit || spent > limit) {
      throw place.error(
          "asks for "
              + (spent >> 20)
              + " MB in all, more than the "
              + (limit >> 20)
              + " MB a file of this size may unpack to");
    }
  }
}
