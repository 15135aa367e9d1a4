package dev.sinew.model;

import java.util.Arrays;

/** A partition of the numbers from 0 into sets that can be joined. */
public final class DisjointSets {
  private final int[] parent;

  /** Puts each number into a set of its own. */
  public DisjointSets(int count) {
    parent = new int[count];
    Arrays.setAll(parent, i -> i);
  }

  /** Joins the sets of two numbers. */
  public void join(int a, int b) {
    parent[of(a)] = of(b);
  }

  /** Joins the sets of two numbers, each of which is known by its least member. */
  public void joinToLeast(int a, int b) {
    int ra = of(a);
    int rb = of(b);
    parent[Math.max(ra, rb)] = Math.min(ra, rb);
  }

  /** Returns the set of a number: one of its members, the same for all. */
  public int of(int number) {
    int root = number;
    while (parent[root] != root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  }
}
