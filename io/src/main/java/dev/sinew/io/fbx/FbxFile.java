package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.DecodeBudget;

/**
 * A file that is being read: its name and the unit of positions in it for messages, and the memory
 * that it may take.
 *
 * @param source the file name as given by the user
 * @param unit "byte" or "line"
 * @param budget the limit of what is decoded
 */
record FbxFile(String source, String unit, DecodeBudget budget) {
  /** Returns a position as text. */
  String where(long at) {
    return unit + " " + at;
  }

  MalformedAssetException error(long at, String reason) {
    return new MalformedAssetException(source, where(at), reason);
  }

  /**
   * Refuses numbers that are not finite as 32-bit floats.
   *
   * @param what what they are, for the message
   */
  void requireFloats(long at, String what, double... values) throws MalformedAssetException {
    for (double value : values) {
      if (!(Math.abs(value) <= Float.MAX_VALUE)) {
        throw error(at, what + " is not a finite number of 32 bits");
      }
    }
  }

  /** Counts memory before it is allocated. */
  void spend(long at, long bytes) throws MalformedAssetException {
    budget.spend(source, where(at), bytes);
  }
}
