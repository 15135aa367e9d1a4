package dev.sinew.simplify.collapse;

import java.util.Arrays;

/**
 * The number of triangles to keep, in total or in each of several pools. A pool that has reached
 * its goal loses no further triangle, while others go on.
 */
public final class TriangleBudget {
  private final int[] poolOf;
  private final int[] goals;
  private int[] left = {};
  private int above;

  private TriangleBudget(int[] poolOf, int[] goals) {
    this.poolOf = poolOf;
    this.goals = goals;
  }

  /** Returns a budget for all triangles together. */
  public static TriangleBudget of(int goal) {
    return new TriangleBudget(new int[0], new int[] {goal});
  }

  /**
   * Returns a budget per pool.
   *
   * @param poolOf the pool of every triangle; copied
   * @param goals the triangles to leave per pool; copied
   */
  public static TriangleBudget of(int[] poolOf, int[] goals) {
    for (int pool : poolOf) {
      if (pool < 0 || pool >= goals.length) {
        throw new IllegalArgumentException(
            "pool: expected 0 to " + (goals.length - 1) + ", got " + pool);
      }
    }
    return new TriangleBudget(poolOf.clone(), goals.clone());
  }

  /** Returns the number of triangles to leave in all. */
  int goal() {
    return Arrays.stream(goals).sum();
  }

  /** Counts the triangles of a mesh that is going to be simplified. */
  void start(CollapseView mesh) {
    if (poolOf.length != 0 && poolOf.length != mesh.firstTriangleCount()) {
      throw new IllegalArgumentException(
          "pools: expected " + mesh.firstTriangleCount() + ", got " + poolOf.length);
    }
    left = new int[goals.length];
    for (int t = 0; t < mesh.firstTriangleCount(); t++) {
      left[pool(t)] += mesh.isDead(t) ? 0 : 1;
    }
    above = 0;
    for (int pool = 0; pool < goals.length; pool++) {
      above += left[pool] > goals[pool] ? 1 : 0;
    }
  }

  /** Returns true if no pool has more triangles than its goal. */
  boolean isReached() {
    return above == 0;
  }

  /** Returns true if no triangle at an edge is in a pool that has reached its goal. */
  boolean allows(CollapseView mesh, int a, int b) {
    if (goals.length == 1) {
      return true; // The common case: the loop ends there.
    }
    for (int c = mesh.firstCorner(a); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      int pool = pool(c / 3);
      if (has(mesh, c, b) && left[pool] <= goals[pool]) {
        return false;
      }
    }
    return true;
  }

  /** Counts the triangles at an edge that is going to collapse as removed. */
  void remove(CollapseView mesh, int a, int b) {
    for (int c = mesh.firstCorner(a); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      int pool = pool(c / 3);
      if (has(mesh, c, b) && --left[pool] == goals[pool]) {
        above--;
      }
    }
  }

  private int pool(int triangle) {
    return poolOf.length == 0 ? 0 : poolOf[triangle];
  }

  private static boolean has(CollapseView mesh, int corner, int point) {
    int next = CollapseView.after(corner);
    return mesh.point(next) == point || mesh.point(CollapseView.after(next)) == point;
  }
}
