package dev.sinew.io.fbx;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An image in Truevision TGA: true colour or grey, plain or run-length encoded.
 *
 * @param bytes the whole file
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record TgaImage(int width, int height, byte[] bytes) {
  private static final int HEADER = 18;
  private static final int RUN_LENGTH = 8;
  private static final int COLOR = 2;
  private static final int GREY = 3;
  private static final int FROM_RIGHT = 0x10;
  private static final int FROM_TOP = 0x20;

  /** Reads the header; there is no signature, so all its values are checked. */
  static TgaImage parse(byte[] bytes) throws IOException {
    if (bytes.length < HEADER) {
      throw new IOException("too short");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int kind = bytes[2] & ~RUN_LENGTH;
    int bits = bytes[16];
    boolean known =
        bytes[1] == 0
            && ((kind == COLOR && (bits == 16 || bits == 24 || bits == 32))
                || (kind == GREY && bits == 8));
    int width = Short.toUnsignedInt(in.getShort(12));
    int height = Short.toUnsignedInt(in.getShort(14));
    if (!known || width == 0 || height == 0) {
      throw new IOException("an unknown format");
    }
    return new TgaImage(width, height, bytes);
  }

  /** Decodes the pixels, ARGB, row by row from the top. */
  int[] pixels() throws IOException {
    int[] out = new int[width * height];
    int size = bytes[16] / 8;
    boolean packed = (bytes[2] & RUN_LENGTH) != 0;
    boolean alpha = (bytes[17] & 0xF) != 0;
    int at = HEADER + Byte.toUnsignedInt(bytes[0]);
    int i = 0;
    while (i < out.length) {
      int count = out.length;
      boolean repeats = false;
      if (packed) {
        require(at, 1);
        repeats = bytes[at] < 0;
        count = (bytes[at++] & 0x7F) + 1;
      }
      for (int k = 0; k < count && i < out.length; k++) {
        require(at, size);
        out[place(i++)] = color(at, size, alpha);
        at += repeats && k + 1 < count ? 0 : size;
      }
    }
    return out;
  }

  private void require(int at, int count) throws IOException {
    if (at + count > bytes.length) {
      throw new IOException("the image ends too early");
    }
  }

  private int place(int i) {
    int x = i % width;
    int y = i / width;
    int column = (bytes[17] & FROM_RIGHT) != 0 ? width - 1 - x : x;
    int row = (bytes[17] & FROM_TOP) != 0 ? y : height - 1 - y;
    return row * width + column;
  }

  private int color(int at, int size, boolean alpha) {
    int b = bytes[at] & 0xFF;
    if (size == 1) {
      return 0xFF000000 | b * 0x010101;
    }
    int g = bytes[at + 1] & 0xFF;
    if (size == 2) {
      int all = g << 8 | b;
      int opacity = alpha && (all & 0x8000) == 0 ? 0 : 0xFF000000;
      return opacity | wide(all >> 10) << 16 | wide(all >> 5) << 8 | wide(all);
    }
    int r = bytes[at + 2] & 0xFF;
    int a = size == 4 && alpha ? bytes[at + 3] & 0xFF : 0xFF;
    return a << 24 | r << 16 | g << 8 | b;
  }

  /** Returns five bits as eight. */
  private static int wide(int five) {
    int low = five & 0x1F;
    return low << 3 | low >> 2;
  }
}
