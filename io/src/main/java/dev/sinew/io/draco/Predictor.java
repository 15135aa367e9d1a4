package dev.sinew.io.draco;

/** Predicts the values of an attribute from those before them; integers wrap around. */
interface Predictor {
  /**
   * Predicts a value.
   *
   * @param entry its place
   * @param values all values, of which those before it are known
   * @param out receives its components
   */
  void predict(int entry, int[] values, int[] out);

  /** The value before; 0 for the first. */
  Predictor PREVIOUS =
      (entry, values, out) -> {
        for (int c = 0; c < out.length; c++) {
          out[c] = entry == 0 ? 0 : values[(entry - 1) * out.length + c];
        }
      };

  /** The fourth corner of the parallelogram over the triangle on the other side. */
  record Parallelogram(Sequence.Way way) implements Predictor {
    @Override
    public void predict(int entry, int[] values, int[] out) {
      if (entry == 0 || !at(entry, way.cornerOfEntry()[entry], values, out)) {
        PREVIOUS.predict(entry, values, out);
      }
    }

    /** Predicts from the other side of a corner; returns false if its values are not known. */
    private boolean at(int entry, int corner, int[] values, int[] out) {
      int other = way.corners().opposite(corner);
      if (other < 0) {
        return false;
      }
      int tip = way.entry(other);
      int next = way.entry(Corners.next(other));
      int previous = way.entry(Corners.previous(other));
      if (tip >= entry || next >= entry || previous >= entry) {
        return false;
      }
      int n = out.length;
      for (int c = 0; c < n; c++) {
        out[c] = values[n * next + c] + values[n * previous + c] - values[n * tip + c];
      }
      return true;
    }
  }

  /** The mean of up to four parallelograms around the vertex, without those across creases. */
  final class Several implements Predictor {
    private static final int MAX = 4;

    private final Parallelogram one;
    private final Sequence.Way way;
    private final boolean[][] creases = new boolean[MAX][];
    private final int[] at = new int[MAX];

    Several(ByteInput in, Sequence.Way way, Memory memory) {
      this.way = way;
      one = new Parallelogram(way);
      for (int i = 0; i < MAX; i++) {
        int count = in.varint();
        // Every value asks for at most four.
        if (count > (long) MAX * way.cornerOfEntry().length) {
          throw new DracoException("more creases than values");
        }
        memory.use(count);
        creases[i] = new boolean[count];
        RansBits bits = count == 0 ? null : new RansBits(in);
        for (int j = 0; bits != null && j < count; j++) {
          creases[i][j] = bits.next();
        }
      }
    }

    @Override
    public void predict(int entry, int[] values, int[] out) {
      if (entry == 0) {
        PREVIOUS.predict(entry, values, out);
        return;
      }
      int n = out.length;
      int[][] found = new int[MAX][n];
      int count = parallelograms(entry, values, found);
      int[] sum = new int[n];
      int used = 0;
      for (int i = 0; i < count; i++) {
        boolean[] own = creases[count - 1];
        if (at[count - 1] >= own.length) {
          throw new DracoException("too few creases");
        }
        if (!own[at[count - 1]++]) {
          used++;
          for (int c = 0; c < n; c++) {
            sum[c] += found[i][c];
          }
        }
      }
      if (used == 0) {
        PREVIOUS.predict(entry, values, out);
        return;
      }
      for (int c = 0; c < n; c++) {
        out[c] = sum[c] / used;
      }
    }

    private int parallelograms(int entry, int[] values, int[][] out) {
      Corners corners = way.corners();
      int start = way.cornerOfEntry()[entry];
      int count = 0;
      boolean toLeft = true;
      int corner = start;
      while (corner >= 0 && count < MAX) {
        count += one.at(entry, corner, values, out[count]) ? 1 : 0;
        corner = toLeft ? corners.swingLeft(corner) : corners.swingRight(corner);
        if (corner == start) {
          break;
        }
        if (corner < 0 && toLeft) {
          toLeft = false;
          corner = corners.swingRight(start);
        }
      }
      return count;
    }
  }
}
