package dev.sinew.fit;

/**
 * The bones that may move a vertex: its own, then those whose regions touch that one's, the ones
 * that predict the vertex best alone first. Bones further away are left out, so that none works
 * somewhere just because it happens to fit.
 *
 * <p>Holds scratch: one thread at a time.
 */
final class Candidates {
  /** The most candidates a vertex has. */
  static final int MOST = FitOptions.MOST_INFLUENCES;

  private final Examples examples;
  private final BoneMotions motions;
  private final boolean[][] touching;
  private final double[] errors = new double[MOST];

  /** What {@link #find} found. */
  final int[] bones = new int[MOST];

  Candidates(Examples examples, BoneMotions motions, boolean[][] touching) {
    this.examples = examples;
    this.motions = motions;
    this.touching = touching;
  }

  /** Finds a vertex's candidates and returns how many there are. */
  int find(int vertex, int base) {
    bones[0] = base;
    int count = 1;
    for (int b = 0; b < motions.boneCount(); b++) {
      if (b != base && touching[base][b]) {
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
