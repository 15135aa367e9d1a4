package dev.sinew.sample;

/** Colours a surface by position, so that paint continues across texture seams undistorted. */
@FunctionalInterface
interface Paint {
  /** Colours a texel, which has its position and is black. */
  void apply(Texel texel);
}
