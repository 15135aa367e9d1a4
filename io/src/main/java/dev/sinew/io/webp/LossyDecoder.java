package dev.sinew.io.webp;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Decodes lossy pictures: key frames of VP8, RFC 6386. */
final class LossyDecoder {
  private static final int HEADER = 10;
  private static final int[] ZIGZAG = {0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15};
  private static final int[] BANDS = {0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0};
  private static final int[][] LARGE = {
    {173, 148, 140},
    {176, 155, 140, 135},
    {180, 157, 141, 134, 130},
    {254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129}
  };

  private final FrameHeader header;
  private final BoolDecoder modes;
  private final BoolDecoder[] partitions;
  private final Planes planes;
  private final LoopFilter filter;

  /** Whether the blocks above, then left, have coefficients: 4 + 2 + 2 + 1 each. */
  private final int[] above;

  private final int[] left = new int[9];
  private final int[] modesAbove;
  private final int[] modesLeft = new int[4];
  private final int[] coefficients = new int[25 * 16];

  private LossyDecoder(ByteBuffer data, int width, int height) {
    int tag = (data.get(0) & 0xFF) | ((data.get(1) & 0xFF) << 8) | ((data.get(2) & 0xFF) << 16);
    int size = tag >> 5;
    if (size > data.limit() - HEADER) {
      throw new WebpException("the first part of the picture ends too early");
    }
    modes = new BoolDecoder(data.slice(HEADER, size));
    header = new FrameHeader(modes);
    partitions = partitions(data.slice(HEADER + size, data.limit() - HEADER - size));
    planes = new Planes(width, height);
    filter = new LoopFilter(header, planes);
    above = new int[9 * planes.columns()];
    modesAbove = new int[4 * planes.columns()];
  }

  /** Returns width and height. */
  static int[] size(ByteBuffer data) {
    if (data.limit() < HEADER
        || (data.get(0) & 1) != 0
        || (data.get(3) & 0xFF) != 0x9D
        || data.get(4) != 0x01
        || data.get(5) != 0x2A) {
      throw new WebpException("expected a lossy picture");
    }
    int width = ((data.get(6) & 0xFF) | (data.get(7) << 8)) & 0x3FFF;
    int height = ((data.get(8) & 0xFF) | (data.get(9) << 8)) & 0x3FFF;
    if (width == 0 || height == 0) {
      throw new WebpException("a picture without pixels");
    }
    return new int[] {width, height};
  }

  /** Returns the pixels, without alpha. */
  static int[] decode(ByteBuffer data) {
    int[] size = size(data);
    return new LossyDecoder(data, size[0], size[1]).decode();
  }

  private BoolDecoder[] partitions(ByteBuffer data) {
    int count = header.partitions();
    int at = 3 * (count - 1);
    if (at > data.limit()) {
      throw new WebpException("the picture ends too early");
    }
    BoolDecoder[] out = new BoolDecoder[count];
    for (int i = 0; i < count; i++) {
      int size = data.limit() - at;
      if (i < count - 1) {
        int stored =
            (data.get(3 * i) & 0xFF)
                | ((data.get(3 * i + 1) & 0xFF) << 8)
                | ((data.get(3 * i + 2) & 0xFF) << 16);
        size = Math.min(size, stored);
      }
      out[i] = new BoolDecoder(data.slice(at, size));
      at += size;
    }
    return out;
  }

  private int[] decode() {
    for (int row = 0; row < planes.rows(); row++) {
      Arrays.fill(left, 0);
      Arrays.fill(modesLeft, 0);
      BoolDecoder in = partitions[row % partitions.length];
      for (int column = 0; column < planes.columns(); column++) {
        decodeBlock(row, column, in);
      }
    }
    if (header.filters()) {
      filter.run();
    }
    return planes.toArgb();
  }

  private void decodeBlock(int row, int column, BoolDecoder in) {
    int segment = header.readSegment(modes);
    boolean skips = header.readSkip(modes);
    int mode = readMode();
    boolean isSplit = mode == Planes.SPLIT;
    int[] small = new int[16];
    if (isSplit) {
      readSmallModes(column, small);
    } else {
      // What small blocks beside it see: the same order of modes but for the split one.
      Arrays.fill(modesAbove, 4 * column, 4 * column + 4, Planes.SMALL_OF_WHOLE[mode]);
      Arrays.fill(modesLeft, Planes.SMALL_OF_WHOLE[mode]);
    }
    int colorMode =
        !modes.bit(142)
            ? Planes.DC
            : !modes.bit(114)
                ? Planes.VERTICAL
                : modes.bit(183) ? Planes.MOTION : Planes.HORIZONTAL;
    Arrays.fill(coefficients, 0);
    boolean hasMore = false;
    if (skips) {
      int means = above[9 * column + 8];
      Arrays.fill(above, 9 * column, 9 * column + 9, 0);
      int meansLeft = left[8];
      Arrays.fill(left, 0);
      if (isSplit) {
        // A split block has no means: what is known of them stays.
        above[9 * column + 8] = means;
        left[8] = meansLeft;
      }
    } else {
      hasMore = readCoefficients(in, column, segment, isSplit);
    }
    filter.set(row, column, header.level(segment, isSplit), isSplit || hasMore);
    if (isSplit) {
      planes.predictSmall(row, column, small, coefficients);
    } else {
      planes.predictWhole(row, column, mode, coefficients);
    }
    planes.predictColor(row, column, colorMode, coefficients);
  }

  private int readMode() {
    if (!modes.bit(145)) {
      return Planes.SPLIT;
    }
    if (modes.bit(156)) {
      return modes.bit(128) ? Planes.MOTION : Planes.HORIZONTAL;
    }
    return modes.bit(163) ? Planes.VERTICAL : Planes.DC;
  }

  private void readSmallModes(int column, int[] out) {
    for (int y = 0; y < 4; y++) {
      for (int x = 0; x < 4; x++) {
        int start = (modesAbove[4 * column + x] * 10 + modesLeft[y]) * 9;
        int mode = readSmallMode(start);
        out[4 * y + x] = mode;
        modesAbove[4 * column + x] = mode;
        modesLeft[y] = mode;
      }
    }
  }

  /** Reads a mode by its tree; the probabilities of its branches follow each other. */
  private int readSmallMode(int start) {
    int[] p = LossyTables.MODES;
    if (!modes.bit(p[start])) {
      return Planes.DC4;
    }
    if (!modes.bit(p[start + 1])) {
      return Planes.MOTION4;
    }
    if (!modes.bit(p[start + 2])) {
      return Planes.VERTICAL4;
    }
    if (!modes.bit(p[start + 3])) {
      if (!modes.bit(p[start + 4])) {
        return Planes.HORIZONTAL4;
      }
      return modes.bit(p[start + 5]) ? Planes.VERTICAL_RIGHT : Planes.RIGHT_DOWN;
    }
    if (!modes.bit(p[start + 6])) {
      return Planes.LEFT_DOWN;
    }
    if (!modes.bit(p[start + 7])) {
      return Planes.VERTICAL_LEFT;
    }
    return modes.bit(p[start + 8]) ? Planes.HORIZONTAL_UP : Planes.HORIZONTAL_DOWN;
  }

  // ---- coefficients ----------------------------------------------------------------------------

  /** Reads the coefficients of a block; returns false if all are zero. */
  private boolean readCoefficients(BoolDecoder in, int column, int segment, boolean isSplit) {
    int top = 9 * column;
    boolean some = false;
    int kind = 3;
    int first = 0;
    if (!isSplit) {
      int count = readBlock(in, 1, 0, above[top + 8] + left[8], 24, segment, 1);
      above[top + 8] = count > 0 ? 1 : 0;
      left[8] = above[top + 8];
      some = count > 0;
      if (count > 0) {
        Transforms.spreadMeans(coefficients);
      }
      kind = 0;
      first = 1;
    }
    for (int y = 0; y < 4; y++) {
      for (int x = 0; x < 4; x++) {
        int context = above[top + x] + left[y];
        int count = readBlock(in, kind, first, context, 4 * y + x, segment, 0);
        above[top + x] = count > first ? 1 : 0;
        left[y] = above[top + x];
        some |= count > first;
      }
    }
    for (int plane = 0; plane < 2; plane++) {
      for (int y = 0; y < 2; y++) {
        for (int x = 0; x < 2; x++) {
          int upper = top + 4 + 2 * plane + x;
          int beside = 4 + 2 * plane + y;
          int block = 16 + 4 * plane + 2 * y + x;
          int count = readBlock(in, 2, 0, above[upper] + left[beside], block, segment, 2);
          above[upper] = count > 0 ? 1 : 0;
          left[beside] = above[upper];
          some |= count > 0;
        }
      }
    }
    return some;
  }

  /** Reads the coefficients of a small block; returns the place after the last one. */
  private int readBlock(
      BoolDecoder in, int kind, int first, int context, int block, int segment, int plane) {
    int[] p = header.tokens();
    int n = first;
    int at = FrameHeader.tokenStart(kind, BANDS[n], context);
    while (n < 16) {
      if (!in.bit(p[at])) {
        return n;
      }
      while (!in.bit(p[at + 1])) {
        n++;
        if (n == 16) {
          return 16;
        }
        at = FrameHeader.tokenStart(kind, BANDS[n], 0);
      }
      int value = 1;
      int next = 1;
      if (in.bit(p[at + 2])) {
        value = readLarge(in, p, at);
        next = 2;
      }
      int signed = in.flag() ? -value : value;
      coefficients[16 * block + ZIGZAG[n]] = signed * header.factor(segment, plane, n == 0);
      n++;
      at = FrameHeader.tokenStart(kind, BANDS[n], next);
    }
    return 16;
  }

  private static int readLarge(BoolDecoder in, int[] p, int at) {
    if (!in.bit(p[at + 3])) {
      return !in.bit(p[at + 4]) ? 2 : 3 + (in.bit(p[at + 5]) ? 1 : 0);
    }
    if (!in.bit(p[at + 6])) {
      if (!in.bit(p[at + 7])) {
        return 5 + (in.bit(159) ? 1 : 0);
      }
      int high = in.bit(165) ? 2 : 0;
      return 7 + high + (in.bit(145) ? 1 : 0);
    }
    int high = in.bit(p[at + 8]) ? 1 : 0;
    int range = 2 * high + (in.bit(p[at + 9 + high]) ? 1 : 0);
    int value = 0;
    for (int probability : LARGE[range]) {
      value = 2 * value + (in.bit(probability) ? 1 : 0);
    }
    return value + 3 + (8 << range);
  }
}
