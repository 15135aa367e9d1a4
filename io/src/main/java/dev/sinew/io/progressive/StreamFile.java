package dev.sinew.io.progressive;

import dev.sinew.io.FileSession;
import dev.sinew.io.InputFile;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.AnimationCoords;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.Operation;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.Removal;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads and writes an {@link OperationStream}, so that other levels can be extracted later without
 * computing costs again. A stream read back equals the stream written, bit for bit.
 *
 * <p>Big-endian: the bytes {@code SINEWOPS}, int version 1, int points, long fingerprint, int
 * triangles, int collapses. Then per collapse: its two points and the number of triangles that it
 * removes as varints (seven bits per byte, lowest first); x, y, z as doubles; both shares, each as
 * one byte if it is a multiple of 1/4, otherwise as the byte 255 and a double; the cost as a
 * double.
 *
 * <p>Version 2, for streams that also remove influences, has a byte before every operation: 0 for a
 * collapse as above, 1 for a removal. A removal has its point, its joint and the number of
 * remaining joints as varints, four doubles per joint, and the cost as a double.
 */
public final class StreamFile {
  private static final byte[] MAGIC = {'S', 'I', 'N', 'E', 'W', 'O', 'P', 'S'};
  private static final int COLLAPSES_ONLY = 1;
  private static final int WITH_REMOVALS = 2;
  private static final int COLLAPSE = 0;
  private static final int REMOVAL = 1;
  private static final int RAW = 255;

  /** The minimum number of bytes per operation. */
  private static final int MIN_BYTES = 3 + 3 * Double.BYTES + 2 + Double.BYTES;

  private StreamFile() {}

  /** Writes a stream. */
  public static void write(Path file, OperationStream stream) throws IOException {
    FileSession.write(files -> write(file, stream, files));
  }

  /** Writes a stream as an output of a session. */
  public static void write(Path file, OperationStream stream, FileSession files)
      throws IOException {
    files.stream(
        file,
        bytes -> {
          DataOutputStream out = new DataOutputStream(new BufferedOutputStream(bytes));
          out.write(MAGIC);
          boolean removals = stream.hasRemovals();
          out.writeInt(removals ? WITH_REMOVALS : COLLAPSES_ONLY);
          out.writeInt(stream.pointCount());
          out.writeLong(stream.fingerprint());
          out.writeInt(stream.trianglesAt(0));
          out.writeInt(stream.length());
          for (int i = 0; i < stream.length(); i++) {
            Operation one = stream.operation(i);
            if (removals) {
              out.writeByte(one instanceof Removal ? REMOVAL : COLLAPSE);
            }
            switch (one) {
              case Collapse collapse ->
                  write(out, collapse, stream.trianglesAt(i) - stream.trianglesAt(i + 1));
              case Removal removal -> write(out, removal);
            }
          }
          out.flush();
        });
  }

  private static void write(DataOutputStream out, Collapse one, int triangles) throws IOException {
    writeNumber(out, one.from());
    writeNumber(out, one.into());
    writeNumber(out, triangles);
    out.writeDouble(one.x());
    out.writeDouble(one.y());
    out.writeDouble(one.z());
    writeShare(out, one.weightShare());
    writeShare(out, one.attributeShare());
    out.writeDouble(one.cost());
  }

  private static void write(DataOutputStream out, Removal one) throws IOException {
    writeNumber(out, one.point());
    writeNumber(out, one.joint());
    writeNumber(out, one.row().length / AnimationCoords.SIZE);
    for (double value : one.row()) {
      out.writeDouble(value);
    }
    out.writeDouble(one.cost());
  }

  private static void writeNumber(DataOutputStream out, int number) throws IOException {
    int left = number;
    while (left > 0x7F) {
      out.writeByte((left & 0x7F) | 0x80);
      left >>>= 7;
    }
    out.writeByte(left);
  }

  private static void writeShare(DataOutputStream out, double share) throws IOException {
    int quarters = (int) (4 * share);
    if (quarters >= 0 && quarters <= 4 && quarters / 4.0 == share) {
      out.writeByte(quarters);
    } else {
      out.writeByte(RAW);
      out.writeDouble(share);
    }
  }

  /** Reads a stream. */
  public static OperationStream read(Path file) throws IOException {
    String source = file.toString();
    return read(source, ByteBuffer.wrap(InputFile.readAll(file)));
  }

  /**
   * Reads a stream from memory.
   *
   * @param source the file name in messages
   * @param in the bytes from position to limit
   */
  static OperationStream read(String source, ByteBuffer in) throws MalformedAssetException {
    try {
      byte[] magic = new byte[MAGIC.length];
      in.get(magic);
      if (!Arrays.equals(magic, MAGIC)) {
        throw new MalformedAssetException(source, "byte 0", "not a stream of collapses");
      }
      int version = in.getInt();
      if (version != COLLAPSES_ONLY && version != WITH_REMOVALS) {
        throw new MalformedAssetException(
            source, "byte 8", "expected version 1 or 2, got " + version);
      }
      int points = in.getInt();
      long fingerprint = in.getLong();
      int triangles = in.getInt();
      int count = in.getInt();
      if (count < 0 || (long) count * MIN_BYTES > in.remaining()) {
        throw new MalformedAssetException(
            source, "byte 28", count + " operations do not fit " + in.remaining() + " bytes");
      }
      List<Operation> operations = new ArrayList<>(count);
      int[] after = new int[count];
      int left = triangles;
      for (int i = 0; i < count; i++) {
        int at = in.position();
        int kind = version == COLLAPSES_ONLY ? COLLAPSE : in.get();
        if (kind == REMOVAL) {
          operations.add(readRemoval(in));
        } else if (kind == COLLAPSE) {
          int from = readNumber(in);
          int into = readNumber(in);
          left -= readNumber(in);
          operations.add(readCollapse(in, from, into));
        }
        after[i] = left;
        if (operations.size() == i || !isSound(operations.get(i))) {
          throw new MalformedAssetException(
              source, "byte " + at, "operation " + i + " has an invalid number");
        }
      }
      if (in.hasRemaining()) {
        throw new MalformedAssetException(
            source, "byte " + in.position(), in.remaining() + " bytes after the last operation");
      }
      return new OperationStream(points, fingerprint, triangles, operations, after);
    } catch (BufferUnderflowException e) {
      throw new MalformedAssetException(
          source, "byte " + in.limit(), "the file ends within an operation");
    } catch (IllegalArgumentException e) {
      throw new MalformedAssetException(source, "", String.valueOf(e.getMessage()));
    }
  }

  private static Collapse readCollapse(ByteBuffer in, int from, int into) {
    return new Collapse(
        from,
        into,
        in.getDouble(),
        in.getDouble(),
        in.getDouble(),
        readShare(in),
        readShare(in),
        in.getDouble());
  }

  private static Removal readRemoval(ByteBuffer in) {
    int point = readNumber(in);
    int joint = readNumber(in);
    int kept = readNumber(in);
    if (kept < 0 || (long) kept * AnimationCoords.SIZE * Double.BYTES > in.remaining()) {
      throw new BufferUnderflowException();
    }
    double[] row = new double[AnimationCoords.SIZE * kept];
    for (int k = 0; k < row.length; k++) {
      row[k] = in.getDouble();
    }
    return new Removal(point, joint, row, in.getDouble());
  }

  private static boolean isSound(Operation operation) {
    return switch (operation) {
      case Collapse one ->
          Double.isFinite(one.x())
              && Double.isFinite(one.y())
              && Double.isFinite(one.z())
              && Double.isFinite(one.cost())
              && !Double.isNaN(one.weightShare() + one.attributeShare());
      case Removal one ->
          one.row().length > 0
              && Double.isFinite(one.cost())
              && Arrays.stream(one.row()).allMatch(Double::isFinite);
    };
  }

  private static int readNumber(ByteBuffer in) {
    int number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = in.get();
      number |= (next & 0x7F) << shift;
      if (next >= 0) {
        return number;
      }
    }
    throw new IllegalArgumentException("expected an integer of at most 5 bytes");
  }

  /** Reads a share from 0 to 1; returns NaN for any other value. */
  private static double readShare(ByteBuffer in) {
    int code = in.get() & 0xFF;
    double share = code == RAW ? in.getDouble() : code / 4.0;
    return share >= 0 && share <= 1 ? share : Double.NaN;
  }
}
