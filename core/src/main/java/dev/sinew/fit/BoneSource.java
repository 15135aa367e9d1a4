package dev.sinew.fit;

/** Where the bones of a fit come from. */
public sealed interface BoneSource permits BoneSource.Found, GivenRig {
  /** The most bones of a fit: more than any rig has, few enough for dense sums. */
  int MAX_BONES = 1000;

  /**
   * Bones found from the motion of the examples.
   *
   * @param count how many, 1 to {@value #MAX_BONES}
   */
  record Found(int count) implements BoneSource {
    /** Checks the count. */
    public Found {
      if (count < 1 || count > MAX_BONES) {
        throw new IllegalArgumentException("bones: expected 1 to " + MAX_BONES + ", got " + count);
      }
    }
  }
}
