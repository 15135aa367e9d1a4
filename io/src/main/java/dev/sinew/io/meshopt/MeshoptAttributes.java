package dev.sinew.io.meshopt;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Decoder of the attribute bitstream ("mode 0"), versions 0 and 1.
 *
 * <p>Elements are stored in blocks. Within a block, each byte of the element has its own run of
 * differences to the previous element, packed in groups of 16 with 0 to 8 bits each. A packed value
 * with all bits set means that the actual value follows the group as a whole byte. Version 1
 * selects the widths per byte and block, and computes differences of bytes, shorts or words.
 */
final class MeshoptAttributes {
  private static final int GROUP = 16;
  private static final int MAX_BLOCK_ELEMENTS = 256;
  private static final int MAX_BLOCK_BYTES = 8192;
  private static final int HEADER_VERSION_0 = 0xa0;
  private static final int HEADER_VERSION_1 = 0xa1;
  private static final int MIN_TAIL_VERSION_0 = 32;
  private static final int MIN_TAIL_VERSION_1 = 24;

  // Bits per packed difference, selected by the two header bits of each group.
  private static final int[] WIDTHS_VERSION_0 = {0, 2, 4, 8};
  private static final int[] WIDTHS_NARROW = {0, 1, 2, 4};
  private static final int[] WIDTHS_WIDE = {1, 2, 4, 8};

  // Encodings of a byte's run in a block, version 1.
  private static final int CONTROL_NARROW = 0;
  private static final int CONTROL_WIDE = 1;
  private static final int CONTROL_ZERO = 2;

  // Types of the differences of four bytes of the element, version 1.
  private static final int CHANNEL_BYTES = 0;
  private static final int CHANNEL_SHORTS = 1;
  private static final int CHANNEL_XOR = 2;

  private final ByteBuffer in;
  private final int stride;
  private final boolean version1;

  /** The end of the packed data, where the tail with its padding begins. */
  private final int end;

  private int at = 1;

  /** The previous element, which differences refer to. */
  private final byte[] previous;

  private final int[] channelModes;

  /** Differences of four adjacent bytes of a block's elements. */
  private final byte[][] deltas = new byte[4][MAX_BLOCK_ELEMENTS];

  private MeshoptAttributes(ByteBuffer in, int stride) {
    this.in = in;
    this.stride = stride;
    int header = in.hasRemaining() ? in.get(0) & 0xff : -1;
    if (header != HEADER_VERSION_0 && header != HEADER_VERSION_1) {
      throw new MeshoptException(0, "not an attribute stream");
    }
    version1 = header == HEADER_VERSION_1;
    int channels = version1 ? stride / 4 : 0;
    int tail = Math.max(stride + channels, version1 ? MIN_TAIL_VERSION_1 : MIN_TAIL_VERSION_0);
    end = in.limit() - tail;
    if (end < 1) {
      throw new MeshoptException(
          in.limit(), "the stream ends before its tail of " + tail + " bytes");
    }
    previous = new byte[stride];
    in.get(in.limit() - channels - stride, previous);
    channelModes = new int[stride / 4];
    for (int c = 0; c < channels; c++) {
      int offset = in.limit() - channels + c;
      channelModes[c] = in.get(offset) & 0xff;
      int mode = channelModes[c] & 15;
      if (mode > CHANNEL_XOR || (mode != CHANNEL_XOR && channelModes[c] != mode)) {
        throw new MeshoptException(offset, "unknown channel mode " + channelModes[c]);
      }
    }
  }

  /** Decodes {@code count} elements. */
  static byte[] decode(ByteBuffer stream, int count, int stride) {
    return new MeshoptAttributes(stream, stride).decode(count);
  }

  private byte[] decode(int count) {
    int blockElements = Math.min((MAX_BLOCK_BYTES / stride) & -GROUP, MAX_BLOCK_ELEMENTS);
    checkLength(count, blockElements);
    byte[] out = new byte[count * stride];
    for (int first = 0; first < count; first += blockElements) {
      decodeBlock(out, first, Math.min(blockElements, count - first));
    }
    if (at != end) {
      throw new MeshoptException(at, (end - at) + " unused bytes before the tail");
    }
    return out;
  }

  /** Rejects a count that the stream is too short for, before the output is allocated. */
  private void checkLength(int count, int blockElements) {
    long blocks = (count + (long) blockElements - 1) / blockElements;
    long minBytes = blocks * (version1 ? stride / 4 : stride);
    if (end - 1 < minBytes) {
      throw new MeshoptException(in.limit(), "too short for " + count + " elements");
    }
  }

  private void decodeBlock(byte[] out, int first, int count) {
    int controls = at;
    if (version1) {
      take(stride / 4);
    }
    for (int channel = 0; channel < stride / 4; channel++) {
      for (int b = 0; b < 4; b++) {
        if (version1) {
          decodeControlledRun(in.get(controls + channel) >> (2 * b) & 3, count, deltas[b]);
        } else {
          decodePackedRun(WIDTHS_VERSION_0, count, deltas[b]);
        }
      }
      int mode = channelModes[channel];
      int start = first * stride + 4 * channel;
      switch (mode & 15) {
        case CHANNEL_BYTES -> addBytes(out, start, 4 * channel, count);
        case CHANNEL_SHORTS -> addShorts(out, start, 4 * channel, count);
        default -> xorWords(out, start, 4 * channel, count, mode >> 4);
      }
    }
  }

  // ---- runs of packed differences --------------------------------------------------------------

  private void decodeControlledRun(int control, int count, byte[] run) {
    switch (control) {
      case CONTROL_NARROW -> decodePackedRun(WIDTHS_NARROW, count, run);
      case CONTROL_WIDE -> decodePackedRun(WIDTHS_WIDE, count, run);
      case CONTROL_ZERO -> Arrays.fill(run, 0, count, (byte) 0);
      default -> in.get(take(count), run, 0, count);
    }
  }

  private void decodePackedRun(int[] widths, int count, byte[] run) {
    int groups = (count + GROUP - 1) / GROUP;
    int headers = take((groups + 3) / 4);
    for (int g = 0; g < groups; g++) {
      int width = widths[in.get(headers + g / 4) >> (2 * (g % 4)) & 3];
      decodeGroup(width, run, GROUP * g);
    }
  }

  private void decodeGroup(int width, byte[] run, int offset) {
    int packed = take(GROUP * width / 8);
    if (width == 8) {
      in.get(packed, run, offset, GROUP);
      return;
    }
    int sentinel = (1 << width) - 1;
    for (int i = 0; i < GROUP; i++) {
      int value = 0;
      if (width > 0) {
        int bit = i * width;
        // Single bits count from the low end of their byte, wider values from the high end.
        int shift = width == 1 ? bit % 8 : 8 - width - bit % 8;
        value = in.get(packed + bit / 8) >> shift & sentinel;
        if (value == sentinel) {
          value = in.get(take(1));
        }
      }
      run[offset + i] = (byte) value;
    }
  }

  /** Advances by a number of bytes and returns the offset of the first. */
  private int take(int bytes) {
    if (bytes > end - at) {
      throw new MeshoptException(at, "expected " + bytes + " more bytes, got " + (end - at));
    }
    int from = at;
    at += bytes;
    return from;
  }

  // ---- differences to values -------------------------------------------------------------------

  private void addBytes(byte[] out, int start, int channel, int count) {
    for (int b = 0; b < 4; b++) {
      int value = previous[channel + b];
      for (int i = 0; i < count; i++) {
        value += unzigzag(deltas[b][i] & 0xff);
        out[start + i * stride + b] = (byte) value;
      }
      previous[channel + b] = (byte) value;
    }
  }

  private void addShorts(byte[] out, int start, int channel, int count) {
    for (int b = 0; b < 4; b += 2) {
      int value = (previous[channel + b] & 0xff) | (previous[channel + b + 1] << 8);
      for (int i = 0; i < count; i++) {
        value += unzigzag((deltas[b][i] & 0xff) | ((deltas[b + 1][i] & 0xff) << 8));
        out[start + i * stride + b] = (byte) value;
        out[start + i * stride + b + 1] = (byte) (value >> 8);
      }
      previous[channel + b] = (byte) value;
      previous[channel + b + 1] = (byte) (value >> 8);
    }
  }

  private void xorWords(byte[] out, int start, int channel, int count, int rotation) {
    int value = 0;
    for (int b = 0; b < 4; b++) {
      value |= (previous[channel + b] & 0xff) << (8 * b);
    }
    for (int i = 0; i < count; i++) {
      int delta = 0;
      for (int b = 0; b < 4; b++) {
        delta |= (deltas[b][i] & 0xff) << (8 * b);
      }
      value ^= Integer.rotateRight(delta, rotation);
      for (int b = 0; b < 4; b++) {
        out[start + i * stride + b] = (byte) (value >> (8 * b));
      }
    }
    for (int b = 0; b < 4; b++) {
      previous[channel + b] = (byte) (value >> (8 * b));
    }
  }

  private static int unzigzag(int v) {
    return (v >>> 1) ^ -(v & 1);
  }
}
