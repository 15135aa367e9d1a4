package dev.sinew.io.meshopt;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sinew.io.meshopt.MeshoptDecoder.Filter;
import dev.sinew.io.meshopt.MeshoptDecoder.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A stream of the reference encoder, with the output of the reference decoder. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record MeshoptStream(
    String name,
    Mode mode,
    Filter filter,
    int count,
    int byteStride,
    byte[] packed,
    byte[] expected) {

  /** Reads all streams of the test data. */
  public static List<MeshoptStream> all() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(MeshoptStream.class.getResourceAsStream("/meshopt/streams.txt"))) {
      return new String(in.readAllBytes(), UTF_8).lines().map(MeshoptStream::parse).toList();
    }
  }

  private static MeshoptStream parse(String line) {
    String[] f = line.split(" ", -1);
    int count = Integer.parseInt(f[3]);
    int stride = Integer.parseInt(f[4]);
    return new MeshoptStream(
        f[0],
        Mode.valueOf(f[1]),
        Filter.valueOf(f[2]),
        count,
        stride,
        Base64.getDecoder().decode(f[5]),
        inflate(Base64.getDecoder().decode(f[6]), count * stride));
  }

  private static byte[] inflate(byte[] deflated, int size) {
    byte[] out = new byte[size];
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(deflated);
      int length = size == 0 ? 0 : inflater.inflate(out);
      if (length != size) {
        throw new IllegalStateException("expected " + size + " bytes, got " + length);
      }
      return out;
    } catch (DataFormatException e) {
      throw new IllegalStateException(e);
    } finally {
      inflater.end();
    }
  }

  /** Decodes other bytes with the parameters of this stream. */
  public byte[] decode(byte[] bytes) {
    return MeshoptDecoder.decode(ByteBuffer.wrap(bytes), count, byteStride, mode, filter);
  }

  @Override
  public String toString() {
    return mode + " " + filter + " " + name;
  }
}
