package dev.sinew.io.draco;

/** The symbols of the edgebreaker: how each triangle continues those before it. */
sealed interface Symbols {
  int C = 0;
  int S = 1;
  int L = 3;
  int R = 5;
  int E = 7;

  int next();

  /** Two vertices became one. */
  default void merged(int kept, int other) {}

  /** A triangle was added; its corner is the new active one. */
  default void reached(int corner) {}

  /** Symbols as bits. */
  record Plain(ByteInput bits) implements Symbols {
    @Override
    public int next() {
      return bits.bits(1) == 0 ? C : 1 | (bits.bits(2) << 1);
    }
  }

  /** Symbols coded by how many edges the vertex has that comes next. */
  final class ByValence implements Symbols {
    private static final int MIN = 2;
    private static final int MAX = 7;
    private static final int[] SYMBOLS = {C, S, L, R, E};

    private final CornerTable corners;
    private final int[] valences;
    private final int[][] contexts = new int[MAX - MIN + 1][];
    private final int[] left = new int[MAX - MIN + 1];
    private int context = -1;
    private int last = E;

    ByValence(ByteInput in, CornerTable corners, int maxVertices, Memory memory) {
      this.corners = corners;
      memory.use(4L * maxVertices);
      valences = new int[maxVertices];
      for (int c = 0; c < contexts.length; c++) {
        int count = in.varint();
        if (count > corners.cornerCount() / 3) {
          throw new DracoException("more symbols than triangles");
        }
        memory.use(4L * count);
        contexts[c] = new int[count];
        Rans.read(in, contexts[c], 1, memory);
        left[c] = count;
      }
    }

    @Override
    public int next() {
      if (context < 0) {
        last = E;
        return last;
      }
      left[context]--;
      if (left[context] < 0 || contexts[context][left[context]] >= SYMBOLS.length) {
        throw CornerTable.inconsistent();
      }
      last = SYMBOLS[contexts[context][left[context]]];
      return last;
    }

    @Override
    public void merged(int kept, int other) {
      valences[kept] += valences[other];
    }

    @Override
    public void reached(int corner) {
      int own = corners.vertex(corner);
      int next = corners.vertex(Corners.next(corner));
      int previous = corners.vertex(Corners.previous(corner));
      if (last == L || last == R || last == E) {
        valences[own] += last == E ? 2 : 1;
      }
      valences[next] += last == L || last == E ? 2 : 1;
      valences[previous] += last == R || last == E ? 2 : 1;
      context = Math.clamp(valences[next], MIN, MAX) - MIN;
    }
  }
}
