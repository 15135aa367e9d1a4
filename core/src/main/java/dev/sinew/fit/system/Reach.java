package dev.sinew.fit.system;

import org.jspecify.annotations.Nullable;

/**
 * The bones that may move a vertex. If not given, these are the bones whose regions touch the
 * region of the vertex, so that no distant bone is used just because it happens to fit.
 */
public final class Reach {
  private final boolean[][] touching;
  private final int @Nullable [][] given;

  private Reach(boolean[][] touching, int @Nullable [][] given) {
    this.touching = touching;
    this.given = given;
  }

  /**
   * Returns the reach of bones with these regions.
   *
   * @param given the bones that may move each vertex, or null
   */
  public static Reach of(BoneRegions regions, int @Nullable [][] given) {
    return new Reach(regions.touching(), given);
  }

  /** Returns true if a bone may move a vertex in the region of {@code base}. */
  public boolean allows(int vertex, int base, int bone) {
    if (given == null) {
      return touching[base][bone];
    }
    for (int b : given[vertex]) {
      if (b == bone) {
        return true;
      }
    }
    return false;
  }
}
