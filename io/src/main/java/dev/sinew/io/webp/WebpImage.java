package dev.sinew.io.webp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A WebP image: lossless, or lossy with or without alpha. Of an animation the first frame is read.
 * Colour profiles and metadata are ignored.
 */
public final class WebpImage {
  private static final int RIFF = fourLetters("RIFF");
  private static final int WEBP = fourLetters("WEBP");
  private static final int EXTENDED = fourLetters("VP8X");
  private static final int LOSSY = fourLetters("VP8 ");
  private static final int LOSSLESS = fourLetters("VP8L");
  private static final int ALPHA = fourLetters("ALPH");
  private static final int FRAME = fourLetters("ANMF");
  private static final int FRAME_HEADER = 16;

  /** No real picture has more pixels in its bytes, so a broken one does not cost much memory. */
  private static final long PIXELS_PER_BYTE = 8192;

  private static final long FEW_PIXELS = 1 << 20;

  /** A frame of an animation in its picture. */
  private record Place(int x, int y) {}

  private final int width;
  private final int height;
  private final Place place;
  private final int pictureWidth;
  private final int pictureHeight;
  private final boolean isLossy;
  private final ByteBuffer data;
  private final @Nullable ByteBuffer alpha;

  private WebpImage(
      Place place,
      int @Nullable [] picture,
      boolean isLossy,
      ByteBuffer data,
      @Nullable ByteBuffer alpha) {
    this.place = place;
    this.isLossy = isLossy;
    this.data = data;
    this.alpha = alpha;
    int[] size = isLossy ? LossyDecoder.size(data) : LosslessDecoder.size(data);
    pictureWidth = size[0];
    pictureHeight = size[1];
    width = picture == null ? pictureWidth : picture[0];
    height = picture == null ? pictureHeight : picture[1];
    if (place.x + pictureWidth > width || place.y + pictureHeight > height) {
      throw new WebpException("a picture is larger than its image");
    }
  }

  /** Returns true if bytes may be a WebP image. */
  public static boolean isWebp(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.length >= 12 && in.getInt(0) == RIFF && in.getInt(8) == WEBP;
  }

  /**
   * Finds the parts of an image.
   *
   * @throws WebpException if it is malformed
   */
  public static WebpImage parse(byte[] bytes) {
    if (!isWebp(bytes)) {
      throw new WebpException("expected a WebP image");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    in.position(12);
    int[] picture = null;
    Place place = new Place(0, 0);
    ByteBuffer alpha = null;
    while (in.remaining() >= 8) {
      int kind = in.getInt();
      long size = Integer.toUnsignedLong(in.getInt());
      if (size > in.remaining()) {
        throw new WebpException("a chunk of " + size + " bytes, " + in.remaining() + " are left");
      }
      ByteBuffer chunk = in.slice(in.position(), (int) size).order(ByteOrder.LITTLE_ENDIAN);
      if (kind == LOSSY || kind == LOSSLESS) {
        return new WebpImage(place, picture, kind == LOSSY, chunk, alpha);
      }
      if (kind == FRAME) {
        need(chunk, FRAME_HEADER);
        place = new Place(2 * triple(chunk, 0), 2 * triple(chunk, 3));
        in.position(in.position() + FRAME_HEADER);
        continue;
      }
      if (kind == EXTENDED) {
        need(chunk, 10);
        picture = new int[] {triple(chunk, 4) + 1, triple(chunk, 7) + 1};
      } else if (kind == ALPHA) {
        alpha = chunk;
      }
      in.position(Math.min(in.limit(), in.position() + (int) size + ((int) size & 1)));
    }
    throw new WebpException("there is no picture");
  }

  private static void need(ByteBuffer chunk, int size) {
    if (chunk.limit() < size) {
      throw new WebpException("a chunk is too short");
    }
  }

  private static int triple(ByteBuffer in, int at) {
    return (in.getShort(at) & 0xFFFF) | ((in.get(at + 2) & 0xFF) << 16);
  }

  private static int fourLetters(String text) {
    int out = 0;
    for (int i = 0; i < 4; i++) {
      out |= text.charAt(i) << (8 * i);
    }
    return out;
  }

  /** Returns the number of columns. */
  public int width() {
    return width;
  }

  /** Returns the number of rows. */
  public int height() {
    return height;
  }

  /**
   * Decodes the pixels: sRGB with straight alpha, row by row.
   *
   * @throws WebpException if they are malformed
   */
  public int[] pixels() {
    long most = FEW_PIXELS + PIXELS_PER_BYTE * data.limit();
    if ((long) width * height > most) {
      throw new WebpException(
          width + " × " + height + " pixels in " + data.limit() + " bytes: expected more bytes");
    }
    int[] own =
        isLossy
            ? LossyDecoder.decode(data)
            : LosslessDecoder.decode(data, pictureWidth, pictureHeight);
    if (isLossy && alpha != null) {
      AlphaPlane.apply(alpha, pictureWidth, pictureHeight, own);
    }
    if (width == pictureWidth && height == pictureHeight) {
      return own;
    }
    int[] out = new int[width * height];
    for (int y = 0; y < pictureHeight; y++) {
      System.arraycopy(own, y * pictureWidth, out, (place.y + y) * width + place.x, pictureWidth);
    }
    return out;
  }
}
