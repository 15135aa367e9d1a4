package dev.sinew.subdivide;

/** The rule that splits faces and smooths points. */
public enum SubdivisionScheme {
  /**
   * A polygon with n corners becomes n quads; on later levels every quad becomes four. The limit
   * surface is a bicubic B-spline except at extraordinary points (Catmull and Clark, 1978).
   */
  CATMULL_CLARK,

  /**
   * Every triangle becomes four. The limit surface is a quartic box spline except at extraordinary
   * points (Loop, 1987).
   */
  LOOP,

  /**
   * Every triangle becomes three, and old edges are flipped; two steps make nine of one (Kobbelt,
   * 2000).
   */
  SQRT3
}
