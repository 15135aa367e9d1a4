package dev.sinew.fit;

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
    if (count < 1 || count > MAX_BONES) {
      throw new IllegalArgumentException("bones: expected 1 to " + MAX_BONES + ", got " + count);
    }
  }
}
