package dev.sinew.linalg;

import java.util.Arrays;

/**
 * An order of elimination that keeps the Cholesky factor of a mesh-like matrix sparse: automatic
 * nested dissection (George and Liu 1978). A set of unknowns is split by a level of a breadth-first
 * search from a remote unknown; both sides are numbered first, the separator last.
 */
final class NestedDissection {
  /** Sets of up to this number of unknowns are not split. */
  private static final int LEAF = 48;

  /** A separator leaves at least this fraction of a set on each side, if there is one. */
  private static final double MIN_SIDE = 0.3;

  private final SparseSymmetric a;

  /** The set of each unknown: sets are numbered as they are made. */
  private final int[] set;

  private final int[] level;
  private final int[] queue;
  private final int[] order;
  private int sets = 1;
  private int numbered;

  private NestedDissection(SparseSymmetric a) {
    this.a = a;
    set = new int[a.size()];
    level = new int[a.size()];
    queue = new int[a.size()];
    order = new int[a.size()];
    numbered = a.size();
  }

  /** Returns the unknowns in the order of elimination. */
  static int[] order(SparseSymmetric a) {
    NestedDissection dissection = new NestedDissection(a);
    int[] all = new int[a.size()];
    Arrays.setAll(all, i -> i);
    dissection.split(all);
    return dissection.order;
  }

  /** Numbers a set from the end of the order, one connected component after the other. */
  private void split(int[] members) {
    int[] rest = members;
    while (rest.length > LEAF) {
      int mine = sets++;
      for (int v : rest) {
        set[v] = mine;
      }
      int reached = search(rest[0], mine);
      int[] component = Arrays.copyOf(queue, reached);
      int[] others = new int[rest.length - reached];
      int own = sets++;
      for (int v : component) {
        set[v] = own;
      }
      int n = 0;
      for (int v : rest) {
        if (set[v] == mine) {
          others[n++] = v;
        }
      }
      splitConnected(component, own);
      rest = others;
    }
    numberFromEnd(rest, rest.length);
  }

  private void splitConnected(int[] members, int mine) {
    if (members.length <= LEAF) {
      numberFromEnd(members, members.length);
      return;
    }
    // The unknown reached last is remote.
    int reached = search(members[members.length - 1], mine);
    int cut = separatorLevel(reached);
    int[] before = new int[reached];
    int[] after = new int[reached];
    int[] separator = new int[reached];
    int nb = 0;
    int na = 0;
    int ns = 0;
    for (int i = 0; i < reached; i++) {
      int v = queue[i];
      if (level[v] > cut) {
        after[na++] = v;
      } else if (level[v] == cut && touchesNextLevel(v, mine)) {
        separator[ns++] = v;
      } else {
        before[nb++] = v;
      }
    }
    numberFromEnd(separator, ns);
    split(Arrays.copyOf(after, na));
    split(Arrays.copyOf(before, nb));
  }

  private void numberFromEnd(int[] members, int count) {
    for (int i = 0; i < count; i++) {
      order[--numbered] = members[i];
    }
  }

  /** Searches a set breadth first; returns the number of unknowns reached, in {@link #queue}. */
  private int search(int from, int mine) {
    int visited = -sets++;
    int head = 0;
    int tail = 0;
    queue[tail++] = from;
    level[from] = 0;
    set[from] = visited;
    while (head < tail) {
      int v = queue[head++];
      for (int e = a.rowStart(v); e < a.rowStart(v + 1); e++) {
        int u = a.column(e);
        if (set[u] == mine) {
          set[u] = visited;
          level[u] = level[v] + 1;
          queue[tail++] = u;
        }
      }
    }
    for (int i = 0; i < tail; i++) {
      set[queue[i]] = mine;
    }
    return tail;
  }

  /** Returns the smallest level near the middle of the search. */
  private int separatorLevel(int reached) {
    int deepest = level[queue[reached - 1]];
    int best = 0;
    int least = Integer.MAX_VALUE;
    int start = 0;
    for (int i = 1; i <= reached; i++) {
      if (i == reached || level[queue[i]] > level[queue[start]]) {
        boolean balanced = start >= MIN_SIDE * reached && reached - i >= MIN_SIDE * reached;
        if (balanced && i - start < least) {
          least = i - start;
          best = level[queue[start]];
        }
        start = i;
      }
    }
    // At least one level must be left behind the separator.
    return least < Integer.MAX_VALUE ? best : Math.min(level[queue[reached / 2]], deepest - 1);
  }

  private boolean touchesNextLevel(int v, int mine) {
    for (int e = a.rowStart(v); e < a.rowStart(v + 1); e++) {
      int u = a.column(e);
      if (set[u] == mine && level[u] > level[v]) {
        return true;
      }
    }
    return false;
  }
}
