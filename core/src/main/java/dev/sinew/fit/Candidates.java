package dev.sinew.fit;

import dev.sinew.rig.BoneMotions;

/**
 * The bones that may move a vertex: its own, then the others within {@link Reach}, those that
 * predict the vertex best alone first.
 *
 * <p>Holds scratch: one thread at a time.
 */
final class Candidates {
  /** The most candidates a vertex has. */
  static final int MOST = FitOptions.MOST_INFLUENCES;

  private final Examples examples;
  private final BoneMotions motions;
  private final Reach reach;
  private final double[] errors = new double[MOST];

  /** What {@link #find} found. */
  final int[] bones = new int[MOST];

  Candidates(Examples examples, BoneMotions motions, Reach reach) {
    this.examples = examples;
    this.motions = motions;
    this.reach = reach;
  }

  /** Finds a vertex's candidates and returns how many there are. */
  int find(int vertex, int base) {
    bones[0] = base;
    int count = 1;
    for (int b = 0; b < motions.boneCount(); b++) {
      if (b != base && reach.allows(vertex, base, b)) {
        double limit = count < MOST ? Double.POSITIVE_INFINITY : errors[MOST - 1];
        double error = motions.error(b, examples.rest, vertex, examples.shapes(), limit);
        count = insert(b, error, count);
      }
    }
    return count;
  }

  private int insert(int bone, double error, int count) {
    int at = count;
    while (at > 1 && errors[at - 1] > error) {
      at--;
    }
    if (at == MOST) {
      return count;
    }
    int grown = Math.min(count + 1, MOST);
    for (int i = grown - 1; i > at; i--) {
      bones[i] = bones[i - 1];
      errors[i] = errors[i - 1];
    }
    bones[at] = bone;
    errors[at] = error;
    return grown;
  }
}
