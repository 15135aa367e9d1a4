package dev.sinew.io.gltf.weld;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.MultiWeights;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * Finds rows that are equal in several tables, bit for bit: vertices that a file stores several
 * times along its seams. Each table refines the classes of the previous ones, in expected linear
 * time; classes are ordered by their first row.
 */
public final class Welder {
  /**
   * Random per process, so that no file can be crafted whose rows all collide. The classes do not
   * depend on it.
   */
  private static final long KEY = new SplittableRandom().nextLong() | 1;

  /** The rows of a table. */
  private interface Rows {
    /** Returns a hash of a row, with an initial value. */
    long hash(int row, long initial);

    /** Returns true if two rows are equal. */
    boolean same(int a, int b);
  }

  private final int[] classOf;
  private int classCount;

  /** Starts with all rows in one class. */
  public Welder(int rows) {
    classOf = new int[rows];
    classCount = Math.min(rows, 1);
  }

  /** Returns the number of classes. */
  public int classCount() {
    return classCount;
  }

  /** Returns the class of every row. */
  public int[] classes() {
    return classOf.clone();
  }

  /** Splits classes whose rows differ in a table with {@code components} values per row. */
  public void refine(float[] table, int components) {
    refine(
        new Rows() {
          @Override
          public long hash(int row, long initial) {
            long h = initial;
            for (int i = row * components; i < (row + 1) * components; i++) {
              h = mix(h, bits(table[i]));
            }
            return h;
          }

          @Override
          public boolean same(int a, int b) {
            for (int c = 0; c < components; c++) {
              if (bits(table[a * components + c]) != bits(table[b * components + c])) {
                return false;
              }
            }
            return true;
          }
        });
  }

  /** Splits classes whose rows differ in joints or weights. */
  public void refine(Influences rows) {
    refine(
        new Rows() {
          @Override
          public long hash(int row, long initial) {
            long h = initial;
            for (int i = 0; i < rows.count(row); i++) {
              h = mix(mix(h, rows.joint(row, i)), bits((float) rows.weight(row, i)));
            }
            return h;
          }

          @Override
          public boolean same(int a, int b) {
            if (rows.count(a) != rows.count(b)) {
              return false;
            }
            for (int i = 0; i < rows.count(a); i++) {
              if (rows.joint(a, i) != rows.joint(b, i)
                  || (float) rows.weight(a, i) != (float) rows.weight(b, i)) {
                return false;
              }
            }
            return true;
          }
        });
  }

  /** Splits classes whose rows differ in animation coordinates. */
  public void refine(AnimationCoords coords) {
    refineEntries(new Entries(coords.rowCount(), coords::count, coords::joint, coords::value), 4);
  }

  /** Splits classes whose rows differ in multi-weights. */
  public void refine(MultiWeights weights) {
    refineEntries(
        new Entries(weights.rowCount(), weights::count, weights::joint, weights::value),
        MultiWeights.SIZE);
  }

  /**
   * Rows of several entries, each a joint with values.
   *
   * @param count the number of entries of a row
   * @param joint the joint of an entry of a row
   * @param value a value of an entry of a row
   */
  private record Entries(
      int rowCount, IntUnaryOperator count, IntBinaryOperator joint, Value value) {
    /** Returns value k of entry i of a row. */
    @FunctionalInterface
    interface Value {
      double of(int row, int i, int k);
    }
  }

  /** Refines entry by entry, since a table as wide as the longest row would be mostly empty. */
  private void refineEntries(Entries rows, int values) {
    int maxCount = 0;
    for (int r = 0; r < rows.rowCount(); r++) {
      maxCount = Math.max(maxCount, rows.count().applyAsInt(r));
    }
    int width = 1 + values;
    for (int i = 0; i < maxCount; i++) {
      float[] table = new float[Math.multiplyExact(width, rows.rowCount())];
      for (int r = 0; r < rows.rowCount(); r++) {
        if (i < rows.count().applyAsInt(r)) {
          table[width * r] = rows.joint().applyAsInt(r, i) + 1;
          for (int k = 0; k < values; k++) {
            table[width * r + 1 + k] = (float) rows.value().of(r, i, k);
          }
        }
      }
      refine(table, width);
    }
  }

  private void refine(Rows table) {
    int rows = classOf.length;
    if (classCount == rows) {
      return; // Every row is in its own class.
    }
    int capacity = Integer.highestOneBit(Math.clamp(rows, 8, 1 << 28)) * 4;
    int[] slots = new int[capacity];
    Arrays.fill(slots, -1);
    int[] refined = new int[rows];
    int count = 0;
    for (int r = 0; r < rows; r++) {
      int slot = (int) table.hash(r, mix(KEY, classOf[r])) & (capacity - 1);
      while (slots[slot] >= 0 && !same(slots[slot], r, table)) {
        slot = (slot + 1) & (capacity - 1);
      }
      if (slots[slot] < 0) {
        slots[slot] = r;
        refined[r] = count++;
      } else {
        refined[r] = refined[slots[slot]];
      }
    }
    System.arraycopy(refined, 0, classOf, 0, rows);
    classCount = count;
  }

  private boolean same(int a, int b, Rows table) {
    return classOf[a] == classOf[b] && table.same(a, b);
  }

  private static long mix(long h, int bits) {
    long product = (h ^ Integer.toUnsignedLong(bits)) * KEY;
    return product ^ (product >>> 32);
  }

  /** Returns the bits of a number; both zeros are equal. */
  private static int bits(float x) {
    return Float.floatToRawIntBits(x + 0f);
  }
}
