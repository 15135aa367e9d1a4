package dev.sinew.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * A stream of the reference encoder of Draco, with the output of the reference decoder.
 *
 * @param expected triangles, points, attributes; the points of the triangles; per attribute its id,
 *     its components and the values of all points
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record DracoStream(String name, int faces, byte[] packed, byte[] expected) {

  /** Reads all streams of the test data. */
  public static List<DracoStream> all() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(DracoStream.class.getResourceAsStream("/draco/streams.txt"))) {
      return new String(in.readAllBytes(), UTF_8).lines().map(DracoStream::parse).toList();
    }
  }

  private static DracoStream parse(String line) {
    String[] f = line.split(" ", -1);
    byte[] deflated = Base64.getDecoder().decode(f[3]);
    try (InputStream in =
        new InflaterInputStream(new java.io.ByteArrayInputStream(deflated), new Inflater(true))) {
      return new DracoStream(
          f[0], Integer.parseInt(f[1]), Base64.getDecoder().decode(f[2]), in.readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns one stream of the test data. */
  public static DracoStream named(String name) throws IOException {
    return all().stream().filter(s -> s.name.equals(name)).findFirst().orElseThrow();
  }

  /** Returns the expected values, for reading. */
  public ByteBuffer values() {
    return ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the number of points. */
  public int points() {
    return values().getInt(4);
  }

  @Override
  public String toString() {
    return name;
  }
}
