package dev.sinew.fit;

import dev.sinew.run.NumberRange;

/** The source of the bones of a fit. */
public sealed interface BoneSource permits BoneSource.Found, GivenRig {
  /** The maximum number of bones of a fit: more than any rig has, few enough for dense sums. */
  int MAX_BONES = 1000;

  /**
   * Bones found from the motion of the examples.
   *
   * @param count the number of bones, 1 to {@value #MAX_BONES}
   */
  record Found(int count) implements BoneSource {
    /** Checks the count. */
    public Found {
      checkCount(count);
    }
  }

  /**
   * Checks a number of bones.
   *
   * @throws IllegalArgumentException if it is not 1 to {@value #MAX_BONES}
   */
  static void checkCount(int count) {
    NumberRange.require("bones", count, 1, MAX_BONES);
  }
}
