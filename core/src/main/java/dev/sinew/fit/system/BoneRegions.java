package dev.sinew.fit.system;

import dev.sinew.model.Topology;
import java.util.Arrays;

/**
 * The bone that each vertex follows most: a partition of the surface into regions. {@link #connect}
 * makes each region connected where the surface is.
 */
public final class BoneRegions {
  private final Topology topology;
  private final int bones;
  public final int[] bone;

  /**
   * @param bone the bone of each vertex; not copied
   */
  public BoneRegions(Topology topology, int bones, int[] bone) {
    this.topology = topology;
    this.bones = bones;
    this.bone = bone;
  }

  public BoneRegions copy() {
    return new BoneRegions(topology, bones, bone.clone());
  }

  /** Returns the number of vertices of each bone. */
  public int[] sizes() {
    int[] sizes = new int[bones];
    for (int b : bone) {
      sizes[b]++;
    }
    return sizes;
  }

  /** Returns the vertices of each bone in ascending order. */
  public int[][] members() {
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

  /** Returns for all pairs of bones whether an edge joins their regions; a bone touches itself. */
  public boolean[][] touching() {
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

  /** The cost of a vertex under a bone. */
  @FunctionalInterface
  public interface Cost {
    double of(int vertex, int bone);
  }

  /**
   * Keeps the largest component of each region and assigns the vertices of the others to
   * neighbouring bones, from their boundary inwards, each to the bone of least cost. A component
   * without neighbours, which is a whole component of the mesh, stays.
   */
  public void connect(Cost cost) {
    boolean[] settled = inLargestComponents();
    int[] open = new int[bone.length];
    int count = 0;
    for (int v = 0; v < bone.length; v++) {
      if (!settled[v]) {
        open[count++] = v;
      }
    }
    boolean moved = true;
    while (moved && count > 0) {
      moved = false;
      int left = 0;
      for (int i = 0; i < count; i++) {
        int v = open[i];
        int best = cheapestSettledNeighbour(v, settled, cost);
        if (best >= 0) {
          bone[v] = best;
          settled[v] = true;
          moved = true;
        } else {
          open[left++] = v;
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
   * Assigns half of the largest region to each bone without vertices.
   *
   * @param count the number of bones in use
   * @return true if any bone had no vertices
   */
  public boolean fillEmpty(int count) {
    int[] sizes = sizes();
    boolean filled = false;
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
        filled = true;
      }
    }
    return filled;
  }

  private boolean[] inLargestComponents() {
    int[] component = new int[bone.length];
    Arrays.fill(component, -1);
    int[] largest = new int[bones];
    int[] largestSize = new int[bones];
    int[] queue = new int[bone.length];
    int components = 0;
    for (int start = 0; start < bone.length; start++) {
      if (component[start] >= 0) {
        continue;
      }
      int size = fill(start, components, component, queue);
      if (size > largestSize[bone[start]]) {
        largestSize[bone[start]] = size;
        largest[bone[start]] = components;
      }
      components++;
    }
    boolean[] inside = new boolean[bone.length];
    for (int v = 0; v < bone.length; v++) {
      inside[v] = component[v] == largest[bone[v]];
    }
    return inside;
  }

  private int fill(int start, int index, int[] component, int[] queue) {
    int head = 0;
    int tail = 0;
    queue[tail++] = start;
    component[start] = index;
    while (head < tail) {
      int v = queue[head++];
      for (int i = 0; i < topology.neighbourCount(v); i++) {
        int u = topology.neighbour(v, i);
        if (component[u] < 0 && bone[u] == bone[start]) {
          component[u] = index;
          queue[tail++] = u;
        }
      }
    }
    return tail;
  }
}
