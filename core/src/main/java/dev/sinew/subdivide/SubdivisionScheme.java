package dev.sinew.subdivide;

/** How faces are split and points smoothed. */
public enum SubdivisionScheme {
  /**
   * Any polygon becomes as many quads as it has corners; from then on every quad becomes four. The
   * limit surface is a bicubic B-spline but for extraordinary points (Catmull and Clark, 1978).
   */
  CATMULL_CLARK,

  /**
   * Every triangle becomes four. The limit surface is a quartic box spline but for extraordinary
   * points (Loop, 1987).
   */
  LOOP,

  /**
   * Every triangle becomes three, and old edges are flipped; two steps make nine of one (Kobbelt,
   * 2000).
   */
  SQRT3
}
