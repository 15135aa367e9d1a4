package dev.sinew.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * An image of the reference encoder of WebP, with the pixels of the reference decoder.
 *
 * @param argb the pixels, row by row
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record WebpFile(String name, int width, int height, byte[] bytes, int[] argb) {

  /** Reads all images of the test data. */
  public static List<WebpFile> all() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(WebpFile.class.getResourceAsStream("/webp/images.txt"))) {
      return new String(in.readAllBytes(), UTF_8).lines().map(WebpFile::parse).toList();
    }
  }

  private static WebpFile parse(String line) {
    String[] f = line.split(" ", -1);
    byte[] deflated = Base64.getDecoder().decode(f[4]);
    try (InputStream in =
        new InflaterInputStream(new ByteArrayInputStream(deflated), new Inflater(true))) {
      int width = Integer.parseInt(f[1]);
      int height = Integer.parseInt(f[2]);
      int[] argb = new int[width * height];
      ByteBuffer.wrap(in.readAllBytes()).asIntBuffer().get(argb);
      return new WebpFile(f[0], width, height, Base64.getDecoder().decode(f[3]), argb);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns one image of the test data. */
  public static WebpFile named(String name) throws IOException {
    return all().stream().filter(s -> s.name.equals(name)).findFirst().orElseThrow();
  }

  @Override
  public String toString() {
    return name;
  }
}
