package dev.sinew.io.webp;

/** What the first partition of a key frame says of all blocks. */
final class FrameHeader {
  static final int SEGMENTS = 4;
  private static final int PROBABILITIES = 11;

  private boolean hasSegments;
  private boolean mapsSegments;
  private boolean segmentsAreAbsolute;
  private final int[] segmentQuality = new int[SEGMENTS];
  private final int[] segmentLevel = new int[SEGMENTS];
  private final int[] segmentTree = {255, 255, 255};

  private final boolean simpleFilter;
  private final int filterLevel;
  private final int sharpness;
  private boolean adjustsLevel;
  private int wholeBlocks;
  private int splitBlocks;

  private final int partitions;
  private final int[][] factors = new int[SEGMENTS][];
  private final int[] tokens = LossyTables.TOKENS.clone();
  private final int skipProbability;

  FrameHeader(BoolDecoder in) {
    in.number(2); // Colour space and clamping, which decoders need not heed.
    readSegments(in);
    simpleFilter = in.flag();
    filterLevel = in.number(6);
    sharpness = in.number(3);
    readAdjustments(in);
    partitions = 1 << in.number(2);
    readFactors(in);
    in.flag(); // Whether the probabilities are kept for later frames.
    for (int i = 0; i < tokens.length; i++) {
      if (in.bit(LossyTables.KEPT[i])) {
        tokens[i] = in.number(8);
      }
    }
    skipProbability = in.flag() ? in.number(8) : -1;
  }

  private void readSegments(BoolDecoder in) {
    hasSegments = in.flag();
    if (!hasSegments) {
      return;
    }
    mapsSegments = in.flag();
    if (in.flag()) {
      segmentsAreAbsolute = in.flag();
      for (int s = 0; s < SEGMENTS; s++) {
        segmentQuality[s] = in.optional(7, 0);
      }
      for (int s = 0; s < SEGMENTS; s++) {
        segmentLevel[s] = in.optional(6, 0);
      }
    }
    for (int i = 0; mapsSegments && i < segmentTree.length; i++) {
      segmentTree[i] = in.flag() ? in.number(8) : 255;
    }
  }

  private void readAdjustments(BoolDecoder in) {
    adjustsLevel = in.flag();
    if (adjustsLevel && in.flag()) {
      int[] values = new int[8];
      for (int i = 0; i < values.length; i++) {
        values[i] = in.optional(6, 0);
      }
      // Of references only that to the frame itself, of modes only that of split blocks.
      wholeBlocks = values[0];
      splitBlocks = values[4];
    }
  }

  private void readFactors(BoolDecoder in) {
    int quality = in.number(7);
    int[] deltas = new int[5];
    for (int i = 0; i < deltas.length; i++) {
      deltas[i] = in.optional(4, 0);
    }
    for (int s = 0; s < SEGMENTS; s++) {
      int own =
          !hasSegments
              ? quality
              : segmentsAreAbsolute ? segmentQuality[s] : quality + segmentQuality[s];
      factors[s] =
          new int[] {
            LossyTables.FIRST[place(own + deltas[0], 127)],
            LossyTables.OTHERS[place(own, 127)],
            2 * LossyTables.FIRST[place(own + deltas[1], 127)],
            Math.max(8, LossyTables.OTHERS[place(own + deltas[2], 127)] * 155 / 100),
            LossyTables.FIRST[place(own + deltas[3], 117)],
            LossyTables.OTHERS[place(own + deltas[4], 127)]
          };
    }
  }

  private static int place(int value, int max) {
    return Math.clamp(value, 0, max);
  }

  int partitions() {
    return partitions;
  }

  int readSegment(BoolDecoder in) {
    if (!mapsSegments) {
      return 0;
    }
    return in.bit(segmentTree[0])
        ? 2 + (in.bit(segmentTree[2]) ? 1 : 0)
        : in.bit(segmentTree[1]) ? 1 : 0;
  }

  boolean readSkip(BoolDecoder in) {
    return skipProbability >= 0 && in.bit(skipProbability);
  }

  /**
   * Returns what a coefficient is multiplied by.
   *
   * @param plane 0 for brightness, 1 for the means of its blocks, 2 for colour
   */
  int factor(int segment, int plane, boolean isFirst) {
    return factors[segment][2 * plane + (isFirst ? 0 : 1)];
  }

  /** Returns where the probabilities of a token start. */
  static int tokenStart(int kind, int band, int context) {
    return ((kind * 8 + band) * 3 + context) * PROBABILITIES;
  }

  int[] tokens() {
    return tokens;
  }

  boolean hasSimpleFilter() {
    return simpleFilter;
  }

  boolean filters() {
    return filterLevel > 0;
  }

  int sharpness() {
    return sharpness;
  }

  /** Returns the strength of the filter in a block. */
  int level(int segment, boolean isSplit) {
    int level = filterLevel;
    if (hasSegments) {
      level = segmentsAreAbsolute ? segmentLevel[segment] : level + segmentLevel[segment];
    }
    if (adjustsLevel) {
      level += wholeBlocks + (isSplit ? splitBlocks : 0);
    }
    return Math.clamp(level, 0, 63);
  }
}
