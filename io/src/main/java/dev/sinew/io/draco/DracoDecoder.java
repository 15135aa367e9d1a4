package dev.sinew.io.draco;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a triangle mesh of the Draco format, bitstream 2.2, as its specification describes it.
 * What a stream declares is checked against its bytes and against what the caller expects before
 * anything is allocated, and time is in proportion to both.
 */
public final class DracoDecoder {
  /** In place of a number of triangles that is not known. */
  public static final int ANY_FACES = -1;

  private static final byte[] MAGIC = {'D', 'R', 'A', 'C', 'O'};
  private static final int MESH = 1;
  private static final int HAS_METADATA = 0x8000;
  private static final int MAX_DEPTH = 64;

  private final ByteInput in;
  private final int expectedFaces;
  private final Memory memory;
  private final List<AttributeDecoder> attributes = new ArrayList<>();

  private DracoDecoder(ByteBuffer bytes, int expectedFaces, Memory memory) {
    in = new ByteInput(bytes);
    this.expectedFaces = expectedFaces;
    this.memory = memory;
  }

  /**
   * Decodes a mesh.
   *
   * @param bytes the stream
   * @param faces the number of triangles that it must have, or {@link #ANY_FACES}
   * @param memory counts what is allocated, and may throw
   * @throws DracoException if the stream is invalid
   */
  public static DracoMesh decode(ByteBuffer bytes, int faces, Memory memory) {
    return new DracoDecoder(bytes, faces, memory).decode();
  }

  static void requireFaces(int faces, int expected) {
    if (expected != ANY_FACES && faces != expected) {
      throw new DracoException("it has " + faces + " triangles: expected " + expected);
    }
  }

  private DracoMesh decode() {
    for (byte letter : MAGIC) {
      if (in.signedByte() != letter) {
        throw new DracoException("expected a Draco stream");
      }
    }
    int major = in.unsignedByte();
    int minor = in.unsignedByte();
    if (major != 2 || minor != 2) {
      throw new DracoException("expected bitstream 2.2, got " + major + "." + minor);
    }
    int kind = in.unsignedByte();
    int method = in.unsignedByte();
    if (kind != MESH || method > 1) {
      throw new DracoException("expected a triangle mesh");
    }
    if ((in.integer(2) & HAS_METADATA) != 0) {
      skipMetadata();
    }
    return method == 0 ? sequential() : edgebreaker();
  }

  // ---- metadata --------------------------------------------------------------------------------

  private void skipMetadata() {
    int attributeData = in.varint();
    for (int i = 0; i < attributeData; i++) {
      in.varint();
      skipElement(0);
    }
    skipElement(0);
  }

  private void skipElement(int depth) {
    if (depth > MAX_DEPTH) {
      throw new DracoException("metadata is nested too deeply");
    }
    int entries = in.varint();
    for (int i = 0; i < entries; i++) {
      in.take(in.unsignedByte());
      in.take(in.varint());
    }
    int elements = in.varint();
    for (int i = 0; i < elements; i++) {
      in.take(in.unsignedByte());
      skipElement(depth + 1);
    }
  }

  // ---- triangles in their order ----------------------------------------------------------------

  private DracoMesh sequential() {
    int faces = in.varint();
    requireFaces(faces, expectedFaces);
    int points = in.varint();
    boolean isCoded = in.unsignedByte() == 0;
    memory.use(12L * faces);
    int[] indices = new int[3 * faces];
    if (isCoded) {
      Rans.read(in, indices, 1, memory);
      int last = 0;
      for (int i = 0; i < indices.length; i++) {
        int step = indices[i] >>> 1;
        last += (indices[i] & 1) == 1 ? -step : step;
        indices[i] = last;
      }
    } else {
      for (int i = 0; i < indices.length; i++) {
        indices[i] =
            points < 1 << 8
                ? in.unsignedByte()
                : points < 1 << 16 ? in.integer(2) : points < 1 << 21 ? in.varint() : in.integer();
      }
    }
    for (int index : indices) {
      if (index < 0 || index >= points) {
        throw new DracoException("a triangle has point " + index + " of " + points);
      }
    }
    int decoders = in.unsignedByte();
    if (decoders == 0 || points == 0) {
      throw new DracoException("it has no values");
    }
    Sequence order = Sequence.linear(points, memory);
    List<Sequence> sequences = new ArrayList<>();
    for (int i = 0; i < decoders; i++) {
      sequences.add(order);
    }
    readAttributes(sequences);
    return mesh(indices, points);
  }

  // ---- triangles by the edgebreaker ------------------------------------------------------------

  /** How the values of some attributes are ordered, before the order is found. */
  private record OrderHeader(int attributeData, boolean perVertex, boolean byDegree) {}

  private DracoMesh edgebreaker() {
    int traversal = in.unsignedByte();
    if (traversal != 0 && traversal != 2) {
      throw new DracoException("triangles in the unknown order " + traversal);
    }
    Edgebreaker triangles = new Edgebreaker(in, traversal, expectedFaces, memory);
    triangles.decode();
    Edgebreaker.Points points = triangles.points();
    int decoders = in.unsignedByte();
    if (decoders == 0) {
      throw new DracoException("it has no values");
    }
    List<OrderHeader> orders = new ArrayList<>();
    for (int i = 0; i < decoders; i++) {
      int attributeData = in.signedByte();
      boolean perVertex = in.unsignedByte() == 0;
      int walk = in.unsignedByte();
      if (attributeData >= triangles.seamTables()
          || walk > 1
          || (attributeData < 0 && !perVertex)) {
        throw new DracoException("the order of its values is unknown");
      }
      orders.add(new OrderHeader(attributeData, perVertex, walk == 1 && perVertex));
    }
    List<Sequence> sequences = new ArrayList<>();
    for (OrderHeader order : orders) {
      Corners corners =
          order.perVertex ? triangles.corners() : triangles.seams(order.attributeData);
      sequences.add(Sequence.walk(corners, points, order.byDegree, memory));
    }
    readAttributes(sequences);
    return mesh(points.ofCorner(), points.count());
  }

  // ---- attributes ------------------------------------------------------------------------------

  /** Reads the attributes, of which those with the same order stand together. */
  private void readAttributes(List<Sequence> sequences) {
    int[] ends = new int[sequences.size()];
    for (int s = 0; s < ends.length; s++) {
      int count = in.varint();
      if (count == 0 || count > in.remaining()) {
        throw new DracoException(count + " attributes");
      }
      List<AttributeHeader> headers = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        headers.add(AttributeHeader.read(in));
      }
      for (AttributeHeader header : headers) {
        attributes.add(new AttributeDecoder(header, in.unsignedByte(), memory));
      }
      ends[s] = attributes.size();
    }
    int from = 0;
    for (int s = 0; s < ends.length; s++) {
      List<AttributeDecoder> group = attributes.subList(from, ends[s]);
      for (AttributeDecoder attribute : group) {
        attribute.readValues(in, sequences.get(s), positions());
      }
      group.forEach(attribute -> attribute.readMeaning(in));
      from = ends[s];
    }
  }

  private @Nullable AttributeDecoder positions() {
    return attributes.stream().filter(AttributeDecoder::isPosition).findFirst().orElse(null);
  }

  private DracoMesh mesh(int[] indices, int points) {
    return new DracoMesh(
        indices, points, attributes.stream().map(AttributeDecoder::attribute).toList());
  }
}
