package dev.sinew.io.gltf;

import java.nio.ByteBuffer;

/**
 * Unpacks buffer views compressed with EXT_meshopt_compression or KHR_meshopt_compression, after
 * the bitstreams and filters described in the appendices of those glTF extensions.
 *
 * <p>Safe on hostile data: reads within the source only, allocates the output and a few kilobytes,
 * and takes time in proportion to the output.
 */
final class MeshoptDecoder {
  /** What a stream holds, named as the extensions name it. */
  enum Mode {
    /** Elements of any meaning, 4 to 256 bytes each. */
    ATTRIBUTES,
    /** Vertex numbers, three a triangle. */
    TRIANGLES,
    /** Vertex numbers in any order. */
    INDICES
  }

  /** What is done to attributes once they are unpacked, named as the extensions name it. */
  enum Filter {
    NONE,
    /** Unit vectors, four signed bytes or shorts each. */
    OCTAHEDRAL,
    /** Unit quaternions, four signed shorts each. */
    QUATERNION,
    /** 32-bit floats. */
    EXPONENTIAL,
    /** Colours, four unsigned bytes or shorts each; KHR_meshopt_compression alone has it. */
    COLOR
  }

  private MeshoptDecoder() {}

  /**
   * Unpacks one buffer view.
   *
   * @param source the compressed bytes, from its position to its limit, exactly as long as the
   *     stream; not modified, its position included
   * @param count how many elements, or indices, it holds; the caller answers for {@code count ×
   *     byteStride} bytes being affordable
   * @param byteStride bytes per element: a multiple of 4 up to 256 for attributes, 2 or 4 for
   *     indices
   * @param mode what the stream holds
   * @param filter what to do to attributes; {@link Filter#NONE} for indices
   * @return {@code count × byteStride} new bytes
   * @throws IllegalArgumentException when the sizes or the filter do not suit the mode, and as
   *     {@link MeshoptException} when the stream does not follow the format
   */
  static byte[] decode(ByteBuffer source, int count, int byteStride, Mode mode, Filter filter) {
    check(count, byteStride, mode, filter);
    ByteBuffer stream = source.slice();
    return switch (mode) {
      case ATTRIBUTES -> {
        byte[] out = MeshoptAttributes.decode(stream, count, byteStride);
        MeshoptFilters.apply(filter, out, byteStride);
        yield out;
      }
      case TRIANGLES -> MeshoptIndices.decodeTriangles(stream, count, byteStride);
      case INDICES -> MeshoptIndices.decodeSequence(stream, count, byteStride);
    };
  }

  private static void check(int count, int byteStride, Mode mode, Filter filter) {
    require(count >= 0, "count: expected 0 or more, got ", count);
    require(
        (long) count * byteStride <= Integer.MAX_VALUE - 8,
        "count: expected elements of " + byteStride + " bytes to fit in an array, got ",
        count);
    if (mode == Mode.ATTRIBUTES) {
      require(
          byteStride >= 4 && byteStride <= 256 && byteStride % 4 == 0,
          "byteStride: expected a multiple of 4 up to 256, got ",
          byteStride);
      boolean fits =
          switch (filter) {
            case NONE, EXPONENTIAL -> true;
            case OCTAHEDRAL, COLOR -> byteStride == 4 || byteStride == 8;
            case QUATERNION -> byteStride == 8;
          };
      require(fits, "byteStride: not one that filter " + filter + " works on: ", byteStride);
    } else {
      require(byteStride == 2 || byteStride == 4, "byteStride: expected 2 or 4, got ", byteStride);
      require(filter == Filter.NONE, "filter: expected NONE for " + mode + ", got ", filter);
      require(
          mode != Mode.TRIANGLES || count % 3 == 0, "count: expected a multiple of 3, got ", count);
    }
  }

  private static void require(boolean holds, String otherwise, Object got) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise + got);
    }
  }
}
