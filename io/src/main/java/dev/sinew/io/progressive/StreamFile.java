package dev.sinew.io.progressive;

import dev.sinew.io.AtomicOutput;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.simplify.Collapse;
import dev.sinew.simplify.OperationStream;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An {@link OperationStream} as a file, so that other levels can be made later without pricing
 * anything again. What is read back equals what was written, bit for bit.
 *
 * <p>Big-endian: the bytes {@code SINEWOPS}, int version 1, int points, long fingerprint, int
 * triangles, int collapses; then for every collapse its two points and how many triangles it
 * removes as numbers of seven bits a byte, lowest first; x, y, z as doubles; both shares, each as
 * one byte when it is a multiple of 1/4, otherwise as the byte 255 and a double; the cost as a
 * double.
 */
public final class StreamFile {
  private static final byte[] MAGIC = {'S', 'I', 'N', 'E', 'W', 'O', 'P', 'S'};
  private static final int VERSION = 1;
  private static final int RAW = 255;

  /** A collapse takes at least so many bytes. */
  private static final int LEAST_BYTES = 3 + 3 * Double.BYTES + 2 + Double.BYTES;

  private StreamFile() {}

  /** Writes a stream. */
  public static void write(Path file, OperationStream stream) throws IOException {
    AtomicOutput.stream(
        file,
        bytes -> {
          DataOutputStream out = new DataOutputStream(new BufferedOutputStream(bytes));
          out.write(MAGIC);
          out.writeInt(VERSION);
          out.writeInt(stream.pointCount());
          out.writeLong(stream.fingerprint());
          out.writeInt(stream.trianglesAt(0));
          out.writeInt(stream.length());
          for (int i = 0; i < stream.length(); i++) {
            Collapse one = stream.collapse(i);
            writeNumber(out, one.from());
            writeNumber(out, one.into());
            writeNumber(out, stream.trianglesAt(i) - stream.trianglesAt(i + 1));
            out.writeDouble(one.x());
            out.writeDouble(one.y());
            out.writeDouble(one.z());
            writeShare(out, one.weightShare());
            writeShare(out, one.attributeShare());
            out.writeDouble(one.cost());
          }
          out.flush();
        });
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
    if (!Files.isRegularFile(file)) {
      throw new MalformedAssetException(source, "", "no such file");
    }
    if (Files.size(file) > Integer.MAX_VALUE - 16) {
      throw new MalformedAssetException(source, "", "more than the 2 GB that can be read");
    }
    return read(source, ByteBuffer.wrap(Files.readAllBytes(file)));
  }

  /**
   * Reads a stream from memory.
   *
   * @param source how messages name it
   * @param in from its position to its limit
   */
  static OperationStream read(String source, ByteBuffer in) throws MalformedAssetException {
    try {
      byte[] magic = new byte[MAGIC.length];
      in.get(magic);
      if (!Arrays.equals(magic, MAGIC)) {
        throw new MalformedAssetException(source, "byte 0", "not a stream of collapses");
      }
      int version = in.getInt();
      if (version != VERSION) {
        throw new MalformedAssetException(
            source, "byte 8", "expected version " + VERSION + ", got " + version);
      }
      int points = in.getInt();
      long fingerprint = in.getLong();
      int triangles = in.getInt();
      int count = in.getInt();
      if (count < 0 || (long) count * LEAST_BYTES > in.remaining()) {
        throw new MalformedAssetException(
            source, "byte 28", count + " collapses do not fit " + in.remaining() + " bytes");
      }
      List<Collapse> collapses = new ArrayList<>(count);
      int[] after = new int[count];
      int left = triangles;
      for (int i = 0; i < count; i++) {
        int at = in.position();
        int from = readNumber(in);
        int into = readNumber(in);
        left -= readNumber(in);
        after[i] = left;
        Collapse one =
            new Collapse(
                from,
                into,
                finite(in.getDouble()),
                finite(in.getDouble()),
                finite(in.getDouble()),
                readShare(in),
                readShare(in),
                finite(in.getDouble()));
        if (Double.isNaN(one.x() + one.y() + one.z() + one.cost())
            || Double.isNaN(one.weightShare() + one.attributeShare())) {
          throw new MalformedAssetException(
              source, "byte " + at, "collapse " + i + " has a number that cannot be");
        }
        collapses.add(one);
      }
      if (in.hasRemaining()) {
        throw new MalformedAssetException(
            source, "byte " + in.position(), in.remaining() + " bytes after the last collapse");
      }
      return new OperationStream(points, fingerprint, triangles, collapses, after);
    } catch (BufferUnderflowException e) {
      throw new MalformedAssetException(
          source, "byte " + in.limit(), "the file ends within the stream");
    } catch (IllegalArgumentException e) {
      throw new MalformedAssetException(source, "", String.valueOf(e.getMessage()));
    }
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
    throw new IllegalArgumentException("a number is longer than five bytes");
  }

  /** A share from 0 to 1; anything else is not a number. */
  private static double readShare(ByteBuffer in) {
    int code = in.get() & 0xFF;
    double share = code == RAW ? in.getDouble() : code / 4.0;
    return share >= 0 && share <= 1 ? share : Double.NaN;
  }

  private static double finite(double value) {
    return Double.isFinite(value) ? value : Double.NaN;
  }
}
