package dev.sinew.io.meshopt;

import java.nio.ByteBuffer;

/**
 * Decoder of the index bitstreams: triangle lists ("mode 1"), where a code byte per triangle
 * usually refers to a recent edge and a recent or new vertex, and sequences ("mode 2"), where every
 * index is a difference to one of two previous indices.
 */
final class MeshoptIndices {
  private static final int TRIANGLES_HEADER = 0xe1;
  private static final int SEQUENCE_HEADER = 0xd1;
  private static final int TRIANGLES_TAIL = 16;
  private static final int SEQUENCE_TAIL = 4;
  private static final int RECENT = 16;

  private final ByteBuffer in;
  private final int byteStride;
  private final int end;
  private int at;

  private final byte[] out;
  private int written;

  // Ring buffers that the triangle codes refer to: i before the newest is at (pushed − 1 − i) mod
  // 16.
  private final int[] edgeFrom = new int[RECENT];
  private final int[] edgeTo = new int[RECENT];
  private final int[] vertices = new int[RECENT];
  private int edgesPushed;
  private int verticesPushed;
  private int next;
  private int last;

  private MeshoptIndices(
      ByteBuffer in, int count, int byteStride, int tail, int begin, int minBytes) {
    this.in = in;
    this.byteStride = byteStride;
    at = begin;
    end = in.limit() - tail;
    if (end - begin < minBytes) {
      throw new MeshoptException(in.limit(), "too short for " + count + " indices");
    }
    out = new byte[count * byteStride];
  }

  /** Decodes a triangle list of {@code count} indices. */
  static byte[] decodeTriangles(ByteBuffer stream, int count, int byteStride) {
    checkHeader(stream, TRIANGLES_HEADER, "a triangle stream");
    int triangles = count / 3;
    if (stream.limit() - 1 - TRIANGLES_TAIL < triangles) {
      throw new MeshoptException(stream.limit(), "too short for " + triangles + " triangles");
    }
    MeshoptIndices decoder =
        new MeshoptIndices(stream, count, byteStride, TRIANGLES_TAIL, 1 + triangles, 0);
    decoder.checkTable();
    for (int t = 0; t < triangles; t++) {
      decoder.triangle(stream.get(1 + t) & 0xff, 1 + t);
    }
    return decoder.finish();
  }

  /** Decodes a sequence of {@code count} indices. */
  static byte[] decodeSequence(ByteBuffer stream, int count, int byteStride) {
    checkHeader(stream, SEQUENCE_HEADER, "an index stream");
    MeshoptIndices decoder = new MeshoptIndices(stream, count, byteStride, SEQUENCE_TAIL, 1, count);
    int[] running = new int[2];
    for (int i = 0; i < count; i++) {
      int v = decoder.varint();
      running[v & 1] += unzigzag(v >>> 1);
      decoder.emit(running[v & 1]);
    }
    return decoder.finish();
  }

  private static void checkHeader(ByteBuffer stream, int header, String what) {
    if (!stream.hasRemaining() || (stream.get(0) & 0xff) != header) {
      throw new MeshoptException(0, "not " + what);
    }
  }

  private byte[] finish() {
    if (at != end) {
      throw new MeshoptException(at, (end - at) + " unused bytes before the tail");
    }
    return out;
  }

  // ---- triangles -------------------------------------------------------------------------------

  /** Checks that the table of frequent vertex pairs has no explicit codes. */
  private void checkTable() {
    for (int i = 0; i < TRIANGLES_TAIL; i++) {
      int pair = in.get(end + i) & 0xff;
      boolean explicit = pair >> 4 == 15 || (pair & 15) == 15;
      if (explicit || (i >= 14 && pair != 0)) {
        throw new MeshoptException(end + i, "invalid pair " + pair + " in the table");
      }
    }
  }

  private void triangle(int code, int offset) {
    int high = code >> 4;
    int low = code & 15;
    if (high < 15) {
      edgeAndVertex(high, low, offset);
    } else if (low < 14) {
      threeVertices(0, in.get(end + low) & 0xff, offset);
    } else {
      int pair = in.get(takeByte()) & 0xff;
      if (pair == 0) {
        next = 0;
      }
      threeVertices(low == 14 ? 0 : 15, pair, offset);
    }
  }

  private void edgeAndVertex(int edge, int vertex, int offset) {
    if (edge >= edgesPushed) {
      throw new MeshoptException(offset, "edge " + edge + " of " + edgesPushed + " recent edges");
    }
    int e = (edgesPushed - 1 - edge) & (RECENT - 1);
    int a = edgeFrom[e];
    int b = edgeTo[e];
    int c =
        switch (vertex) {
          case 0 -> next++;
          case 13 -> --last;
          case 14 -> ++last;
          case 15 -> explicit();
          default -> recentVertex(vertex, offset);
        };
    if (vertex == 0 || vertex >= 13) {
      pushVertex(c);
    }
    pushEdge(c, b);
    pushEdge(a, c);
    emit(a);
    emit(b);
    emit(c);
  }

  /**
   * @param first the code of the first vertex: 0 for the next new one, 15 for an explicit one
   * @param pair the codes of the second and third, four bits each; 1 to 14 is a recent vertex
   */
  private void threeVertices(int first, int pair, int offset) {
    int second = pair >> 4;
    int third = pair & 15;
    int a = vertex(first, offset);
    int b = vertex(second, offset);
    int c = vertex(third, offset);
    pushVertex(a);
    if (second == 0 || second == 15) {
      pushVertex(b);
    }
    if (third == 0 || third == 15) {
      pushVertex(c);
    }
    pushEdge(b, a);
    pushEdge(c, b);
    pushEdge(a, c);
    emit(a);
    emit(b);
    emit(c);
  }

  private int vertex(int code, int offset) {
    return switch (code) {
      case 0 -> next++;
      case 15 -> explicit();
      default -> recentVertex(code - 1, offset);
    };
  }

  private int explicit() {
    last += unzigzag(varint());
    return last;
  }

  private int recentVertex(int back, int offset) {
    if (back >= verticesPushed) {
      throw new MeshoptException(
          offset, "vertex " + back + " of " + verticesPushed + " recent vertices");
    }
    return vertices[(verticesPushed - 1 - back) & (RECENT - 1)];
  }

  private void pushVertex(int v) {
    vertices[verticesPushed++ & (RECENT - 1)] = v;
  }

  private void pushEdge(int from, int to) {
    edgeFrom[edgesPushed & (RECENT - 1)] = from;
    edgeTo[edgesPushed++ & (RECENT - 1)] = to;
  }

  // ---- integers --------------------------------------------------------------------------------

  /** Reads an integer of one to five bytes with seven bits each, lowest first. */
  private int varint() {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int b = in.get(takeByte());
      value |= (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new MeshoptException(at - 5, "an integer of more than 5 bytes");
  }

  private int takeByte() {
    if (at >= end) {
      throw new MeshoptException(at, "expected 1 more byte, got 0");
    }
    return at++;
  }

  private void emit(int index) {
    for (int b = 0; b < byteStride; b++) {
      out[written++] = (byte) (index >> (8 * b));
    }
  }

  private static int unzigzag(int v) {
    return (v >>> 1) ^ -(v & 1);
  }
}
