package dev.sinew.fit;

/**
 * A short list of bones: some that stay in place, then others in descending order of what they
 * would remove. The last is dropped from a full list.
 */
final class RankedBones {
  private final double[] gains;

  /** The bones. */
  final int[] bones;

  private int fixed;
  private int count;

  RankedBones(int capacity) {
    bones = new int[capacity];
    gains = new double[capacity];
  }

  void clear() {
    fixed = 0;
    count = 0;
  }

  int count() {
    return count;
  }

  /** Adds a bone that stays in place, if there is room and it is not listed. */
  void fix(int bone) {
    if (count < bones.length && !contains(bone)) {
      bones[count++] = bone;
      fixed = count;
    }
  }

  boolean contains(int bone) {
    for (int i = 0; i < count; i++) {
      if (bones[i] == bone) {
        return true;
      }
    }
    return false;
  }

  /** Inserts a bone by its gain. */
  void insert(int bone, double gain) {
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
