package dev.sinew.io.meshopt;

import java.nio.ByteBuffer;

/**
 * Decoder of buffer views compressed with EXT_meshopt_compression or KHR_meshopt_compression. The
 * bitstreams and filters are specified in the appendices of those glTF extensions.
 *
 * <p>Safe on malicious data: reads only within the source, allocates the output and a few
 * kilobytes, and takes time proportional to the output.
 */
public final class MeshoptDecoder {
  /** Content of a stream, with the names of the extensions. */
  public enum Mode {
    /** Elements of 4 to 256 bytes each. */
    ATTRIBUTES,
    /** Vertex indices, three per triangle. */
    TRIANGLES,
    /** Vertex indices in any order. */
    INDICES
  }

  /** Transform of decoded attributes, with the names of the extensions. */
  public enum Filter {
    /** No transform. */
    NONE,
    /** Unit vectors, four signed bytes or shorts each. */
    OCTAHEDRAL,
    /** Unit quaternions, four signed shorts each. */
    QUATERNION,
    /** 32-bit floats. */
    EXPONENTIAL,
    /** Colours, four unsigned bytes or shorts each; only in KHR_meshopt_compression. */
    COLOR
  }

  private MeshoptDecoder() {}

  /**
   * Decodes one buffer view.
   *
   * @param source the compressed bytes, from its position to its limit, exactly as long as the
   *     stream; neither its content nor its position is modified
   * @param count the number of elements or indices; the caller ensures that {@code count ×
   *     byteStride} bytes can be allocated
   * @param byteStride bytes per element: a multiple of 4 up to 256 for attributes, 2 or 4 for
   *     indices
   * @param mode the content of the stream
   * @param filter the transform of attributes; {@link Filter#NONE} for indices
   * @return {@code count × byteStride} new bytes
   * @throws MeshoptException if the stream does not follow the format
   * @throws IllegalArgumentException if the sizes or the filter do not fit the mode
   */
  public static byte[] decode(
      ByteBuffer source, int count, int byteStride, Mode mode, Filter filter) {
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
      require(fits, "byteStride: filter " + filter + " does not support ", byteStride);
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
