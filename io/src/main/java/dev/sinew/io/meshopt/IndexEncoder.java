package dev.sinew.io.meshopt;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Encoder of the index bitstreams; {@link MeshoptIndices} describes them. A triangle that shares an
 * edge with one of the last few is one byte, often with no other data.
 */
final class IndexEncoder {
  private static final int TRIANGLES_HEADER = 0xe1;
  private static final int SEQUENCE_HEADER = 0xd1;
  private static final int SEQUENCE_TAIL = 4;
  private static final int RECENT = 16;

  /** Codes for the third vertex of a triangle at a recent edge: below this, a recent vertex. */
  private static final int FIRST_OTHER_VERTEX = 13;

  private static final int EXPLICIT = 15;

  /** A difference of this or more makes a sequence change to its other base. */
  private static final int FAR = 30;

  /** Pairs of vertex codes that are frequent in triangles without a recent edge. */
  private static final int[] PAIRS = {
    0x00, 0x76, 0x87, 0x56, 0x67, 0x78, 0xa9, 0x86, 0x65, 0x89, 0x68, 0x98, 0x01, 0x69, 0, 0
  };

  private static final int PAIRS_USED = 14;

  private final ByteArrayOutputStream codes = new ByteArrayOutputStream();
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private final int[] edgeFrom = filled();
  private final int[] edgeTo = filled();
  private final int[] vertices = filled();
  private int edgesPushed;
  private int verticesPushed;
  private int next;
  private int last;

  private IndexEncoder() {}

  private static int[] filled() {
    int[] none = new int[RECENT];
    Arrays.fill(none, -1);
    return none;
  }

  /** Encodes triangles, three indices each. */
  static byte[] triangles(int[] indices) {
    IndexEncoder encoder = new IndexEncoder();
    encoder.codes.write(TRIANGLES_HEADER);
    for (int i = 0; i < indices.length; i += 3) {
      encoder.triangle(indices[i], indices[i + 1], indices[i + 2]);
    }
    encoder.codes.writeBytes(encoder.data.toByteArray());
    for (int pair : PAIRS) {
      encoder.codes.write(pair);
    }
    return encoder.codes.toByteArray();
  }

  /** Encodes indices in any order, as differences to the nearer of two earlier ones. */
  static byte[] sequence(int[] indices) {
    IndexEncoder encoder = new IndexEncoder();
    encoder.data.write(SEQUENCE_HEADER);
    int[] running = new int[2];
    int current = 0;
    for (int index : indices) {
      if (Math.abs((long) index - running[current]) >= FAR) {
        current ^= 1;
      }
      int delta = index - running[current];
      encoder.varint(zigzag(delta) << 1 | current);
      running[current] = index;
    }
    encoder.data.writeBytes(new byte[SEQUENCE_TAIL]);
    return encoder.data.toByteArray();
  }

  private void triangle(int a, int b, int c) {
    for (int back = 0; back < RECENT - 1; back++) {
      int e = (edgesPushed - 1 - back) & (RECENT - 1);
      int from = edgeFrom[e];
      int to = edgeTo[e];
      if (from == a && to == b) {
        edgeAndVertex(back, a, b, c);
        return;
      } else if (from == b && to == c) {
        edgeAndVertex(back, b, c, a);
        return;
      } else if (from == c && to == a) {
        edgeAndVertex(back, c, a, b);
        return;
      }
    }
    // The first vertex has the shortest code if it is new.
    if (b == next) {
      threeVertices(b, c, a);
    } else if (c == next) {
      threeVertices(c, a, b);
    } else {
      threeVertices(a, b, c);
    }
  }

  private void edgeAndVertex(int edge, int a, int b, int c) {
    int recent = recentVertex(c);
    int code = EXPLICIT;
    if (recent >= 1 && recent < FIRST_OTHER_VERTEX) {
      code = recent;
    } else if (c == next) {
      code = 0;
      next++;
    } else if (c == last - 1) {
      code = 13;
      last = c;
    } else if (c == last + 1) {
      code = 14;
      last = c;
    }
    codes.write(edge << 4 | code);
    if (code == EXPLICIT) {
      explicit(c);
    }
    if (code == 0 || code >= FIRST_OTHER_VERTEX) {
      pushVertex(c);
    }
    pushEdge(c, b);
    pushEdge(a, c);
  }

  private void threeVertices(int a, int b, int c) {
    // A second mesh in the same stream: its new vertices begin at 0 again.
    boolean restart = a == 0 && b == 1 && c == 2 && next > 0;
    if (restart) {
      next = 0;
      Arrays.fill(vertices, -1);
    }
    int first = a == next ? 0 : EXPLICIT;
    next += first == 0 ? 1 : 0;
    int recentB = recentVertex(b);
    int recentC = recentVertex(c);
    int second = code(b, recentB);
    int third = code(c, recentC);
    int pair = second << 4 | third;
    int known = first == 0 && !restart ? knownPair(pair) : -1;
    if (known >= 0) {
      codes.write(0xf0 | known);
    } else {
      codes.write(0xf0 | (first == 0 ? 14 : 15));
      data.write(pair);
    }
    if (first == EXPLICIT) {
      explicit(a);
    }
    if (second == EXPLICIT) {
      explicit(b);
    }
    if (third == EXPLICIT) {
      explicit(c);
    }
    pushVertex(a);
    if (second == 0 || second == EXPLICIT) {
      pushVertex(b);
    }
    if (third == 0 || third == EXPLICIT) {
      pushVertex(c);
    }
    pushEdge(b, a);
    pushEdge(c, b);
    pushEdge(a, c);
  }

  /** Returns the code of the second or third vertex of a triangle without a recent edge. */
  private int code(int vertex, int recent) {
    if (recent >= 0 && recent < 14) {
      return recent + 1;
    }
    if (vertex == next) {
      next++;
      return 0;
    }
    return EXPLICIT;
  }

  private static int knownPair(int pair) {
    for (int i = 0; i < PAIRS_USED; i++) {
      if (PAIRS[i] == pair) {
        return i;
      }
    }
    return -1;
  }

  /** Returns how many vertices were pushed after the last push of a vertex; -1 if too many. */
  private int recentVertex(int vertex) {
    for (int back = 0; back < RECENT; back++) {
      if (vertices[(verticesPushed - 1 - back) & (RECENT - 1)] == vertex) {
        return back;
      }
    }
    return -1;
  }

  private void pushVertex(int vertex) {
    vertices[verticesPushed++ & (RECENT - 1)] = vertex;
  }

  private void pushEdge(int from, int to) {
    edgeFrom[edgesPushed & (RECENT - 1)] = from;
    edgeTo[edgesPushed++ & (RECENT - 1)] = to;
  }

  private void explicit(int vertex) {
    varint(zigzag(vertex - last));
    last = vertex;
  }

  private void varint(int value) {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      data.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    data.write(rest);
  }

  private static int zigzag(int v) {
    return (v << 1) ^ (v >> 31);
  }
}
