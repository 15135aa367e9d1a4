package dev.sinew.fit.system;

/**
 * A short list of bones: some that stay in place, then others in descending order of what they
 * would remove. The last is dropped from a full list.
 */
public final class RankedBones {
  private final double[] gains;

  /** The bones. */
  public final int[] bones;

  private int fixed;
  private int count;

  public RankedBones(int capacity) {
    bones = new int[capacity];
    gains = new double[capacity];
  }

  /** Empties the list. */
  public void clear() {
    fixed = 0;
    count = 0;
  }

  /** Returns the number of bones. */
  public int count() {
    return count;
  }

  /** Adds a bone that stays in place, if there is room and it is not listed. */
  public void fix(int bone) {
    if (count < bones.length && !contains(bone)) {
      bones[count++] = bone;
      fixed = count;
    }
  }

  private boolean contains(int bone) {
    for (int i = 0; i < count; i++) {
      if (bones[i] == bone) {
        return true;
      }
    }
    return false;
  }

  /** Inserts a bone by its gain. */
  public void insert(int bone, double gain) {
    int at = count;
    while (at > fixed && gains[at - 1] < gain) {
      at--;
    }
    if (at == bones.length) {
      return;
    }
    count = Math.min(count + 1, bones.length);
    for (int i = count - 1; i > at; i--) {
      bones[i] = bones[i - 1];
      gains[i] = gains[i - 1];
    }
    bones[at] = bone;
    gains[at] = gain;
  }
}
