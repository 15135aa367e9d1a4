package dev.sinew.fit;

import dev.sinew.model.Topology;
import java.util.Arrays;

/**
 * Which bone every vertex follows most: a partition of the surface into regions, each in one piece
 * where the surface is.
 */
final class BoneRegions {
  private final Topology topology;
  private final int bones;
  final int[] bone;

  /**
   * @param bone a bone per vertex; kept
   */
  BoneRegions(Topology topology, int bones, int[] bone) {
    this.topology = topology;
    this.bones = bones;
    this.bone = bone;
  }

  BoneRegions copy() {
    return new BoneRegions(topology, bones, bone.clone());
  }

  int[] sizes() {
    int[] sizes = new int[bones];
    for (int b : bone) {
      sizes[b]++;
    }
    return sizes;
  }

  /** The vertices of every bone, rising. */
  int[][] members() {
    int[] sizes = sizes();
    int[][] members = new int[bones][];
    for (int b = 0; b < bones; b++) {
      members[b] = new int[sizes[b]];
    }
    int[] filled = new int[bones];
    for (int v = 0; v < bone.length; v++) {
      members[bone[v]][filled[bone[v]]++] = v;
    }
    return members;
  }

  /** Whether an edge of the mesh joins two bones' regions, for all pairs; a bone touches itself. */
  boolean[][] touching() {
    boolean[][] touch = new boolean[bones][bones];
    for (int b = 0; b < bones; b++) {
      touch[b][b] = true;
    }
    for (int e = 0; e < topology.edgeCount(); e++) {
      int a = bone[topology.edgeVertex(e, 0)];
      int b = bone[topology.edgeVertex(e, 1)];
      touch[a][b] = true;
      touch[b][a] = true;
    }
    return touch;
  }

  /** What a vertex costs under a bone. */
  @FunctionalInterface
  interface Cost {
    double of(int vertex, int bone);
  }

  /**
   * Gives the pieces that lie apart from a bone's largest piece to the neighbouring bones, vertex
   * by vertex from their rims, each to the one where it costs least. A piece with no neighbour, a
   * whole component of the mesh, stays as it is.
   */
  void connect(Cost cost) {
    boolean[] settled = inLargestPieces();
    int[] rim = new int[bone.length];
    int count = 0;
    for (int v = 0; v < bone.length; v++) {
      if (!settled[v]) {
        rim[count++] = v;
      }
    }
    boolean moved = true;
    while (moved && count > 0) {
      moved = false;
      int left = 0;
      for (int i = 0; i < count; i++) {
        int v = rim[i];
        int best = cheapestSettledNeighbour(v, settled, cost);
        if (best >= 0) {
          bone[v] = best;
          settled[v] = true;
          moved = true;
        } else {
          rim[left++] = v;
        }
      }
      count = left;
    }
  }

  private int cheapestSettledNeighbour(int v, boolean[] settled, Cost cost) {
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < topology.neighbourCount(v); i++) {
      int u = topology.neighbour(v, i);
      if (settled[u] && bone[u] != best) {
        double c = cost.of(v, bone[u]);
        if (c < least) {
          least = c;
          best = bone[u];
        }
      }
    }
    return best;
  }

  /**
   * Gives every bone without vertices half of the largest region, from one of its ends on.
   *
   * @param count how many bones there are so far
   * @return whether any bone was without
   */
  boolean feedEmpty(int count) {
    int[] sizes = sizes();
    boolean fed = false;
    for (int b = 0; b < count; b++) {
      if (sizes[b] == 0) {
        int large = 0;
        for (int other = 1; other < count; other++) {
          large = sizes[other] > sizes[large] ? other : large;
        }
        int[] members = members()[large];
        int from = large;
        int[] start =
            Surroundings.of(
                topology, members[0], Math.max(1, members.length / 2), v -> bone[v] == from);
        for (int v : start) {
          bone[v] = b;
        }
        sizes[b] = start.length;
        sizes[large] -= start.length;
        fed = true;
      }
    }
    return fed;
  }

  private boolean[] inLargestPieces() {
    int[] piece = new int[bone.length];
    Arrays.fill(piece, -1);
    int[] largest = new int[bones];
    int[] largestSize = new int[bones];
    int[] queue = new int[bone.length];
    int pieces = 0;
    for (int start = 0; start < bone.length; start++) {
      if (piece[start] >= 0) {
        continue;
      }
      int size = fill(start, pieces, piece, queue);
      if (size > largestSize[bone[start]]) {
        largestSize[bone[start]] = size;
        largest[bone[start]] = pieces;
      }
      pieces++;
    }
    boolean[] inside = new boolean[bone.length];
    for (int v = 0; v < bone.length; v++) {
      inside[v] = piece[v] == largest[bone[v]];
    }
    return inside;
  }

  private int fill(int start, int number, int[] piece, int[] queue) {
    int head = 0;
    int tail = 0;
    queue[tail++] = start;
    piece[start] = number;
    while (head < tail) {
      int v = queue[head++];
      for (int i = 0; i < topology.neighbourCount(v); i++) {
        int u = topology.neighbour(v, i);
        if (piece[u] < 0 && bone[u] == bone[start]) {
          piece[u] = number;
          queue[tail++] = u;
        }
      }
    }
    return tail;
  }
}
