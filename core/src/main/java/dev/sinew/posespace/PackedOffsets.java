package dev.sinew.posespace;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The offsets b_r of a block as they are added up in every frame: 16 bits per number where that is
 * exact enough, else floats. A frame reads all of them once, so their size decides its time: with
 * 8,000 vertices and 120 poses the local lookup has 18 MB as floats, 9.5 MB here
 * (docs/decisions/local-lookup.md).
 *
 * <p>Vertices are divided into pieces, whose sums stay in the cache. In a piece the first offsets,
 * the largest ones, are floats; the others are multiples of a step. The loops run over consecutive
 * numbers, four offsets at a time, so that the compiler vectorises them; every sum has the same
 * order either way.
 */
final class PackedOffsets {
  /**
   * The largest step times the limit of its coefficient, as a share of the character's size. The
   * squares of all coefficients at an example add up to at most 1, so the roundings of many offsets
   * hardly add up.
   */
  static final double STEP = 2e-7;

  /** Vertices per piece. */
  private static final int PIECE = 128;

  private static final int LARGEST = Short.MAX_VALUE;

  private final int[] vertices;
  private final int rank;

  /** Per piece, the number of offsets stored as floats. */
  private final int[] floatRows;

  /** Per piece and offset, the step of its numbers; not used for floats. */
  private final float[] steps;

  private final float[] floats;
  private final short[] shorts;

  private PackedOffsets(int[] vertices, double[] limits, Rows rows, float largestStep) {
    this.vertices = vertices;
    rank = limits.length;
    int pieces = Math.ceilDiv(vertices.length, PIECE);
    floatRows = new int[pieces];
    steps = new float[pieces * rank];
    int floatCount = 0;
    int shortCount = 0;
    for (int p = 0; p < pieces; p++) {
      for (int r = 0; r < rank; r++) {
        float step = largest(rows, p, r) / LARGEST;
        steps[p * rank + r] = step;
        floatRows[p] = step * Math.max(1, limits[r]) > largestStep ? r + 1 : floatRows[p];
      }
      floatCount += floatRows[p] * length(p);
      shortCount += (rank - floatRows[p]) * length(p);
    }
    floats = new float[floatCount];
    shorts = new short[shortCount];
    store(rows);
  }

  /** Returns number i of offset r. */
  @FunctionalInterface
  private interface Rows {
    float get(int r, int i);
  }

  /**
   * Packs the offsets of some vertices of a block.
   *
   * @param from the first vertex, which gets index 0
   * @param to the vertex after the last
   * @param scale a factor of all offsets
   * @param largestStep the largest step of 16-bit numbers, after scaling; 0 for floats only, but
   *     for offsets that are 0
   */
  static PackedOffsets of(Block block, int from, int to, float scale, float largestStep) {
    int[] all = block.vertices();
    int first = insertion(all, from);
    int end = insertion(all, to);
    int[] own = IntStream.range(first, end).map(i -> all[i] - from).toArray();
    float[] basis = block.basis();
    int length = 3 * all.length;
    return new PackedOffsets(
        own, block.limits(), (r, i) -> scale * basis[r * length + 3 * first + i], largestStep);
  }

  private static int insertion(int[] sorted, int value) {
    int at = Arrays.binarySearch(sorted, value);
    return at < 0 ? -at - 1 : at;
  }

  private int length(int piece) {
    return 3 * Math.min(PIECE, vertices.length - piece * PIECE);
  }

  private float largest(Rows rows, int piece, int r) {
    float out = 0;
    for (int i = 0; i < length(piece); i++) {
      out = Math.max(out, Math.abs(rows.get(r, 3 * PIECE * piece + i)));
    }
    return out;
  }

  private void store(Rows rows) {
    int f = 0;
    int s = 0;
    for (int p = 0; p < floatRows.length; p++) {
      int start = 3 * PIECE * p;
      for (int r = 0; r < rank; r++) {
        float step = steps[p * rank + r];
        for (int i = 0; i < length(p); i++) {
          float value = rows.get(r, start + i);
          if (r < floatRows[p]) {
            floats[f++] = value;
          } else {
            shorts[s++] = (short) (step > 0 ? Math.round(value / step) : 0);
          }
        }
      }
    }
  }

  boolean isEmpty() {
    return vertices.length == 0 || rank == 0;
  }

  /** The memory of the numbers, in bytes. */
  long bytes() {
    return 4L * floats.length + 2L * shorts.length;
  }

  /** Returns the length of the array that {@link #addTo} needs. */
  static int scratchSize() {
    return 3 * PIECE;
  }

  /**
   * Adds Σ c_r b_r to the offsets of all vertices.
   *
   * @param coefficients c
   * @param scratch overwritten
   */
  void addTo(float[] out, double[] coefficients, float[] scratch) {
    int f = 0;
    int s = 0;
    for (int p = 0; p < floatRows.length; p++) {
      int length = length(p);
      int large = floatRows[p];
      Arrays.fill(scratch, 0, length, 0);
      addFloats(scratch, coefficients, large, f, length);
      addShorts(scratch, coefficients, p, s, length);
      f += large * length;
      s += (rank - large) * length;
      scatter(scratch, p, out);
    }
  }

  private void scatter(float[] sums, int piece, float[] out) {
    int first = piece * PIECE;
    int end = Math.min(first + PIECE, vertices.length);
    for (int i = first, from = 0; i < end; i++, from += 3) {
      int to = 3 * vertices[i];
      out[to] += sums[from];
      out[to + 1] += sums[from + 1];
      out[to + 2] += sums[from + 2];
    }
  }

  private void addFloats(float[] sums, double[] coefficients, int rows, int start, int length) {
    int r = 0;
    for (; r + 3 < rows; r += 4) {
      addFour(
          sums,
          floats,
          start + r * length,
          length,
          (float) coefficients[r],
          (float) coefficients[r + 1],
          (float) coefficients[r + 2],
          (float) coefficients[r + 3]);
    }
    for (; r < rows; r++) {
      float c = (float) coefficients[r];
      int row = start + r * length;
      for (int i = 0; i < length; i++) {
        sums[i] += c * floats[row + i];
      }
    }
  }

  private void addShorts(float[] sums, double[] coefficients, int piece, int start, int length) {
    int step = piece * rank;
    int row = start;
    int r = floatRows[piece];
    for (; r + 3 < rank; r += 4, row += 4 * length) {
      addFour(
          sums,
          shorts,
          row,
          length,
          (float) coefficients[r] * steps[step + r],
          (float) coefficients[r + 1] * steps[step + r + 1],
          (float) coefficients[r + 2] * steps[step + r + 2],
          (float) coefficients[r + 3] * steps[step + r + 3]);
    }
    for (; r < rank; r++, row += length) {
      float c = (float) coefficients[r] * steps[step + r];
      for (int i = 0; i < length; i++) {
        sums[i] += c * shorts[row + i];
      }
    }
  }

  private static void addFour(
      float[] sums, float[] rows, int row, int length, float c0, float c1, float c2, float c3) {
    int row1 = row + length;
    int row2 = row1 + length;
    int row3 = row2 + length;
    for (int i = 0; i < length; i++) {
      sums[i] +=
          c0 * rows[row + i] + c1 * rows[row1 + i] + c2 * rows[row2 + i] + c3 * rows[row3 + i];
    }
  }

  private static void addFour(
      float[] sums, short[] rows, int row, int length, float c0, float c1, float c2, float c3) {
    int row1 = row + length;
    int row2 = row1 + length;
    int row3 = row2 + length;
    for (int i = 0; i < length; i++) {
      sums[i] +=
          c0 * rows[row + i] + c1 * rows[row1 + i] + c2 * rows[row2 + i] + c3 * rows[row3 + i];
    }
  }
}
