package dev.sinew.io.meshopt;

import dev.sinew.io.meshopt.MeshoptDecoder.Mode;

/**
 * Encoder of buffer views for EXT_meshopt_compression: the inverse of {@link MeshoptDecoder}.
 * Attributes use version 0 of their bitstream, the one that extension allows; nothing is filtered,
 * so every bit comes back. Triangles may come back with their corners rotated.
 */
public final class MeshoptEncoder {
  private MeshoptEncoder() {}

  /**
   * Encodes a buffer view.
   *
   * @param data elements or indices, {@code byteStride} bytes each
   * @param byteStride a multiple of 4 up to 256 for attributes, 2 or 4 for indices
   * @param mode the content; the number of indices of {@link Mode#TRIANGLES} is a multiple of 3
   * @throws IllegalArgumentException if the sizes do not fit the mode
   */
  public static byte[] encode(byte[] data, int byteStride, Mode mode) {
    boolean fits =
        mode == Mode.ATTRIBUTES
            ? byteStride >= 4 && byteStride <= 256 && byteStride % 4 == 0
            : byteStride == 2 || byteStride == 4;
    int group = mode == Mode.TRIANGLES ? 3 * byteStride : byteStride;
    if (!fits || data.length % group != 0) {
      throw new IllegalArgumentException(
          "byteStride " + byteStride + " does not fit " + data.length + " bytes of " + mode);
    }
    return switch (mode) {
      case ATTRIBUTES -> AttributeEncoder.encode(data, byteStride);
      case TRIANGLES -> IndexEncoder.triangles(indices(data, byteStride));
      case INDICES -> IndexEncoder.sequence(indices(data, byteStride));
    };
  }

  private static int[] indices(byte[] data, int size) {
    int[] out = new int[data.length / size];
    for (int i = 0; i < out.length; i++) {
      for (int b = 0; b < size; b++) {
        out[i] |= (data[i * size + b] & 0xff) << (8 * b);
      }
    }
    return out;
  }
}
