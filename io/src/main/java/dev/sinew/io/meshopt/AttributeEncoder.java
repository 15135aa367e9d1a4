package dev.sinew.io.meshopt;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Encoder of the attribute bitstream ("mode 0"), version 0; {@link MeshoptAttributes} describes it.
 * Every group of 16 differences takes the width that gives the fewest bytes.
 */
final class AttributeEncoder {
  private static final int GROUP = 16;
  private static final int MAX_BLOCK_ELEMENTS = 256;
  private static final int MAX_BLOCK_BYTES = 8192;
  private static final int HEADER = 0xa0;
  private static final int MIN_TAIL = 32;

  /** Bits per packed difference, selected by the two header bits of each group. */
  private static final int[] WIDTHS = {0, 2, 4, 8};

  private final byte[] data;
  private final int stride;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** The previous element, which differences refer to. */
  private final byte[] previous;

  private AttributeEncoder(byte[] data, int stride) {
    this.data = data;
    this.stride = stride;
    previous = Arrays.copyOf(data, stride);
  }

  static byte[] encode(byte[] data, int stride) {
    return new AttributeEncoder(data, stride).encode();
  }

  private byte[] encode() {
    out.write(HEADER);
    byte[] first = previous.clone();
    int count = data.length / stride;
    int blockElements = Math.min((MAX_BLOCK_BYTES / stride) & -GROUP, MAX_BLOCK_ELEMENTS);
    for (int from = 0; from < count; from += blockElements) {
      int elements = Math.min(blockElements, count - from);
      for (int b = 0; b < stride; b++) {
        encodeRun(differences(from, elements, b));
      }
    }
    out.writeBytes(new byte[Math.max(0, MIN_TAIL - stride)]);
    out.writeBytes(first);
    return out.toByteArray();
  }

  /** Returns one byte's differences from element to element, in whole groups. */
  private byte[] differences(int from, int elements, int b) {
    byte[] run = new byte[(elements + GROUP - 1) / GROUP * GROUP];
    int last = previous[b];
    for (int i = 0; i < elements; i++) {
      int value = data[(from + i) * stride + b];
      int delta = (byte) (value - last);
      run[i] = (byte) ((delta << 1) ^ (delta >> 7));
      last = value;
    }
    previous[b] = (byte) last;
    return run;
  }

  private void encodeRun(byte[] run) {
    int groups = run.length / GROUP;
    byte[] headers = new byte[(groups + 3) / 4];
    int[] selected = new int[groups];
    for (int g = 0; g < groups; g++) {
      selected[g] = bestWidth(run, GROUP * g);
      headers[g / 4] |= (byte) (selected[g] << (2 * (g % 4)));
    }
    out.writeBytes(headers);
    for (int g = 0; g < groups; g++) {
      encodeGroup(run, GROUP * g, WIDTHS[selected[g]]);
    }
  }

  private static int bestWidth(byte[] run, int offset) {
    int best = 0;
    int fewest = Integer.MAX_VALUE;
    for (int s = 0; s < WIDTHS.length; s++) {
      int bytes = GROUP * WIDTHS[s] / 8 + escapes(run, offset, WIDTHS[s]);
      boolean possible = WIDTHS[s] > 0 || isZero(run, offset);
      if (possible && bytes < fewest) {
        best = s;
        fewest = bytes;
      }
    }
    return best;
  }

  private static boolean isZero(byte[] run, int offset) {
    for (int i = 0; i < GROUP; i++) {
      if (run[offset + i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the number of differences that do not fit a width and follow as whole bytes. */
  private static int escapes(byte[] run, int offset, int width) {
    int count = 0;
    for (int i = 0; width > 0 && width < 8 && i < GROUP; i++) {
      count += (run[offset + i] & 0xff) >= (1 << width) - 1 ? 1 : 0;
    }
    return count;
  }

  private void encodeGroup(byte[] run, int offset, int width) {
    if (width == 8) {
      out.write(run, offset, GROUP);
      return;
    }
    if (width == 0) {
      return;
    }
    int sentinel = (1 << width) - 1;
    int perByte = 8 / width;
    for (int i = 0; i < GROUP; i += perByte) {
      int packed = 0;
      for (int k = 0; k < perByte; k++) {
        packed = packed << width | Math.min(run[offset + i + k] & 0xff, sentinel);
      }
      out.write(packed);
    }
    for (int i = 0; i < GROUP; i++) {
      if ((run[offset + i] & 0xff) >= sentinel) {
        out.write(run[offset + i]);
      }
    }
  }
}
