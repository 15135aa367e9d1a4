package dev.sinew.io.webp;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Decodes lossless pictures, as the "WebP Lossless Bitstream Specification" describes them. */
final class LosslessDecoder {
  private static final int SIGNATURE = 0x2F;
  private static final int LITERALS = 256;
  private static final int LENGTHS = 24;
  private static final int DISTANCES = 40;
  private static final int NEAR_DISTANCES = 120;
  private static final int HASH = 0x1E35A7BD;

  /** Of distance codes to near pixels, rows up in the high and 8 - columns in the low half. */
  private static final int[] NEAR = {
    0x18, 0x07, 0x17, 0x19, 0x28, 0x06, 0x27, 0x29, 0x16, 0x1A, 0x26, 0x2A, 0x38, 0x05, 0x37, 0x39,
    0x15, 0x1B, 0x36, 0x3A, 0x25, 0x2B, 0x48, 0x04, 0x47, 0x49, 0x14, 0x1C, 0x35, 0x3B, 0x46, 0x4A,
    0x24, 0x2C, 0x58, 0x45, 0x4B, 0x34, 0x3C, 0x03, 0x57, 0x59, 0x13, 0x1D, 0x56, 0x5A, 0x23, 0x2D,
    0x44, 0x4C, 0x55, 0x5B, 0x33, 0x3D, 0x68, 0x02, 0x67, 0x69, 0x12, 0x1E, 0x66, 0x6A, 0x22, 0x2E,
    0x54, 0x5C, 0x43, 0x4D, 0x65, 0x6B, 0x32, 0x3E, 0x78, 0x01, 0x77, 0x79, 0x53, 0x5D, 0x11, 0x1F,
    0x64, 0x6C, 0x42, 0x4E, 0x76, 0x7A, 0x21, 0x2F, 0x75, 0x7B, 0x31, 0x3F, 0x63, 0x6D, 0x52, 0x5E,
    0x00, 0x74, 0x7C, 0x41, 0x4F, 0x10, 0x20, 0x62, 0x6E, 0x30, 0x73, 0x7D, 0x51, 0x5F, 0x40, 0x72,
    0x7E, 0x61, 0x6F, 0x50, 0x71, 0x7F, 0x60, 0x70
  };

  private final LowBits in;

  private LosslessDecoder(LowBits in) {
    this.in = in;
  }

  /** Returns width and height. */
  static int[] size(ByteBuffer data) {
    LowBits in = new LowBits(data);
    if (in.bits(8) != SIGNATURE) {
      throw new WebpException("expected a lossless picture");
    }
    return new int[] {in.bits(14) + 1, in.bits(14) + 1};
  }

  static int[] decode(ByteBuffer data, int width, int height) {
    LowBits in = new LowBits(data);
    in.bits(8 + 14);
    in.bits(14);
    boolean hasAlpha = in.bits(1) == 1;
    if (in.bits(3) != 0) {
      throw new WebpException("a lossless picture of an unknown version");
    }
    int[] argb = new LosslessDecoder(in).picture(width, height);
    for (int i = 0; !hasAlpha && i < argb.length; i++) {
      argb[i] |= 0xFF000000;
    }
    return argb;
  }

  static int[] decodeWithoutHeader(ByteBuffer data, int width, int height) {
    return new LosslessDecoder(new LowBits(data)).picture(width, height);
  }

  private int[] picture(int width, int height) {
    Deque<PixelChange> changes = new ArrayDeque<>();
    int columns = width;
    int known = 0;
    while (in.bits(1) == 1) {
      int kind = in.bits(2);
      if ((known & (1 << kind)) != 0) {
        throw new WebpException("a change of pixels comes twice");
      }
      known |= 1 << kind;
      PixelChange change = change(kind, columns, height);
      columns = change.columns();
      changes.push(change);
    }
    int[] pixels = pixels(columns, height, true);
    for (PixelChange change : changes) {
      pixels = change.undo(pixels, height);
    }
    return pixels;
  }

  private PixelChange change(int kind, int columns, int rows) {
    if (kind == 2) {
      return new PixelChange.Green(columns);
    }
    if (kind == 3) {
      int[] colors = pixels(in.bits(8) + 1, 1, false);
      return PixelChange.Palette.of(columns, colors);
    }
    int bits = in.bits(3) + 2;
    int across = across(columns, bits);
    int[] blocks = pixels(across, across(rows, bits), false);
    return kind == 0
        ? new PixelChange.Prediction(columns, bits, blocks)
        : new PixelChange.Mixing(columns, bits, blocks);
  }

  static int across(int pixels, int bits) {
    return (pixels + (1 << bits) - 1) >> bits;
  }

  // ---- coded pixels ----------------------------------------------------------------------------

  /** The five codes of a part of the picture. */
  private record Codes(
      PrefixCode green, PrefixCode red, PrefixCode blue, PrefixCode alpha, PrefixCode distance) {}

  /** Which codes a pixel has. */
  private record Parts(int[] part, int across, int bits, Codes[] codes) {
    Codes at(int x, int y) {
      return codes.length == 1
          ? codes[0]
          : codes[(part[(y >> bits) * across + (x >> bits)] >> 8) & 0xFFFF];
    }
  }

  private int[] pixels(int width, int height, boolean isWhole) {
    int cacheBits = 0;
    if (in.bits(1) == 1) {
      cacheBits = in.bits(4);
      if (cacheBits < 1 || cacheBits > 11) {
        throw new WebpException("a cache of colours of " + cacheBits + " bits");
      }
    }
    Parts parts = parts(width, height, isWhole, cacheBits);
    int[] cache = new int[cacheBits == 0 ? 0 : 1 << cacheBits];
    int[] out = new int[width * height];
    int at = 0;
    while (at < out.length) {
      Codes codes = parts.at(at % width, at / width);
      int symbol = codes.green.next(in);
      int end = at + 1;
      if (symbol < LITERALS) {
        int red = codes.red.next(in);
        int blue = codes.blue.next(in);
        out[at] = (codes.alpha.next(in) << 24) | (red << 16) | (symbol << 8) | blue;
      } else if (symbol < LITERALS + LENGTHS) {
        int length = value(symbol - LITERALS);
        int distance = distance(value(codes.distance.next(in)), width);
        if (distance > at || length > out.length - at) {
          throw new WebpException("a copy of pixels that are not there");
        }
        end = at + length;
        for (int i = at; i < end; i++) {
          out[i] = out[i - distance];
        }
      } else {
        out[at] = cache[symbol - LITERALS - LENGTHS];
      }
      for (; at < end; at++) {
        if (cacheBits > 0) {
          cache[(HASH * out[at]) >>> (32 - cacheBits)] = out[at];
        }
      }
    }
    return out;
  }

  private Parts parts(int width, int height, boolean isWhole, int cacheBits) {
    int bits = 0;
    int[] part = {};
    int count = 1;
    if (isWhole && in.bits(1) == 1) {
      bits = in.bits(3) + 2;
      part = pixels(across(width, bits), across(height, bits), false);
      for (int one : part) {
        count = Math.max(count, ((one >> 8) & 0xFFFF) + 1);
      }
    }
    in.need(count);
    Codes[] codes = new Codes[count];
    for (int i = 0; i < count; i++) {
      codes[i] =
          new Codes(
              PrefixCode.read(in, LITERALS + LENGTHS + (cacheBits == 0 ? 0 : 1 << cacheBits)),
              PrefixCode.read(in, LITERALS),
              PrefixCode.read(in, LITERALS),
              PrefixCode.read(in, LITERALS),
              PrefixCode.read(in, DISTANCES));
    }
    return new Parts(part, across(width, bits), bits, codes);
  }

  /** Returns the number that a prefix and the bits after it stand for. */
  private int value(int prefix) {
    if (prefix < 4) {
      return prefix + 1;
    }
    int more = (prefix - 2) >> 1;
    return ((2 + (prefix & 1)) << more) + in.bits(more) + 1;
  }

  private static int distance(int code, int width) {
    if (code > NEAR_DISTANCES) {
      return code - NEAR_DISTANCES;
    }
    int near = NEAR[code - 1];
    return Math.max(1, (near >> 4) * width + 8 - (near & 15));
  }
}
