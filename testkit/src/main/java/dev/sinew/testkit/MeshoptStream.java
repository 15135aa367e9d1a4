package dev.sinew.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A stream of the reference encoder of EXT_meshopt_compression, with the output of the reference
 * decoder.
 *
 * @param mode the mode as glTF files name it
 * @param filter the filter as glTF files name it
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record MeshoptStream(
    String name,
    String mode,
    String filter,
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
        f[1],
        f[2],
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

  /** Returns one stream of the test data. */
  public static MeshoptStream named(String name) throws IOException {
    return all().stream().filter(s -> s.name.equals(name)).findFirst().orElseThrow();
  }

  @Override
  public String toString() {
    return mode + " " + filter + " " + name;
  }
}
