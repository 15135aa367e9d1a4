package dev.sinew.fit;

import org.jspecify.annotations.Nullable;

/**
 * Which bones may move a vertex. Where nobody says, those whose regions touch the region the vertex
 * lies in: so no bone works far away just because that happens to fit.
 */
final class Reach {
  private final boolean[][] touching;
  private final int @Nullable [][] given;

  private Reach(boolean[][] touching, int @Nullable [][] given) {
    this.touching = touching;
    this.given = given;
  }

  /**
   * The reach of bones with these regions.
   *
   * @param given the bones that may move each vertex, or null
   */
  static Reach of(BoneRegions regions, int @Nullable [][] given) {
    return new Reach(regions.touching(), given);
  }

  /** Whether a bone may move a vertex that lies in the region of {@code base}. */
  boolean allows(int vertex, int base, int bone) {
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
