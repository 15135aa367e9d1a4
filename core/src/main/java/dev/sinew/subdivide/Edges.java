package dev.sinew.subdivide;

import java.util.Arrays;

/**
 * The edges of {@link Faces}: the sides of each edge, of any number, and the edges of each point.
 * Edges are sorted by their two points, sides within an edge by index.
 */
final class Edges {
  final Faces faces;
  final int[] cornerFace;

  /** The edge of every side. */
  final int[] sideEdge;

  /** The smaller and the larger point of every edge. */
  final int[] low;

  final int[] high;

  /** The index of each edge's first side, and the end of the last. */
  final int[] sideStart;

  final int[] sides;

  /** The index of each point's first edge, and the end of the last. */
  final int[] spokeStart;

  final int[] spokes;

  Edges(Faces faces) {
    this.faces = faces;
    cornerFace = faces.cornerFaces();
    int corners = faces.cornerCount();
    int[] bucket = new int[faces.pointCount + 1];
    for (int c = 0; c < corners; c++) {
      bucket[lowOf(c) + 1]++;
    }
    accumulate(bucket);
    long[] keys = sortedSides(bucket);
    sides = new int[corners];
    sideEdge = new int[corners];
    int[] lows = new int[corners];
    int[] highs = new int[corners];
    int[] starts = new int[corners + 1];
    int count = 0;
    for (int p = 0; p < faces.pointCount; p++) {
      for (int i = bucket[p]; i < bucket[p + 1]; i++) {
        int to = (int) (keys[i] >> 32);
        if (i == bucket[p] || to != highs[count - 1]) {
          lows[count] = p;
          highs[count] = to;
          starts[count++] = i;
        }
        sides[i] = (int) keys[i];
        sideEdge[sides[i]] = count - 1;
      }
    }
    starts[count] = corners;
    low = Arrays.copyOf(lows, count);
    high = Arrays.copyOf(highs, count);
    sideStart = Arrays.copyOf(starts, count + 1);

    spokeStart = new int[faces.pointCount + 1];
    for (int e = 0; e < count; e++) {
      spokeStart[low[e] + 1]++;
      spokeStart[high[e] + 1]++;
    }
    accumulate(spokeStart);
    spokes = new int[2 * count];
    int[] next = spokeStart.clone();
    for (int e = 0; e < count; e++) {
      spokes[next[low[e]]++] = e;
      spokes[next[high[e]]++] = e;
    }
  }

  /** Returns the sides grouped by smaller point, as packed (larger point, side), sorted. */
  private long[] sortedSides(int[] bucket) {
    long[] keys = new long[faces.cornerCount()];
    int[] next = bucket.clone();
    for (int c = 0; c < keys.length; c++) {
      keys[next[lowOf(c)]++] = (long) highOf(c) << 32 | c;
    }
    for (int p = 0; p < faces.pointCount; p++) {
      Arrays.sort(keys, bucket[p], bucket[p + 1]);
    }
    return keys;
  }

  private static void accumulate(int[] counts) {
    for (int i = 1; i < counts.length; i++) {
      counts[i] += counts[i - 1];
    }
  }

  private int lowOf(int side) {
    return Math.min(from(side), to(side));
  }

  private int highOf(int side) {
    return Math.max(from(side), to(side));
  }

  int count() {
    return low.length;
  }

  /** Returns the next corner of the face. */
  int next(int corner) {
    int f = cornerFace[corner];
    return corner + 1 == faces.faceStart[f + 1] ? faces.faceStart[f] : corner + 1;
  }

  /** Returns the previous corner of the face. */
  int previous(int corner) {
    int f = cornerFace[corner];
    return corner == faces.faceStart[f] ? faces.faceStart[f + 1] - 1 : corner - 1;
  }

  /** Returns the start point of a side. */
  int from(int side) {
    return faces.cornerPoint[side];
  }

  /** Returns the end point of a side. */
  int to(int side) {
    return faces.cornerPoint[next(side)];
  }

  int faceCount(int edge) {
    return sideStart[edge + 1] - sideStart[edge];
  }

  int side(int edge, int i) {
    return sides[sideStart[edge] + i];
  }

  /** Returns the other side of an edge of two faces. */
  int twin(int side) {
    int e = sideEdge[side];
    return side(e, 0) == side ? side(e, 1) : side(e, 0);
  }

  int otherEnd(int edge, int point) {
    return low[edge] == point ? high[edge] : low[edge];
  }

  /** Returns the edge between two points, in either order, or -1. */
  int find(int a, int b) {
    int wanted = Math.max(a, b);
    int at = Math.min(a, b);
    int from = spokeStart[at];
    int to = spokeStart[at + 1] - 1;
    // Spokes are sorted; those whose other end is larger are sorted by that end.
    while (from <= to) {
      int middle = (from + to) >>> 1;
      int e = spokes[middle];
      int order = low[e] != at ? Integer.compare(low[e], at) : Integer.compare(high[e], wanted);
      if (order == 0) {
        return e;
      }
      if (order < 0) {
        from = middle + 1;
      } else {
        to = middle - 1;
      }
    }
    return -1;
  }
}
